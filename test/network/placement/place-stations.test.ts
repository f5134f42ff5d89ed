import { describe, expect, test } from 'vitest';
import type { RoadLink } from '../../../src/network/link.ts';
import type { PlaceOverride, StationToPlace } from '../../../src/network/placement/place.ts';
import { placeStations } from '../../../src/network/placement/place-stations.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';
import { table } from '../../support/table.ts';

const LIMITS = { sameRoadM: 500, roadKnownM: 1500, streetM: 100, rampM: 150, bearingDeg: 60 };

/** The E39 from a to b, the F553 beside it, the E39 going north at b, streets without number. */
const map = drawnNetwork(`
                                t
                                |
  c---3---------2-------d       |
                                |
  a-----------1-----------------b
                                |
  u---m-------s-----v           |
                        6     7 |
                                |
                                w
`);
const LINKS = [
  map.link('E39', 'ab'),
  map.link('F553', 'cd'),
  map.link('K', 'uv'),
  map.link('~E39', 'bw'),
  map.link('E39', 'bt'),
];

/** What became of one station: the link it lies on, or why it lies on none. */
function place(
  id: string,
  road: string,
  facts: Partial<StationToPlace> = {},
  overrides: readonly PlaceOverride[] = [],
  links: readonly RoadLink[] = LINKS,
) {
  const rules = { limits: LIMITS, overrides };
  const { placed, unplaced } = placeStations([map.station(id, road, facts)], links, rules);
  expect(placed.length + unplaced.length).toBe(1);
  return { placed: placed[0], unplaced: unplaced[0] };
}

test.each(
  table<'id' | 'road' | 'link' | 'why'>(`
    id | road  | link | why
    1  | E39   | 0    | it stands on its own road
    2  | E39   | 0    | its own road counts, though another is nearer
    2  | F553  | 1    | it stands on its own road
    1  | F553  | 1    | a station on the side road does not charge the main road beside it
    3  | F553  | 1    | it stands on its own road
    s  | K1234 | 2    | a municipal street of the network has no number
    m  | P9    | 2    | private roads count as streets
    m  | S9    | 2    | a forest road is drawn as a private one
    6  | K1    |      | a street farther off is another street
    1  | K1    |      | a main road beside a street is not the street
    s  | F44   |      | a road of another number near is not the road
    s  | E6    |      | a road of another number near is not the road
    s  | E390  |      | the number counts as a whole
    s  | R39   |      | the category counts
  `),
)('station $id of $road lies on link [$link], because $why', ({ id, road, link }) => {
  const { placed } = place(id, road);
  expect(String(placed?.link ?? '')).toBe(link);
});

test('the place is given in metres along the link and off it', () => {
  const { placed } = place('2', 'E39');
  expect(placed?.alongM).toBeCloseTo(1400, -1);
  expect(placed?.offM).toBeCloseTo(200, -1);
  expect(placed?.by).toBe('road-number');
});

test('a ferry line is no road to stand on, whatever its number', () => {
  const { placed, unplaced } = place('6', 'E39', {}, [], [map.link('~E39', 'uv')]);
  expect(placed).toBeUndefined();
  expect(unplaced).toMatchObject({ why: 'no link of E39 within 500 m', roadInNetwork: false });
});

test('a station on a ramp is not placed: the road beside it is not charged', () => {
  const { unplaced } = place('1', 'E39', { onRamp: true });
  expect(unplaced).toEqual({ id: '1', why: 'no ramp of E39 within 150 m', roadInNetwork: false });
});

describe('where the network has the ramp', () => {
  const eastward = map.link('E39', 'uv', { ramp: true, oneWay: true });
  const links = [...LINKS, eastward];

  test('the station on it lies there, and one on the road does not', () => {
    expect(place('s', 'E39', { onRamp: true }, [], links).placed).toMatchObject({
      link: 5,
      by: 'ramp',
    });
    expect(place('s', 'E39', {}, [], links).placed?.link).toBe(0);
  });

  test('it charges the direction of the ramp alone', () => {
    const { placed } = place('s', 'E39', { onRamp: true }, [], links);
    expect(placed).toMatchObject({ forward: true, backward: false });
    const westward = { onRamp: true, charged: 'one-way', chargedBearingDeg: 270 } as const;
    expect(place('s', 'E39', westward, [], links).placed).toBeUndefined();
  });

  test('a decision may say where on the ramps it is looked for', () => {
    const override = { id: '1', why: 'drawn elsewhere', at: map.at('m') };
    expect(place('1', 'E39', { onRamp: true }, [override], links).placed?.link).toBe(5);
  });
});

test.each(
  table<'bearingDeg' | 'charged' | 'because'>(`
    bearingDeg | charged  | because
    90         | forward  | the link is drawn eastward
    45         | forward  | the true road may bend where the drawn one does not
    149        | forward  | the true road may bend where the drawn one does not
    270        | backward | against the drawing
    212        | backward | against the drawing
    0          |          | neither direction of the link is northward
    170        |          | neither direction of the link is southward
  `),
)('one-way station of bearing $bearingDeg charges [$charged], because $because', (row) => {
  const { placed, unplaced } = place('1', 'E39', {
    charged: 'one-way',
    chargedBearingDeg: Number(row.bearingDeg),
  });
  const sides = [
    ...(placed?.forward ? ['forward'] : []),
    ...(placed?.backward ? ['backward'] : []),
  ];
  expect(sides.join()).toBe(row.charged);
  if (row.charged === '') expect(unplaced?.why).toMatch(/fits neither direction of E39 there, 90°/);
  if (row.charged === '') expect(unplaced?.roadInNetwork).toBe(true);
});

test('of two links of the road, a one-way station lies on the one that runs its way', () => {
  const north = { charged: 'one-way', chargedBearingDeg: 0 } as const;
  expect(place('7', 'E39', north).placed).toMatchObject({ link: 4, forward: true });
  expect(place('7', 'E39').placed).toMatchObject({ link: 0 });
});

test.each(['both', 'undecided-one-way'] as const)('%s is charged in both directions', (charged) => {
  expect(place('1', 'E39', { charged }).placed).toMatchObject({ forward: true, backward: true });
});

test.each<[string, Partial<PlaceOverride>, number | undefined]>([
  ['says that no road passes it', { place: 'none' }, undefined],
  ['names another road', { road: 'F553' }, 1],
  ['takes any road, so the nearest', { road: null }, 0],
  ['keeps the road, and looks less far', { maxM: 100 }, 0],
  ['names a road that is not there', { road: 'E6' }, undefined],
])('an override %s', (_, facts, link) => {
  const override = { id: '1', why: 'decided by hand', ...facts };
  const { placed, unplaced } = place('1', 'E39', { onRamp: 'road' in facts }, [override]);
  expect(placed?.link).toBe(link);
  if (link !== undefined) expect(placed?.by).toBe('override');
  if (facts.place === 'none') expect(unplaced?.why).toBe('decided by hand');
});

test('a decision that no road passes a station does not hide that the network has its road', () => {
  const override = { id: '1', why: 'decided by hand', place: 'none' as const };
  expect(place('1', 'E39', {}, [override]).unplaced?.roadInNetwork).toBe(true);
  expect(place('1', 'E40', {}, [override]).unplaced?.roadInNetwork).toBe(false);
});

test('an override that finds nothing says so, and counts as a station that should be placed', () => {
  const override = { id: '1', why: 'decided by hand', road: 'E6', maxM: 200 };
  expect(place('1', 'E39', {}, [override]).unplaced).toEqual({
    id: '1',
    why: 'no link of E6, which the override names, within 200 m',
    roadInNetwork: true,
  });
});

test('an override may say where on the network the station is looked for', () => {
  const override = { id: '1', why: 'decided by hand', road: 'E39', at: map.station('t', '').at };
  expect(place('1', 'E39', {}, [{ ...override, maxM: 100 }]).placed?.link).toBe(4);
});

test('an override of another station changes nothing', () => {
  const override = { id: '2', why: 'decided by hand', place: 'none' as const };
  expect(place('1', 'E39', {}, [override]).placed?.by).toBe('road-number');
});

test('a road that passes farther off is in the network, one that does not is not', () => {
  const passes = [map.link('E16', 'uv')];
  expect(place('t', 'E16', {}, [], passes).unplaced?.roadInNetwork).toBe(true);
  expect(place('t', 'E17', {}, [], passes).unplaced?.roadInNetwork).toBe(false);
});

test('a network without links places nothing', () => {
  expect(place('1', 'E39', {}, [], []).unplaced?.roadInNetwork).toBe(false);
});
