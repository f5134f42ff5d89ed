import type { ConnectionFile, QuayFile, TariffFile } from '../ferry-schema.ts';
import { compileFerryConnections } from './ferry-connections.ts';
import { compileFerryQuays } from './ferry-quays.ts';
import type {
  FerryDecisions,
  SourceConnection,
  SourcePrices,
  SourceQuay,
  SourceZoneTable,
} from './ferry-source.ts';
import { compileFerryTariffs } from './ferry-tariffs.ts';

/** What the ferry files are made from. */
export interface FerrySources {
  /** `ferry-quays.json`. */
  readonly quays: readonly SourceQuay[];
  /** `ferry-connections.json`. */
  readonly connections: readonly SourceConnection[];
  /** `ferry-prices-published.json`. */
  readonly prices: SourcePrices;
  /** `ferry-zone-table-2026-reconstructed.json`. */
  readonly zoneTable: SourceZoneTable;
  /** `data/curated/ferries.json` of the project. */
  readonly decisions: FerryDecisions;
}

/** The content of `ferry-quays.json`, `ferry-connections.json` and `ferry-tariffs.json`. */
export interface CompiledFerries {
  readonly quays: QuayFile;
  readonly connections: ConnectionFile;
  readonly tariffs: TariffFile;
}

const NVDB = {
  version: '2026-09-10',
  licence: 'NLOD 2.0, https://data.norge.no/nlod/no/2.0',
  attribution:
    'Inneholder data under norsk lisens for offentlige data (NLOD) tilgjengeliggjort av Statens vegvesen.',
};

/**
 * Compiles the ferry files.
 *
 * @throws when a source row needs a decision that nobody took.
 */
export function compileFerries(sources: FerrySources): CompiledFerries {
  const { prices, decisions } = sources;
  const quays = compileFerryQuays(sources.quays, sources.connections, decisions);
  const connections = compileFerryConnections({
    connections: sources.connections,
    quays,
    prices: prices.tables,
    decisions,
  });
  const tariffs = compileFerryTariffs(prices, sources.zoneTable, decisions);
  return {
    quays: { meta: { ...NVDB, source: 'NVDB type 64, extract of 2026-09-10' }, quays },
    connections: {
      meta: {
        ...NVDB,
        source: 'NVDB type 770, extract of 2026-09-10; fares: our reading of the sources named',
      },
      connections,
    },
    tariffs: {
      meta: {
        version: '2026-11-20',
        source: 'Published fares: the source of each row. Zones: own reconstruction, NOT official',
        licence: 'Facts; the reconstruction is own work',
        attribution: 'Name the source of the row, and call an estimate an estimate.',
      },
      ...tariffs,
    },
  };
}
