/** Which stops lie apart from the rest of the network. One character is 100 m. */
import { expect, test } from 'vitest';
import { openRouter } from '../../src/routing/router.ts';
import { drawnRoads } from '../support/drawn-roads.ts';
import { table } from '../support/table.ts';

/** A mainland, an island with a ferry to it, and one without. */
const roads = drawnRoads(
  `
  a---b---c     i-----j

  d---e---f     k-l-m-n
  `,
  ({ link }) => [
    link('K', 'abc'),
    link('K', 'ad'),
    link('K', 'def'),
    link('K', 'cf'),
    link('~K', 'ci'),
    link('K', 'ij'),
    link('K', 'kl'),
    link('K', 'lm'),
    link('K', 'mn'),
  ],
);
const router = openRouter(roads.network, roads.index);

test.each(
  table<'stop' | 'is' | 'because'>(`
    stop | is     | because
    b    | joined | it lies on the mainland
    j    | joined | a ferry leads there
    k    | apart  | no road and no ferry leads there
  `),
)('a stop at $stop is $is: $because', ({ stop, is }) => {
  const snapped = router.snap(roads.at(stop));
  if (snapped === undefined) throw new Error('Expected a road.');
  expect(router.isApart(snapped)).toBe(is === 'apart');
});
