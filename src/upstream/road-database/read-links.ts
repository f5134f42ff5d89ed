import { fromDayNumber, toDayNumber } from '../../base/day.ts';
import { readNumber, readRecord, readText } from '../../base/read-loose.ts';
import { type CarriagewayPiece, roundPosition } from '../../geo/road-link.ts';
import { broken, parseBody } from './read-page.ts';

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

/**
 * The pieces of carriageway in an answer of the road network: a list of segments, or a page of such a list. Segments of
 * other levels, ended segments and segments that name no road are left out.
 *
 * Source: NVDB API les V4, segments of the road network, `superstedfesting`, November 2026.
 *
 * @throws Fault `upstream_broken` for anything else.
 */
export function parseCarriageways(body: string): readonly CarriagewayPiece[] {
  return listSegments(body).flatMap((value) => {
    const segment = readRecord(value) ?? {};
    const level = readText(segment.topologinivå)?.toUpperCase() ?? '';
    if (!level.startsWith('KJØREBANE')) return [];
    if (readText(readRecord(segment.metadata)?.sluttdato) !== undefined) return [];
    const road = readRecord(segment.superstedfesting) ?? {};
    const own = readStretch(segment);
    const above = readStretch(road);
    if (own === undefined || above === undefined || own.from === own.to) return [];
    const isReversed = readText(road.retning)?.toUpperCase() === 'MOT';
    return [{ ...own, road: above, isReversed }];
  });
}

/** The positions of a stretch on a link sequence, the smaller position first. */
function readStretch(raw: Readonly<Record<string, unknown>>) {
  const linkId = readNumber(raw.veglenkesekvensid);
  const [start, end] = [readNumber(raw.startposisjon), readNumber(raw.sluttposisjon)];
  if (linkId === undefined || start === undefined || end === undefined) return undefined;
  const [from, to] = [Math.min(start, end), Math.max(start, end)].map(roundPosition);
  return from === undefined || to === undefined ? undefined : { linkId, from, to };
}

function listSegments(body: string): readonly unknown[] {
  const content = parseBody(body);
  const list = Array.isArray(content) ? content : readRecord(content)?.objekter;
  if (!Array.isArray(list)) throw broken('an answer without a list of segments');
  return list;
}
