import { fromDayNumber, toDayNumber } from '../../base/day.ts';
import type { CarriagewayPiece } from '../../geo/road-link.ts';

/** A link sequence and its carriageways, as the road network told them on a day. */
interface AskedLink {
  readonly linkId: number;
  /** `YYYY-MM-DD`. */
  readonly askedOn: string;
  readonly pieces: readonly CarriagewayPiece[];
}

export interface LinkTerms {
  /** What is known already. */
  readonly known: readonly AskedLink[];
  readonly today: string;
  /** A link is asked for again after so many days. */
  readonly askAgainAfterDays: number;
  /** Aborted: the reply is not waited for. */
  readonly signal: AbortSignal;
}

export interface ReadLinks {
  /** In the order of their ids; a link that could not be asked for is what it was, or absent. */
  readonly links: readonly AskedLink[];
  /** How many of them stay as they were although they are due. */
  readonly missed: number;
  /** Why; absent: none was missed. */
  readonly failure?: unknown;
}

/** Questions at the same time. */
const AT_ONCE = 4;

/**
 * The carriageways of link sequences. They make matching finer and prices depend on them nowhere
 * else: the first failure ends the asking, and the rest stays as it was.
 */
export async function readLinks(
  linkIds: readonly number[],
  ask: (linkId: number, signal: AbortSignal) => Promise<readonly CarriagewayPiece[]>,
  { known, today, askAgainAfterDays, signal }: LinkTerms,
): Promise<ReadLinks> {
  const oldest = fromDayNumber(toDayNumber(today) - askAgainAfterDays);
  const links = new Map(known.map((link) => [link.linkId, link]));
  const wanted = [...new Set(linkIds)].sort((a, b) => a - b);
  const due = wanted.filter((linkId) => (links.get(linkId)?.askedOn ?? '') <= oldest);
  let next = 0;
  let asked = 0;
  let failure: unknown;
  const askOn = async () => {
    while (next < due.length && failure === undefined) {
      const linkId = due[next++] as number;
      try {
        const pieces = await ask(linkId, signal);
        links.set(linkId, { linkId, askedOn: today, pieces });
        asked++;
      } catch (error) {
        failure = error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  return {
    links: wanted.flatMap((linkId) => links.get(linkId) ?? []),
    missed: due.length - asked,
    ...(failure !== undefined && { failure }),
  };
}
