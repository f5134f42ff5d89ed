import { expect, test } from 'vitest';
import { openUndrawnRoads } from '../../src/trip/list-undrawn-roads.ts';
import type { RoadSection, SectionRule } from '../../src/trip/road-section.ts';
import { table } from '../support/table.ts';

const TOP = { lat: 62.05, lon: 7.27 };
const FOOT = { lat: 62.03, lon: 7.27 };
const road = (id: string, rule: SectionRule): RoadSection => ({
  id,
  name: id,
  line: 'road',
  ends: [FOOT, TOP],
  rule,
});
const listUndrawn = openUndrawnRoads(
  [
    road('closed', { kind: 'closed', closed: { from: '10-15', to: '05-14' } }),
    road('toll', { kind: 'private-toll' }),
  ],
  500,
);
const ELSEWHERE = { asked: { lat: 61.8, lon: 7.3 }, movedM: 20 };

// 0.01 degrees are 1.1 km.
test.each(
  table<'north' | 'movedM' | 'is' | 'because'>(`
    north  | movedM | is    | because
    62.05  | 1500   | on it | it lies at its end
    62.054 | 0      | on it | and so does what lies near it
    62.04  | 1500   | on it | the end is nearer than the road that it is moved to
    62.04  | 300    | off   | its own road is nearer
  `),
)('a stop at $north that is moved $movedM m is $is: $because', ({ north, movedM, is }) => {
  const stop = { asked: { lat: Number(north), lon: TOP.lon }, movedM: Number(movedM) };
  const route = { durationS: 3600 };
  const driven = (atS: number) => (is === 'on it' ? [{ id: 'closed', atS }] : []);
  expect(listUndrawn(route, [stop, ELSEWHERE])).toEqual(driven(0));
  expect(listUndrawn(route, [ELSEWHERE, stop])).toEqual(driven(3600));
});
