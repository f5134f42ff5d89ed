import { Fault } from '../../base/fault.ts';
import { readJson, readList, readNumber, readRecord } from '../../base/read-loose.ts';
import { retryAfterOf } from '../call/call-fault.ts';
import type { UpstreamReply } from '../call/terms.ts';

/** Why a reply brings no route. */
export class Refusal extends Fault {
  /** The same question without toll avoidance may have an answer. */
  mayBeAvoidance = false;
  /** The planner refused to let us in: somebody must look after it. */
  isLoginRefused = false;
}

/** "Ingen rute funnet." */
const NO_ROUTE = 9005;
/** A stop lies too far from the network: 9200 the start, 9201 the end, the rest other stops. */
const OFF_NETWORK = { first: 9200, last: 9299 };

/**
 * Reads a reply by the planner's table of errors; docs/upstreams.md has it.
 *
 * @param nowMs Unix time, milliseconds.
 * @returns at least one route.
 * @throws Refusal
 */
export function judgeReply(reply: UpstreamReply, nowMs: number): readonly RawRoute[] {
  const { status, body } = reply;
  const what = `status ${status}`;
  const wait = retryAfterOf(reply, nowMs);
  if (status === 200) return judgeAnswer(body);
  if (status === 401 || status === 403) throw Object.assign(broken(what), { isLoginRefused: true });
  if (status === 429) throw down('is busy', what, wait);
  if (status >= 500 || status === 408) throw down(AWAY, what, wait);

  const code = readErrorCode(body);
  if (code === NO_ROUTE) throw noRoute(`code ${code}`, true);
  if (code !== undefined && code >= OFF_NETWORK.first && code <= OFF_NETWORK.last)
    throw noRoute(`code ${code}`, false);
  if (status === 400) throw Object.assign(broken(what), { mayBeAvoidance: true });
  // The other codes of its own tell of overload, time-outs and the like.
  throw code === undefined ? broken(what) : down(AWAY, `${what}, code ${code}`, wait);
}

const AWAY = 'is not available';

function judgeAnswer(body: string): readonly RawRoute[] {
  const answer = parseAnswer(body);
  if ('problem' in answer) throw broken(`a 200 with ${answer.problem}`);
  if (answer.routes.length === 0) throw noRoute('a 200 without a route', true);
  return answer.routes;
}

const inLog = (what: string) => ({ message: `route planner: ${what}` });

const noRoute = (what: string, mayBeAvoidance: boolean): Refusal =>
  Object.assign(new Refusal('route_not_possible', undefined, inLog(what)), { mayBeAvoidance });

/**
 * An answer that we can do nothing with.
 *
 * @param what for the log; no text of the planner's.
 */
export const broken = (what: string): Refusal =>
  new Refusal(
    'upstream_broken',
    'The route planner gave an answer that cannot be read.',
    inLog(what),
  );

const down = (says: string, what: string, wait: { readonly retryAfterS?: number }): Refusal =>
  new Refusal('upstream_down', `The route planner ${says}; try again later.`, {
    ...inLog(what),
    ...wait,
  });

/** The planner's own codes; other numbers, such as an HTTP status in a body, are none. */
const OWN_CODES = { first: 9000, last: 9999 };
/** How deep a code is looked for: in a member or a list of messages, not in whole documents. */
const MOST_LEVELS = 3;

/**
 * The planner's error code in a body: `Code` in its documents, `code` on the wire.
 *
 * @returns `undefined` for a body that is not JSON or has none.
 *
 * @internal Its tests ask for it.
 */
export const readErrorCode = (body: string): number | undefined =>
  findCode(readJson(body), MOST_LEVELS);

function findCode(value: unknown, levels: number): number | undefined {
  if (levels === 0) return undefined;
  const record = readRecord(value);
  const own = Object.entries(record ?? {}).flatMap(([name, member]) => {
    const code = name.toLowerCase() === 'code' ? readNumber(member) : undefined;
    return code !== undefined && code >= OWN_CODES.first && code <= OWN_CODES.last ? [code] : [];
  });
  if (own[0] !== undefined) return own[0];
  for (const inner of [...readList(value), ...Object.values(record ?? {})]) {
    const code = findCode(inner, levels - 1);
    if (code !== undefined) return code;
  }
  return undefined;
}

/** A route as the planner writes it. */
export type RawRoute = Readonly<Record<string, unknown>>;

/** The routes of an answer, which may be none, or why it is none that can be read. */
export type ParsedAnswer = { readonly routes: readonly RawRoute[] } | { readonly problem: string };

/** Members that tell of a failure inside a 200; V1 and V2 did so. */
const FAILURE_MEMBERS = ['messages', 'error'];

/**
 * Reads the body of a 200. A member that is `null` or empty counts as absent, but for `routes`,
 * whose emptiness says that there is no route.
 */
export function parseAnswer(body: string): ParsedAnswer {
  const answer = readRecord(readJson(body));
  if (answer === undefined) return { problem: 'no JSON object' };
  const failure = FAILURE_MEMBERS.find((name) => !isEmpty(answer[name]));
  if (failure !== undefined) return { problem: `a member "${failure}"` };
  if (!Array.isArray(answer.routes)) return { problem: 'no list of routes' };
  const items = readList(answer.routes);
  const routes = items.flatMap((item): RawRoute[] => {
    const route = readRecord(item);
    return route === undefined ? [] : [route];
  });
  return routes.length === 0 && items.length > 0 ? { problem: 'no route in its list' } : { routes };
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);
