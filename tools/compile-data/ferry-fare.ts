import type { FerryDecisions } from '../../src/facts/schema/curated-ferries.ts';
import type { FareRecord } from '../../src/facts/schema/ferries.ts';
import { getQuayId, type LegSources, listPaidLegs } from './ferry-legs.ts';
import type { SourcePriceTable } from './ferry-source.ts';

type FreeDecision = FerryDecisions['free'][number];

export interface FareSources extends LegSources {
  readonly prices: readonly SourcePriceTable[];
  readonly decisions: Pick<FerryDecisions, 'legZones' | 'fareStatus' | 'free' | 'zones'>;
}

type Free = Extract<FareRecord, { readonly terms: unknown }>;

/**
 * What is known of the fare of a connection: the legs that sources name as free go before all else.
 *
 * @throws when a row needs a decision that nobody took.
 */
export function compileFare(sources: FareSources): FareRecord {
  const { connection, decisions } = sources;
  const id = String(connection.nvdbId);
  const source = connection.fareSource ?? connection.fareStatusBasis;
  const status = decisions.fareStatus.find((row) => row.id === id)?.status ?? connection.fareStatus;
  const terms = decisions.free.filter((row) => row.id === id).map((row) => toTerm(row, sources));
  if (terms.length > 0) return toFree(terms, status, sources);
  switch (status) {
    case 'free':
    case 'partly-free':
      throw new Error(`Expected the free legs of ${connection.name}, got none.`);
    case 'announced-free':
      return { kind: 'announced-free', source };
    case 'likely-free':
      return { kind: 'likely-free', source };
    case 'own-fares':
      return { kind: 'own-fares', note: ownFaresNote(sources) };
    case 'paid':
      return connection.priceTable === null
        ? { kind: 'zone', legs: listPaidLegs(sources, []), source }
        : { kind: 'own-table', table: connection.priceTable };
    default:
      throw new Error(`Expected a known fare status, got ${status} for ${connection.name}.`);
  }
}

/** Only a line that the source counts as partly free has legs that are known to cost something. */
function toFree(terms: Free['terms'], status: string, sources: FareSources): Free {
  const isWhole = terms.some(({ touching, between }) => !touching && !between);
  const quayIds = terms.flatMap(({ touching = [] }) => touching);
  const legs = !isWhole && status === 'partly-free' ? listPaidLegs(sources, quayIds) : [];
  return { kind: isWhole ? 'free' : 'partly-free', terms, legs };
}

function toTerm(
  { from, asOf, touching, between, sureness, source }: FreeDecision,
  { connection }: FareSources,
): Free['terms'][number] {
  const idsOf = (names: readonly string[]) => names.map((name) => getQuayId(connection, name));
  return {
    from,
    ...(asOf !== null && { asOf }),
    ...(touching && { touching: idsOf(touching) }),
    ...(between && { between: idsOf(between) }),
    sureness,
    source,
  };
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
