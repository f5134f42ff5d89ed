/** The stations and tariffs as the pricing kernel sees them, and the tariff in force on a day. */
import type { DayKind } from '../base/calendar.ts';
import { type Day, yearOf } from '../base/day.ts';
import type { Ore } from '../base/nok.ts';
import type { OsloTime } from '../base/oslo-time.ts';
import type { LatLon } from '../base/point.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import type { MonthlyCap } from './monthly-cap.ts';
import type { VehicleTariff } from './vehicle-tariff.ts';

/** A day and the minute of it; what tariffs and stations that end at noon are looked up by. */
export type Moment = Pick<OsloTime, 'day' | 'minuteOfDay'>;

/**
 * The tariff of a station at a moment; `undefined` for a station without any.
 *
 * `isKnown` is false where no source covers the day and the tariff is the nearest known one: before
 * the first row, after the `until` of a row, and in a later calendar year than the newest row. After
 * an `until` the next row is used if it was observed later in the same year, else the row itself.
 */
export function findTariff(
  { tariffs }: Pick<TollStation, 'tariffs'>,
  moment: Moment,
): { readonly tariff: Tariff; readonly isKnown: boolean } | undefined {
  const { day } = moment;
  const begun = tariffs.findLastIndex((tariff) => hasBegun(tariff, moment));
  const row = tariffs[Math.max(begun, 0)];
  if (row === undefined) return undefined;
  if (begun === -1) return { tariff: row, isKnown: false };

  const next = tariffs[begun + 1];
  if (row.until !== undefined && day >= row.until) {
    const isNearer = next?.observed === true && yearOf(next.from) === yearOf(day);
    return { tariff: isNearer ? next : row, isKnown: false };
  }
  const isNewest = row.until === undefined && next === undefined;
  return { tariff: row, isKnown: !isNewest || yearOf(day) === yearOf(row.from) };
}

/** Is it, at this moment, on or after the day and minute from which the tariff is known? */
export const hasBegun = (
  { from, fromMin = 0 }: Pick<Tariff, 'from' | 'fromMin'>,
  { day, minuteOfDay }: Moment,
): boolean => from < day || (from === day && fromMin <= minuteOfDay);

/** A time in which a station collects toll. */
export interface CollectionPeriod {
  /** The first moment, or the earliest that it can have been; absent: not known. */
  readonly openFrom?: Moment;
  /** A day from which on it certainly collected; absent: that of `openFrom`, if that is known. */
  readonly openBy?: Day;
  /** The first moment at which it collected no more, or the latest; absent: it goes on. */
  readonly openTo?: Moment;
  /** A day until which it certainly collected, itself outside; absent: that of `openTo`. */
  readonly openUntil?: Day;
}

/** A passage is charged at one of these; several records of one station share a `passageKey`. */
export interface TollStation {
  /** NVDB object id, type 45. */
  readonly id: string;
  readonly name: string;
  readonly operator: string;
  readonly at: LatLon;
  /** Two records with the same key are one station: one drive past them is charged once. */
  readonly passageKey: string;
  readonly project: TollProject;
  /** When it collects, oldest first; absent: neither a first nor a last day is known. */
  readonly periods?: readonly CollectionPeriod[];
  /** Oldest first, by `from`; empty when no tariff is known: the station is then unpriced. */
  readonly tariffs: readonly Tariff[];
  /** What vehicles of some fuels and classes pay, oldest first; absent: nothing of it is known. */
  readonly vehicleTariffs?: readonly VehicleTariff[];
  /** Passages of one group share the project's hour rule; absent where there is none. */
  readonly hourGroup?: string;
  /** The monthly cap that its passages count for; absent: none is known. */
  readonly cap?: MonthlyCap;
  /** Number of its road, such as `E39`; absent: not known. */
  readonly road?: string;
  /** The station charges one direction, but nobody could tell which. */
  readonly directionUndecided?: boolean;
  /** The charged direction is not published: it follows from how the road is metered. */
  readonly directionInferred?: boolean;
  /** The list prices of a planner, for a station that only the planner knows; absent: it is ours. */
  readonly listed?: ListPrices;
}

/** Prices of a station without rush, discount or rule; absent: the planner gives none. */
export interface ListPrices {
  readonly smallOre?: Ore;
  readonly largeOre?: Ore;
}

/** Full prices without tag discount, and the period for which they are known. */
export interface Tariff {
  /** First day on which it is known to be in force. */
  readonly from: Day;
  /** Minute of that day, Norwegian wall clock, at which it begins; absent: midnight. */
  readonly fromMin?: number;
  /** First day on which it is no longer known to be in force; absent: until the next one. */
  readonly until?: Day;
  /** True for prices read from a dated extract: in force on `from`, and perhaps long before. */
  readonly observed?: boolean;
  readonly smallOre?: Ore;
  readonly smallRushOre?: Ore;
  readonly largeOre?: Ore;
  /** Absent although `rush` covers large vehicles: no dearer one than `largeOre` is published. */
  readonly largeRushOre?: Ore;
  /** First day of the older row whose `largeRushOre` stands in, because nobody publishes this one. */
  readonly largeRushCarriedFrom?: Day;
  /** Absent: the price is the same at all hours. */
  readonly rush?: RushRule;
  /** The price of small vehicles depends on the fuel; `smallOre` is the dearest, diesel. */
  readonly smallByFuel?: boolean;
  /** Sizes whose prices stand in from the nearest other row, because this one knows none. */
  readonly carriedOver?: readonly VehicleSize[];
  readonly source: string;
}

/** When and for whom the rush price holds. */
export interface RushRule {
  readonly windows: readonly RushWindow[];
  /** Kinds of day without rush price. Weekends are always without. */
  readonly except: readonly DayKind[];
  readonly sizes: readonly VehicleSize[];
}

/** Minutes after midnight, Norwegian wall clock; the end lies outside. */
export interface RushWindow {
  readonly fromMin: number;
  readonly untilMin: number;
}

/** The rules that the stations of one project share. Every list is oldest first. */
export interface TollProject {
  readonly id: string;
  readonly name: string;
  readonly tagDiscounts: readonly TagDiscount[];
  readonly hourRules: readonly HourRuleTerms[];
  /** Named local exceptions. */
  readonly linkedStations: readonly LinkedStations[];
  readonly reversedRules: readonly ReversedRule[];
  /** Local rules that are known to exist, but not in enough detail to apply; for warnings. */
  readonly unappliedRules: readonly UnappliedRule[];
  /** Stations that once stood and that the data can not place; for warnings. */
  readonly absentStations: readonly AbsentStation[];
  /** Whose price depends on what they run on; absent: nobody's but that of zero emission. */
  readonly byVehicle?: ByVehicle;
  /** Vehicles that pay no toll at all; absent: none is known. */
  readonly exemptions?: readonly Exemption[];
  /** Oldest first; absent: no law sets one here. */
  readonly ceilings?: readonly ShareCeiling[];
}

/** How the prices of a project depend on the vehicle. */
export interface ByVehicle {
  /** Small ones pay by fuel; the ordinary tariff is that of diesel. */
  readonly smallByFuel: boolean;
  /** Large ones pay by Euro class; the ordinary tariff is that of Euro V and older. */
  readonly largeByEuroClass: boolean;
  /** Zero emission has a tariff of its own, without a tag as well. */
  readonly ownZeroEmission: boolean;
}

/** The most that the law lets small zero-emission vehicles pay with a tag. */
export interface ShareCeiling {
  readonly from: Day;
  /** First day on which it no longer holds; absent: still in force. */
  readonly until?: Day;
  /** Per cent of the price with tag. */
  readonly percentOfTagged: number;
  readonly source: string;
}

/** A kind of vehicle that passes for nothing, with or without a tag. */
export interface Exemption {
  readonly from: Day;
  /** What the technical codes of the register begin with, such as `L`. */
  readonly codePrefix: string;
  readonly name: string;
  readonly source: string;
}

/** A station that is known by its name and its end only. */
export interface AbsentStation {
  readonly name: string;
  /** First day on which it did not stand any more, from its first minute on. */
  readonly until: Day;
  /** Minute of that day, Norwegian wall clock, at which it was removed; absent: midnight. */
  readonly untilMin?: number;
}

/** Share of the full price that a tag takes off, in whole per cent. */
export interface TagDiscount {
  readonly from: Day;
  readonly smallPercent: number;
  readonly largePercent: number;
  readonly source: string;
}

/** The terms of an hour rule from a day on. */
export interface HourRuleTerms {
  readonly from: Day;
  /** First day on which it no longer holds; absent: still in force. */
  readonly until?: Day;
  readonly pays: 'first' | 'dearest';
  readonly windowMin: number;
  readonly sizes: readonly VehicleSize[];
  /** Does it cover vehicles without a tag? */
  readonly untagged: boolean;
  /** Wall-clock window on weekdays in which tagged vehicles pay once, whatever its length. */
  readonly onceBetween?: RushWindow;
  readonly source: string;
}

/**
 * Paying at one of `paid` makes the passages of `free` on the same trip free, before it or after
 * it (tag needed). Both lists are passage keys.
 */
export interface LinkedStations {
  readonly from: Day;
  readonly until?: Day;
  readonly paid: readonly string[];
  readonly free: readonly string[];
  readonly source: string;
}

/**
 * Reversed hour rule: with a tag, the stations are free unless both are passed inside the
 * window; without a tag each is charged.
 */
export interface ReversedRule {
  /** Passage keys. */
  readonly stations: readonly string[];
  readonly windowMin: number;
  readonly source: string;
}

export interface UnappliedRule {
  /** Passage keys. */
  readonly stations: readonly string[];
  /** How many of `stations` must be passed on one trip for the rule to matter. */
  readonly atLeast: number;
  /** Whether they are one payment is not known: each is charged, in preliminary bills as well. */
  readonly mayBeOnePayment?: true;
  /** What the rule is about, as one English sentence for the warning. */
  readonly note: string;
  readonly source: string;
}
