import type { FerryDecisions } from '../../src/facts/schema/curated.ts';
import type { FareRecord, LegRecord, QuayRecord } from '../../src/facts/schema/ferries.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import type { SourceConnection, SourcePriceTable } from './ferry-source.ts';

type FreeDecision = FerryDecisions['free'][number];

export interface FareSources extends LegSources {
  readonly prices: readonly SourcePriceTable[];
  readonly decisions: Pick<
    FerryDecisions,
    'legZones' | 'fareStatus' | 'free' | 'freeUnsure' | 'zones'
  >;
}

type Free = Extract<FareRecord, { readonly terms: unknown }>;

/**
 * The known facts about the fare of a connection. Legs that sources name as free have priority.
 *
 * @throws Error when a row needs a decision that is missing.
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
        ? toZone(sources, source)
        : { kind: 'own-table', table: connection.priceTable };
    default:
      throw new Error(`Expected a known fare status, got ${status} for ${connection.name}.`);
  }
}

function toZone(sources: FareSources, source: string): FareRecord {
  const { authority, decisions } = sources;
  const isUnsure = decisions.freeUnsure.some((row) => row.authority === authority);
  const legs = listPaidLegs(sources, []);
  return { kind: 'zone', legs, source, ...(isUnsure && { freeUnsure: true }) };
}

/** Free legs. Only a line that is partly free by the source has legs that certainly cost something. */
function toFree(terms: Free['terms'], status: string, sources: FareSources): Free {
  const isWhole = terms.some(({ touching, between }) => !touching && !between);
  const quayIds = terms.flatMap(({ touching = [] }) => touching);
  const legs = !isWhole && status === 'partly-free' ? listPaidLegs(sources, quayIds) : [];
  return { kind: isWhole ? 'free' : 'partly-free', terms, legs };
}

function toTerm(
  { from, fromAssumed, asOf, touching, between, sureness, source }: FreeDecision,
  { connection }: FareSources,
): Free['terms'][number] {
  const idsOf = (names: readonly string[]) => names.map((name) => getQuayId(connection, name));
  return {
    from,
    ...(fromAssumed && { fromAssumed }),
    ...(asOf !== null && { asOf }),
    ...(touching && { touching: idsOf(touching) }),
    ...(between && { between: idsOf(between) }),
    sureness,
    source,
  };
}

/** The reason, and the last known fares if there are any, in the words of the source. */
function ownFaresNote({ connection, prices }: FareSources): string {
  const seen = prices
    .filter((row) => row.commercial && row.connectionIds.includes(connection.nvdbId))
    .map(({ pricesNok, validFrom }) => {
      const fares = Object.entries(pricesNok).map(([what, nok]) => `${what} NOK ${nok}`);
      return `seen in ${validFrom}: ${fares.join(', ')}`;
    });
  return [connection.fareNote ?? connection.fareStatusBasis, ...seen].join('; ');
}

interface LegSources {
  readonly connection: SourceConnection;
  readonly authority: string;
  readonly quays: ReadonlyMap<string, QuayRecord>;
  /** Names of published tables by connection id. */
  readonly tables: ReadonlyMap<string, string>;
  readonly decisions: Pick<FerryDecisions, 'legZones' | 'zones'>;
}

/**
 * Every pair of quays of a connection between which a fare is paid, with its zone: the zone that a source states, else
 * an estimate. The zone that the extract gives for the connection holds between its first and last quay. The other
 * zones follow from the straight line between the quays. Pairs with a free quay are left out.
 *
 * Source: a zone is a started kilometre of sailing (frammr.no), plus the county's surcharge.
 */
function listPaidLegs(sources: LegSources, freeQuayIds: readonly string[]): LegRecord[] {
  const ids = sources.connection.quays.map(({ nvdbId }) => String(nvdbId));
  const paidIds = ids.filter((id) => !freeQuayIds.includes(id));
  return paidIds.flatMap((from, i) => paidIds.slice(i + 1).map((to) => toLeg(sources, from, to)));
}

function toLeg(sources: LegSources, from: string, to: string): LegRecord {
  const { quays, nvdbId, zoneEstimate, zoneBasis } = sources.connection;
  const endToEnd = from === String(quays[0]?.nvdbId) && to === String(quays.at(-1)?.nvdbId);
  const stated = findStatedZone(sources, from, to);
  const zoned =
    stated ??
    (endToEnd && zoneEstimate !== null
      ? { zone: zoneEstimate, basis: zoneBasis ?? 'zone of the connection' }
      : zoneOfStraightLine(sources, from, to));
  const table = endToEnd ? sources.tables.get(String(nvdbId)) : undefined;
  return { quayIds: [from, to], ...zoned, ...(table === undefined ? {} : { table }) };
}

/** The zone that a source states. It has priority over estimates. */
function findStatedZone({ connection, decisions }: LegSources, from: string, to: string) {
  const found = decisions.zones
    .filter(({ id }) => id === String(connection.nvdbId))
    .find(({ quays }) => {
      const ids = quays.map((name) => getQuayId(connection, name));
      return ids.includes(from) && ids.includes(to);
    });
  return found && { zone: found.zone, basis: `stated by ${found.source}` };
}

/** @throws Error unless the connection calls at exactly one quay of this name. */
export function getQuayId({ name: line, quays }: SourceConnection, name: string): string {
  const [found, other] = quays.filter((quay) => quay.name === name);
  if (found === undefined || other !== undefined)
    throw new Error(`Expected one quay ${name} of ${line}, got ${found ? 'more' : 'none'}.`);
  return String(found.nvdbId);
}

function zoneOfStraightLine({ quays, authority, decisions }: LegSources, from: string, to: string) {
  const { sailingPerStraight, surcharges } = decisions.legZones;
  const surcharge = surcharges.find((row) => row.authority === authority)?.zones ?? 0;
  const a = quays.get(from);
  const b = quays.get(to);
  if (a === undefined || b === undefined)
    throw new Error(`Expected quays ${from} and ${to} in the list of quays, got one or none.`);
  const straightKm = flatDistanceM(a, b) / 1000;
  const basis = `straight line ${straightKm.toFixed(2)} km x ${sailingPerStraight}`;
  return {
    zone: Math.ceil(straightKm * sailingPerStraight) + surcharge,
    basis: surcharge === 0 ? basis : `${basis}, +${surcharge} zones (county)`,
  };
}
