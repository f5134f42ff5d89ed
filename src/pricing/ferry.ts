/** Ferry connections, the crossings of a route, and their bill. */
import type { Day } from '../base/day.ts';
import type { Ore } from '../base/nok.ts';
import type { FerryClass } from '../base/vehicle.ts';
import type { Warning } from '../base/warning.ts';
import type { FerryCustomer, VehicleFare, VehicleFares } from './ferry-customer.ts';
import type { FerryAgreement } from './ferry-tariffs.ts';
import type { PriceStep, TariffRow } from './priced-amount.ts';

/** One ferry line as the road database lists it (NVDB type 770), with what is known of its fare. */
export interface FerryConnection {
  readonly id: string;
  readonly name: string;
  /** Who sets the fares: `state`, `county 15` (by number), `municipal` or `private`. */
  readonly authority: string;
  /** NVDB ids of its quays, in the order of the line. */
  readonly quayIds: readonly string[];
  readonly fare: FerryFare;
  /** Some connections of the area refuse the national ferry agreement; nobody says which. */
  readonly agreementUnsure: boolean;
  /** It sails in summer only; no source says from which day to which. */
  readonly summerOnly?: boolean;
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
  /** Own or commercial fares that nobody publishes in a form we can use. */
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
  /** `probable`: the source does not name the very legs, and the price is an estimate. */
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

/** A crossing on a route, matched to its connection by its quays. */
export interface FerryCrossing {
  /** Absent when no connection serves the quays: the crossing is then unpriced. */
  readonly connection?: FerryConnection;
  readonly fromQuay?: CalledQuay;
  readonly toQuay?: CalledQuay;
  /** What a planner calls it; absent: nothing. */
  readonly plannedName?: string;
  /** Seconds from the departure of the trip to boarding; absent: not known. */
  readonly boardedAtS?: number;
  readonly lengthM: number;
  readonly durationS: number;
}

interface CalledQuay {
  /** NVDB object id, type 64. */
  readonly id: string;
  readonly name: string;
}

export interface FerryVehicle {
  readonly ferryClass: FerryClass;
  /** Total length; connections with length bounds of their own use it. Absent: class only. */
  readonly lengthM?: number;
  /** Who pays, where the fare of one vehicle is asked for beside those of its class. */
  readonly customer?: FerryCustomer;
}

export interface PricedCrossing {
  readonly crossing: FerryCrossing;
  readonly name: string;
  /** The class that was charged; length bounds of its own can move a vehicle to another. */
  readonly ferryClass: FerryClass;
  readonly ordinaryOre: Ore;
  readonly zeroEmissionOre: Ore;
  /** Private prepaid ferry agreement: AutoPASS, or the connection's own. */
  readonly autopassOre: Ore;
  /** Name of the tariff and its validity, for a person to read. */
  readonly tariff: string;
  readonly estimated: boolean;
  /** The row of the fare. */
  readonly row: TariffRow;
  /** The zero-emission fare is a share that nobody publishes for the day; absent: it is not. */
  readonly isShareAssumed?: true;
  /** The share that the zero-emission fare is; absent: it is published itself, or there is none. */
  readonly zeroEmissionShare?: Pick<PriceStep, 'percentLeft' | 'rounding' | 'source'>;
  /** The prepaid agreement for private persons; absent: there is nothing to pay. */
  readonly agreement?: FerryAgreement;
  /** What the very vehicle pays; absent: none was named. */
  readonly vehicle?: VehicleFare;
}

export interface UnpricedCrossing {
  /** Without a duration where nobody tells it. */
  readonly crossing: Omit<FerryCrossing, 'durationS'> & Partial<Pick<FerryCrossing, 'durationS'>>;
  readonly name: string;
  /** One English sentence. */
  readonly why: string;
}

export interface FerryBill {
  /** All crossings, priced or not. */
  readonly count: number;
  /** The sums leave the unpriced crossings out. */
  readonly ordinaryOre: Ore;
  readonly zeroEmissionOre: Ore;
  readonly autopassOre: Ore;
  /** In travel order. */
  readonly priced: readonly PricedCrossing[];
  /** In travel order. */
  readonly unpriced: readonly UnpricedCrossing[];
  /**
   * The class that the paid crossings charge; that of the national length bounds where their tariffs
   * differ, and where nothing is paid.
   */
  readonly ferryClass: FerryClass;
  /** What the very vehicle pays; absent: none was named. */
  readonly vehicle?: VehicleFares;
  readonly warnings: readonly Warning[];
}
