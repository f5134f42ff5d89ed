import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { buildRoadChart } from '../../src/geo/road-chart.ts';
import { drawnNetwork } from '../support/drawn-network.ts';
import { table } from '../support/table.ts';

// Two ferries meet at the quay c, and a road runs beside the second one, on its line from d to e.
const map = drawnNetwork(`
  a---b.....q.....c.....r.....d---e.....h
                  |           |
                  f-----------g
`);
const chart = buildRoadChart({
  junctions: map.line('cd'),
  ferries: [map.line('bqc'), map.line('crd'), map.line('eh')],
  paved: [map.line('de')],
});

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
    chart.read(map.line(line)).sailed.map(({ fromIndex, toIndex }) => `${fromIndex}-${toIndex}`),
  ).toEqual(sailed === '-' ? [] : sailed.split(','));
});

test('a junction is a vertex of its list, and no place a step beside it is', () => {
  const { lat, lon } = map.at('c');
  const line = [...map.line('abcd'), { lat, lon: lon + 1e-6 }];
  const { isJunction } = chart.read(line);
  expect(line.map((_, i) => isJunction(i))).toEqual([false, false, true, true, false]);
});

test('an engine that leaves out a step of the quay sails as well', () => {
  const [quay, q, far] = map.line('bqc') as [LatLon, LatLon, LatLon];
  const step = { ...quay, lat: quay.lat + 3e-6 };
  const stepped = buildRoadChart({ junctions: [], ferries: [[quay, step, q, far]], paved: [] });
  expect(stepped.read([quay, q, far]).sailed).toEqual([{ fromIndex: 0, toIndex: 2 }]);
  expect(stepped.read([step, q, far]).sailed).toEqual([{ fromIndex: 0, toIndex: 2 }]);
});
