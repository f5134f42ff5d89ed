import { Fault } from '../../base/fault.ts';
import { readJson, readList, readNumber, readRecord } from '../../base/read-loose.ts';
import { brokenFault, downFault, retryAfterOf } from '../call/call-fault.ts';
import type { UpstreamReply } from '../call/terms.ts';

const NAME = 'route planner';

/** "Ingen rute funnet." */
const NO_ROUTE = 9005;
/** Codes for a stop that lies too far from the network: 9200 the start, 9201 the end, the others other stops. */
const OFF_NETWORK = { first: 9200, last: 9299 };

/**
 * Reads a reply by the planner's table of errors, which stands in docs/upstreams.md.
 *
 * @param nowMs Unix time, milliseconds.
 * @returns at least one route.
 * @throws Fault for a reply without a route; see `mayBeAvoidance`.
 */
export function judgeReply(reply: UpstreamReply, nowMs: number): readonly RawRoute[] {
  const { status, body } = reply;
  const what = `status ${status}`;
  const wait = retryAfterOf(reply, nowMs);
  if (status === 200) return judgeAnswer(body);
  if (status === 401 || status === 403) throw broken(what);
  if (status === 429) throw downFault(NAME, what, { says: 'is busy', ...wait });
  if (status >= 500 || status === 408) throw downFault(NAME, what, { says: AWAY, ...wait });

  const code = readErrorCode(body);
  if (code === NO_ROUTE) throw dueToAvoidance(noRoute(`code ${code}`));
  if (code !== undefined && code >= OFF_NETWORK.first && code <= OFF_NETWORK.last)
    throw noRoute(`code ${code}`);
  if (status === 400) throw dueToAvoidance(broken(what));
  // Its other own codes stand for overload, time-outs and similar failures.
  if (code === undefined) throw broken(what);
  throw downFault(NAME, `${what}, code ${code}`, { says: AWAY, ...wait });
}

const AWAY = 'is not available';

/** A route as the planner writes it. */
export type RawRoute = Readonly<Record<string, unknown>>;

/** Members that report a failure in a reply with status 200, as V1 and V2 did. */
const FAILURE_MEMBERS = ['messages', 'error'];

/**
 * Reads the body of a 200. A member that is `null` or empty counts as absent. Only an empty `routes` has a meaning:
 * there is no route.
 */
function judgeAnswer(body: string): readonly RawRoute[] {
  const answer = readRecord(readJson(body));
  if (answer === undefined) throw broken('a 200 with no JSON object');
  const failure = FAILURE_MEMBERS.find((name) => !isEmpty(answer[name]));
  if (failure !== undefined) throw broken(`a 200 with a member "${failure}"`);
  if (!Array.isArray(answer.routes)) throw broken('a 200 with no list of routes');
  if (answer.routes.length === 0) throw dueToAvoidance(noRoute('a 200 without a route'));
  const routes = answer.routes.map(readRecord).filter((route) => route !== undefined);
  if (routes.length === 0) throw broken('a 200 with no route in its list');
  return routes;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** @param what for the log, without any text of the planner. */
export const broken = (what: string): Fault => brokenFault(NAME, what);

const noRoute = (what: string): Fault =>
  new Fault('route_not_possible', undefined, { message: `${NAME}: ${what}` });

const dueToAvoidance = (fault: Fault) => Object.assign(fault, { mayBeAvoidance: true });

/** May the same question without toll avoidance have an answer? */
export const mayBeAvoidance = (error: unknown): boolean =>
  error instanceof Fault && 'mayBeAvoidance' in error;

/** The planner's own codes. Other numbers, such as an HTTP status in a body, are no codes. */
const OWN_CODES = { first: 9000, last: 9999 };
/** The depth to which a code is looked for: in a member or a list of messages, not in whole documents. */
const MOST_LEVELS = 3;

/**
 * The planner's error code in a body: `Code` in its documents, `code` on the wire.
 *
 * @returns `undefined` for a body that is not JSON or has no code.
 *
 * @internal Outside this file only its tests use it.
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
