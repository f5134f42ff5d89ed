import { describe, expect, test } from 'vitest';
import { loadNorway, loadRenewalLimits } from '../../../src/facts/load-country.ts';
import {
  guardRenewal,
  type Harvest,
  RefusedRenewal,
  takeSound,
} from '../../../src/facts/renew/guard-renewal.ts';
import type { RenewableData } from '../../../src/facts/renew/renewed-data.ts';
import type { StationRecord } from '../../../src/facts/schema/toll-stations.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import type { StationRow } from '../../../src/upstream/road-database/parse-station.ts';
import {
  cameraRow,
  dataOf,
  quayRecord,
  quayRow,
  record,
  rowsOf,
  stationRow,
} from '../../support/renewals.ts';
import { table } from '../../support/table.ts';

const TERMS = { limits: loadRenewalLimits(DATA_DIR), norway: loadNorway(DATA_DIR) };

const count = <T>(length: number, make: (id: number) => T): T[] =>
  Array.from({ length }, (_, i) => make(i + 1));

/** The first id of each kind; ids are those of one database, so kinds do not share them. */
const QUAYS = 1000;
const CAMERAS = 2000;

/** A hundred of everything is in force. */
const BEFORE = dataOf({
  stations: count(100, (id) => record(id, { lon: 10 })),
  quays: count(100, (id) => quayRecord(id + QUAYS)),
  cameras: count(100, (id) => ({
    id: String(id + CAMERAS),
    lat: 60,
    lon: 10,
    road: 'E6',
    name: 'Camera',
  })),
});

const SOUND: Harvest = {
  rows: rowsOf({
    stations: count(100, (id) => stationRow(id, { lon: 10 })),
    quays: count(100, (id) => quayRow(id + QUAYS)),
    cameras: count(100, (id) => cameraRow(id + CAMERAS)),
  }),
  unreadable: [],
};

/** The rules that are broken, without the stations that break them. */
const listBroken = (harvest: Harvest, before: RenewableData) =>
  guardRenewal(harvest, before, TERMS).map(({ line, mayBeForced }) => ({ line, mayBeForced }));

const guard = (
  harvest: Partial<Harvest['rows']>,
  unreadable: Harvest['unreadable'] = [],
): { line: string; mayBeForced: boolean }[] =>
  listBroken({ rows: { ...SOUND.rows, ...harvest }, unreadable }, BEFORE);

/** A sentence that may be forced. */
const soft = (line: string) => ({ line, mayBeForced: true });

/** The harvest and the data in force with all stations as given by their numbers. */
const guardStations = (
  facts: (id: number) => Partial<StationRow>,
  before: Partial<StationRecord> | ((id: number) => Partial<StationRecord>) = {},
) => {
  const was = typeof before === 'function' ? before : () => before;
  return listBroken(
    {
      ...SOUND,
      rows: {
        ...SOUND.rows,
        stations: count(100, (id) => stationRow(id, { lon: 10, ...facts(id) })),
      },
    },
    { ...BEFORE, stations: count(100, (id) => record(id, { lon: 10, ...was(id) })) },
  );
};

/** Rush tariffs beside the ordinary ones of 20 and 40 kr. */
const RUSH = { smallRushNok: 30, largeRushNok: 60, rushMorning: '06:30-08:59' };
const RUSH_BEFORE = { smallRushNok: 30, largeRushNok: 60, rush: ['06:30-09:00'] };

/** The harvest with one station that differs. */
const withStation = (facts: Partial<StationRow>) =>
  guard({ stations: [stationRow(1, { lon: 10, ...facts }), ...SOUND.rows.stations.slice(1)] });

test('a sound harvest breaks no rule', () => {
  expect(guardRenewal(SOUND, BEFORE, TERMS)).toEqual([]);
});

describe('counts', () => {
  test.each(
    table<'stations' | 'quays' | 'cameras' | 'refused'>(`
      stations | quays | cameras | refused
      90       | 90    | 90      | none
      89       | 100   | 100     | 89 toll stations instead of 100
      100      | 89    | 100     | 89 ferry quays instead of 100
      100      | 100   | 89      | 89 speed cameras instead of 100
      0        | 100   | 100     | 0 toll stations instead of 100
      115      | 115   | 115     | none
      116      | 100   | 100     | 116 toll stations instead of 100, which is more than 15 % more
      100      | 116   | 100     | 116 ferry quays instead of 100, which is more than 15 % more
      100      | 100   | 116     | 116 speed cameras instead of 100, which is more than 15 % more
    `),
  )('$stations stations, $quays quays, $cameras cameras: $refused', (row) => {
    const violations = guard({
      stations: count(Number(row.stations), (id) => stationRow(id, { lon: 10 })),
      quays: count(Number(row.quays), (id) => quayRow(id + QUAYS)),
      cameras: count(Number(row.cameras), (id) => cameraRow(id + CAMERAS)),
    });
    const [first] = violations;
    if (row.refused === 'none') expect(violations).toEqual([]);
    else
      expect(first).toMatchObject({
        line: expect.stringContaining(row.refused),
        mayBeForced: true,
      });
  });

  test.each([
    ['smallNok', 10, 'a tariff for small vehicles', {}],
    ['largeNok', 10, 'a tariff for large vehicles', {}],
    ['smallRushNok', 20, 'a rush tariff for small vehicles', RUSH],
    ['largeRushNok', 20, 'a rush tariff for large vehicles', RUSH],
  ] as const)('%s may be gone at %i of 100 stations and no more', (column, most, what, rush) => {
    const without = (gone: number) =>
      guardStations(
        (id) => ({ ...rush, ...(id <= gone && { [column]: null }) }),
        rush === RUSH ? RUSH_BEFORE : {},
      );
    expect(without(most)).toEqual([]);
    expect(without(most + 1)).toEqual([
      soft(
        `${99 - most} toll stations with ${what} instead of 100, which is more than ${most} % fewer`,
      ),
    ]);
  });

  test('a rush tariff without its window is gone as well', () => {
    const violations = guardStations(() => ({ ...RUSH, rushMorning: null }), RUSH_BEFORE);
    expect(violations).toContainEqual(
      soft(
        '0 toll stations with a rush tariff for small vehicles instead of 100, which is more than 20 % fewer',
      ),
    );
  });

  test('objects under other ids are gone, however many there are', () => {
    const others = SOUND.rows.stations.map((row) => ({ ...row, nvdbId: row.nvdbId + 5000 }));
    expect(guard({ stations: others })).toEqual([
      soft('0 toll stations instead of 100, new ones apart, which is more than 10 % fewer'),
    ]);
  });

  test.each([
    ['stations', 'toll stations'],
    ['quays', 'ferry quays'],
    ['cameras', 'speed cameras'],
  ] as const)('10 of 100 %s may lose their names and no more', (kind, what) => {
    const nameless = (gone: number) =>
      guard({
        [kind]: SOUND.rows[kind].map((row, i) => ({ ...row, ...(i < gone && { name: null }) })),
      });
    expect(nameless(10)).toEqual([]);
    expect(nameless(11)).toEqual([
      soft(`89 ${what} with a name instead of 100, which is more than 10 % fewer`),
    ]);
  });

  test.each(['Nedlagt', 'Beredskapskai'])(
    '5 of 100 quays may become "%s" and no more',
    (status) => {
      const closed = (most: number) =>
        guard({ quays: SOUND.rows.quays.map((row, i) => (i < most ? { ...row, status } : row)) });
      expect(closed(5)).toEqual([]);
      expect(closed(6)).toEqual([
        soft('94 ferry quays in use instead of 100, which is more than 5 % fewer'),
      ]);
    },
  );

  test('quays of a status that nobody has heard of are in use as before', () => {
    const quays = SOUND.rows.quays.map((row) => ({ ...row, status: 'unknown' }));
    expect(guard({ quays })).toEqual([]);
  });

  test('what there was none of may come', () => {
    expect(guardRenewal(SOUND, { ...BEFORE, cameras: [] }, TERMS)).toEqual([]);
  });

  test('a quay that is only kept for its connection is not missed twice', () => {
    const kept = BEFORE.quays.map((quay, i) =>
      i < 11 ? { ...quay, goneSince: '2026-01-01' } : quay,
    );
    const harvest = { ...SOUND, rows: { ...SOUND.rows, quays: SOUND.rows.quays.slice(11) } };
    expect(guardRenewal(harvest, { ...BEFORE, quays: kept }, TERMS)).toEqual([]);
  });
});

describe('tariffs', () => {
  test.each([
    [{ smallNok: -5 }, 'a tariff of 1 (Station 1) is -5 kr'],
    [{ smallNok: 99_999 }, 'a tariff of 1 (Station 1) is 99999 kr'],
    [{ largeNok: 3001 }, 'a tariff of 1 (Station 1) is 3001 kr'],
    [{ smallRushNok: 1001 }, 'a tariff of 1 (Station 1) is 1001 kr'],
    [{ smallNok: 20.001 }, 'a tariff of 1 (Station 1) is 20.001 kr'],
  ])('%j is no tariff, whatever is forced', (facts, line) => {
    expect(withStation(facts)[0]).toEqual({ line, mayBeForced: false });
  });

  test.each([
    [{ smallNok: 60, largeNok: 60 }, undefined],
    [{ smallNok: 61, largeNok: 61 }, 'a tariff of 1 (Station 1) goes from 20 to 61 kr'],
    [{ smallNok: 6 }, 'a tariff of 1 (Station 1) goes from 20 to 6 kr'],
    [{ largeNok: 300 }, 'a tariff of 1 (Station 1) goes from 40 to 300 kr'],
    [{ smallNok: null, largeNok: null }, undefined],
    [{ smallNok: 38.5 }, undefined],
    [{ ...RUSH, smallRushNok: 20, largeRushNok: 40 }, undefined],
    [{ smallRushNok: 5 }, undefined],
  ])('%j against 20 and 40 before: %s', (facts, line) => {
    expect(withStation(facts)).toEqual(line === undefined ? [] : [{ line, mayBeForced: true }]);
  });

  test.each([
    [{ smallNok: 41 }, 'the small tariff of 1 (Station 1) is 41 kr, above the large one of 40 kr'],
    [{ largeNok: 0 }, 'the small tariff of 1 (Station 1) is 20 kr, above the large one of 0 kr'],
    [
      { ...RUSH, smallRushNok: 19 },
      'the small tariff of 1 (Station 1) is 20 kr, above the small rush one of 19 kr',
    ],
    [
      { ...RUSH, smallRushNok: 0 },
      'the small tariff of 1 (Station 1) is 20 kr, above the small rush one of 0 kr',
    ],
    [
      { ...RUSH, largeRushNok: 39 },
      'the large tariff of 1 (Station 1) is 40 kr, above the large rush one of 39 kr',
    ],
    [
      { ...RUSH, smallRushNok: 61 },
      'the small rush tariff of 1 (Station 1) is 61 kr, above the large rush one of 60 kr',
    ],
    [{ smallNok: null, ...RUSH }, '1 (Station 1) has a small rush tariff and no small one'],
    [{ largeNok: null, ...RUSH }, '1 (Station 1) has a large rush tariff and no large one'],
  ])('%j is no table of tariffs, whatever is forced', (facts, line) => {
    expect(withStation(facts)).toEqual([{ line, mayBeForced: false }]);
  });

  test('of a new station are compared to nothing', () => {
    expect(
      guard({
        stations: [
          ...SOUND.rows.stations,
          stationRow(500, { lon: 10, smallNok: 900, largeNok: 900 }),
        ],
      }),
    ).toEqual([]);
  });

  test('of a new station are in order as well', () => {
    const odd = stationRow(500, { lon: 10, smallNok: 88, largeNok: 38 });
    expect(guard({ stations: [...SOUND.rows.stations, odd] })).toEqual([
      {
        line: 'the small tariff of 500 (Station 500) is 88 kr, above the large one of 38 kr',
        mayBeForced: false,
      },
    ]);
  });

  test.each([
    [{ smallNok: 23, largeNok: 46 }, 100],
    [{ smallNok: 17, largeNok: 34 }, 100],
    [{ smallNok: 24 }, 30],
    [{ largeNok: 33 }, 30],
  ])('%j instead of 20 and 40 may be at %i of 100 stations', (facts, most) => {
    const changed = (many: number) => guardStations((id) => (id <= many ? facts : {}));
    expect(changed(most)).toEqual([]);
    expect(changed(most + 1)).toEqual(
      most === 100
        ? []
        : [
            soft(
              '31 of 100 toll stations have a tariff that changes by more than 15 %, which is more than 30 % of them',
            ),
          ],
    );
  });

  test('that change are counted among the stations that had one', () => {
    const none = { smallNok: null, largeNok: null };
    const violations = guardStations(
      (id) => (id <= 16 ? { smallNok: 24 } : id <= 50 ? {} : none),
      (id) => (id <= 50 ? {} : none),
    );
    expect(violations.map(({ line }) => line)).toEqual([
      expect.stringContaining('16 of 50 toll stations have a tariff that changes'),
    ]);
  });
});

test.each([
  ['in the sea off Africa', 0, 0],
  ['in Sweden', 58.94, 11.17],
  ['with latitude and longitude swapped', 10, 60],
  ['nowhere', Number.NaN, 10],
])('a position %s is refused, whatever is forced', (_where, lat, lon) => {
  const line = 'the object 1 (Station 1) is not in Norway';
  expect(withStation({ lat, lon })[0]).toEqual({ line, mayBeForced: false });
});

test('an id that is there twice is refused, whatever its kind', () => {
  const twice = guard({ quays: [...SOUND.rows.quays, quayRow(1)] });
  expect(twice).toEqual([{ line: 'the object 1 is there twice', mayBeForced: false }]);
});

test('an object that cannot be read is refused', () => {
  expect(guard({}, [{ line: 'the object 5: it has no position' }])).toEqual([
    { line: 'the object 5: it has no position', mayBeForced: false },
  ]);
});

test('an empty name is refused, whatever is forced; none at all is not', () => {
  for (const name of ['', ' \t'])
    expect(withStation({ name })).toEqual([
      { line: 'the object 1 has an empty name', mayBeForced: false },
    ]);
  expect(withStation({ name: null })).toEqual([]);
});

describe('places', () => {
  /** Metres northwards in degrees. */
  const north = (m: number) => m / 111_195;

  test.each([
    ['stations', 'toll stations', 'the object 1 (Station 1) moves by 2010 m'],
    ['quays', 'ferry quays', 'the object 1001 (Quay 1001) moves by 2010 m'],
  ] as const)(
    'of %s: one may move by 2 km, and 20 of 100 by more than 10 m',
    (kind, what, line) => {
      const moved = (many: number, byM: number) =>
        guard({
          [kind]: SOUND.rows[kind].map((row, i) =>
            i < many ? { ...row, lat: row.lat + north(byM) } : row,
          ),
        });
      expect(moved(1, 1990)).toEqual([]);
      expect(moved(1, 2010)).toEqual([soft(line)]);
      expect(moved(100, 9)).toEqual([]);
      expect(moved(20, 11)).toEqual([]);
      expect(moved(21, 11)).toEqual([soft(`21 of 100 ${what} move, which is more than 20 %`)]);
    },
  );

  test('of new stations are compared to nothing', () => {
    const fresh = stationRow(500, { lat: 63.4, lon: 10.4 });
    expect(guard({ stations: [...SOUND.rows.stations, fresh] })).toEqual([]);
  });
});

describe('charged directions', () => {
  const LINE = '11 of 100 toll stations charge another direction, which is more than 10 %';
  const BOTH = {};
  const ONE_WAY = { charged: 'one-way', chargedBy: 'inbound' } as const;
  const UNDECIDED = { charged: 'undecided-one-way', chargedBy: 'none' } as const;
  const turned = (
    many: number,
    direction: StationRow['direction'],
    before: Partial<StationRecord>,
  ) => {
    const kept = before === BOTH ? 'both' : 'with';
    return guardStations(
      (id) => ({ direction: id <= many ? direction : kept }),
      () => before,
    );
  };

  test.each([
    ['both', ONE_WAY],
    [null, ONE_WAY],
    ['unknown', ONE_WAY],
    ['both', UNDECIDED],
    ['with', BOTH],
    ['against', BOTH],
    [null, BOTH],
  ] as const)('may become %s at 10 of 100 stations of %j and no more', (direction, before) => {
    expect(turned(10, direction, before)).toEqual([]);
    expect(turned(11, direction, before)).toEqual([soft(LINE)]);
  });

  test.each([
    ['with', { chargedBy: 'override' }],
    ['both', { ...ONE_WAY, chargedBy: 'override' }],
    ['against', { chargedBy: 'twin' }],
    [null, { chargedBy: 'none' }],
    ['against', ONE_WAY],
  ] as const)('%s is no change where %j is not what the row said', (direction, before) => {
    expect(turned(100, direction, before)).toEqual([]);
  });

  test('turn on their links as well', () => {
    const on = (charged: 'with' | 'against', linkId = 7) => ({
      positions: [{ linkId, at: 0.5, charged }],
    });
    const way = { ...ONE_WAY, ...on('with') };
    const onLinks = (many: number, facts: Partial<StationRow>) =>
      guardStations(
        (id) => ({ direction: 'with', ...(id <= many ? facts : on('with')) }),
        () => way,
      );
    expect(onLinks(10, on('against'))).toEqual([]);
    expect(onLinks(11, on('against'))).toEqual([soft(LINE)]);
    expect(onLinks(100, on('against', 8))).toEqual([]);
    expect(onLinks(100, {})).toEqual([]);
  });
});

describe('a station that is odd', () => {
  const take = (harvest: Partial<Harvest['rows']>, force = false) =>
    takeSound({ rows: { ...SOUND.rows, ...harvest }, unreadable: [] }, BEFORE, { ...TERMS, force });
  const withOdd = (many: number, facts: Partial<StationRow>) => ({
    stations: count(100, (id) => stationRow(id, { lon: 10, ...(id <= many && facts) })),
  });

  test.each([
    [{ smallNok: -5 }, 'is -5 kr'],
    [{ smallNok: 41 }, 'above the large one'],
    [{ largeNok: 300 }, 'goes from 40 to 300 kr'],
    [{ lat: 0, lon: 0 }, 'is not in Norway'],
    [{ lat: 60.1 }, 'moves by'],
    [{ name: ' ' }, 'has an empty name'],
  ])('by %j is set aside, and the rest goes in', (facts, why) => {
    const { rows, odd } = take(withOdd(1, facts));
    expect(rows.stations).toHaveLength(99);
    expect([...odd.keys()]).toEqual([1]);
    expect(odd.get(1)?.join()).toContain(why);
  });

  test('because it is there twice is set aside with both of its rows', () => {
    const { rows, odd } = take({ stations: [...SOUND.rows.stations, stationRow(7, { lon: 10 })] });
    expect(rows.stations).toHaveLength(99);
    expect([...odd.keys()]).toEqual([7]);
  });

  test('because it cannot be read is set aside; an object without an id is refused', () => {
    const rows = { ...SOUND.rows, stations: SOUND.rows.stations.slice(1) };
    const line = 'the object 1: it has no position';
    const unreadable = [{ line, station: 1 }];
    const taken = takeSound({ rows, unreadable }, BEFORE, { ...TERMS, force: false });
    expect(taken.odd).toEqual(new Map([[1, [line]]]));
    const nameless = { rows, unreadable: [{ line }] };
    expect(() => takeSound(nameless, BEFORE, { ...TERMS, force: true })).toThrow(RefusedRenewal);
  });

  test('is one of few: more than 10 of 100 refuse the whole', () => {
    expect(take(withOdd(10, { smallNok: -5 })).odd.size).toBe(10);
    expect(() => take(withOdd(11, { smallNok: -5 }))).toThrow('89 toll stations instead of 100');
  });

  test('and may be forced is taken with force', () => {
    const { rows, odd } = take(withOdd(1, { largeNok: 300 }), true);
    expect([rows.stations.length, odd.size]).toEqual([100, 0]);
    expect(take(withOdd(1, { smallNok: -5 }), true).odd.size).toBe(1);
  });
});

describe('the refusal', () => {
  const few = { line: 'few stations', mayBeForced: true };
  const firm = { line: 'odd tariff', mayBeForced: false };

  test('tells what may be forced, and only then', () => {
    expect(new RefusedRenewal([few]).message).toBe(
      'The renewal is refused, and the data in force stays: few stations. With --force they are taken all the same.',
    );
    expect(new RefusedRenewal([firm, few]).message).not.toContain('--force');
  });

  test('tells the first five reasons, and how many there are', () => {
    expect(new RefusedRenewal(Array(12).fill(firm)).message).toMatch(/(odd tariff; ){5}7 more\.$/);
  });
});
