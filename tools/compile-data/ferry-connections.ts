import type { FerryDecisions } from '../../src/facts/schema/curated.ts';
import type { ConnectionRecord, QuayRecord } from '../../src/facts/schema/ferries.ts';
import { compileFare, getQuayId } from './ferry-fare.ts';
import type { SourceConnection, SourcePriceTable } from './ferry-source.ts';

/** NVDB 770 "Sambandstype" in our words. */
const OPERATION: Readonly<Record<string, ConnectionRecord['operation']>> = {
  Helårssamband: 'all-year',
  Sommersamband: 'summer',
  'Helårs med sambandsutvidelse sommersesong': 'all-year-more-in-summer',
};

export interface ConnectionSources {
  readonly connections: readonly SourceConnection[];
  readonly quays: readonly QuayRecord[];
  readonly prices: readonly SourcePriceTable[];
  readonly decisions: FerryDecisions;
}

/**
 * All connections, in the order of the source.
 *
 * @throws Error when a row has an unknown value, or needs a decision that is missing.
 */
export function compileFerryConnections(sources: ConnectionSources): ConnectionRecord[] {
  const { connections, prices, decisions } = sources;
  const quays = new Map(sources.quays.map((quay) => [quay.id, quay]));
  const tables = namesOfTables(prices);
  return connections.map((connection) => {
    const operation = OPERATION[connection.operation];
    if (operation === undefined)
      throw new Error(`Expected a known operation, got ${connection.operation}.`);
    const authority = authorityOf(connection, quays);
    return {
      id: String(connection.nvdbId),
      name: connection.name.replace(/\s*-\s*/g, '-').trim(),
      road: connection.road,
      authority,
      operation,
      quayIds: connection.quays.map(({ nvdbId }) => String(nvdbId)),
      agreementUnsure: decisions.agreementUnsure.some((row) => row.authority === authority),
      fare: compileFare({ connection, authority, quays, tables, prices, decisions }),
      ...findAddedToll(connection, decisions),
      straightKm: connection.straightKm,
      sailingKm: connection.sailingKm,
      crossingMin: connection.crossingMin,
      line: connection.line,
    };
  });
}

function findAddedToll(
  connection: SourceConnection,
  { addedTolls }: FerryDecisions,
): Pick<ConnectionRecord, 'addedToll'> {
  const found = addedTolls.find(({ id }) => id === String(connection.nvdbId));
  if (found === undefined) return {};
  const { id: _, reason: __, touching, ...toll } = found;
  if (touching === undefined) return { addedToll: toll };
  return { addedToll: { ...toll, touching: touching.map((name) => getQuayId(connection, name)) } };
}

/** Published tables in the national classes, by connection id. */
function namesOfTables(prices: readonly SourcePriceTable[]): Map<string, string> {
  return new Map(
    prices
      .filter(({ bounds }) => bounds !== 'local')
      .flatMap((row) => row.connectionIds.map((id) => [String(id), row.connection] as const)),
  );
}

/** The authority. The county is that of the first quay: the first two digits of its municipality number. */
function authorityOf(
  { category, name, quays }: SourceConnection,
  known: ReadonlyMap<string, QuayRecord>,
): string {
  switch (category) {
    case 'Riksvegferjesamband':
      return 'state';
    case 'Kommuneferjesamband':
      return 'municipal';
    case 'Privat ferjesamband':
      return 'private';
    case 'Fylkesferjesamband': {
      const quay = known.get(String(quays[0]?.nvdbId));
      if (quay?.municipality == null)
        throw new Error(`Expected the municipality of the first quay of ${name}, got none.`);
      return `county ${Math.floor(quay.municipality / 100)}`;
    }
    default:
      throw new Error(`Expected a known category, got ${category} for ${name}.`);
  }
}
