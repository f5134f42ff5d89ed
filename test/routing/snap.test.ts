/** Where stops are put when something lies between them and the nearest road. One character is 100 m. */
import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import { LINK } from '../../src/routing/graph.ts';
import { openRouter } from '../../src/routing/router.ts';
import { metresAt } from '../support/drawn.ts';
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
  return openRouter(roads.network, roads.index, { worthM }).snap(roads.at('p'))?.at;
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

/** The stop p on a road e-f that leads nowhere; the roads of the country lie 1 km to the south. */
const stub = drawnRoads(
  `
  e---p---f









  a-------b-------c
                  |
                  d
  `,
  ({ link }) => [link('P', 'epf'), link('K', 'ab'), link('K', 'bc'), link('K', 'cd')],
);

test.each(
  table<'worth' | 'onto' | 'because'>(`
    worth    | onto | because
    0        | a    | one walks to the road that leads on
    500      | a    | round a lake, too
    Infinity | p    | the sea is between them, and on the island one drives
    -        | p    | it is not known what is between them
  `),
)('from a road that leads nowhere, $worth m from the others: $because', ({ worth, onto }) => {
  const worthM = worth === '-' ? undefined : () => Number(worth);
  const snapped = openRouter(stub.network, stub.index, { worthM }).snap(stub.at('p'));
  expect(snapped?.at.lat).toBeCloseTo(stub.at(onto).lat, 5);
});

/**
 * A road a-d whose middle part b-c is a tunnel, as is its end from d to the quay q. A street leads aslant from u to w,
 * over the tunnel at x, and on through a tunnel from w to z.
 */
const hill = drawnRoads(
  `
                          z
                         /
                        /
                       /
                      w
                     /
                    /
  a-----b          x                           c-----d---------q    v-----y
                  /
                 /
  k-------------u
  `,
  ({ link }) => [
    link('E6', 'ab'),
    link('E6', 'bc', { tunnel: true }),
    link('E6', 'cd'),
    link('E6', 'dq', { tunnel: true }),
    link('~E6', 'qv'),
    link('E6', 'vy'),
    link('K', 'uxw'),
    link('K', 'wz', { tunnel: true }),
    link('K', 'ku'),
    link('K', 'ak'),
  ],
);

test.each(
  table<'from' | 'eastM' | 'northM' | 'bearing' | 'onto' | 'offM' | 'because'>(`
    from | eastM | northM | bearing | onto   | offM | because
    c    | -900  | 0      |         | tunnel | 0    | a point of a route lies in the tunnel
    c    | -900  | 20     |         | tunnel | 20   | and one a little off
    c    | -900  | 20     | 90      | tunnel | 20   | where the vehicle heads is asked there, too
    c    | -900  | 30     |         | open   | 900  | above the tunnel it is the nearest road in the open
    c    | -900  | 30     | 90      | open   | 900  | wherever the vehicle heads
    c    | -60   | 40     |         | open   | 72   | that road begins at the mouth
    c    | 60    | 40     |         | open   | 40   | a stop before the mouth is on it
    q    | -60   | 40     |         | open   | 72   | and a ferry sails from a mouth
    x    | -42   | 42     |         | open   | 60   | the tunnel below a street is no part of it
    x    | -7    | 7      |         | tunnel | 7    | a stop this near may mean the tunnel
    w    | 117.68 | 82.32 |         | tunnel | 25   | one just within reach keeps it where six decimals put the place just beyond
  `),
)(
  'a stop $eastM m east and $northM m north of $from heading [$bearing] is moved $offM m, $onto: $because',
  ({ from, eastM, northM, bearing, onto, offM }) => {
    const [x, y] = hill.metres(from);
    const stop = metresAt(x + Number(eastM), y + Number(northM));
    const found = hill.router.snap(stop, bearing === '' ? {} : { bearing: Number(bearing) });
    expect(found && flatDistanceM(found.at, stop)).toBeCloseTo(Number(offM), -1);
    const { linkOf, links } = hill.network.graph;
    const isInside = found?.places.some(({ edge, share }) => {
      const flags = links.flags[linkOf[edge] as number] as number;
      return (flags & LINK.tunnel) !== 0 && share > 0 && share < 1;
    });
    expect(isInside).toBe(onto === 'tunnel');
  },
);

/** Two carriageways 70 m apart, a road both ways under them, and a stop p 20 m north of the southern one. */
const motorway = drawnRoads(
  `
  b-----------------a


  c-----------------d


           e
           |
           f
  `,
  ({ link }) => [
    link('E6', 'ab', { oneWay: true }),
    link('E6', 'cd', { oneWay: true }),
    link('K', 'ef'),
    link('K', 'bc'),
    link('K', 'de'),
  ],
);

test.each(
  table<'from' | 'northM' | 'bearing' | 'onto' | 'met' | 'because'>(`
    from | northM | bearing | onto | met   | because
    c    | 20     |         | c    |       | it is the nearest
    c    | 20     | 90      | c    | true  | it leads east
    c    | 20     | 50      | c    | true  | 40 degrees off is east enough
    c    | 20     | 40      | c    | false | no road near leads north-east
    c    | 20     | 270     | c    | false | the other carriageway is 280 m off
    c    | 130    | 270     | b    | true  | the other one leads west, and is hardly farther off
    c    | 170    | 90      | c    | true  | this one leads east, and is hardly farther off
    e    | -50    | 0       | e    | true  | a road both ways leads north
    e    | -50    | 360     | e    | true  | as it is written on another day
    e    | -50    | 180     | e    | true  | and south
  `),
)(
  'a stop $northM m north of $from heading $bearing is put on the road of $onto: $because',
  ({ from, northM, bearing, onto, met }) => {
    const [x, y] = motorway.metres(from);
    const isEast = from === 'c';
    const stop = metresAt(x + (isEast ? 500 : 0), y + Number(northM));
    const found = motorway.router.snap(stop, bearing === '' ? {} : { bearing: Number(bearing) });
    const [, roadY] = motorway.metres(onto);
    const expected = metresAt(x + (isEast ? 500 : 0), isEast ? roadY : y + Number(northM));
    expect(found && flatDistanceM(found.at, expected)).toBeLessThan(1);
    expect(String(found?.bearingMet ?? '')).toBe(met);
    if (met === 'true') expect(found?.places).toHaveLength(1);
  },
);

test('at a bend a stop is on the piece that leads where the vehicle heads, and the drive sets out there', () => {
  const bend = drawnRoads(
    `
    a--------b
             |
             |
             c--------d
    `,
    ({ link }) => [link('K', 'abc'), link('K', 'cd')],
  );
  // Outside the bend both pieces are nearest at b.
  const [x, y] = bend.metres('b');
  const outside = metresAt(x + 10, y + 10);
  const d = bend.router.snap(bend.at('d'));
  for (const bearing of [90, 180]) {
    const stop = bend.router.snap(outside, { bearing });
    expect(stop).toMatchObject({ bearingMet: true, places: [{}] });
    const wish = { avoidTolls: false, others: 0, closed: [] };
    expect(bend.router.drive([stop, d] as never, wish)).toHaveLength(1);
  }
});
