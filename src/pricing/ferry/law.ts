/** The law of ferry fares: connections, published tables, the zone table, discounts. */
import type { Day } from '../../base/day.ts';
import type { Ore } from '../../base/nok.ts';
import type { FerryClass } from '../../base/vehicle.ts';
import type {
  ConnectionRecord,
  FareRecord,
  FareRowRecord,
  FerryPayments,
  LegRecord,
  TariffFile,
} from '../../facts/schema/ferries.ts';

/** One ferry line as the road database lists it (NVDB type 770), with what is known of its fare. */
export interface FerryConnection
  extends Pick<
    ConnectionRecord,
    'id' | 'name' | 'authority' | 'quayIds' | 'agreementUnsure' | 'endedOn' | 'addedToll'
  > {
  readonly fare: FerryFare;
  /** It sails in summer only; no source says from which day to which. */
  readonly summerOnly?: boolean;
}

export type FerryFare =
  /**
   * Sources name the legs that are free from a day on: all legs, or some with `partly-free`. The fare of these legs
   * before that day is not known. A leg that no source names costs the fare of `legs`; where `legs` lacks it, its fare
   * is not known.
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
  /**
   * National or county zone tariff. `freeUnsure`: it may be free, because the lists of free ferries are incomplete
   * there.
   */
  | { readonly kind: 'zone'; readonly legs: readonly FerryLeg[]; readonly freeUnsure?: true }
  /** A published table of its own, by name. */
  | { readonly kind: 'own-table'; readonly table: string }
  /** Own or commercial fares that are not published in a form we can use. */
  | { readonly kind: 'own-fares'; readonly note: string };

/** Legs that a source names as free. */
export type FreeTerm = Extract<FareRecord, { readonly terms: unknown }>['terms'][number];

/** A pair of quays between which a fare is paid, in either direction. */
export type FerryLeg = Omit<LegRecord, 'basis'>;

/** All fares and discounts that ferry crossings are priced with. */
export interface FerryTariffs {
  /** Tables with published fares, by name. */
  readonly tables: ReadonlyMap<string, FareTable>;
  readonly zoneTable: ZoneTable;
  /** The last row that fits wins; a class without any row is sold no zero-emission fare. */
  readonly zeroEmission: readonly ZeroEmissionShare[];
  /**
   * The discounts of a tag and of a business agreement, and the rule of trailers. The private agreement stands in each
   * tariff.
   */
  readonly payments: FerryPayments;
}

/** Longest vehicle of each class, shortest class first; motorcycles have no length. */
export type LengthBounds = TariffFile['bounds'][number];

/** A fare per class; a class that is absent is not known. */
export type ClassFares = Readonly<Partial<Record<FerryClass, Ore>>>;

/** What the fares of a table have in common. */
export interface FareTerms {
  readonly bounds: LengthBounds;
  readonly agreement: FerryAgreement;
  /** Fares are not comparable across these days; `[]` where the table has a tariff of its own. */
  readonly breaks: readonly Day[];
  readonly zeroEmissionFlat?: TariffFile['tables'][number]['zeroEmissionFlat'];
}

/** The published fares of one crossing. */
export interface FareTable extends FareTerms {
  readonly name: string;
  /** Oldest first. */
  readonly rows: readonly FareRow[];
}

/** Published fares and the days for which they are known. */
export interface FareRow
  extends Pick<FareRowRecord, 'label' | 'from' | 'until' | 'dated' | 'source'> {
  readonly ordinary: ClassFares;
  readonly zeroEmission: ClassFares;
}

/** Fares by zone, reconstructed from few published ones: every price from it is an estimate. */
export interface ZoneTable extends FareTerms {
  /** Ordinary fares of the reference year by zone. */
  readonly fares: ReadonlyMap<number, ClassFares>;
  /** Oldest first. */
  readonly periods: readonly ZonePeriod[];
}

/** How the fares of a period relate to those of the reference year. */
type ZonePeriod = Pick<TariffFile['zonePeriods'][number], 'label' | 'from' | 'until' | 'scale'>;

/** What a prepaid agreement for private persons takes off the ordinary fare. */
export type FerryAgreement = TariffFile['agreements'][number];

/** The zero-emission fare as a part of the ordinary fare. */
export type ZeroEmissionShare = TariffFile['zeroEmission'][number];
