/** The rows of the source folder from which the ferry files are compiled. */
import type { FerryClass } from '../../src/base/vehicle.ts';

/** A row of the extract of NVDB type 770, with an interpretation of its fares. */
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
