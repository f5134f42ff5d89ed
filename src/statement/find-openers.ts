/** Finds what may have begun the hour of a line before it: a passage on no line, with its price, or at a station that is not known. */
import { MINUTE_MS } from '../base/duration.ts';
import { firstThat, groupBy } from '../base/lists.ts';
import { memoize } from '../base/memoize.ts';
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
import type { BilledPassage, ReconcileTerms } from './statement.ts';

/** A passage that is priced nowhere. */
export interface Unsettled {
  /** Unix milliseconds. */
  readonly atMs: number;
  /** Where it may have been; `[]`: anywhere. */
  readonly stations: readonly TollStation[];
  readonly isPaid: boolean;
}

/** A passage of a drive that no line bills. Unix milliseconds. */
interface Unlisted extends Begin {
  readonly station: TollStation;
}

/** Passages of a vehicle that lines or drives leave open. */
export interface Untold {
  readonly unsettled: readonly Unsettled[];
  /**
   * When passages of drives that are on no line may have been, in the order of time. Absent: no drives are told, and
   * free passages may have been at any time.
   */
  readonly unlisted?: readonly Unlisted[];
  /** The first and the last moment of lines and drives; nothing tells what was before and after. Unix milliseconds. */
  readonly beginMs: number;
  readonly endMs: number;
}

/** A passage, and what the statement bills for it. */
export interface CountedLine {
  readonly line: VehicleCharge;
  /** Absent: no row bills it. */
  readonly row: BilledPassage | undefined;
  /** 0: also where no row bills it. */
  readonly billedOre: Ore;
}

/** When an hour may have begun. Unix milliseconds. */
export interface Begin {
  readonly fromMs: number;
  readonly untilMs: number;
  /** A line of the bill pays the hour. */
  readonly isBilled?: true;
}

interface OpenerTerms extends Untold {
  readonly unseen: UnseenPrices;
}

/** The hour rule that covers a passage; undefined: none does. */
export const ruleOf = ({ passage, vehicle }: VehicleCharge): HourRule | undefined =>
  hourRuleFor(passage, vehicle);

/** The dearest passage of its hour pays, or may pay. */
export const mayDearestPay = (line: VehicleCharge): boolean =>
  ruleOf(line)?.pays === 'dearest' || line.passage.hour?.terms.paysKnown === false;

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

/** Does the clock show no seconds, as far as the moment tells? */
export const isOfMinutes = ({ passage }: VehicleCharge): boolean => passage.atMs % MINUTE_MS === 0;

/** The latest moment of a passage that its clock may mean. */
export const latestOf = (line: VehicleCharge): number =>
  line.passage.atMs + (isOfMinutes(line) ? MINUTE_MS - 1 : 0);

/**
 * The earliest beginning of an hour that includes the passage. Where clocks show no seconds, a passage that seems to
 * come exactly one hour later may come seconds sooner.
 */
export const earliestOf = (line: VehicleCharge): number =>
  reachOf(line) + (isOfMinutes(line) ? 0 : 1);

/** Finds what may have begun the hour of a line before it. */
export interface Openers {
  /**
   * @param endMs when the hour before had ended at the earliest.
   * @param payer the line that pays its hour, itself or a later one; `undefined`: none is billed.
   * @returns the earliest moment; that of the line itself where nothing before it may have begun its hour.
   */
  readonly find: (line: VehicleCharge, endMs: number, payer: VehicleCharge | undefined) => number;
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
  const listUnlisted = openUnlisted(terms.unlisted);
  /** Operators that list lines of amount 0. */
  const listing = new Set(
    billed.flatMap(({ line, row }) => (row?.ore === 0 ? [line.passage.station.operator] : [])),
  );
  const find: Openers['find'] = (line, endMs, payer) => {
    const { passage } = line;
    // Where the first passage pays, the passage that began the hour is billed.
    if (!mayDearestPay(line)) return passage.atMs;
    const fromMs = Math.max(earliestOf(line), endMs);
    const times = listTimes(line, false);
    const untilMs = Math.min(passage.atMs, firstTime(times, fromMs) ?? passage.atMs);
    const group = ruleOf(line)?.group;
    // Nothing tells what was before the first drive or line.
    const before = { fromMs, untilMs: Math.min(untilMs, terms.beginMs) };
    const unseen = listing.has(passage.station.operator)
      ? []
      : listUnlisted(group, fromMs, untilMs);
    const mostOre = payer === undefined ? Number.POSITIVE_INFINITY : (payer.amount?.ore ?? 0);
    const begun = [before, ...unseen].flatMap((time) =>
      time.fromMs < time.untilMs ? (terms.unseen.findCheaper(group, time, mostOre) ?? []) : [],
    );
    return Math.min(untilMs, ...begun);
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

/** Lists when passages of a group that are on no line may have been, within a time. */
function openUnlisted(unlisted: readonly Unlisted[] | undefined) {
  const byGroup = groupBy(unlisted ?? [], ({ station }) => station.hourGroup);
  return (group: string | undefined, fromMs: number, untilMs: number): readonly Begin[] => {
    if (unlisted === undefined) return [{ fromMs, untilMs }];
    const own = byGroup.get(group) ?? [];
    const at = firstThat(own.length, (i) => (own[i] as Unlisted).untilMs > fromMs);
    const behind = firstThat(own.length, (i) => (own[i] as Unlisted).fromMs >= untilMs);
    return own.slice(at, behind).map((one) => ({
      fromMs: Math.max(fromMs, one.fromMs),
      untilMs: Math.min(untilMs, one.untilMs),
    }));
  };
}

/** The first of some times, ascending, at a moment or behind it; undefined: there is none. */
const firstTime = (times: readonly number[], atMs: number): number | undefined =>
  times[firstThat(times.length, (at) => (times[at] as number) >= atMs)];

/** A time in which a passage may have been. Unix milliseconds. */
interface Time {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The prices of an hour group, from the beginning of a time on and before its end. */
export interface UnseenPrices {
  /** When a station first costs something, and less than an amount; `undefined`: none does. */
  readonly findCheaper: (group: string | undefined, time: Time, ore: Ore) => number | undefined;
  /** What stations cost, each amount once or more; 0: nothing. */
  readonly list: (group: string | undefined, time: Time) => readonly Ore[];
}

export function openUnseenPrices({
  tolls,
  calendar,
  vehicle,
}: Pick<ReconcileTerms, 'tolls' | 'calendar' | 'vehicle'>): UnseenPrices {
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
  /** 0: it costs nothing, or does not belong to the group then. */
  const priceAt = (group: string | undefined, station: TollStation, atMs: number): Ore => {
    if (!isCollecting(station, toOsloTime(atMs))) return 0;
    const passage = pricePassage({ station, atMs }, calendar);
    const isOfGroup = hourRuleFor(passage, vehicle)?.group === group;
    return isOfGroup ? (priceVehicle(passage, vehicle).amount?.ore ?? 0) : 0;
  };
  const listMoments = (station: TollStation, { fromMs, untilMs }: Time) =>
    [fromMs, ...listPriceSteps(station, fromMs, untilMs)].filter((atMs) => atMs < untilMs);
  return {
    findCheaper: (group, time, ore) => {
      const found = kindsOf(group).flatMap((station) => {
        const isCheaper = (atMs: number) => {
          const own = priceAt(group, station, atMs);
          return own > 0 && own < ore;
        };
        return listMoments(station, time).find(isCheaper) ?? [];
      });
      return found.length === 0 ? undefined : Math.min(...found);
    },
    list: (group, time) =>
      kindsOf(group).flatMap((station) =>
        listMoments(station, time).map((atMs) => priceAt(group, station, atMs)),
      ),
  };
}

/** Everything that the price of a station depends on. Asked for each vehicle of a statement. */
const tellTerms = memoize(({ project, tariffs, vehicleTariffs, periods }: TollStation): string =>
  JSON.stringify([project.id, tariffs, vehicleTariffs.map(({ id: _, ...one }) => one), periods]),
);
