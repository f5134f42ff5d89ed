import { fromDayNumber, toDayNumber } from '../../base/day.ts';
import type { CarriagewayPiece } from '../../geo/road-link.ts';

/** A link sequence with its carriageways, by the answer of the road network on a day. */
export interface AskedLink {
  readonly linkId: number;
  /** `YYYY-MM-DD`. */
  readonly askedOn: string;
  readonly pieces: readonly CarriagewayPiece[];
}

export interface LinkTerms {
  /** The answers that are known already. */
  readonly known: readonly AskedLink[];
  readonly today: string;
  /** The number of days after which a link is asked for again. */
  readonly askAgainAfterDays: number;
  /** Aborted: the reply is not waited for. */
  readonly signal: AbortSignal;
}

export interface ReadLinks {
  /** In the order of their ids. A link that could not be asked for has its old answer, or is absent. */
  readonly links: readonly AskedLink[];
  /** The number of due links that could not be asked for. */
  readonly missed: number;
  /** Why links were missed; absent: none was. */
  readonly failure?: unknown;
}

/** The number of questions at the same time. */
const AT_ONCE = 4;

/**
 * The carriageways of link sequences. They are used only to make matching more exact. So the first failure ends the
 * questions, and the remaining links keep their old answers.
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
