import { describe, expect, test } from 'vitest';
import { openLand } from '../../src/geo/land.ts';
import type { RoadSection } from '../../src/trip/road-section.ts';
import { openSurroundings, type SurroundingsTerms } from '../../src/trip/surroundings.ts';
import { drawnNetwork } from '../support/drawn-network.ts';
import { table } from '../support/table.ts';

/**
 * Land in the west with the stop p, the station 1, the gate m and the lake BCDE; two islands in the east, the stop w in the sea,
 * and abroad beyond e. Every character is 100 m.
 */
const map = drawnNetwork(`
  a-----------------b     e-----------f-g---------------------h
  | p       1       |  w  |     x     | | v                   |
  |                 |     |           | |           s         |
  |   r       q     |     k-----------j-i---------------------l
  |                 |                        u
  |  m        B---C |                                t
  |         n | y | |
  |           E---D |
  |                 |
  d-----------------c        z
`);
const ring = (names: string) => map.line(names).map(({ lat, lon }) => [lon, lat] as const);
const [NORTH, WEST] = [map.at('a').lat + 0.001, map.at('a').lon - 1];
const BOX = [
  { lat: NORTH, lon: WEST },
  { lat: NORTH, lon: WEST + 2 },
  { lat: NORTH - 1, lon: WEST + 2 },
  { lat: NORTH - 1, lon: WEST },
];
const NOVEMBER = '2026-11-18';
const JULY = '2026-07-15';

const PASS: RoadSection = {
  id: '1',
  name: 'Pass',
  line: 'road',
  ends: [map.at('m'), map.at('t')],
  rule: { kind: 'closed', closed: { from: '11-01', to: '05-01' } },
};
const TERMS: SurroundingsTerms = {
  land: openLand([ring('abcda'), ring('efjke'), ring('ghlig')], () => ({
    waters: [{ kind: 'lake', rings: [ring('BCDEB')] }],
    names: [{ name: 'Vatnet', kind: 'lake', ...map.at('y') }],
  })),
  norway: [BOX],
  stations: [{ name: 'Smia', at: map.at('1'), chargedBearingDeg: 90 }],
  sections: [PASS],
  places: [
    { name: 'Vik ', ...map.at('r') },
    { name: 'Nes', ...map.at('s') },
  ],
  quays: [],
  limits: {
    coastOffM: 250,
    shoreOffM: 100,
    soundM: 500,
    lakeM: 500,
    borderOffM: 150,
    quayM: 1000,
    stationWorthM: 300,
    placeM: 1000,
  },
};
const around = openSurroundings(TERMS);

describe('what lies between', () => {
  test.each([
    ['2026-11-17', []],
    [NOVEMBER, [{ kind: 'station', name: 'Smia' }]],
  ])('a station that opens on 2026-11-18 lies between on %s: %j', (day, between) => {
    const periods = [{ openFrom: { day: NOVEMBER, minuteOfDay: 600 } }];
    const stations = TERMS.stations.map((station) => ({ ...station, periods }));
    const { listBetween } = openSurroundings({ ...TERMS, stations });
    expect(listBetween(map.at('p'), map.at('q'), { day, driven: 'from' })).toEqual(between);
  });

  test.each(
    table<'stop' | 'road' | 'day' | 'driven' | 'between' | 'because'>(`
      stop | road | day      | driven | between      | because
      p    | r    | november | from   |              | station and gate lie aside
      p    | q    | november | from   | station Smia | the station stands beside the line
      q    | p    | november | from   |              | it charges the other way only
      q    | p    | november | to     | station Smia | and the end of a trip is driven to
      q    | p    | november | both   | station Smia | a stop on the way is left again
      p    | p    | november | from   |              | nothing fits into no move
      r    | d    | november | from   | gate Pass    | it is closed
      r    | d    | july     | from   |              | and open in summer
      q    | x    | july     | from   | sea          | another island
      x    | v    | july     | from   | sea          | a sound between two islands counts however narrow it is
      w    | b    | july     | from   | sea          | the stop lies in the sea
      y    | n    | july     | from   | lake Vatnet  | the stop lies in the lake, 200 m from the shore
      C    | n    | july     | from   | lake Vatnet  | the other shore
      y    | D    | july     | from   | lake Vatnet  | any shore
      C    | b    | july     | from   |              | its own shore
    `),
  )('a stop at $stop, put at $road in $day and driven $driven: [$between], $because', (row) => {
    const move = { day: row.day === 'july' ? JULY : NOVEMBER, driven: row.driven } as const;
    const found = around.listBetween(map.at(row.stop), map.at(row.road), move as never);
    expect(found.map(({ kind, name = '' }) => `${kind} ${name}`.trim()).join(', ')).toBe(
      row.between,
    );
  });
});

test.each([
  ['p', 'r', 0, 'nothing lies between'],
  ['p', 'q', 300, 'a station does'],
  ['y', 'n', 300, 'a lake does'],
  ['q', 'x', Number.POSITIVE_INFINITY, 'the sea does'],
])('a stop at %s is rather moved farther than to %s by %d m: %s', (stop, road, worthM) => {
  expect(around.worthM(map.at(stop), map.at(road))).toBe(worthM);
});

test.each(
  table<'stop' | 'road' | 'why'>(`
    stop | road | why
    p    | q    |
    q    | x    | lies on an island without a known road
    x    | v    |
    x    | u    |
    w    | b    |
    t    | z    | lies in the sea, or on an island without a known road
  `),
)('a stop at $stop that would be put at $road: [$why]', ({ stop, road, why }) => {
  expect(around.whyApart(map.at(stop), map.at(road)) ?? '').toBe(why);
});

test('a stop abroad is not moved over the sea', () => {
  const north = { ...map.at('x'), lat: map.at('x').lat + 0.01 };
  expect(around.whyApart(north, map.at('x'))).toMatch(/^lies abroad/);
});

test('a stop in a lake is not moved over much of it, and one on its shore is', () => {
  const wide = openSurroundings({ ...TERMS, limits: { ...TERMS.limits, lakeM: 150 } });
  expect(wide.whyApart(map.at('y'), map.at('n'))).toMatch(/^lies in a lake/);
  expect(around.whyApart(map.at('y'), map.at('n'))).toBeUndefined();
  expect(wide.whyApart(map.at('C'), map.at('n'))).toBeUndefined();
});

test('a stop beyond the border, by more than it may be drawn off, is moved over it; over a lake it is not moved', () => {
  const { lat: border } = map.at('r');
  const south = openSurroundings({
    ...TERMS,
    norway: [BOX.map(({ lat, lon }) => ({ lat: Math.min(lat, border), lon }))],
  });
  const kindsOf = (stop: string) =>
    south
      .listBetween(map.at(stop), map.at('m'), { day: JULY, driven: 'from' })
      .map(({ kind }) => kind);
  expect(kindsOf('p')).toEqual(['border']);
  expect(kindsOf('r')).toEqual([]);
  const north = openSurroundings({
    ...TERMS,
    norway: [BOX.map(({ lat, lon }) => ({ lat: Math.min(lat, map.at('n').lat), lon }))],
  });
  expect(north.whyApart(map.at('C'), map.at('n'))).toBe(
    'lies abroad, across a lake from the nearest road',
  );
});

test.each<[at: string, name: string | undefined, because: string]>([
  ['p', 'Vik', 'the nearest place is named'],
  ['u', 'Nes', 'however far from the coast'],
  ['e', undefined, 'none is near'],
])('the place at %s is %s: %s', (at, name) => {
  expect(around.namePlace(map.at(at))).toBe(name);
});
