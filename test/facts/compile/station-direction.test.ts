import { describe, expect, test } from 'vitest';
import type { StationCuration } from '../../../src/facts/compile/station-curation.ts';
import { compileTollStations } from '../../../src/facts/compile/toll-stations.ts';
import type { StationRow } from '../../../src/upstream/road-database/parse-station.ts';
import { findContradictions } from '../../../tools/compile-data/contradictions.ts';
import { at, NO_DECISIONS, road, row } from '../../support/invented-stations.ts';

/** E1 comes from the north, bends round a hill and leads into the town at 0, 0. */
const ROADS = [
  road('E1', [0, 5000], [0, 2000], [800, 1000]),
  road('E1', [800, 1000], [0, 0]),
  road('E2', [-300, 900], [300, 900]),
];

const RING = {
  project: 'bro',
  inside: [{ name: 'town', ...at(0, 0) }],
  why: 'Charged one way, into the town',
  source: 'operator',
};

const compile = (rows: StationRow[], decisions: Partial<StationCuration> = {}) =>
  compileTollStations({
    stations: rows,
    roads: ROADS,
    curation: { ...NO_DECISIONS, ...decisions },
  });

const directionOf = (given: Partial<StationRow>, decisions: Partial<StationCuration> = {}) => {
  const [station] = compile([row(1, given)], decisions).stations;
  return station && [station.charged, station.chargedBearingDeg, station.chargedBy];
};

describe('the charged direction', () => {
  test('is both where the source says so', () => {
    expect(directionOf({ direction: 'both' })).toEqual(['both', null, 'source-both']);
  });

  test('of a ring leads along the road into the town, although the road first turns aside', () => {
    const given = { ...at(0, 3000) };
    expect(directionOf(given, { rings: [RING] })).toEqual(['one-way', 180, 'inbound']);
  });

  test('of a ring that charges by the compass is that of the road', () => {
    const rings = [{ project: 'bro', towardsDeg: 0, why: 'northwards', source: 'operator' }];
    expect(directionOf({ ...at(400, 1500) }, { rings })).toEqual(['one-way', 321, 'inbound']);
  });

  test('is the straight way into the town where the network lacks the road', () => {
    const given = { road: 'K7', ...at(0, 3000) };
    expect(directionOf(given, { rings: [RING] })).toEqual(['one-way', 180, 'inbound']);
  });

  test('follows the road that a decision names where its number is another', () => {
    const places = [{ id: '1', road: 'E2', maxM: 200, why: 'renumbered' }];
    const given = { name: 'Bru, mot øst', road: 'F9', ...at(0, 950) };
    expect(directionOf(given, { places })).toEqual(['one-way', 90, 'name']);
  });

  test('is what the name says, before what the ring says', () => {
    const given = { name: 'Bru, mot nord', ...at(0, 3000) };
    expect(directionOf(given, { rings: [RING] })).toEqual(['one-way', 0, 'name']);
  });

  test('is what a decision says, before everything else', () => {
    const directions = [
      { id: '1', charged: 'one-way', towardsDeg: 20, by: 'override', why: 'said' } as const,
    ];
    const given = { name: 'Bru, mot sør', ...at(0, 3000) };
    expect(directionOf(given, { directions, rings: [RING] })).toEqual(['one-way', 0, 'override']);
  });

  test('is undecided where nothing tells it', () => {
    expect(directionOf({ ...at(0, 3000) })).toEqual(['undecided-one-way', null, 'none']);
  });

  test('of a ramp is not taken from the ring', () => {
    const given = { name: 'Påkjøring E1', ...at(0, 3000) };
    expect(directionOf(given, { rings: [RING] })).toEqual(['undecided-one-way', null, 'none']);
  });
});

describe('the metering of a road', () => {
  const known = row(1, { name: 'A, mot sør', ...at(0, 4000), direction: 'against' });

  test.each([
    { direction: 'against', deg: 180 },
    { direction: 'with', deg: 0 },
  ] as const)('learned at another station makes "$direction" $deg degrees', (given) => {
    const unknown = row(2, { ...at(0, 3000), direction: given.direction });
    const { stations } = compile([known, unknown]);
    expect(stations[1]).toMatchObject({
      charged: 'one-way',
      chargedBearingDeg: given.deg,
      chargedBy: 'metering',
    });
  });

  test('is not learned from a ramp', () => {
    const ramp = { ...known, name: 'Rampe, mot sør' };
    const { stations } = compile([ramp, row(2, { ...at(0, 3000) })]);
    expect(stations[1]?.charged).toBe('undecided-one-way');
  });

  test('that two stations contradict is reported', () => {
    const other = row(2, { name: 'B, mot nord', ...at(0, 3000), direction: 'against' });
    expect(findContradictions(compile([known, other]).metered)).toEqual([['1', '2']]);
    const agreeing = { ...other, direction: 'with' as const };
    expect(findContradictions(compile([known, agreeing]).metered)).toEqual([]);
  });
});

describe('records of one station', () => {
  test('of which each charges one direction charge both together', () => {
    const { stations } = compile([
      row(1, { name: 'Bru', direction: 'with' }),
      row(2, { name: 'Bru', direction: 'against' }),
    ]);
    expect(stations.map(({ charged, chargedBy }) => [charged, chargedBy])).toEqual([
      ['both', 'twin'],
      ['both', 'twin'],
    ]);
  });

  test('with an old tariff give their direction to the current record', () => {
    const { stations } = compile([
      row(1, { name: 'Bru, mot sør', direction: 'with' }),
      row(2, { name: 'Bru, mot sør', direction: 'both', smallNok: 18, largeNok: 30 }),
    ]);
    expect(stations[1]?.staleTwinOf).toBe('1');
    expect(stations[0]).toMatchObject({ charged: 'both', chargedBy: 'twin' });
    expect(stations[0]?.staleTwinOf).toBeUndefined();
  });

  test('with an old tariff change nothing where their direction is the same', () => {
    const { stations } = compile([
      row(1, { name: 'Bru, mot sør', direction: 'with', ...at(0, 3000) }),
      row(2, {
        name: 'Bru, mot sør',
        direction: 'with',
        smallNok: 18,
        largeNok: 30,
        ...at(0, 3000),
      }),
    ]);
    expect(stations[0]).toMatchObject({ charged: 'one-way', chargedBearingDeg: 180 });
  });
});
