/** Finds what may have begun the hour of a line before it: a passage on no line, or at a station that is not known. */
import { MINUTE_MS } from '../base/duration.ts';
import { firstThat, groupBy } from '../base/lists.ts';
import type { Ore } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
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

/** Passages of a vehicle that lines or drives leave open. */
export interface Untold {
  readonly unsettled: readonly Unsettled[];
  /** No drives are told: free passages may be on no line. */
  readonly mayLack: boolean;
}

/** A passage, and what the statement bills for it. */
export interface CountedLine {
  readonly line: VehicleCharge;
  /** 0: also where no row bills it. */
  readonly billedOre: Ore;
}

/** When an hour may have begun. Unix milliseconds. */
export interface Begin {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface OpenerTerms
  extends Untold,
    Pick<ReconcileTerms, 'tolls' | 'calendar' | 'vehicle'> {}

/** The hour rule that covers a passage; undefined: none does. */
export const ruleOf = ({ passage, vehicle }: VehicleCharge): HourRule | undefined =>
  hourRuleFor(passage, vehicle);

/** The length of the hour of a passage, milliseconds; 0 without a rule. */
export const lengthOf = (line: VehicleCharge): number => (ruleOf(line)?.windowMin ?? 0) * MINUTE_MS;

/** An hour that began at this moment or before has ended when the passage comes. */
export function reachOf(line: VehicleCharge): number {
  const onceUntilMs = ruleOf(line)?.onceUntilMs;
  const { fromMin = 0, untilMin = 0 } = line.passage.hour?.terms.onceBetween ?? {};
  const hourMs = line.passage.atMs - lengthOf(line);
  return onceUntilMs === undefined
    ? hourMs
    : Math.min(hourMs, onceUntilMs - (untilMin - fromMin) * MINUTE_MS - 1);
}

/**
 * The earliest beginning of an hour that includes the passage. Where clocks show no seconds, a passage that seems to
 * come exactly one hour later may come seconds sooner.
 */
export const earliestOf = (line: VehicleCharge): number =>
  reachOf(line) + (line.passage.atMs % MINUTE_MS === 0 ? 0 : 1);

/** Finds what may have begun the hour of a line before it. */
export interface Openers {
  /**
   * @param endMs when the hour before had ended at the earliest.
   * @returns the earliest moment; that of the line itself where nothing before it may have begun its hour.
   */
  readonly find: (line: VehicleCharge, endMs: number) => number;
  /** The hour of a line that a payment before or after it, at a station that is not settled, may pay. */
  readonly findPaid: (line: VehicleCharge) => Begin | undefined;
}

/** @param billed in time order. */
export function openOpeners(billed: readonly CountedLine[], terms: OpenerTerms): Openers {
  const unsettled = [
    ...terms.unsettled,
    // The price of such a passage is not known, and may be more than 0.
    ...billed.flatMap(({ line: { amount, passage }, billedOre }) =>
      amount === undefined
        ? [{ atMs: passage.atMs, stations: [passage.station], isPaid: billedOre > 0 }]
        : [],
    ),
  ].toSorted((a, b) => a.atMs - b.atMs);
  const listTimes = openTimes(unsettled);
  /** Operators that list lines of amount 0. */
  const listing = new Set(
    billed.flatMap(({ line, billedOre }) =>
      billedOre === 0 ? [line.passage.station.operator] : [],
    ),
  );
  const findCheaper = openCheaper(terms);
  const find: Openers['find'] = (line, endMs) => {
    const { passage, amount } = line;
    // Where the first passage pays, the passage that began the hour is billed.
    const mayBeFree = ruleOf(line)?.pays === 'dearest' || passage.hour?.terms.paysKnown === false;
    if (!mayBeFree) return passage.atMs;
    const fromMs = Math.max(earliestOf(line), endMs);
    const times = listTimes(line, false);
    const untilMs = Math.min(passage.atMs, firstTime(times, fromMs) ?? passage.atMs);
    if (!terms.mayLack || listing.has(passage.station.operator)) return untilMs;
    return findCheaper(ruleOf(line)?.group, { fromMs, untilMs }, amount?.ore ?? 0) ?? untilMs;
  };
  const findPaid: Openers['findPaid'] = (line) => {
    const { atMs } = line.passage;
    const times = listTimes(line, true);
    const firstMs = firstTime(times, earliestOf(line));
    return firstMs === undefined || firstMs >= atMs + lengthOf(line)
      ? undefined
      : { fromMs: Math.min(firstMs, atMs), untilMs: atMs };
  };
  return { find, findPaid };
}

/** Lists the moments of unsettled passages that may be of the group of a line. */
function openTimes(unsettled: readonly Unsettled[]) {
  const known = new Map<string, readonly number[]>();
  return (line: VehicleCharge, isPaid: boolean): readonly number[] => {
    const group = ruleOf(line)?.group;
    const mayBeOf = ({ stations, ...one }: Unsettled) =>
      one.isPaid === isPaid &&
      (stations.length === 0 || stations.some(({ hourGroup }) => hourGroup === group));
    const key = `${isPaid} ${group}`;
    const times = known.get(key) ?? unsettled.filter(mayBeOf).map(({ atMs }) => atMs);
    known.set(key, times);
    return times;
  };
}

/** The first of some times, ascending, at a moment or behind it; undefined: there is none. */
const firstTime = (times: readonly number[], atMs: number): number | undefined =>
  times[firstThat(times.length, (at) => (times[at] as number) >= atMs)];

/** Finds when a station of a group first costs less than an amount: where the dearest pays, no line may tell of it. */
function openCheaper({ tolls, calendar, vehicle }: OpenerTerms) {
  const byGroup = groupBy(tolls.stations, ({ hourGroup }) => hourGroup);
  /** One station of each tariff: the stations of a city have few tariffs. */
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

/** Everything that the price of a station depends on. */
const tellTerms = ({ project, tariffs, vehicleTariffs, periods }: TollStation): string =>
  JSON.stringify([project.id, tariffs, vehicleTariffs.map(({ id: _, ...one }) => one), periods]);
