import { describe, expect, test } from 'vitest';
import { placeOnRoads } from '../../../src/network/compile/place-on-links.ts';
import type { OsmTags } from '../../../src/network/osm/read-elements.ts';
import type { StationToPlace } from '../../../src/network/placement/place.ts';
import { drawnMap } from '../../support/drawn-map.ts';

const PLACING = {
  limits: { sameRoadM: 100, roadKnownM: 300, streetM: 25, rampM: 40, bearingDeg: 75 },
  overrides: [],
  nearestRoadM: 15,
  crossSectionM: 60,
  parallelDeg: 30,
  seriesM: 500,
};

/** One character is 10 m: a motorway, a ramp leading off east, a county road, a street, a driveway. */
const map = drawnMap(`
  b-------------------2-----------a

  c-------------------1-----------d
                 3
     e-----------f



  g---------------4---------------h



  i---------------5---------------j
                  6
  k---------------7---------------l
`);
const MOTORWAY: OsmTags = { highway: 'motorway', ref: 'E 18', oneway: 'yes' };
const ROADS = [
  map.road('ab', MOTORWAY),
  map.road('cd', MOTORWAY),
  map.road('ef', { highway: 'motorway_link', oneway: 'yes' }),
  map.road('gh', { highway: 'primary', ref: '456' }),
  map.road('ij', { highway: 'residential', name: 'Storgata' }),
  map.road('kl', { highway: 'service' }),
];
const NAMES = ['westward', 'eastward', 'ramp', 'county', 'street', 'driveway'];

/** Each road on which the station charges, with the charged directions of its line. */
function chargesOf(id: string, road: string, facts: Partial<StationToPlace> = {}, roads = ROADS) {
  const { placement, charges } = placeOnRoads([map.station(id, road, facts)], roads, PLACING);
  expect(placement.placed.length + placement.unplaced.length).toBe(1);
  return charges.map(({ link, forward, backward }) => {
    const arrows = `${backward ? '<' : ''}${forward ? '>' : ''}`;
    return `${NAMES[link] ?? link} ${arrows}`;
  });
}
const east = { charged: 'one-way', chargedBearingDeg: 90 } as const;
const west = { charged: 'one-way', chargedBearingDeg: 270 } as const;

test('a station that charges both ways stands on both carriageways, whichever is nearer', () => {
  expect(chargesOf('1', 'E18').toSorted()).toEqual(['eastward >', 'westward >']);
  expect(chargesOf('2', 'E18').toSorted()).toEqual(['eastward >', 'westward >']);
});

test('a one-way station stands on the carriageway of its direction, even beside the other', () => {
  expect(chargesOf('2', 'E18', east)).toEqual(['eastward >']);
  expect(chargesOf('1', 'E18', west)).toEqual(['westward >']);
});

test('where nobody knows which way is charged, both are', () => {
  expect(chargesOf('1', 'E18', { charged: 'undecided-one-way' })).toHaveLength(2);
});

test('a road that is driven both ways has one place, charged as the station charges', () => {
  expect(chargesOf('4', 'F456')).toEqual(['county <>']);
  expect(chargesOf('4', 'F456', east)).toEqual(['county >']);
  expect(chargesOf('4', 'F456', west)).toEqual(['county <']);
});

test('national and county roads have exchanged their numbers: either counts', () => {
  expect(chargesOf('4', 'R456')).toEqual(['county <>']);
});

test('a station on a ramp stands on the ramp alone, and one on the road not on the ramp', () => {
  expect(chargesOf('3', 'E18', { onRamp: true })).toEqual(['ramp >']);
  expect(chargesOf('3', 'E18')).not.toContain('ramp >');
});

test('a municipal station stands on the street beside it', () => {
  expect(chargesOf('5', 'K1234')).toEqual(['street <>']);
  expect(chargesOf('7', 'P99')).toEqual(['driveway <>']);
});

test('where no way bears the number, the nearest road counts, but no driveway for a main road', () => {
  expect(chargesOf('5', 'F999')).toEqual(['street <>']);
  expect(chargesOf('7', 'F999')).toEqual([]);
  expect(chargesOf('6', 'E39', { onRamp: true })).toEqual(['street <>']);
});

test('a station far from every road has no place, and the audit hears why', () => {
  const far = map.station('1', 'E6');
  const { placement, charges } = placeOnRoads(
    [far],
    [map.road('gh', { highway: 'primary' })],
    PLACING,
  );
  expect(charges).toEqual([]);
  expect(placement).toEqual({
    placed: [],
    unplaced: [{ id: '1', why: 'no link of E6 within 100 m', roadInNetwork: false }],
  });
});

test('the audit counts a station once, however many carriageways it has', () => {
  const { placement } = placeOnRoads([map.station('1', 'E18')], ROADS, PLACING);
  expect(placement.placed).toHaveLength(1);
});

/** A plaza: the road parts into lanes and joins again. */
const plaza = drawnMap(`
        c---3---d
       /         \\
  a---b----1------e---f
       \\         /
        g-------h
`);

test('every lane of a toll plaza is charged, and whoever drives through pays on one of them', () => {
  const tags = { highway: 'trunk', ref: 'E 6', oneway: 'yes' };
  const lanes = ['abef', 'bcde', 'bghe'].map((names) => plaza.road(names, tags));
  const { charges } = placeOnRoads([plaza.station('1', 'E6', east)], lanes, PLACING);
  expect(charges.map(({ link }) => link)).toEqual([0, 1, 2]);
});

/** The road winds so that one way crosses the line through the station behind the other. */
const bend = drawnMap(`
   a------1------b
                  c
        e--------d
       f
       g-----------h
`);

test('ways that are driven one behind the other are no carriageways side by side', () => {
  const tags = { highway: 'trunk', ref: 'E 6', oneway: 'yes' };
  const ways = ['abcde', 'efgh'].map((names) => bend.road(names, tags));
  const { charges } = placeOnRoads([bend.station('1', 'E6', east)], ways, PLACING);
  expect(charges.map(({ link }) => link)).toEqual([0]);
});

test('the road that crosses the motorway, or runs beside it under another number, is not charged', () => {
  const cross = drawnMap(`
          t
          |
    a-----1-----b
          |
          u
    c-----------d
  `);
  const ways = [
    cross.road('ab', MOTORWAY),
    cross.road('tu', { ...MOTORWAY }),
    cross.road('dc', { ...MOTORWAY, ref: 'E 6' }),
  ];
  const { charges } = placeOnRoads([cross.station('1', 'E18', east)], ways, PLACING);
  expect(charges.map(({ link }) => link)).toEqual([0]);
});

test('a decision that holds on any network goes before all searches', () => {
  const overrides = [
    { id: '4', place: 'none', onAnyNetwork: true, why: 'pays for a ferry' },
  ] as const;
  const placing = { ...PLACING, overrides };
  const { placement, charges } = placeOnRoads([map.station('4', 'F456')], ROADS, placing);
  expect(charges).toEqual([]);
  expect(placement.unplaced).toEqual([{ id: '4', why: 'pays for a ferry', roadInNetwork: true }]);
});

describe('ramps', () => {
  const ramps = drawnMap(`
    a-------------b
                  |
                  1
                  |
                  c

    e---2---f
    h-------g
`);
  const LINK: OsmTags = { highway: 'motorway_link', oneway: 'yes' };
  const roads = [ramps.road('abc', LINK), ramps.road('ef', LINK), ramps.road('gh', LINK)];
  const placed = (id: string, facts: Partial<StationToPlace>) => {
    const station = ramps.station(id, 'E18', { onRamp: true, ...facts });
    return placeOnRoads([station], roads, PLACING).charges.map(({ link }) => link);
  };

  test('a ramp that bends charges along the road that it leaves or joins', () => {
    expect(placed('1', { charged: 'one-way', chargedBearingDeg: 80 })).toEqual([0]);
    expect(placed('1', { charged: 'one-way', chargedBearingDeg: 270 })).toEqual([]);
  });

  test('two ramps side by side are one station where it charges both ways', () => {
    expect(placed('2', { charged: 'both' })).toEqual([1, 2]);
    expect(placed('2', { charged: 'undecided-one-way' })).toEqual([1]);
  });
});
