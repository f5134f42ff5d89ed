/** The rows that the ferry files are compiled from, as the source folder has them. */
import type { FerryClass } from '../../base/vehicle.ts';
import type { FreeTerm } from '../../pricing/ferry/law.ts';

/** A row of the extract of NVDB type 64. */
export interface SourceQuay {
  readonly nvdbId: number;
  readonly name: string | null;
  readonly lon: number;
  readonly lat: number;
  readonly municipality: number | null;
  /** Trafikkeres, Beredskapskai or Nedlagt. */
  readonly status: string;
  readonly ramps: number | null;
  readonly waitingRoom: boolean | null;
  readonly owner: string | null;
}

/** A row of the extract of NVDB type 770, with a reading of what it costs. */
export interface SourceConnection {
  readonly nvdbId: number;
  readonly name: string;
  readonly road: string;
  readonly operation: string;
  readonly category: string;
  readonly quays: readonly { readonly nvdbId: number; readonly name: string }[];
  readonly straightKm: number;
  readonly sailingKm: number | null;
  readonly fareStatus: string;
  readonly fareStatusBasis: string;
  readonly fareNote: string | null;
  readonly fareSource: string | null;
  readonly priceTable: string | null;
  readonly zoneEstimate: number | null;
  readonly zoneBasis: string | null;
  readonly crossingMin: number | null;
  readonly line: readonly (readonly [lon: number, lat: number])[] | null;
}

export interface SourcePrices {
  readonly classes: {
    readonly national: readonly SourceClass[];
    readonly mossHorten: readonly SourceClass[];
  };
  readonly tables: readonly SourcePriceTable[];
}

export interface SourceClass {
  readonly class: FerryClass;
  readonly toM: number | null;
}

export interface SourcePriceTable {
  readonly connection: string;
  readonly connectionIds: readonly number[];
  readonly validFrom: string | null;
  /** `local`: the keys of the prices are no classes. */
  readonly bounds: string;
  readonly commercial: boolean;
  readonly pricesNok: Readonly<Record<string, number>>;
  readonly zeroEmissionNok: Readonly<Record<string, number>> | null;
  readonly previousNok: Readonly<Record<string, number>> | null;
  readonly sourceKind: string;
  readonly source: string;
}

export interface SourceZoneTable {
  readonly zones: readonly ({ readonly zone: number } & Readonly<Record<FerryClass, number>>)[];
}

/** `data/curated/ferries.json`: decisions that the sources leave open. */
export interface FerryDecisions {
  readonly quayNames: readonly { readonly id: string; readonly name: string }[];
  readonly duplicateQuays: readonly { readonly id: string; readonly of: string }[];
  readonly fareStatus: readonly { readonly id: string; readonly status: string }[];
  readonly free: readonly FreeDecision[];
  readonly zones: readonly {
    readonly id: string;
    readonly quays: readonly [string, string];
    readonly zone: number;
    readonly source: string;
  }[];
  readonly legZones: {
    readonly sailingPerStraight: number;
    readonly surcharges: readonly { readonly authority: string; readonly zones: number }[];
  };
  readonly agreementUnsure: readonly { readonly authority: string }[];
  readonly agreements: readonly {
    readonly name: string;
    readonly percentOff: number;
    readonly roundedTo: 'nok' | 'ore';
    readonly exceptClasses: readonly FerryClass[];
    readonly source: string;
  }[];
  readonly zeroEmission: readonly {
    readonly from: string;
    readonly classes: 'all' | readonly FerryClass[];
    readonly authorities: readonly string[] | null;
    readonly percent: number;
    readonly assumed: boolean;
    readonly source: string;
  }[];
  readonly breaks: readonly {
    readonly day: string;
    readonly why: string;
    readonly source: string;
  }[];
  readonly tables: readonly {
    readonly name: string;
    readonly bounds: string;
    readonly agreement: string;
    readonly ownTariff: boolean;
  }[];
  readonly fareDates: readonly FareDateDecision[];
  readonly zonePeriods: readonly {
    readonly from: string;
    readonly until: string;
    readonly scale: number;
    readonly label: string;
    readonly source: string;
  }[];
}

/** Legs that a source names as free; quays by their names in the extract. */
export interface FreeDecision {
  readonly id: string;
  readonly from: string;
  readonly asOf: string | null;
  readonly touching?: readonly string[];
  readonly between?: readonly string[];
  readonly sureness: FreeTerm['sureness'];
  readonly source: string;
}

/** The days for which the published fares of a source row count as known. */
export interface FareDateDecision {
  readonly connection: string;
  /** As the source row has it. */
  readonly validFrom: string | null;
  readonly from: string;
  readonly until: string;
  readonly dated: 'published' | 'inferred' | 'undated';
  readonly label: string;
  readonly reason: string;
  /** First day of the fare that the source gives as the one before. */
  readonly previousFrom?: string;
  readonly previousLabel?: string;
}
