import { describe, expect, test } from 'vitest';
import {
  keepHistory,
  type RenewalSources,
  renewData,
} from '../../../src/facts/renew/renew-data.ts';
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
import { table } from '../../support/table.ts';

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

const BEFORE_DAY = '2026-11-19';
const TODAY = '2026-11-20';

const keep = (
  now: Partial<StationRecord>,
  before?: Partial<StationRecord>,
  dayBefore = BEFORE_DAY,
) =>
  keepHistory(
    record(1, now),
    before === undefined ? undefined : record(1, before),
    dayBefore,
    TODAY,
  );

const PROJECT = { id: 'bro', name: 'Bro', operator: 'Bro AS' };

const WAS = { smallNok: 20, largeNok: 40, smallRushNok: null, rush: null };

test('a new station has no past', () => {
  expect(keep({})).toEqual(record(1));
});

test('a tariff that stays was first seen when it was', () => {
  expect(keep({}, {}).observedFrom).toBe(BEFORE_DAY);
  expect(keep({}, { observedFrom: '2026-01-01' }).observedFrom).toBe('2026-01-01');
});

test('a tariff that changes is seen from today on, and ends the one before it', () => {
  const { observedFrom, earlier } = keep({ smallNok: 22 }, { observedFrom: '2026-01-01' });
  expect(observedFrom).toBeUndefined();
  expect(earlier).toEqual([{ from: '2026-01-01', until: TODAY, ...WAS }]);
});

test.each(
  table<'seen' | 'today' | 'until' | 'because'>(`
    seen       | today      | until      | because
    2026-11-19 | 2026-11-20 | 2026-11-20 | it was seen until the day before
    2026-03-31 | 2026-11-20 | 2026-04-01 | within a year the day of the change is not known
    2026-09-10 | 2027-01-10 | 2027-01-01 | tariffs change at the turn of the year more often than within it
    2026-12-31 | 2027-01-01 | 2027-01-01 | both are the same day here
    2026-09-10 | 2029-05-05 | 2027-01-01 | of the years between nothing is known
  `),
)(
  'a tariff last seen on $seen, and another on $today, ends on $until, because $because',
  ({ seen, today, until }) => {
    const now = record(1, { smallNok: 22 });
    const { earlier } = keepHistory(now, record(1), seen, today);
    expect(earlier).toEqual([{ from: seen, until, ...WAS }]);
  },
);

test('what came before is kept behind it', () => {
  const earlier = [{ from: '2025-01-01', until: '2026-01-01', ...WAS, smallNok: 18 }];
  expect(keep({}, { earlier }).earlier).toEqual(earlier);
  expect(keep({ smallNok: 22 }, { earlier }).earlier).toEqual([
    ...earlier,
    { from: BEFORE_DAY, until: TODAY, ...WAS },
  ]);
});

test('a tariff that was not known, or was seen today only, leaves nothing behind', () => {
  expect(keep({}, { smallNok: null, largeNok: null }).earlier).toBeUndefined();
  expect(keep({ smallNok: 22 }, {}, TODAY).earlier).toBeUndefined();
});

test('a rush price of large vehicles that was not known before is no change', () => {
  const rush = { smallRushNok: 30, rush: ['06:30-09:00'] };
  expect(keep({ ...rush, largeRushNok: 60 }, rush).observedFrom).toBe(BEFORE_DAY);
  const changed = keep({ ...rush, largeRushNok: 60 }, { ...rush, largeRushNok: 50 });
  expect(changed.earlier).toHaveLength(1);
});

test('a rush price of large vehicles stays known while the tariff does that it stood beside', () => {
  const rush = { smallRushNok: 30, rush: ['06:30-09:00'] };
  const known = { ...rush, largeRushNok: 60 };
  expect(keep(rush, known).largeRushNok).toBe(60);
  const { largeRushNok, earlier } = keep({ ...rush, smallNok: 22 }, known);
  expect([largeRushNok, earlier?.[0]?.largeRushNok]).toEqual([undefined, 60]);
});

test.each(
  table<'seen' | 'day' | 'price' | 'known' | 'because'>(`
    seen                                            | day        | price | known | because
    2026-09-10: 42, 2027-01-10: 44                  | 2026-11-20 | 42    | yes   | a sparse renewal takes nothing from the year before
    2026-09-10: 42, 2027-01-10: 44                  | 2026-12-31 | 42    | yes   | to its last day
    2026-09-10: 42, 2027-01-10: 44                  | 2027-01-05 | 44    | no    | the turn of the year is the likely day of the change
    2026-09-10: 42, 2026-11-29: 42, 2027-01-10: 44  | 2026-12-15 | 42    | yes   | and so with a renewal between
    2026-09-10: 42, 2026-11-29: 44                  | 2026-09-20 | 42    | no    | within a year the day of the change is not known
    2026-09-10: 42, 2026-11-29: 44                  | 2026-11-27 | 44    | no    | and the nearer of the two days decides
    2026-09-10: 42, 2026-11-29: -                   | 2026-11-28 | 42    | no    | a price that is gone is not known from then on
    2026-09-10: 42, 2026-11-29: -                   | 2026-11-29 | -     | yes   | and not before
    2026-09-10: 42, 2027-01-10: 44, 2027-02-20: 44  | 2026-11-20 | 42    | yes   | a later renewal changes nothing
  `),
)(
  'of renewals that saw $seen a drive on $day pays $price, known: $known, because $because',
  ({ seen, day, price, known }) => {
    const files = seen.split(', ').map((text) => {
      const [today = '', nok] = text.split(': ');
      const smallNok = nok === '-' ? null : Number(nok);
      return { today, station: record(1, { smallNok, largeNok: smallNok }) };
    });
    const newest = files.reduce((before, { today, station }) => ({
      today,
      station: keepHistory(station, before.station, before.today, today),
    }));
    const tariffs = listStationTariffs(newest.station, PROJECT, { observedOn: newest.today });
    const found = findTariff({ tariffs }, { day, minuteOfDay: 720 });
    const ore = found?.tariff.small?.ore;
    expect([ore === undefined ? '-' : String(ore / 100), found?.isKnown]).toEqual([
      price,
      known === 'yes',
    ]);
  },
);
