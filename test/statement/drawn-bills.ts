/** Bills of drives that are drawn at random, priced as the operator does, in the ways in which operators show them. */
import { seeded } from '../../measure/numbers.ts';
import { MINUTE_MS } from '../../src/base/duration.ts';
import type { Ore } from '../../src/base/nok.ts';
import { formatOsloInstant, fromOsloWallClock } from '../../src/base/oslo-time.ts';
import { atOnce } from '../../src/base/steps.ts';
import { loadCalendar } from '../../src/facts/load-country.ts';
import { loadTolls } from '../../src/facts/load-tolls.ts';
import { chargeLines } from '../../src/pricing/toll/bill.ts';
import type { TollStation } from '../../src/pricing/toll/law.ts';
import type { TollVehicle } from '../../src/pricing/toll/terms.ts';
import type { VehicleCharge } from '../../src/pricing/toll/vehicle-toll.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { chooseReading } from '../../src/statement/find-stations.ts';
import { readStatement } from '../../src/statement/read-statement.ts';
import { reconcile } from '../../src/statement/reconcile.ts';
import { excessOf, type Finding } from '../../src/statement/statement.ts';
import { journeyTerms, markTrips } from '../../src/trip/journey.ts';

export const tolls = loadTolls({ bundled: DATA_DIR });
export const calendar = loadCalendar(DATA_DIR);

/** A passage, and what the operator bills for it. */
export interface DrawnLine {
  readonly charged: VehicleCharge;
  readonly station: TollStation;
  readonly atMs: number;
  readonly ore: Ore;
}

interface DrawnBill {
  readonly vehicle: TollVehicle;
  /** In time order. */
  readonly lines: readonly DrawnLine[];
}

const VEHICLES: readonly TollVehicle[] = [
  { size: 'small', tagged: true, fuel: 'diesel' },
  { size: 'small', tagged: true, fuel: 'diesel' },
  { size: 'small', tagged: true, fuel: 'diesel' },
  { size: 'small', tagged: false, fuel: 'diesel' },
  { size: 'small', tagged: true, fuel: 'petrol' },
  { size: 'small', tagged: true, fuel: 'electric' },
  { size: 'large', tagged: true, fuel: 'diesel', euroClass: 6 },
  { size: 'large', tagged: false, fuel: 'diesel', euroClass: 5 },
];

/** Weekdays, a Saturday, a holiday and the day before one, of several tariffs. */
const DAYS = [
  '2024-10-08',
  '2025-03-12',
  '2025-12-24',
  '2026-01-15',
  '2026-03-10',
  '2026-05-01',
  '2026-09-15',
  '2026-09-17',
  '2026-09-19',
  '2026-11-18',
];

type Random = () => number;

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

export interface DrawTerms {
  /** Those whose stations are passed. */
  readonly projects: readonly string[];
  /** Days on which is driven, or how many of those that differ in rush and tariff. */
  readonly days: number | readonly string[];
  /** Absent: one is drawn, too. */
  readonly vehicle?: TollVehicle;
  /** Paid passages of the month before, by cap. */
  readonly usedBefore?: Readonly<Record<string, number>>;
}

/** What a vehicle drives past on some days, on each for hours without a long rest. */
export function drawBill(
  seed: number,
  { projects, days, usedBefore, ...asked }: DrawTerms,
): DrawnBill {
  const random = seeded(seed);
  const own = tolls.stations.filter(
    ({ project, tariffs }) => projects.includes(project.id) && tariffs.length > 0,
  );
  const drawn = pick(random, VEHICLES);
  const vehicle = asked.vehicle ?? drawn;
  const count = typeof days === 'number' ? days : days.length;
  const first = Math.floor(random() * (DAYS.length - count + 1));
  /** The most minutes from one passage to the next. */
  const pace = pick(random, [20, 30, 60]);
  const driven = typeof days === 'number' ? DAYS.slice(first, first + days) : days;
  const passages = driven.flatMap((day) => {
    const hour = random() < 0.6 ? pick(random, [5, 6, 13, 14]) : 5 + Math.floor(random() * 16);
    let atMs = fromOsloWallClock(`${day}T${`${hour}`.padStart(2, '0')}:00`);
    return Array.from({ length: 2 + Math.floor(random() * 12) }, () => {
      const gapMin = random() < 0.12 ? random() : 1 + random() * pace;
      atMs += Math.floor((0.1 + gapMin) * 60) * 1000;
      return { station: pick(random, own), atMs };
    });
  });
  return { vehicle, lines: priceBill(passages.filter(isOnePast), vehicle, usedBefore) };
}

/** No other one just before it is of the same station. */
const isOnePast = (one: Passed, i: number, all: readonly Passed[]): boolean =>
  !all
    .slice(0, i)
    .some(
      ({ station, atMs }) =>
        station.passageKey === one.station.passageKey && one.atMs - atMs < 4 * MINUTE_MS,
    );

type Passed = Pick<DrawnLine, 'station' | 'atMs'>;

export function priceBill(
  passages: readonly Passed[],
  vehicle: TollVehicle,
  usedBefore: Readonly<Record<string, number>> = {},
): readonly DrawnLine[] {
  const drives = passages.map((one) => ({
    pieces: [{ startMs: one.atMs, endMs: one.atMs, passages: [one] }],
  }));
  const terms = journeyTerms(passages[0]?.atMs ?? 0, { size: vehicle.size, usedBefore }, tolls);
  const lines = atOnce(chargeLines(markTrips(drives).flat(), { ...terms, vehicle }, calendar));
  return lines.map((charged) => ({
    charged,
    station: charged.passage.station,
    atMs: charged.passage.atMs,
    ore: charged.charge.ore,
  }));
}

/** How an operator shows a bill. */
export interface Shown {
  readonly cut: 'none' | 'begin' | 'end' | 'both';
  readonly free: 'listed' | 'left out';
  readonly order: 'ascending' | 'descending';
  readonly clock: 'seconds' | 'minutes';
  readonly station: 'name' | 'id';
  /** The price of each passage and what is taken off it stand beside what is charged. */
  readonly columns: 'charged' | 'prices';
  /** The line that has the price of an hour. */
  readonly payer: 'own' | 'first';
}

export const drawShown = (random: Random): Shown => ({
  cut: pick(random, ['none', 'begin', 'end', 'both'] as const),
  free: pick(random, ['listed', 'left out'] as const),
  order: pick(random, ['ascending', 'descending'] as const),
  clock: pick(random, ['seconds', 'minutes'] as const),
  station: pick(random, ['name', 'id'] as const),
  columns: pick(random, ['charged', 'charged', 'prices'] as const),
  payer: 'own',
});

/** The lines of the period of a statement. */
export function cutBill(
  lines: readonly DrawnLine[],
  { cut }: Pick<Shown, 'cut'>,
  random: Random,
): readonly DrawnLine[] {
  const from = cut === 'begin' || cut === 'both' ? Math.floor(random() * lines.length) : 0;
  const left = lines.slice(from);
  const until =
    cut === 'end' || cut === 'both' ? 1 + Math.floor(random() * left.length) : left.length;
  return left.slice(0, until);
}

/** The same amounts, that of each hour on its first passage. */
export function payFirst(lines: readonly DrawnLine[]): readonly DrawnLine[] {
  const all = lines.map(({ charged }) => charged);
  return lines.map((line, i) => {
    const { window } = line.charged.charge;
    if (window === undefined || line.charged.charge.free?.rule === 'monthly-cap') return line;
    const own = all.filter(({ charge }) => charge.window?.opener === window.opener);
    const sum = own.reduce((ore, { charge }) => ore + charge.ore, 0);
    return { ...line, ore: window.opener === i ? sum : 0 };
  });
}

const nok = (ore: Ore): string => (ore / 100).toFixed(2).replace('.', ',');

/** The file of an operator. */
export function showBill(lines: readonly DrawnLine[], shown: Shown): string {
  const rows = lines
    .filter(({ ore }) => ore > 0 || shown.free === 'listed')
    .map(({ station, atMs, ore, charged: { amount } }) => {
      const [day = '', clock = ''] = formatOsloInstant(atMs).split('T');
      const moment = `${day.split('-').toReversed().join('.')} ${clock.slice(0, shown.clock === 'seconds' ? 8 : 5)}`;
      const ownOre = amount?.ore ?? ore;
      const prices = shown.columns === 'prices' ? [nok(ownOre), nok(ownOre - ore)] : [];
      return [moment, station[shown.station], ...prices, nok(ore)].join(';');
    });
  const prices = shown.columns === 'prices' ? ['Pris', 'Rabatt'] : [];
  const head = ['Tidspunkt', 'Bomstasjon', ...prices, 'Å betale'].join(';');
  return [head, ...(shown.order === 'ascending' ? rows : rows.toReversed())].join('\n');
}

/** What is told beside the file; absent: nothing. */
interface Told {
  /** What was driven. */
  readonly driven?: readonly DrawnLine[] | undefined;
  readonly usedBefore?: Readonly<Record<string, number>>;
}

/** What a check of the file finds. */
export function checkText(
  text: string,
  vehicle: TollVehicle,
  { driven, ...told }: Told = {},
): readonly Finding[] {
  const { rows } = atOnce(
    chooseReading(readStatement(new TextEncoder().encode(text)), tolls.stations),
  );
  const drives = driven?.map(({ station, atMs }) => ({ stationId: station.id, atMs }));
  const [first] = drives ?? [];
  const departure = first && { departureMs: first.atMs };
  const terms = { tolls, calendar, vehicle, ...told, ...departure };
  return atOnce(reconcile(rows, drives, terms)).findings;
}

/** What the operator is asked for. */
export const claimsOf = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter((one) => !one.estimated && excessOf(one) > 0);
