/** Crossings to a ferry bill. */
import type { Day } from '../base/day.ts';
import type { Ore } from '../base/nok.ts';
import type { FerryClass } from '../base/vehicle.ts';
import type { Warning } from '../base/warning.ts';

/** One ferry line as the road database lists it (NVDB type 770), with what is known of its fare. */
export interface FerryConnection {
  readonly id: string;
  readonly name: string;
  /** NVDB ids of its quays, in the order of the line. */
  readonly quayIds: readonly string[];
  readonly fare: FerryFare;
}

export type FerryFare =
  /** No fare; `confirmed` is true only if a source names the connection. */
  | { readonly kind: 'free'; readonly confirmed: boolean; readonly source: string }
  /** Free between the pairs of quays that touch `freeQuayIds`, a zone tariff elsewhere. */
  | {
      readonly kind: 'partly-free';
      /** Legs to or from these quays are free. */
      readonly freeQuayIds: readonly string[];
      readonly source: string;
    }
  /** National zone tariff. */
  | { readonly kind: 'zone'; readonly zone: number }
  /** A table of its own, by name. */
  | { readonly kind: 'own-table'; readonly table: string }
  /** Own or commercial fares that nobody publishes in a form we can use. */
  | { readonly kind: 'own-fares'; readonly source: string };

/** Fares of all tables and zones, dated; the ferry catalogue fills it. */
export interface FerryTariffs {
  readonly version: string;
}

/** A crossing on a route, matched to its connection by its quays. */
export interface FerryCrossing {
  /** Absent when no connection serves the quays: the crossing is then unpriced. */
  readonly connection?: FerryConnection;
  readonly fromQuay?: { readonly id: string; readonly name: string };
  readonly toQuay?: { readonly id: string; readonly name: string };
  readonly lengthM: number;
  readonly durationS: number;
}

export interface FerryVehicle {
  readonly ferryClass: FerryClass;
  /** Total length; connections with length bounds of their own use it. Absent: class only. */
  readonly lengthM?: number;
}

export interface PricedCrossing {
  readonly crossing: FerryCrossing;
  readonly name: string;
  readonly ordinaryOre: Ore;
  readonly zeroEmissionOre: Ore;
  /** Private prepaid AutoPASS ferry agreement. */
  readonly autopassOre: Ore;
  /** Name of the tariff and its validity, for a person to read. */
  readonly tariff: string;
  readonly estimated: boolean;
}

export interface UnpricedCrossing {
  readonly crossing: FerryCrossing;
  readonly name: string;
  /** One English sentence. */
  readonly why: string;
}

export interface FerryBill {
  /** All crossings, priced or not. */
  readonly count: number;
  readonly ordinaryOre: Ore;
  readonly zeroEmissionOre: Ore;
  readonly autopassOre: Ore;
  readonly priced: readonly PricedCrossing[];
  readonly unpriced: readonly UnpricedCrossing[];
  readonly warnings: readonly Warning[];
}

/** A day on which a fare is asked for. */
export type FareDay = Day;
