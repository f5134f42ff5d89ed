import { describe, expect, test } from 'vitest';
import { type RenewalSources, renewData } from '../../../src/facts/renew/renew-data.ts';
import type { ConnectionRecord } from '../../../src/facts/schema/ferries.ts';
import type { StationRecord } from '../../../src/facts/schema/toll-stations.ts';
import { listStationTariffs } from '../../../src/facts/station-tariffs.ts';
import { findTariff } from '../../../src/pricing/toll/in-force.ts';
import type { StationRow } from '../../../src/upstream/road-database/parse-station.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';
import { NO_DECISIONS } from '../../support/invented-stations.ts';
import {
  cameraRow,
  dataOf,
  quayRecord,
  quayRow,
  record,
  rowsOf,
  sourcesOf,
  stationRow,
} from '../../support/renewals.ts';

/** A renewal of stations that were in force as given. */
function renew(
  stations: readonly StationRow[],
  before: Parameters<typeof record>[1][] = [],
  facts: Partial<RenewalSources> = {},
) {
  const known = before.map((changes, i) => record(i + 1, changes));
  return renewData(
    sourcesOf({ rows: rowsOf({ stations }), before: dataOf({ stations: known }), ...facts }),
  );
}

const questions = ({ undecided }: ReturnType<typeof renewData>) =>
  undecided.map(({ id, what }) => `${id}: ${what}`);

describe('a station that no decision knows', () => {
  test('enters with what the row says, and is listed', () => {
    const row = stationRow(1, {
      operator: 'Ny bom AS',
      direction: 'with',
      hourRule: 'first',
      smallNok: 33,
    });
    const renewed = renew([row]);
    expect(renewed.stations[0]).toMatchObject({
      id: '1',
      project: 'unknown',
      operator: 'Ny bom AS',
      charged: 'undecided-one-way',
      hourGroup: 'unknown',
      smallNok: 33,
      passageKey: 'unknown/station-1',
    });
    expect(questions(renewed)).toEqual([
      '1: a curated spelling of the operator "Ny bom AS"',
      '1: a project',
      '1: its charged direction',
    ]);
  });

  test('of a category that nobody has heard of is AutoPASS only with a name there', () => {
    const odd = { category: 'Bro' };
    const renewed = renew([
      stationRow(1, { ...odd, operatorId: 100, stationCode: 7 }),
      stationRow(2, odd),
    ]);
    expect(renewed.stations.map(({ kind }) => kind)).toEqual(['autopass', 'private']);
    expect(questions(renewed)[0]).toContain('not "Bro"');
  });

  test('without a name is called after its road', () => {
    expect(renew([stationRow(1, { name: null })]).stations[0]?.name).toBe('Unnamed, E39');
  });

  test('with a direction that nobody has heard of is undecided, and charged both ways', () => {
    const { stations } = renew([stationRow(1, { direction: 'unknown' })]);
    expect(stations[0]).toMatchObject({ charged: 'undecided-one-way', chargedBearingDeg: null });
  });

  test('in Oslo joins the group of the stations with its number, else has one of its own', () => {
    const oslo = { operators: [{ written: ['Bro AS'], operator: 'Bro AS', project: 'oslo' }] };
    const rings = {
      osloRings: [{ id: '1', name: 'One', ring: 'bygrensen' as const, why: 'test' }],
    };
    const curation = { ...NO_DECISIONS, ...oslo, ...rings };
    const rule = { hourRule: 'first' as const };
    const rows = [
      stationRow(1, { ...rule, hourGroupNo: 4 }),
      stationRow(2, { ...rule, hourGroupNo: 4 }),
      stationRow(3, { ...rule, hourGroupNo: 5 }),
    ];
    const before = [{ project: 'oslo', hourGroup: 'oslo-b' }];
    const renewed = renew(rows, before, { curation });
    expect(renewed.stations.map(({ hourGroup }) => hourGroup)).toEqual([
      'oslo-b',
      'oslo-b',
      'oslo-3',
    ]);
    expect(questions(renewed)).toEqual(['3: an Oslo ring']);
  });

  test('is the same passage as another with the same name in AutoPASS', () => {
    const autopass = { operatorId: 100, stationCode: 7 };
    const rows = [stationRow(1, autopass), stationRow(2, autopass), stationRow(3)];
    expect(renew(rows, [{}]).stations.map(({ passageKey }) => passageKey)).toEqual([
      'bro/station-1',
      'bro/station-1',
      'bro/station-3',
    ]);
  });
});

describe('a station that is known', () => {
  test('keeps its passage key when its name changes: tariffs and rules name it by that', () => {
    const { stations } = renew([stationRow(1, { name: 'Ny bru' })], [{ passageKey: 'bro/bru' }]);
    expect(stations[0]).toMatchObject({ name: 'Ny bru', passageKey: 'bro/bru' });
  });

  test('keeps name, project and kind where the row has lost them', () => {
    const row = stationRow(1, { name: null, operator: 'Bro A/S', category: 'Bom' });
    const { stations } = renew([row], [{ name: 'Bru', project: 'p', operator: 'P AS' }]);
    const kept = { name: 'Bru', kind: 'autopass', project: 'p', operator: 'P AS' };
    expect(stations[0]).toMatchObject(kept);
  });

  test('keeps the direction that somebody decided, as long as it stands on its spot', () => {
    const decided = {
      charged: 'one-way',
      chargedBearingDeg: 138,
      chargedBy: 'inbound',
      chargedWhy: 'ring',
    } as const;
    const one = stationRow(1, { direction: 'with' });
    expect(renew([one], [decided]).stations[0]).toMatchObject(decided);
    const moved = { ...one, lat: 60.01 };
    expect(renew([moved], [decided]).stations[0]?.charged).toBe('undecided-one-way');
    const both = { ...one, direction: 'both' as const };
    expect(renew([both], [decided]).stations[0]?.charged).toBe('both');
  });

  test('does not keep a direction that was worked out from the neighbours', () => {
    const inferred = {
      charged: 'one-way',
      chargedBearingDeg: 138,
      chargedBy: 'metering',
      chargedWhy: 'neighbour',
    } as const;
    const row = stationRow(1, { direction: 'with' });
    expect(renew([row], [inferred]).stations[0]?.charged).toBe('undecided-one-way');
  });
});

describe('a rule that the row has and its project has not', () => {
  test('is left out where it is an hour rule, and asked for', () => {
    const projects = { hasHourRules: () => false, hasRushTerms: () => true };
    const renewed = renew([stationRow(1, { hourRule: 'first' })], [{}], { projects });
    expect(renewed.stations[0]?.hourGroup).toBeNull();
    expect(questions(renewed)).toEqual(['1: hour rules of bro; it has none until then']);
  });

  test('holds nationally where it is a rush price, and is asked for', () => {
    const projects = { hasHourRules: () => true, hasRushTerms: () => false };
    const row = stationRow(1, { smallRushNok: 30, largeRushNok: 60, rushMorning: '06:30-08:59' });
    const renewed = renew([row], [{}], { projects });
    expect(renewed.stations[0]).toMatchObject({
      smallRushNok: 30,
      largeRushNok: 60,
      rush: ['06:30-09:00'],
    });
    expect(questions(renewed)[0]).toContain('rush terms of bro');
  });
});

describe('the metering of the road', () => {
  // The road runs north; every character is 100 m.
  const map = drawnNetwork(`
    b
    |
    |
    |
    |
    s
    |
    |
    |
    |
    a
  `);
  const roads = [{ road: 'E39', line: map.line('ab') }];
  const at = (metre: number) => [{ at: { section: 1, part: 1, metre } }];
  const station = (direction: 'with' | 'against') => ({
    ...stationRow(1, { direction, metering: at(500) }),
    ...map.at('s'),
  });
  const camera = (id: number, place: string, metre: number, road = 'E39') =>
    cameraRow(id, { ...map.at(place), road, metering: at(metre) });

  test.each([
    ['with', 0, 1000, 0],
    ['against', 0, 1000, 180],
    ['with', 1000, 0, 180],
  ] as const)(
    'tells what "%s" means, %i m in the south and %i m in the north',
    (direction, south, north, bearing) => {
      const cameras = [camera(8, 'a', south), camera(9, 'b', north)];
      const { stations } = renew([station(direction)], [], {
        rows: rowsOf({ stations: [station(direction)], cameras }),
        roads,
      });
      expect(stations[0]).toMatchObject({ charged: 'one-way', chargedBy: 'metering' });
      expect(stations[0]?.chargedBearingDeg).toBeCloseTo(bearing, 0);
    },
  );

  test.each([
    ['the two sides disagree', [camera(8, 'a', 1000), camera(9, 'b', 2000)]],
    ['only another road has cameras', [camera(8, 'a', 0, 'E6'), camera(9, 'b', 1000, 'E6')]],
    ['there are none', []],
  ])('tells nothing where %s', (_why, cameras) => {
    const { stations } = renew([], [], {
      rows: rowsOf({ stations: [station('with')], cameras }),
      roads,
    });
    expect(stations[0]?.charged).toBe('undecided-one-way');
  });
});

describe('a station that is gone', () => {
  test('is kept by name, with the first day on which it was not there', () => {
    const { stations, gone } = renew([stationRow(1)], [{}, { name: 'Bru', passageKey: 'bro/bru' }]);
    expect(stations).toHaveLength(1);
    expect(gone).toEqual([
      { id: '2', name: 'Bru', project: 'bro', passageKey: 'bro/bru', until: '2026-11-20' },
    ]);
  });

  test('stays so with its day, and is forgotten when it comes back', () => {
    const gone = [
      { id: '2', name: 'Bru', project: 'bro', passageKey: 'bro/bru', until: '2026-05-01' },
    ];
    const before = dataOf({ gone });
    const renewed = renewData(sourcesOf({ rows: rowsOf({ stations: [stationRow(1)] }), before }));
    expect(renewed.gone).toEqual(gone);
    const bundledStations = [record(2, { passageKey: 'bro/bru' })];
    const rows = rowsOf({ stations: [stationRow(2)] });
    expect(renewData(sourcesOf({ rows, before, bundledStations })).gone).toEqual([]);
  });

  test('is not gone as long as another record of it stands', () => {
    const key = { passageKey: 'bro/bru' };
    expect(renew([stationRow(1)], [key, key]).gone).toEqual([]);
  });
});

describe('quays', () => {
  const connection = { id: '7', name: 'A-B', quayIds: ['1', '2'] } as unknown as ConnectionRecord;

  test('belong to the connections that call there', () => {
    const rows = rowsOf({ quays: [quayRow(1), quayRow(3)] });
    const { quays } = renewData(sourcesOf({ rows, bundledConnections: [connection] }));
    expect(quays.map(({ connectionIds }) => connectionIds)).toEqual([['7'], []]);
  });

  test('that a connection calls at stay when the road database loses them, and are asked for', () => {
    const before = dataOf({ quays: [quayRecord(1), quayRecord(2), quayRecord(3)] });
    const rows = rowsOf({ quays: [quayRow(1)] });
    const renewed = renewData(sourcesOf({ rows, before, bundledConnections: [connection] }));
    expect(renewed.quays.map(({ id, goneSince }) => [id, goneSince])).toEqual([
      ['1', undefined],
      ['2', '2026-11-20'],
    ]);
    expect(questions(renewed)).toEqual([
      '2: another quay for its connection; the road database has it no more',
    ]);
  });

  test('of a status that nobody has heard of are what they were, else unknown', () => {
    const before = dataOf({ quays: [quayRecord(1, { status: 'standby', usableByCars: false })] });
    const rows = rowsOf({ quays: [quayRow(1, { status: 'x' }), quayRow(2, { status: 'x' })] });
    const { quays } = renewData(sourcesOf({ rows, before }));
    expect(quays.map(({ status, usableByCars }) => [status, usableByCars])).toEqual([
      ['standby', false],
      ['unknown', false],
    ]);
  });
});

describe('a station whose row is odd', () => {
  const rows = { ...rowsOf(), keptStations: ['1', '2'] };

  test('keeps the days on which its tariff was seen, however often', () => {
    const known = [{}, { observedFrom: '2026-01-01' }].map((days, i) => record(i + 1, days));
    const renewed = ['2026-11-20', '2026-11-21'].reduce(
      (before, today) => renewData(sourcesOf({ rows, before, today })),
      dataOf({ stations: known }),
    );
    expect(
      renewed.stations.map(({ observedFrom, observedUntil }) => [observedFrom, observedUntil]),
    ).toEqual([
      ['2026-11-19', '2026-11-19'],
      ['2026-01-01', '2026-11-19'],
    ]);
  });

  test('has an estimate in a year in which its tariff was not seen, and ends it with the year in which it was', () => {
    const before = dataOf({ stations: [record(1)] });
    const kept = renewData(sourcesOf({ rows, before, today: '2027-01-10' }));
    const project = { id: 'bro', name: 'Bro', operator: 'Bro AS' };
    const tariffs = listStationTariffs(kept.stations[0] as StationRecord, project, {
      observedOn: kept.day,
    });
    const isKnownOn = (day: string) => findTariff({ tariffs }, { day, minuteOfDay: 720 })?.isKnown;
    expect([isKnownOn('2026-12-31'), isKnownOn('2027-06-01')]).toEqual([true, false]);
    const row = stationRow(1, { smallNok: 22 });
    const changed = renewData(
      sourcesOf({ rows: rowsOf({ stations: [row] }), before: kept, today: '2027-01-20' }),
    );
    const [{ earlier, observedUntil } = {}] = changed.stations;
    expect(earlier?.map(({ from, until }) => [from, until])).toEqual([
      ['2026-11-19', '2027-01-01'],
    ]);
    expect(observedUntil).toBeUndefined();
  });
});
