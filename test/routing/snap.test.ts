/** Where stops are put when something lies between them and the nearest road. One character is 100 m. */
import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import { openRouter } from '../../src/routing/router.ts';
import { drawnRoads } from '../support/drawn-roads.ts';
import { table } from '../support/table.ts';

/** The stop p between a street to the north and, farther off, one to the south. */
const roads = drawnRoads(
  `
  a-------n-------b

          p


  c-------s-------d
  `,
  ({ link }) => [link('K', 'anb'), link('K', 'csd'), link('K', 'bd')],
);
/** Places in the north are this much worse than others. */
const putWith = (northWorthM: number, southWorthM = 0) => {
  const worthM = (_: LatLon, at: LatLon) =>
    at.lat > roads.at('p').lat ? northWorthM : southWorthM;
  return openRouter(roads.network, roads.index, worthM).snap(roads.at('p'))?.at;
};

test.each(
  table<'north' | 'south' | 'place' | 'because'>(`
    north    | south    | place | because
    0        | 0        | n     | it is the nearest
    50       | 0        | n     | the other one lies 100 m farther off
    150      | 0        | s     | the other one is worth that
    Infinity | 0        | s     | whatever its distance
    150      | 150      | n     | nothing is better in the south
    Infinity | Infinity | n     | nothing is better anywhere
  `),
)(
  'past $north m in the north and $south m in the south a stop is put at $place: $because',
  (row) => {
    const at = putWith(Number(row.north), Number(row.south));
    expect(at && flatDistanceM(at, roads.at(row.place))).toBeLessThan(1);
  },
);
