import { Fault } from '../../base/fault.ts';
import { readJson, readList, readRecord } from '../../base/read-loose.ts';
import { brokenFault } from '../call/call-fault.ts';
import type { UpstreamReply } from '../call/terms.ts';

/** The parts of an answer, not looked into yet. */
export interface RawAnswer {
  /** The best one first; at least one. */
  readonly routes: readonly unknown[];
  /** One per stop, in travel order; may be missing. */
  readonly waypoints: readonly unknown[];
}

/** What a server says when the question was right and there is no route. */
const NO_ROUTE: ReadonlySet<unknown> = new Set(['NoRoute', 'NoSegment']);

/**
 * The answer in a reply. The code in the body decides: the status is 400 also where nothing is
 * wrong with the question.
 *
 * @throws Fault `route_not_possible`, or `upstream_broken` for all else, as the README's table says.
 */
export function readAnswer({ status, body }: Pick<UpstreamReply, 'status' | 'body'>): RawAnswer {
  const { code, routes, waypoints } = readRecord(readJson(body)) ?? {};
  if (status < 500 && NO_ROUTE.has(code))
    throw new Fault('route_not_possible', undefined, { message: `The OSRM server says ${code}.` });
  if (status !== 200 || code !== 'Ok')
    throw unreadable(`status ${status} with the code ${nameCode(code)}`);
  if (readList(routes).length === 0) throw unreadable('no routes in it');
  return { routes: readList(routes), waypoints: readList(waypoints) };
}

/** @param what for the log. */
export const unreadable = (what: string): Fault => brokenFault('OSRM server', what);

const nameCode = (code: unknown) =>
  typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : 'of no known form';
