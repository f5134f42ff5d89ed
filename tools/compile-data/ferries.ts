import { countBy, describeQuays, NVDB_TERMS } from '../../src/facts/compile/format-data-file.ts';
import { compileFerryQuays } from '../../src/facts/compile/quays-and-cameras.ts';
import type { FerryDecisions } from '../../src/facts/schema/curated.ts';
import type {
  ConnectionFile,
  ConnectionRecord,
  QuayFile,
  TariffFile,
} from '../../src/facts/schema/ferries.ts';
import type { QuayRow } from '../../src/upstream/road-database/parse-objects.ts';
import { PUBLIC_FERRIES, QUAYS_ORIGIN } from './compiled-text.ts';
import { compileFerryConnections } from './ferry-connections.ts';
import type { SourceConnection, SourcePrices, SourceZoneTable } from './ferry-source.ts';
import { compileFerryTariffs } from './ferry-tariffs.ts';

/** The sources of the ferry files. */
export interface FerrySources {
  /** `ferry-quays.json`. */
  readonly quays: readonly QuayRow[];
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

/**
 * Compiles the ferry files.
 *
 * @throws Error when a source row needs a decision that is missing.
 */
export function compileFerries(sources: FerrySources): CompiledFerries {
  const { prices, decisions } = sources;
  const quays = compileFerryQuays(sources.quays, listCalls(sources.connections), decisions);
  const connections = compileFerryConnections({
    connections: sources.connections,
    quays,
    prices: prices.tables,
    decisions,
  });
  const tariffs = compileFerryTariffs(prices, sources.zoneTable, decisions);
  return {
    quays: { meta: describeQuays(quays, QUAYS_ORIGIN), quays },
    connections: { meta: describeConnections(connections), connections },
    tariffs: { meta: describeTariffs(tariffs), ...tariffs },
  };
}

/** The quays at which each connection calls. @internal Its tests use it. */
export const listCalls = (connections: readonly SourceConnection[]) =>
  connections.map(({ nvdbId, quays }) => ({
    id: String(nvdbId),
    quayIds: quays.map((quay) => String(quay.nvdbId)),
  }));

const describeConnections = (connections: readonly ConnectionRecord[]) => ({
  source: `Statens vegvesen, NVDB object type 770; ${PUBLIC_FERRIES}, commit ac8e0626e460986016dda5504250f33b87c0eb0e; fares: our reading of the sources named in each row`,
  date: '2026-09-10',
  ...NVDB_TERMS,
  counts: {
    connections: connections.length,
    ...countBy(connections, ({ fare }) => fare.kind),
  },
});

const describeTariffs = ({ fares, tables, zones }: Omit<TariffFile, 'meta'>) => ({
  source:
    'Published fares: the source of each row. Zone table: own reconstruction, NOT the official one',
  date: '2026-11-20',
  licence: 'Facts; the reconstruction is own work',
  attribution: 'Name the source of the row, and call an estimate an estimate.',
  counts: { fares: fares.length, tables: tables.length, zones: zones.length },
});
