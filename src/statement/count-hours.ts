/**
 * Which lines of a bill may lie in other hours than the lines alone tell: the passage that began an hour may be on no line,
 * on one whose station is not known, or on another statement.
 */
import { MINUTE_MS } from '../base/duration.ts';
import { groupBy } from '../base/group-by.ts';
import type { Ore } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Steps } from '../base/steps.ts';
import { hourRuleFor } from '../pricing/toll/charge.ts';
import type { HourRule } from '../pricing/toll/hour-rule.ts';
import { isCollecting } from '../pricing/toll/in-force.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { pricePassage } from '../pricing/toll/price-passage.ts';
import { priceVehicle } from '../pricing/toll/price-vehicle.ts';
import { listPriceSteps } from '../pricing/toll/time-edges.ts';
import type { VehicleCharge } from '../pricing/toll/vehicle-toll.ts';
import type { ReconcileTerms } from './statement.ts';

/** A passage that is priced nowhere. */
export interface Unsettled {
  /** Unix milliseconds. */
  readonly atMs: number;
  /** Where it may have been; `[]`: anywhere. */
  readonly stations: readonly TollStation[];
  readonly isPaid: boolean;
}

/** What is not told of the passages of a vehicle. */
export interface Untold {
  readonly unsettled: readonly Unsettled[];
  /** No drive tells of all passages: free ones may be on no line. */
  readonly mayLack: boolean;
}

interface CountedLine {
  readonly line: VehicleCharge;
  /** 0: also where no row bills it. */
  readonly billedOre: Ore;
}

export interface CountedHours {
  /** Lines of nothing that may lie in an hour that is paid. */
  readonly free: ReadonlySet<VehicleCharge>;
  /** Payments that may be the first one of their hour. */
  readonly own: ReadonlySet<VehicleCharge>;
}

interface CountTerms extends Untold, Pick<ReconcileTerms, 'tolls' | 'calendar' | 'vehicle'> {
  /** The first passage of the vehicle: what was before it is on an earlier statement. Unix milliseconds. */
  readonly beginMs: number;
}

/** When an hour may have begun. Unix milliseconds. */
interface Begin {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Counts the hours as a bill that is right would: each is paid once, and what is billed nothing lies in one that is paid.
 * Of all hours that fit up to a line the earliest and the latest beginning are kept, so that rather too much may be right
 * than too little.
 *
 * @param billed in time order.
 */
export function* countHours(
  billed: readonly CountedLine[],
  terms: CountTerms,
): Steps<CountedHours> {
  const priced = billed.filter(({ line }) => line.charge.window !== undefined);
  const openers = openOpeners(billed, terms);
  const counted: CountedLine[] = [];
  const before = { fromMs: Number.NEGATIVE_INFINITY, untilMs: terms.beginMs - 1 };
  for (const ofGroup of groupBy(priced, ({ line }) => ruleOf(line)?.group).values())
    for (const one of yield* countGroup(ofGroup, before, openers)) counted.push(one);
  const listLines = (isPaid: boolean) =>
    counted.flatMap(({ line, billedOre }) => (billedOre > 0 === isPaid ? [line] : []));
  return { free: new Set(listLines(false)), own: new Set(listLines(true)) };
}

/** @returns payments that may be the first one of their hour, and lines of nothing that may lie in one that is paid. */
function* countGroup(
  ofGroup: readonly CountedLine[],
  before: Begin,
  openers: Openers,
): Steps<CountedLine[]> {
  let hours: Hours = { paid: before };
  const counted: CountedLine[] = [];
  for (const one of ofGroup) {
    yield;
    const { line, billedOre } = one;
    const begun = begin(hours, line, openers);
    hours = billedOre > 0 ? pay(hours, line, begun) : pass(hours, line, { begun, openers });
    if (billedOre > 0 ? begun : hours.paid) counted.push(one);
  }
  return counted;
}

/** The hour that a line lies in, where it is paid by then and where it is not; absent: it can not be. */
interface Hours {
  readonly paid?: Begin | undefined;
  readonly unpaid?: Begin | undefined;
}

/** A new hour, which a line is the first one of; `undefined`: the one before has not ended. */
function begin({ paid, unpaid }: Hours, line: VehicleCharge, openers: Openers): Begin | undefined {
  const before = paid ?? (isWithin(unpaid, line) ? undefined : unpaid);
  if (before === undefined || before.fromMs > reachOf(line)) return undefined;
  const { atMs } = line.passage;
  return { fromMs: openers.find(line, before.fromMs + lengthOf(line)), untilMs: atMs };
}

/** A line that is billed pays an hour that is not paid yet, or one of its own; else it is one too many. */
const pay = ({ paid, unpaid }: Hours, line: VehicleCharge, begun: Begin | undefined): Hours => ({
  paid: join(keep(unpaid, line), begun) ?? keep(paid, line),
});

/** A line of nothing lies in an hour that is paid, or that a later line pays. */
const pass = (
  { paid, unpaid }: Hours,
  line: VehicleCharge,
  { begun, openers }: { readonly begun: Begin | undefined; readonly openers: Openers },
): Hours => ({
  paid: keep(paid, line) ?? openers.findPaid(line),
  unpaid: join(keep(unpaid, line), begun),
});

const ruleOf = ({ passage, vehicle }: VehicleCharge): HourRule | undefined =>
  hourRuleFor(passage, vehicle);

const lengthOf = (line: VehicleCharge): number => (ruleOf(line)?.windowMin ?? 0) * MINUTE_MS;

/** An hour that began at this moment or before has ended when the passage comes. */
function reachOf(line: VehicleCharge): number {
  const onceUntilMs = ruleOf(line)?.onceUntilMs;
  const { fromMin = 0, untilMin = 0 } = line.passage.hour?.terms.onceBetween ?? {};
  const hourMs = line.passage.atMs - lengthOf(line);
  return onceUntilMs === undefined
    ? hourMs
    : Math.min(hourMs, onceUntilMs - (untilMin - fromMin) * MINUTE_MS - 1);
}

/**
 * So early may an hour have begun that has the passage, too. Where clocks show no seconds, what is exactly the length of an
 * hour later may be seconds less.
 */
const earliestOf = (line: VehicleCharge): number =>
  reachOf(line) + (line.passage.atMs % MINUTE_MS === 0 ? 0 : 1);

const isWithin = (hour: Begin | undefined, line: VehicleCharge): boolean =>
  hour !== undefined && hour.untilMs >= earliestOf(line);

/** The beginnings of an hour with which it has the passage, too. */
const keep = (hour: Begin | undefined, line: VehicleCharge): Begin | undefined =>
  hour && isWithin(hour, line)
    ? { ...hour, fromMs: Math.max(hour.fromMs, earliestOf(line)) }
    : undefined;

const join = (one: Begin | undefined, other: Begin | undefined): Begin | undefined =>
  one && other
    ? {
        fromMs: Math.min(one.fromMs, other.fromMs),
        untilMs: Math.max(one.untilMs, other.untilMs),
      }
    : (one ?? other);

/** Finds what may have begun the hour of a line before it. */
interface Openers {
  /**
   * @param endMs when the hour before had ended at the earliest.
   * @returns the earliest moment; that of the line itself where nothing before it may have begun its hour.
   */
  readonly find: (line: VehicleCharge, endMs: number) => number;
  /** The hours of payments at stations that are not settled. */
  readonly findPaid: (line: VehicleCharge) => Begin | undefined;
}

function openOpeners(billed: readonly CountedLine[], terms: CountTerms): Openers {
  const unsettled = [
    ...terms.unsettled,
    // What a passage costs is not known, and that may be more than nothing.
    ...billed.flatMap(({ line: { amount, passage }, billedOre }) =>
      amount === undefined
        ? [{ atMs: passage.atMs, stations: [passage.station], isPaid: billedOre > 0 }]
        : [],
    ),
  ].toSorted((a, b) => a.atMs - b.atMs);
  const listing = new Set(
    billed.flatMap(({ line, billedOre }) =>
      billedOre === 0 ? [line.passage.station.operator] : [],
    ),
  );
  const findCheaper = openCheaper(terms);
  const listUnsettled = (line: VehicleCharge, fromMs: number) => {
    const group = ruleOf(line)?.group;
    const end = findFirst(unsettled, line.passage.atMs + 1);
    return unsettled
      .slice(findFirst(unsettled, fromMs), end)
      .filter(
        ({ stations: some }) => some.length === 0 || some.some((one) => one.hourGroup === group),
      );
  };
  const find: Openers['find'] = (line, endMs) => {
    const { passage, amount } = line;
    // Where the first passage pays, what began the hour is billed.
    const mayBeFree = ruleOf(line)?.pays === 'dearest' || passage.hour?.terms.paysKnown === false;
    if (!mayBeFree) return passage.atMs;
    const fromMs = Math.max(earliestOf(line), endMs);
    const { atMs } = listUnsettled(line, fromMs).find(({ isPaid }) => !isPaid) ?? passage;
    if (!terms.mayLack || listing.has(passage.station.operator)) return atMs;
    return findCheaper(ruleOf(line)?.group, { fromMs, untilMs: atMs }, amount?.ore ?? 0) ?? atMs;
  };
  const findPaid: Openers['findPaid'] = (line) =>
    listUnsettled(line, earliestOf(line))
      .filter(({ isPaid }) => isPaid)
      .map(({ atMs }): Begin => ({ fromMs: atMs, untilMs: atMs }))
      .reduce<Begin | undefined>(join, undefined);
  return { find, findPaid };
}

/** The place of the first one at a moment or behind it. */
function findFirst(inOrder: readonly Unsettled[], atMs: number): number {
  let [from, until] = [0, inOrder.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    if ((inOrder[middle] as Unsettled).atMs < atMs) from = middle + 1;
    else until = middle;
  }
  return from;
}

/** Finds when a station of a group first costs less than an amount: where the dearest pays it may be passed unseen. */
function openCheaper({ tolls, calendar, vehicle }: CountTerms) {
  const byGroup = groupBy(tolls.stations, ({ hourGroup }) => hourGroup);
  /** One of each tariff: the stations of a city have few. */
  const kinds = new Map<string | undefined, readonly TollStation[]>();
  const kindsOf = (group: string | undefined) => {
    const own =
      kinds.get(group) ??
      [...groupBy(byGroup.get(group) ?? [], tellTerms).values()].flatMap(([one]) => one ?? []);
    kinds.set(group, own);
    return own;
  };
  return (group: string | undefined, { fromMs, untilMs }: Begin, ore: Ore): number | undefined => {
    const isCheaper = (station: TollStation) => (atMs: number) => {
      if (atMs >= untilMs || !isCollecting(station, toOsloTime(atMs))) return false;
      const passage = pricePassage({ station, atMs }, calendar);
      const own = priceVehicle(passage, vehicle).amount?.ore ?? 0;
      return own > 0 && own < ore && hourRuleFor(passage, vehicle)?.group === group;
    };
    const found = kindsOf(group).flatMap(
      (station) =>
        [fromMs, ...listPriceSteps(station, fromMs, untilMs)].find(isCheaper(station)) ?? [],
    );
    return found.length === 0 ? undefined : Math.min(...found);
  };
}

/** All that the price of a station hangs on. */
const tellTerms = ({ project, tariffs, vehicleTariffs, periods }: TollStation): string =>
  JSON.stringify([project.id, tariffs, vehicleTariffs.map(({ id: _, ...one }) => one), periods]);
