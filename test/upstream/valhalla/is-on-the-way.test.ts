import { expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { isOnTheWay } from '../../../src/upstream/valhalla/is-on-the-way.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';
import { table } from '../../support/table.ts';

// A road with a loop back to b, and a ferry from d over q to e.
const map = drawnNetwork(`
  p---c
  |   |
a-x---b---y---d...q...e---f---g
          |
          s
`);
const route = { line: map.line('abcpxbydqefg'), ferries: [{ fromIndex: 7, toIndex: 9 }] };

test.each(
  table<'stops' | 'passed' | 'because'>(`
  stops | passed | because
  b     | yes    | it is a point of the line
  y     | yes    | it is one, too
  cpy   | yes    | they come in this order
  ycp   | no     | the line comes to y after the loop
  bb    | yes    | it is passed twice
  s     | no     | it lies aside
  q     | no     | the ferry sails past it
  d     | no     | who stops at the quay lands there
  e     | no     | also where the ferry ends
  f     | yes    | it lies behind the ferry
  g     | yes    | the end is on the way
  ay    | yes    | the start is on the way
`),
)('over $stops: $passed, $because', ({ stops, passed }) => {
  expect(isOnTheWay(route, map.line(stops), 5)).toBe(passed === 'yes');
});

test('of two stops on one leg the nearer one comes first', () => {
  const [y, d] = map.line('yd') as [LatLon, LatLon];
  const at = (share: number) => ({ lat: y.lat, lon: y.lon + share * (d.lon - y.lon) });
  expect(isOnTheWay(route, [at(0.25), at(0.75)], 5)).toBe(true);
  expect(isOnTheWay(route, [at(0.75), at(0.25)], 5)).toBe(false);
});

test('a road as near as the tolerance is the same road', () => {
  const { lat, lon } = map.at('y');
  const beside = (offM: number) => ({ lat: lat + offM / 111_195, lon: lon + 1e-4 });
  expect([4, 6].map((offM) => isOnTheWay(route, [beside(offM)], 5))).toEqual([true, false]);
});
