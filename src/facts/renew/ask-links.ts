import type { Day } from '../../base/day.ts';
import { readLinks } from '../../upstream/road-database/read-links.ts';
import type { RoadDatabase, RoadDatabaseRows } from '../../upstream/road-database/road-database.ts';
import type { AskedLink } from './format-renewed.ts';
import type { RenewalLimits } from './load-limits.ts';

/** The carriageways get no longer than this; those that are missing are asked for the next day. */
const LINKS_MS = 120_000;

export interface AskTerms {
  /** What earlier renewals were told. */
  readonly known: readonly AskedLink[];
  readonly today: Day;
  readonly limits: Pick<RenewalLimits, 'askLinksAgainAfterDays'>;
}

/** The carriageways of the stations, and a note where some could not be asked for. */
export async function askLinks(
  database: Pick<RoadDatabase, 'readCarriageways'>,
  { stations }: Pick<RoadDatabaseRows, 'stations'>,
  { known, today, limits }: AskTerms,
): Promise<{ readonly links: readonly AskedLink[]; readonly notes: readonly string[] }> {
  const linkIds = stations.flatMap(({ positions }) => positions.map(({ linkId }) => linkId));
  const ask = (linkId: number, signal: AbortSignal) =>
    database.readCarriageways(linkId, { signal });
  const { links, missed, failure } = await readLinks(linkIds, ask, {
    known,
    today,
    askAgainAfterDays: limits.askLinksAgainAfterDays,
    signal: AbortSignal.timeout(LINKS_MS),
  });
  if (missed === 0) return { links, notes: [] };
  const why = failure instanceof Error ? failure.message : String(failure);
  return { links, notes: [`the carriageways of ${missed} links could not be asked for: ${why}`] };
}
