/** The law of ferry fares: connections, published tables, the zone table, discounts. */
import type { Day } from '../../base/day.ts';
import type { Ore } from '../../base/nok.ts';
import type { FerryClass } from '../../base/vehicle.ts';

/** One ferry line as the road database lists it (NVDB type 770), with what is known of its fare. */
export interface FerryConnection {
  readonly id: string;
  readonly name: string;
  /** The authority that sets the fares: `state`, `county 15` (by number), `municipal` or `private`. */
  readonly authority: string;
  /** NVDB ids of its quays, in the order of the line. */
  readonly quayIds: readonly string[];
  readonly fare: FerryFare;
  /** Some connections of the area refuse the national ferry agreement; no source says which. */
  readonly agreementUnsure: boolean;
  /** It sails in summer only; no source says from which day to which. */
  readonly summerOnly?: boolean;
  /** First day on which it sails no more; absent: it sails. */
  readonly endedOn?: Day;
}

export type FerryFare =
  /**
   * Sources name all legs, or with `partly-free` some, as free from a day on; what these cost before
   * is not known. Legs that none names cost a fare, or where `legs` has none, it is not known.
   */
  | {
      readonly kind: 'free' | 'partly-free';
      readonly terms: readonly FreeTerm[];
      readonly legs: readonly FerryLeg[];
    }
  /** Free in an announcement that nothing confirms. */
  | { readonly kind: 'announced-free'; readonly source: string }
  /** Free by a national rule as we read it; no source names the connection. */
  | { readonly kind: 'likely-free'; readonly source: string }
  /** National or county zone tariff. */
  | { readonly kind: 'zone'; readonly legs: readonly FerryLeg[] }
  /** A published table of its own, by name. */
  | { readonly kind: 'own-table'; readonly table: string }
  /** Own or commercial fares that are not published in a form we can use. */
  | { readonly kind: 'own-fares'; readonly note: string };

/** Legs that a source names as free. */
export interface FreeTerm {
  readonly from: Day;
  /** The day that the source speaks of; absent: it has no day. */
  readonly asOf?: Day;
  /** Legs to or from these quays; absent: all. */
  readonly touching?: readonly string[];
  /** Legs with both ends among these quays; absent: all. */
  readonly between?: readonly string[];
  /** `probable`: the source does not name the legs themselves, and the price is an estimate. */
  readonly sureness: 'operator' | 'authority' | 'press' | 'secondary' | 'probable';
  readonly source: string;
}

/** A pair of quays between which a fare is paid, in either direction. */
export interface FerryLeg {
  readonly quayIds: readonly [string, string];
  /** Tariff zone, as a source states it, or estimated: started kilometres and county surcharges. */
  readonly zone: number;
  /** Name of a table with published fares for the leg; they go before the zone. */
  readonly table?: string;
}

/** All fares and discounts that ferry crossings are priced with. */
export interface FerryTariffs {
  /** Tables with published fares, by name. */
  readonly tables: ReadonlyMap<string, FareTable>;
  readonly zoneTable: ZoneTable;
  /** The last row that fits wins; a class without any row is sold no zero-emission fare. */
  readonly zeroEmission: readonly ZeroEmissionShare[];
  /** How one vehicle pays. */
  readonly payments: FerryPayments;
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

/** What the fares of a table have in common. */
export interface FareTerms {
  readonly bounds: LengthBounds;
  readonly agreement: FerryAgreement;
  /** Fares are not comparable across these days; `[]` where the table has a tariff of its own. */
  readonly breaks: readonly Day[];
}

/** The published fares of one crossing. */
export interface FareTable extends FareTerms {
  readonly name: string;
  /** Oldest first. */
  readonly rows: readonly FareRow[];
}

/** Published fares and the days for which they are known. */
export interface FareRow {
  /** Name and validity, for a person to read. */
  readonly label: string;
  readonly from: Day;
  /** First day on which the fares are no longer known to hold. */
  readonly until: Day;
  /** `undated`: held on some days between `from` and `until`; no source says which. */
  readonly dated: 'published' | 'inferred' | 'undated';
  readonly ordinary: ClassFares;
  readonly zeroEmission: ClassFares;
  readonly source: string;
}

/** Fares by zone, reconstructed from few published ones: every price from it is an estimate. */
export interface ZoneTable extends FareTerms {
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
  readonly source: string;
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

/** What a tag or a business agreement takes off, beside the private agreement of the tariff. */
export interface FerryPayments {
  readonly payments: readonly FerryPayment[];
  readonly trailer: TrailerRule;
}

export interface FerryPayment {
  /** Name of the agreement beside which it is valid: see `FerryAgreement.name`. */
  readonly agreement: string;
  readonly kind: 'tag' | 'business';
  readonly percentOff: number;
  readonly roundedTo: 'nok' | 'ore';
  readonly source: string;
}

/** A light car with a trailer pays its fare several times, by the length of both. */
export interface TrailerRule {
  readonly carMaxLengthM: number;
  readonly carMaxWeightKg: number;
  readonly carClass: FerryClass;
  /** Shortest first; the last has no bound. */
  readonly fares: readonly { readonly upToM?: number; readonly times: number }[];
  readonly source: string;
}
