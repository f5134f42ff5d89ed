import type { FareRecord } from '../ferry-schema.ts';
import { type LegSources, listPaidLegs } from './ferry-legs.ts';
import type { FerryDecisions, SourcePriceTable } from './ferry-source.ts';

export interface FareSources extends LegSources {
  readonly prices: readonly SourcePriceTable[];
  readonly decisions: Pick<
    FerryDecisions,
    'legZones' | 'fareStatus' | 'freeFrom' | 'freeQuays' | 'tables'
  >;
}

/**
 * What is known of the fare of a connection.
 *
 * @throws when a row needs a decision that nobody took.
 */
export function compileFare(sources: FareSources): FareRecord {
  const { connection, decisions } = sources;
  const id = String(connection.nvdbId);
  const source = connection.fareSource ?? connection.fareStatusBasis;
  const status = decisions.fareStatus.find((row) => row.id === id)?.status ?? connection.fareStatus;
  switch (status) {
    case 'free':
      return { kind: 'free', from: freeFrom(sources, source), source };
    case 'announced-free':
      return { kind: 'announced-free', source };
    case 'likely-free':
      return { kind: 'likely-free', source };
    case 'own-fares':
      return { kind: 'own-fares', note: ownFaresNote(sources) };
    case 'partly-free': {
      const freeQuayIds = listFreeQuays(sources, id);
      const legs = listPaidLegs(sources, freeQuayIds);
      return { kind: 'partly-free', freeQuayIds, from: freeFrom(sources, source), source, legs };
    }
    case 'paid':
      return connection.priceTable === null
        ? { kind: 'zone', legs: listPaidLegs(sources, []), source }
        : { kind: 'own-table', table: connection.priceTable };
    default:
      throw new Error(`Expected a known fare status, got ${status} for ${connection.name}.`);
  }
}

function freeFrom({ decisions, connection }: FareSources, source: string): string {
  const decision = decisions.freeFrom.find((row) => row.source === source);
  if (decision === undefined)
    throw new Error(`Expected a first free day for ${source}, got none (${connection.name}).`);
  return decision.from;
}

function listFreeQuays({ decisions, connection }: FareSources, id: string): string[] {
  const names = decisions.freeQuays.find((row) => row.id === id)?.quays ?? [];
  const found = connection.quays.filter(({ name }) => names.includes(name));
  if (found.length === 0 || found.length !== names.length)
    throw new Error(`Expected the free quays of ${connection.name}, got ${names.join(', ')}.`);
  return found.map(({ nvdbId }) => String(nvdbId));
}

/** The reason, and the fares seen last where some were, in the words of the source. */
function ownFaresNote({ connection, prices }: FareSources): string {
  const seen = prices
    .filter((row) => row.commercial && row.connectionIds.includes(connection.nvdbId))
    .map(({ pricesNok, validFrom }) => {
      const fares = Object.entries(pricesNok).map(([what, nok]) => `${what} NOK ${nok}`);
      return `seen in ${validFrom}: ${fares.join(', ')}`;
    });
  return [connection.fareNote ?? connection.fareStatusBasis, ...seen].join('; ');
}
