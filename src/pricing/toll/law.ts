/** The law of tolls: stations, tariffs, rules and caps, as the pricing kernel applies them. */
import type { DayKind } from '../../base/calendar.ts';
import type { Day } from '../../base/day.ts';
import type { Ore } from '../../base/nok.ts';
import type { LatLon } from '../../base/point.ts';
import type { Fuel, VehicleSize } from '../../base/vehicle.ts';
import type {
  CapRecord,
  HourRuleRecord,
  LocalRules,
  NationalRules,
} from '../../facts/schema/toll-projects.ts';
import type { Begun, Dated, Moment } from '../dated.ts';

/** One value for each tariff group; absent: not known. */
export type BySize<Value> = { readonly [Size in VehicleSize]?: Value };

/** Full prices of one size, without tag discount. */
export interface SizePrices {
  readonly ore: Ore;
  /** Absent: no rush price is published. */
  readonly rushOre?: Ore;
}

/** A place where a passage is charged. Several records of one station share a `passageKey`. */
export interface TollStation {
  /** NVDB object id, type 45. */
  readonly id: string;
  readonly name: string;
  /** Another spelling of the name, that of the road database; absent: none. */
  readonly alsoWritten?: string;
  readonly operator: string;
  readonly at: LatLon;
  /** Two records with the same key are one station: one drive past them is charged once. */
  readonly passageKey: string;
  readonly project: TollProject;
  /** When it collects, oldest first; absent: neither a first nor a last day is known. */
  readonly periods?: readonly CollectionPeriod[];
  /** Oldest first, by `from`; empty when no tariff is known: the station is then unpriced. */
  readonly tariffs: readonly Tariff[];
  /** What vehicles of some fuels and classes pay, oldest first; `[]`: none of it is known. */
  readonly vehicleTariffs: readonly VehicleTariff[];
  /** Passages of one group share the project's hour rule; absent: the station has no hour rule. */
  readonly hourGroup?: string;
  /** The monthly cap that its passages count for; absent: none is known. */
  readonly cap?: MonthlyCap;
  /** Number of its road, such as `E39`; absent: not known. */
  readonly road?: string;
  /** The station charges one direction, and no source tells which. */
  readonly directionUndecided?: boolean;
  /** The charged direction is not published: it follows from how the road is metered. */
  readonly directionInferred?: boolean;
  /** The list prices of a planner, for a station that only the planner knows; absent: the station is ours. */
  readonly listed?: ListPrices;
}

/** Prices of a station without rush, discount or rule; absent: the planner gives none. */
export type ListPrices = BySize<SizePrices>;

/** A time in which a station collects toll. */
export interface CollectionPeriod {
  /** The first moment, or the earliest moment that can be the first; absent: not known. */
  readonly openFrom?: Moment;
  /** The day from which on it certainly collected; absent: the day of `openFrom`, if that is known. */
  readonly openBy?: Day;
  /**
   * The first moment at which it did not collect any more, or the latest moment that can be this; absent: it still
   * collects.
   */
  readonly openTo?: Moment;
  /** It certainly collected on the days before this one; absent: on the days before that of `openTo`. */
  readonly openUntil?: Day;
  /**
   * Before the day `until` it charged only the drives that head towards this place; absent: it has always charged as
   * today.
   */
  readonly towards?: LatLon & { readonly until: Day };
}

/**
 * Full prices without tag discount, and the period for which they are known. The period begins at the first moment, and
 * ends at `until` or where the next row begins. Where small vehicles pay by fuel, the small price is that of diesel.
 */
export interface Tariff extends Begun, Dated, BySize<SizeTariff> {
  /** True for prices read from a dated extract: in force on `from`, and perhaps long before. */
  readonly observed?: boolean;
  /** It held before `from` already, since a day that no source tells. */
  readonly isOlder?: true;
  /** Minute of `until` at which it ends; absent: midnight. */
  readonly untilMin?: number;
  /** True: a source tells that it ended at `until`; absent: from `until` on no source tells of it any more. */
  readonly hasEnded?: true;
  /** Absent: the price is the same at all hours. */
  readonly rush?: RushRule;
  readonly source: string;
}

/** `rushOre` is absent where no dearer price than `ore` is published, even if `rush` covers the size. */
export interface SizeTariff extends SizePrices {
  /** The older row whose `rushOre` stands in, because this row has none. */
  readonly rushCarriedFrom?: TariffOrigin;
  /** The nearest other row, whose prices stand in, because this row has none. */
  readonly carriedFrom?: TariffOrigin;
}

/** The row that gave a price: when it holds, and who publishes it. */
export type TariffOrigin = Pick<Tariff, 'from' | 'fromMin' | 'until' | 'untilMin' | 'source'>;

/** When and for whom the rush price holds. */
export interface RushRule {
  readonly windows: readonly RushWindow[];
  /** Kinds of day without rush price. Weekends are always without. */
  readonly except: readonly DayKind[];
  /**
   * Kinds of day for which it is not published whether the rush price holds. The rush price is charged. Absent: there
   * are none.
   */
  readonly exceptUnknown?: readonly DayKind[];
  readonly sizes: readonly VehicleSize[];
}

/** Minutes after midnight, Norwegian wall clock; the end lies outside. */
export interface RushWindow {
  readonly fromMin: number;
  readonly untilMin: number;
}

/** The classes of vehicles for which a tariff may have a price of its own. */
export type TollClass = Fuel | 'euro-5-and-older' | 'euro-6';

/** One row: a price of its own, a share of the ordinary price, or nothing, for some classes of one size. */
export interface VehicleTariff extends Begun {
  /** See `TariffRow.id`. */
  readonly id: string;
  readonly size: VehicleSize;
  readonly classes: readonly TollClass[];
  /** Only for vehicles of this code of the register; absent: for all. */
  readonly technicalCode?: string;
  /** A rule of the state for all projects; absent: the project has published it. */
  readonly isOfState?: true;
  /** It held before `from` already, since a day that no source tells. */
  readonly isOlder?: true;
  /** The first moment at which it does not hold any more; absent: a newer row of its kind ends it. */
  readonly end?: Moment;
  /** First day for which no source tells of it any more; absent: it holds to its end for certain. */
  readonly knownUntil?: Day;
  /**
   * The ordinary tariff that the price was published beside; absent: there was none, and the price is never carried.
   */
  readonly beside?: SizePrices;
  readonly price:
    | ({ readonly kind: 'tariff' } & SizePrices)
    /** A decision: it holds until a newer one, whatever the ordinary price is. */
    | { readonly kind: 'share'; readonly percentOfTagged: number }
    /** Nothing, by a rule that no tariff and no share changes. */
    | { readonly kind: 'exempt' }
    /**
     * Nothing, for owners who have applied for it. No fact of a vehicle tells whether its owner has, so the row sets no
     * price.
     */
    | { readonly kind: 'on-application' };
  /**
   * The price that another source has from a day on, where nothing tells which source is right; absent: the sources
   * agree.
   */
  readonly otherwise?: { readonly from: Day; readonly price: VehicleTariff['price'] };
  /** False: the row is only for vehicles with a tag. */
  readonly untagged: boolean;
  readonly source: string;
}

/** The most passages of a calendar month that a vehicle with a tag pays for. */
export interface MonthlyCap {
  /** Names the stations whose passages are counted together: an hour group, or a name of its own. */
  readonly key: string;
  /** For a person to read. */
  readonly name: string;
  /** Its terms for each size, oldest first; absent: it does not hold for the size. */
  readonly bySize: BySize<readonly CapTerms[]>;
}

/** The terms of a monthly cap for one size, from a day on. */
interface CapTerms extends Pick<CapRecord, 'perMonth' | 'knownOn' | 'source'> {
  readonly from: Day;
}

/** A monthly cap as it holds for one size. */
export type CapOfSize = Pick<MonthlyCap, 'key' | 'name'> & CapTerms;

/** Named local exceptions, as `data/toll-projects.json` has them. */
export type ProjectRules = {
  readonly [Name in keyof LocalRules]: readonly InTime<LocalRules[Name][number]>[];
};

/** The record of a rule. Its first day is always given where rules of its kind have days. */
type InTime<Record> = 'from' extends keyof Record ? Record & Pick<Dated, 'from'> : Record;

/** The rules that the stations of one project share. Every list is oldest first. */
export interface TollProject extends ProjectRules {
  readonly id: string;
  readonly name: string;
  readonly drivePasts: readonly DrivePast[];
  readonly tagDiscounts: readonly TagDiscount[];
  readonly hourRules: readonly HourRuleTerms[];
  /** Stations that once stood and that the road database has no more; for warnings. */
  readonly absentStations: readonly AbsentStation[];
  /** Absent: only the price of zero emission depends on what a vehicle runs on. */
  readonly byVehicle?: ByVehicle;
  /** Vehicles that pay no toll at all; absent: none is known. */
  readonly exemptions?: readonly Exemption[];
  /** The most that the law allows; absent: no law sets a ceiling here. */
  readonly ceilings?: readonly ShareCeiling[];
  /**
   * False: it is no AutoPASS project. National terms, such as that tolls have no value added tax, do not hold for it.
   */
  readonly nationalTerms?: false;
}

/** How long one drive past the records of one station takes at most. */
type DrivePast = InTime<NationalRules['drivePasts'][number]>;

/** What a tag takes off the full price, in whole per cent. */
export interface TagDiscount extends Dated {
  readonly percent: Readonly<Record<VehicleSize, number>>;
  /** False: no source tells that the discount held in the project by then. */
  readonly known?: false;
  readonly source: string;
}

/** The terms of an hour rule from a day on. */
export interface HourRuleTerms extends InTime<Omit<HourRuleRecord, 'onceBetween'>> {
  /** Wall-clock window on weekdays in which tagged vehicles pay once, whatever its length. */
  readonly onceBetween?: RushWindow;
}

/**
 * Paying at one of `paid` makes the passages of `free` on the same trip free, before it or after
 * it (tag needed). Both lists are passage keys.
 */
export type LinkedStations = ProjectRules['linkedStations'][number] & {
  /** A reading that no record has: a passage that is free by the link opens an hour, as a paid one does. */
  readonly opensHour?: true;
};

/**
 * Reversed hour rule: with a tag, the stations are free unless both are passed inside the
 * window; without a tag each is charged.
 */
export type ReversedRule = ProjectRules['reversedRules'][number];

/** A local rule that is known to exist, but not in enough detail to apply; for a warning. */
export type UnappliedRule = ProjectRules['unappliedRules'][number];

/** A station that is known by its name and its end, and perhaps by its place. */
export interface AbsentStation {
  readonly name: string;
  /** First day on which it did not stand any more, from its first minute on. */
  readonly until: Day;
  /** Minute of that day, Norwegian wall clock, at which it was removed; absent: midnight. */
  readonly untilMin?: number;
  /** The places where it stood, one for each of its roads; absent: not known. */
  readonly places?: readonly LatLon[];
}

/** How the prices of a project depend on the vehicle. */
export interface ByVehicle {
  /** Small vehicles pay by fuel; the ordinary tariff is that of diesel. */
  readonly smallByFuel: boolean;
  /** Large vehicles pay by Euro class; the ordinary tariff is that of Euro V and older. */
  readonly largeByEuroClass: boolean;
  /** Zero emission has a tariff of its own, without a tag as well. */
  readonly ownZeroEmission: boolean;
}

/** A kind of vehicle that passes for nothing, with or without a tag. */
export type Exemption = InTime<NonNullable<NationalRules['exemptions']>[number]>;

/** The most that the law lets zero-emission vehicles pay with a tag. */
export interface ShareCeiling extends Dated {
  /** Per cent of the price with tag. */
  readonly percentOfTagged: number;
  readonly source: string;
}

/** General rate of value added tax, which tolls do not have. Source: `national` of `data/toll-projects.json`. */
export interface ValueAddedTax extends Dated {
  readonly percent: number;
}
