/** A drive that is as slow as somebody on foot or on a bicycle from its beginning to its end may have been no drive. */
import { expect, test } from 'vitest';
import type { Fix } from '../../src/base/point.ts';
import { atOnce } from '../../src/base/steps.ts';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import { listOnFoot, prepareTrace } from '../../src/matching/trace.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { table } from '../support/table.ts';

const { rest, leap, onFoot, silence } = readBundled(DATA_DIR, 'road-network/matching.json');
const STEP_S = 10;
const M_PER_LAT = 111_195;

/** Goes north at each pace for some minutes, with a fix every ten seconds; 0 is a stay, and `-` a silence. */
function record(paces: string): Fix[] {
  const fixes: Fix[] = [];
  let [lat, atMs] = [60, 1_790_000_000_000];
  for (const [, kmh = '', minutes = ''] of paces.matchAll(/(\S+) for (\d+)/g)) {
    const steps = (Number(minutes) * 60) / STEP_S;
    for (let i = 0; i < steps; i++) {
      atMs += 1000 * STEP_S;
      lat += kmh === '-' ? 0 : (Number(kmh) / 3.6) * (STEP_S / M_PER_LAT);
      if (kmh !== '-') fixes.push({ lat, lon: 10, atMs });
    }
  }
  return fixes;
}

const judge = (fixes: readonly Fix[]): string => {
  const terms = { rest: { ...rest, restMs: 30 * 60_000 }, leap, silence };
  const judged = listOnFoot(atOnce(prepareTrace(fixes, terms)), onFoot, silence.longMin * 60_000);
  return judged
    .map((isSlow) => (isSlow ? 'f' : 'd'))
    .join('')
    .replace(/(.)\1+/g, '$1');
};

test.each(
  table<'paces' | 'judged' | 'because'>(`
    paces                             | judged | because
    5 for 30                          | f      | a walk
    5 for 10, 0 for 10, 5 for 10      | f      | with a rest on the way
    60 for 10                         | d      |
    5 for 20, 40 for 3, 5 for 10      | d      | a queue ends
    9 for 2, 36 for 1, 9 for 2        | d      | 600 m between two queues
    5 for 5                           | f      | a walk of 400 m
    20 for 1                          | f      | 300 m on a bicycle
    40 for 1                          | d      | a drive of 700 m
    40 for 1, -40 for 1               | d      | the same, and back to its beginning
    20 for 15                         | f      | an electric scooter
    25 for 30                         | f      | an electric bicycle
    25 for 15, 35 for 1, 25 for 15    | d      | no faster than a bicycle but for 600 m
    5 for 4, -5 for 4                 | f      | a walk there and back
    5 for 10, - for 6, 5 for 10       | d      | it may have been driven while nothing was recorded
    60 for 10, 0 for 40, 5 for 20     | df     | another drive of the file
    5 for 20, 0 for 40, 60 for 10     | fd     |
  `),
)('$paces km/h: $judged ($because)', ({ paces, judged }) => {
  expect(judge(record(paces))).toBe(judged);
});

test('without times nothing is told', () => {
  expect(judge(record('5 for 30').map(({ lat, lon }) => ({ lat, lon })))).toBe('d');
});
