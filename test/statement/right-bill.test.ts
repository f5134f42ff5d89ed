/** Bills without a mistake, of drives through the rush of real cities: what is left out or cannot be read makes no claim. */
import { describe, expect, test } from 'vitest';
import { seeded } from '../../measure/numbers.ts';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import { type BilledPassage, excessOf } from '../../src/statement/statement.ts';
import { calendar, priceBill, tolls } from './drawn-bills.ts';
import { reconcile } from './scene.ts';

const vehicle = { size: 'small', tagged: true, fuel: 'diesel' } as const;
const MINUTE_MS = 60_000;

/** Twelve passages of a Tuesday through a rush, priced as the operator does; the clocks of every other bill have no seconds. */
function drawRush(project: string, seed: number): readonly BilledPassage[] {
  const random = seeded(seed);
  const own = tolls.stations.filter((one) => one.project.id === project && one.tariffs.length > 0);
  let atMs = fromOsloWallClock(`2026-09-15T${random() < 0.5 ? '06:00' : '14:00'}`);
  const passages = Array.from({ length: 12 }, () => {
    atMs += Math.floor((3 + random() * random() * 70) * 60) * 1000;
    const station = own[Math.floor(random() * own.length)];
    return station ? [{ station, atMs }] : [];
  }).flat();
  return priceBill(passages, vehicle).map((one, i) => ({
    line: i + 2,
    atMs: one.atMs - (seed % 2 === 0 ? one.atMs % MINUTE_MS : 0),
    station: one.station.id,
    ore: one.ore,
  }));
}

const BILLS = new Map<string, readonly BilledPassage[]>();

/** Priced once: the same bill is shown in several ways. */
function billOf(project: string, seed: number): readonly BilledPassage[] {
  const key = `${project} ${seed}`;
  const bill = BILLS.get(key) ?? drawRush(project, seed);
  BILLS.set(key, bill);
  return bill;
}

const hide = (row: BilledPassage): BilledPassage => ({ ...row, station: 'Bom 417' });

/** What the file shows of a bill, where it leaves something out. */
const SHOWN: readonly (readonly [
  string,
  (rows: readonly BilledPassage[], seed: number) => readonly BilledPassage[],
])[] = [
  ['the lines behind a cut', (rows, seed) => rows.slice(1 + (seed % 10))],
  ['the lines before a cut', (rows, seed) => rows.slice(0, 1 + (seed % 10))],
  ['what is paid', (rows) => rows.filter(({ ore }) => ore > 0)],
  [
    'free lines of which some are of unknown stations',
    (rows, seed) => {
      const random = seeded(seed);
      return rows.map((row) => (row.ore === 0 && random() < 0.5 ? hide(row) : row));
    },
  ],
  [
    'lines of which some are of unknown stations',
    (rows, seed) => {
      const random = seeded(seed);
      return rows.map((row) => (random() < 0.3 ? hide(row) : row));
    },
  ],
];
const SEEDS = Array.from({ length: 25 }, (_, i) => i);

describe.each(['oslo', 'bergen', 'tromso', 'nord-jaeren', 'rv3-rv25'])(
  'a right bill of %s',
  (id) => {
    test.each(SHOWN)('that shows %s makes no claim', (_, show) => {
      for (const seed of SEEDS) {
        const { findings } = reconcile(show(billOf(id, seed), seed), undefined, {
          tolls,
          calendar,
          vehicle,
        });
        const claims = findings.filter((one) => !one.estimated && excessOf(one) > 0);
        expect(
          claims.map(({ reason }) => reason),
          `seed ${seed}`,
        ).toEqual([]);
      }
    });

    test('that shows all lines, in minutes or seconds, makes no claim and is not told to be too small', () => {
      for (const seed of SEEDS) {
        const { findings } = reconcile(billOf(id, seed), undefined, { tolls, calendar, vehicle });
        expect(
          findings.filter((one) => !one.estimated),
          `seed ${seed}`,
        ).toEqual([]);
      }
    });
  },
);

test('a second payment outside the rush is claimed where one hour has it, although free lines are left out', () => {
  const at = (clock: string) => fromOsloWallClock(`2026-09-15T${clock}`);
  const rows = ['Drammensveien', 'E18 Maritim'].map((station, i) => ({
    ...{ line: i + 2, station, ore: 3360 },
    atMs: at(i === 0 ? '12:10' : '12:35'),
  }));
  const { findings } = reconcile(rows, undefined, { tolls, calendar, vehicle });
  expect(findings).toMatchObject([{ kind: 'hour-rule-not-applied', line: 3, estimated: false }]);
});

test('a second payment of an hour is claimed where the price of the vehicle is published, and the ordinary one is not', () => {
  const electric = { ...vehicle, fuel: 'electric' } as const;
  const at = (clock: string) => fromOsloWallClock(`2023-05-18T${clock}`);
  const rows = ['16:22', '16:30'].map((clock, i) => ({
    ...{ line: i + 2, station: i === 0 ? '403585193' : '82559836', ore: 960 },
    atMs: at(clock),
  }));
  const { findings } = reconcile(rows, undefined, { tolls, calendar, vehicle: electric });
  expect(findings).toMatchObject([{ kind: 'hour-rule-not-applied', line: 3, estimated: false }]);
});

/** `14:22 929790733 40, 17T15:22:42 929790706 0`: lines of days of September 2026, of the 15th where none is written. */
const linesOf = (text: string) =>
  text.split(', ').map((one, i) => {
    const [moment = '', station = '', nok = '0'] = one.split(' ');
    const [clock = '', day = '15'] = moment.split('T').toReversed();
    const seconds = Number(clock.slice(6)) * 1000;
    const atMs = fromOsloWallClock(`2026-09-${day}T${clock.slice(0, 5)}`) + seconds;
    return { line: i + 2, atMs, station, ore: Math.round(Number(nok) * 100) };
  });

/** A bill and the drives whose passages it is of, and what is asked back. */
const PARTED: readonly (readonly [string, string, string, number])[] = [
  [
    'has the price of a passage that no line lists, seconds before the end of its hour',
    '13:15 929790735 33.60, 14:22 929790733 40, 15:35 929772333 40',
    '13:15:29 929790735, 14:22:56 929790733, 15:22:42 929790706, 15:35:14 929772333',
    0,
  ],
  [
    'pays the second line of a minute, which may have been the first one of the hour',
    '05:00 906727236 24, 07:42 1013292378 0, 07:42 906727250 24, 07:43 906727255 0',
    '05:00:31 906727236, 07:42:31 906727250, 07:42:58 1013292378, 07:43:39 906727255',
    0,
  ],
  [
    'has a line that was not driven, and pays each hour that it parts on its first passage',
    '10:00:10 82559834 30.40, 13:09:21 82443541 30.40, 13:25:08 141479144 0, 14:11:50 287649715 56, 14:25:59 919262166 0, 14:52:52 1017371413 0',
    '10:00:10 82559834, 13:25:08 141479144, 14:11:50 287649715, 14:25:59 919262166, 14:52:52 1017371413',
    0,
  ],
  [
    'has the dearest price of an hour that begins later, as no line bills the passage before',
    '13:26:08 141479144 56, 14:25:59 919262166 0',
    '13:25:00 82443541, 13:26:08 141479144, 14:25:59 919262166',
    0,
  ],
  [
    'has a line that was not driven and met the cap of the last hour, which a later passage might pay, too',
    '15:14:17 929790763 40, 15:30:22 209148807 40, 16:28:57 929790734 40, 17:17:52 929790715 33.60, 17T14:19:37 929790723 0',
    '15:14:17 929790763, 15:30:22 209148807, 16:28:57 929790734, 17T14:19:37 929790723',
    0,
  ],
  [
    'has a line of another day that was not driven',
    '13:09:21 82443541 30.40, 17:11:50 287649715 30.40',
    '17:11:50 287649715',
    30.4,
  ],
];

test.each(PARTED)(
  'of a bill that %s no krone is asked back that is owed',
  (_, bill, drives, askedNok) => {
    const driven = linesOf(drives).map(({ station, atMs }) => ({ stationId: station, atMs }));
    const { findings } = reconcile(linesOf(bill), driven, {
      ...{ tolls, calendar, vehicle },
      usedBefore: { 'oslo-a': 117, 'oslo-b': 57 },
    });
    const claims = findings.filter((one) => !one.estimated).map(excessOf);
    expect(claims.reduce((sum, ore) => sum + ore, 0)).toBe(askedNok * 100);
  },
);
