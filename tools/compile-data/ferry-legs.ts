import type { FerryDecisions } from '../../src/facts/schema/curated-ferries.ts';
import type { LegRecord, QuayRecord } from '../../src/facts/schema/ferries.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import type { SourceConnection } from './ferry-source.ts';

export interface LegSources {
  readonly connection: SourceConnection;
  readonly authority: string;
  readonly quays: ReadonlyMap<string, QuayRecord>;
  /** Names of published tables by connection id. */
  readonly tables: ReadonlyMap<string, string>;
  readonly decisions: Pick<FerryDecisions, 'legZones' | 'zones'>;
}

/**
 * Every pair of quays of a connection between which a fare is paid, with its zone: the one that a
 * source states, else an estimate. The zone that the extract gives for the connection holds between its first and last quay; the others
 * follow from the straight line between the quays. Pairs that touch a free quay are left out.
 *
 * Source: a zone is a started kilometre of sailing (frammr.no), plus the county's surcharge.
 */
export function listPaidLegs(sources: LegSources, freeQuayIds: readonly string[]): LegRecord[] {
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

/** The zone that a source states; it goes before every estimate. */
function findStatedZone({ connection, decisions }: LegSources, from: string, to: string) {
  const found = decisions.zones
    .filter(({ id }) => id === String(connection.nvdbId))
    .find(({ quays }) => {
      const ids = quays.map((name) => getQuayId(connection, name));
      return ids.includes(from) && ids.includes(to);
    });
  return found && { zone: found.zone, basis: `stated by ${found.source}` };
}

/** @throws when the connection does not call at exactly one quay of the name. */
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
