/** Ferry fares as the pricing kernel sees them: published tables, the zone table, discounts. */
import type { Day } from '../base/day.ts';
import type { Ore } from '../base/nok.ts';
import type { FerryClass } from '../base/vehicle.ts';
import type { FerryPayments } from './ferry-customer.ts';

/** All fares and discounts that ferry crossings are priced with. */
export interface FerryTariffs {
  /** Tables with published fares, by name. */
  readonly tables: ReadonlyMap<string, FareTable>;
  readonly zoneTable: ZoneTable;
  /** The last row that fits wins; a class without any row is sold no zero-emission fare. */
  readonly zeroEmission: readonly ZeroEmissionShare[];
  /** How one vehicle pays; absent: not known. */
  readonly payments?: FerryPayments;
}

/** Longest vehicle of each class, shortest class first; motorcycles have no length. */
export interface LengthBounds {
  readonly name: string;
  readonly classes: readonly {
    readonly ferryClass: FerryClass;
    /** Still in the class at exactly this length; absent in the last class. */
    readonly upToM?: number;
  }[];
}

/** A fare per class; a class that is absent is not known. */
export type ClassFares = Readonly<Partial<Record<FerryClass, Ore>>>;

/** The published fares of one crossing. */
export interface FareTable {
  readonly name: string;
  readonly bounds: LengthBounds;
  readonly agreement: FerryAgreement;
  /** Oldest first. */
  readonly rows: readonly FareRow[];
  /** Fares are not comparable across these days; `[]` where the table has a tariff of its own. */
  readonly breaks: readonly Day[];
}

/** Published fares and the days for which they are known. */
export interface FareRow {
  /** Name and validity, for a person to read. */
  readonly label: string;
  readonly from: Day;
  /** First day on which the fares are no longer known to hold. */
  readonly until: Day;
  /** `undated`: held on some days between `from` and `until`; nobody says which. */
  readonly dated: 'published' | 'inferred' | 'undated';
  readonly ordinary: ClassFares;
  readonly zeroEmission: ClassFares;
  readonly source: string;
}

/** Fares by zone, reconstructed from few published ones: every price from it is an estimate. */
export interface ZoneTable {
  readonly bounds: LengthBounds;
  readonly agreement: FerryAgreement;
  readonly breaks: readonly Day[];
  /** Ordinary fares of the reference year by zone. */
  readonly fares: ReadonlyMap<number, ClassFares>;
  /** Oldest first. */
  readonly periods: readonly ZonePeriod[];
}

/** How the fares of a period relate to those of the reference year. */
interface ZonePeriod {
  readonly label: string;
  readonly from: Day;
  readonly until: Day;
  /** Factor on the fares of the reference year, at most four decimals. */
  readonly scale: number;
}

/** What a prepaid agreement for private persons leaves of the ordinary fare. */
export interface FerryAgreement {
  readonly name: string;
  /** Part of the ordinary fare that remains to be paid, 0 … 1. */
  readonly share: number;
  readonly roundedTo: 'nok' | 'ore';
  /** Classes for which no agreement price is published: they pay the ordinary fare. */
  readonly exceptClasses: readonly FerryClass[];
}

/** The zero-emission fare as a part of the ordinary fare. */
export interface ZeroEmissionShare {
  readonly from: Day;
  readonly classes: readonly FerryClass[];
  /** Absent: everywhere. See `FerryConnection.authority`. */
  readonly authorities?: readonly string[];
  readonly share: number;
  /** True where no source says that the share holds here and now. */
  readonly assumed: boolean;
  readonly source: string;
}
