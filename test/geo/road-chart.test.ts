import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { encodePolyline } from '../../src/geo/polyline.ts';
import { buildRoadChart } from '../../src/geo/road-chart.ts';
import { toUtm33 } from '../../src/geo/utm33.ts';
import { drawnNetwork } from '../support/drawn-network.ts';
import { table } from '../support/table.ts';

// Two ferries meet at the quay c, and a road runs beside the second one, on its line from d to e.
const map = drawnNetwork(`
  a---b.....q.....c.....r.....d---e.....h
                  |           |
                  f--x--y-----g
`);
const at = (kmh: number) => (names: string) => ({ line: map.line(names), kmh });
const chart = buildRoadChart({
  junctions: map.line('cd'),
  roads: [at(60)('ab'), at(80)('cfgd'), at(40)('de'), at(50)('ed')],
  ferries: ['bqc', 'crd', 'eh'].map(at(20)),
  paved: [at(20)('de')],
});
const read = (line: readonly LatLon[]) => chart.read(encodePolyline(line));

test.each(
  table<'line' | 'sailed' | 'because'>(`
  line       | sailed  | because
  abqcf      | 1-3     | from quay to quay
  fcqba      | 1-3     | and back
  abqcrde    | 1-5     | two ferries without road between are one
  abqccrde   | 1-6     | a point that is repeated is no road
  abqcfgde   | 1-3     | the road goes on by land
  abqcfgdrcf | 1-3,6-8 | there by land and back by sea
  crdeh      | 0-4     | one stays aboard where a road follows the line
  gdeh       | 2-3     | one stays ashore where a road follows the line
  crdg       | 0-2     | and lands at its end
  bqc        | 0-2     | from the very quay to the very quay
  acde       | -       | past quays, and by no ferry
  bc         | -       | not over the vertices of the ferry
  a          | -       | nowhere
`),
)('$line sails $sailed: $because', ({ line, sailed }) => {
  expect(
    read(map.line(line)).sailed.map(({ fromIndex, toIndex }) => `${fromIndex}-${toIndex}`),
  ).toEqual(sailed === '-' ? [] : sailed.split(','));
});

test.each(
  table<'line' | 'kmh' | 'because'>(`
  line  | kmh         | because
  ab    | 60          | as fast as its road
  cfgd  | 80 80 80    | on all legs of it
  dgf   | 80 80       | and back
  fxg   | 80 80       | a stop lies on the leg that it cuts in two
  xfc   | 80 80       | also where one sets out from it
  ffg   | 80 80       | also with a point that is repeated
  de    | 50          | of two roads on one line one takes the faster
  bqcf  | 20 20 80    | by ferry, then by road
  crde  | 20 20 50    | ashore where one lands
  crdeh | 20 20 20 20 | aboard where one stays aboard
  gdeh  | 80 50 20    | ashore until one boards
  xy    | 0           | two stops between the same two vertices: nobody knows the leg
  aq    | 0           | vertices that do not follow each other
`),
)('$line goes $kmh km/h: $because', ({ line, kmh }) => {
  const { kmhFrom } = read(map.line(line));
  const legs = Array.from({ length: line.length - 1 }, (_, leg) => kmhFrom(leg));
  expect(legs.join(' ')).toBe(kmh);
});

test('beside a leg by more than a metre a stop does not lie on it', () => {
  const aside = (m: number) => ({ ...map.at('x'), lat: map.at('x').lat + m / 111_195 });
  const speedPast = (m: number) => read([map.at('f'), aside(m)]).kmhFrom(0);
  expect([0.5, 2].map(speedPast)).toEqual([80, 0]);
});

test('a point at a vertex is the same in all lines, and knows its place on the grid', () => {
  const [one, other] = ['fg', 'cfx'].map((line) => read(map.line(line)).line);
  expect(one?.[0]).toBe(other?.[1]);
  for (const point of other ?? []) expect(point.utm).toEqual(toUtm33(point));
});

test('a junction is a vertex of its list, and no place a step beside it is', () => {
  const { lat, lon } = map.at('c');
  const line = [...map.line('abcd'), { lat, lon: lon + 1e-6 }];
  const { isJunction } = read(line);
  expect(line.map((_, i) => isJunction(i))).toEqual([false, false, true, true, false]);
});

test.each(
  table<'line' | 'follows' | 'because'>(`
  line  | follows | because
  cfgd  | - x x - | along one road
  dgfc  | - x x - | and back
  cfc   | - - -   | who turns back drives the road twice
  abqc  | - - - - | the road does not go on at the quay
  fxg   | - - -   | who stopped on the way may turn there
  fgx   | - - -   | nor is it known where a stop leads
  a     | -       | nowhere
`),
)('$line follows the road at $follows: $because', ({ line, follows }) => {
  const { followsRoad } = read(map.line(line));
  const seen = [...line].map((_, i) => (followsRoad(i) ? 'x' : '-'));
  expect(seen.join(' ')).toBe(follows);
});

test('an engine that leaves out a step of the quay sails as well', () => {
  const [quay, q, far] = map.line('bqc') as [LatLon, LatLon, LatLon];
  const step = { ...quay, lat: quay.lat + 3e-6 };
  const ferries = [{ line: [quay, step, q, far], kmh: 20 }];
  const stepped = buildRoadChart({ junctions: [], roads: [], ferries, paved: [] });
  for (const line of [
    [quay, q, far],
    [step, q, far],
  ]) {
    const { sailed, kmhFrom } = stepped.read(encodePolyline(line));
    expect(sailed).toEqual([{ fromIndex: 0, toIndex: 2 }]);
    expect([kmhFrom(0), kmhFrom(1)]).toEqual([20, 20]);
  }
});
