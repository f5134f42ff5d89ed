/** Right bills make no claim, however they are shown and wherever their period is cut; wrong ones do, away from the cuts. */
import { describe, expect, test } from 'vitest';
import { seeded } from '../../measure/numbers.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/base/duration.ts';
import { type Ore, sumOre } from '../../src/base/nok.ts';
import { fromOsloWallClock, toOsloTime } from '../../src/base/oslo-time.ts';
import { isCollecting } from '../../src/pricing/toll/in-force.ts';
import type { TollVehicle } from '../../src/pricing/toll/terms.ts';
import { excessOf } from '../../src/statement/statement.ts';
import {
  checkText,
  claimsOf,
  cutBill,
  type DrawnLine,
  type DrawTerms,
  drawBill,
  drawShown,
  payFirst,
  pick,
  priceBill,
  type Shown,
  showBill,
  tolls,
} from './drawn-bills.ts';

const seedsOf = (count: number) => Array.from({ length: count }, (_, i) => i);

interface Case extends Partial<Shown>, Pick<DrawTerms, 'usedBefore'> {
  readonly seed: number;
  readonly projects: readonly string[];
}

/** A right bill as its file shows it. */
function drawCase({ seed, projects, usedBefore, ...given }: Case) {
  const days = seed % 3 === 0 ? 2 : 1;
  const bill = drawBill(seed * 131 + 7, { projects, days, ...(usedBefore && { usedBefore }) });
  const random = seeded(seed * 977 + projects.join().length);
  const shown = { ...drawShown(random), ...given };
  const lines = cutBill(shown.payer === 'first' ? payFirst(bill.lines) : bill.lines, shown, random);
  return { ...bill, lines, text: showBill(lines, shown) };
}

const TOWNS = [
  ['oslo'],
  ['bergen'],
  ['tromso'],
  ['trondheim'],
  ['nord-jaeren', 'ryfast'],
  ['kristiansand'],
  ['bodo'],
  ['rv3-rv25'],
  ['oslo', 'e18-vestfold'],
];

describe.each(TOWNS)('a right bill of %s', (...projects) => {
  test('makes no claim, with or without its free passages, in any order, cut anywhere', () => {
    for (const seed of seedsOf(5)) {
      const { text, vehicle, lines } = drawCase({ seed, projects });
      if (text.split('\n').length === 1) continue;
      for (const driven of [undefined, lines])
        expect(claimsOf(checkText(text, vehicle, { driven })), `seed ${seed}\n${text}`).toEqual([]);
    }
  });

  test('that lists free passages is not told to be too small either, where the month is told', () => {
    for (const seed of seedsOf(3)) {
      const { text, vehicle, lines } = drawCase({ seed, projects, free: 'listed' });
      const found = checkText(text, vehicle, { usedBefore: usedBefore(lines) });
      const told = found.filter(
        ({ estimated, kind }) => !estimated && kind !== 'station-not-unique',
      );
      expect(told, `seed ${seed}\n${text}`).toEqual([]);
    }
  });
});

describe('a right bill near its monthly cap', () => {
  test.each([['oslo'], ['bergen'], ['tromso'], ['nord-jaeren'], ['kristiansand']])(
    'of %s makes no claim and is not told to be too small, cut anywhere',
    (id) => {
      const caps = tolls.stations.flatMap(({ project, cap }) => (project.id === id && cap) || []);
      for (const seed of [11, 51, 62, 98, 123, 163, 323, 326, 327, 342]) {
        const toPay = seed % 4;
        const { text, vehicle, lines } = drawCase({
          seed,
          projects: [id],
          free: 'listed',
          usedBefore: Object.fromEntries(
            caps.map(({ key, bySize }) => [key, (bySize.small?.at(-1)?.perMonth ?? 0) - toPay]),
          ),
        });
        const found = checkText(text, vehicle, { usedBefore: usedBefore(lines) });
        const told = found.filter(
          ({ estimated, kind }) => !estimated && kind !== 'station-not-unique',
        );
        expect(told, `seed ${seed}\n${text}`).toEqual([]);
      }
    },
  );
});

/** Bills of one city that hang on what was before the first line or is behind the last one. */
const UNSURE: readonly (readonly [
  how: string,
  shown: Partial<Shown>,
  seeds: Readonly<Record<string, readonly number[]>>,
])[] = [
  [
    'begins within an hour of the rush',
    { cut: 'begin', free: 'listed' },
    { oslo: [72, 207, 296, 331], bergen: [102, 131, 139, 203, 348] },
  ],
  [
    'ends within an hour that its first passage has the price of',
    { cut: 'end', free: 'listed', payer: 'first' },
    { oslo: [4, 22, 96], bergen: [1, 10, 78] },
  ],
  [
    'has an hour of sixty minutes by a clock without seconds',
    { cut: 'none', free: 'listed', payer: 'first', clock: 'minutes' },
    { oslo: [0, 4], bergen: [0] },
  ],
];

test.each(UNSURE)('a right bill that %s makes no claim', (_, shown, seeds) => {
  for (const [id, own] of Object.entries(seeds))
    for (const seed of own) {
      const { text, vehicle, lines } = drawCase({ seed, projects: [id], ...shown });
      for (const driven of [undefined, lines])
        expect(claimsOf(checkText(text, vehicle, { driven })), `${id} ${seed}\n${text}`).toEqual(
          [],
        );
    }
});

/** Small diesel cars with a tag have prices that are published for these days. */
const CAR = { size: 'small', tagged: true, fuel: 'diesel' } as const;
const PUBLISHED = ['2026-09-15', '2026-09-17', '2026-11-18'];

const ownOre = (line: DrawnLine, vehicle: TollVehicle = CAR): Ore =>
  priceBill([line], vehicle)[0]?.ore ?? 0;
const inRush = (line: DrawnLine): Ore =>
  Math.max(
    ...['07:30', '15:45'].map((clock) =>
      ownOre({ ...line, atMs: fromOsloWallClock(`${toOsloTime(line.atMs).day}T${clock}`) }),
    ),
  );
const closedAt = (atMs: number) =>
  tolls.stations.find((one) => one.tariffs.length > 0 && !isCollecting(one, toOsloTime(atMs)));

/** What a mistake makes of a line; `[]`: it can not be made there. */
const MISTAKES: readonly (readonly [string, (line: DrawnLine) => readonly DrawnLine[]])[] = [
  [
    'the rush price outside the rush',
    (line) => (line.ore > 0 && inRush(line) > line.ore ? [{ ...line, ore: inRush(line) }] : []),
  ],
  [
    'a passage of an hour that is paid',
    (line) =>
      line.charged.charge.free?.rule === 'hour-rule' ? [{ ...line, ore: ownOre(line) }] : [],
  ],
  [
    'the price of the other size',
    (line) => (line.ore > 0 ? [{ ...line, ore: ownOre(line, { ...CAR, size: 'large' }) }] : []),
  ],
  [
    'the price without a tag',
    (line) => (line.ore > 0 ? [{ ...line, ore: ownOre(line, { ...CAR, tagged: false }) }] : []),
  ],
  ['a passage twice', (line) => (line.ore > 0 ? [line, line] : [])],
  [
    'value added tax',
    (line) => (line.ore > 0 ? [{ ...line, ore: Math.round(line.ore * 1.25) }] : []),
  ],
  [
    'too much on a line, of which a part is paid back',
    (line) =>
      line.ore > 0
        ? [
            { ...line, ore: line.ore + 500 },
            { ...line, ore: -300 },
          ]
        : [],
  ],
  [
    'a passage twice that is paid back an hour later',
    (line) =>
      line.ore > 0 ? [line, line, { ...line, atMs: line.atMs + HOUR_MS, ore: -line.ore }] : [],
  ],
  [
    'a station that is closed',
    (line) => {
      const station = closedAt(line.atMs);
      return station ? [line, { ...line, station, atMs: line.atMs + MINUTE_MS, ore: 3000 }] : [];
    },
  ],
];

const BILLS = ['oslo', 'bergen', 'tromso', 'nord-jaeren', 'kristiansand'].flatMap((id) =>
  seedsOf(2).map((seed) => ({ id, seed })),
);

test.each(MISTAKES)(
  'a bill that has %s is claimed to the øre, a day away from where it is cut',
  (_, mistake) => {
    const made = BILLS.flatMap(({ id, seed }) => {
      const bill = drawBill(seed, { projects: [id], days: PUBLISHED, vehicle: CAR });
      const random = seeded(seed);
      const shown = { ...drawShown(random), ...SHOWN_WHOLE };
      const ofDay = bill.lines.filter(({ atMs }) => toOsloTime(atMs).day === PUBLISHED[1]);
      const able = ofDay.filter((line) => mistake(line).length > 0);
      if (able.length === 0) return [];
      const wrong = pick(random, able);
      const lines = bill.lines.flatMap((line) => (line === wrong ? mistake(line) : [line]));
      const claims = claimsOf(checkText(showBill(lines, shown), CAR));
      const plantedOre = sumOf(lines) - sumOf(bill.lines);
      return [{ id, seed, plantedOre, claimedOre: sumOre(claims, excessOf) }];
    });
    expect(made.length).toBeGreaterThan(5);
    for (const { plantedOre, claimedOre, ...bill } of made)
      expect({ ...bill, claimedOre }).toEqual({ ...bill, claimedOre: plantedOre });
  },
);

/** An id is one station, also where it is closed; free passages tell where no unseen one began an hour. */
const SHOWN_WHOLE = { free: 'listed', columns: 'charged', station: 'id' } as const;

const sumOf = (lines: readonly DrawnLine[]): Ore => sumOre(lines, ({ ore }) => ore);

/** Paid passages of the month before the first line. */
const usedBefore = (lines: readonly DrawnLine[]): Readonly<Record<string, number>> => {
  const month = toOsloTime(lines[0]?.atMs ?? 0).day.slice(0, 7);
  const caps = lines.toReversed().flatMap(({ charged }) => charged.charge.cap ?? []);
  return Object.fromEntries(
    caps.filter((one) => one.month === month).map(({ cap, used }) => [cap.key, used]),
  );
};
