/** Who pays on a ferry, beyond the class: what the fare of one vehicle depends on. */
import type { Ore } from '../base/nok.ts';
import type { FerryAgreementKind, FerryClass, Fuel } from '../base/vehicle.ts';
import type { PricedAmount } from './priced-amount.ts';

export interface FerryCustomer {
  /** Absent: not known. */
  readonly fuel?: Fuel;
  readonly agreement: FerryAgreementKind;
  /** Absent: no trailer. */
  readonly trailerM?: number;
  /** Permitted total weight of the motor vehicle; absent: not known. */
  readonly weightKg?: number;
}

/** What one vehicle pays for a crossing. */
export interface VehicleFare {
  /** Absent: no fare is known for it. */
  readonly amount?: PricedAmount;
  /** The amount, or whether there is one, is not known for the vehicle and the day. */
  readonly estimated: boolean;
  /** Why, where the crossing itself does not say so; one sentence each. */
  readonly doubts: readonly string[];
}

/** The sum of one vehicle over all crossings of a route. */
export interface VehicleFares {
  readonly ore: Ore;
  readonly estimated: boolean;
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
