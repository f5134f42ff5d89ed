import type {
  ConnectionFile,
  ConnectionRecord,
  QuayFile,
  QuayRecord,
  TariffFile,
} from '../ferry-schema.ts';
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
import type { Origin } from './station-meta.ts';

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

const PUBLIC_FILE = 'PhD6959/Periple-Nordique-Data sources/ferries.geojson';

const NVDB = {
  date: '2026-09-10',
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
    quays: { meta: describeQuays(quays), quays },
    connections: { meta: describeConnections(connections), connections },
    tariffs: { meta: describeTariffs(tariffs), ...tariffs },
  };
}

const QUAYS_ORIGIN: Origin = {
  source: `Statens vegvesen, NVDB object type 64; ${PUBLIC_FILE}, commits ac8e0626e460986016dda5504250f33b87c0eb0e and 8a09f80a763fc87231a9e20f42e7104d01dbe731`,
  date: NVDB.date,
};

/**
 * The `meta` of `ferry-quays.json`.
 *
 * @param origin absent: the extract that the bundled data is made from.
 */
export const describeQuays = (
  quays: readonly QuayRecord[],
  { source, date }: Origin = QUAYS_ORIGIN,
) => ({
  source,
  date,
  licence: NVDB.licence,
  attribution: NVDB.attribution,
  counts: {
    quays: quays.length,
    ...countBy(quays.map(({ status }) => status)),
    usableByCars: quays.filter(({ usableByCars }) => usableByCars).length,
    withoutConnection: quays.filter(({ connectionIds }) => connectionIds.length === 0).length,
  },
});

const describeConnections = (connections: readonly ConnectionRecord[]) => ({
  source: `Statens vegvesen, NVDB object type 770; ${PUBLIC_FILE}, commit ac8e0626e460986016dda5504250f33b87c0eb0e; fares: our reading of the sources named in each row`,
  ...NVDB,
  counts: {
    connections: connections.length,
    ...countBy(connections.map(({ fare }) => fare.kind)),
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

/** How many there are of each, in alphabetical order. */
function countBy(kinds: readonly string[]): Record<string, number> {
  const names = [...new Set(kinds)].sort();
  return Object.fromEntries(
    names.map((name) => [name, kinds.filter((kind) => kind === name).length]),
  );
}
