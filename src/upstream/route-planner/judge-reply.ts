import { Fault } from '../../base/fault.ts';
import { readList, readNumber, readRecord } from '../../base/read-loose.ts';
import { parseRetryAfter } from '../call/attempt.ts';
import type { UpstreamReply } from '../call/terms.ts';
import { parseAnswer, type RawRoute } from './parse-answer.ts';

/** Why a reply brings no route. */
export interface Refusal {
  readonly fault: Fault;
  /** The same question without toll avoidance may have an answer. */
  readonly mayBeAvoidance: boolean;
  /** The planner refused to let us in: somebody must look after it. */
  readonly isLoginRefused: boolean;
}

/** What a reply of the planner comes down to: at least one route, or why there is none. */
export type Verdict = { readonly routes: readonly RawRoute[] } | Refusal;

/** "Ingen rute funnet." */
const NO_ROUTE = 9005;
/** A stop lies too far from the network: 9200 the start, 9201 the end, the rest other stops. */
const OFF_NETWORK = { first: 9200, last: 9299 };

/**
 * Reads a reply by the planner's table of errors; docs/upstreams.md has it.
 *
 * @param nowMs Unix time, milliseconds.
 */
export function judgeReply({ status, headers, body }: UpstreamReply, nowMs: number): Verdict {
  const what = `status ${status}`;
  const retryAfterS = parseRetryAfter(headers['retry-after'], nowMs);
  if (status === 200) return judgeAnswer(body);
  if (status === 401 || status === 403) return { ...broken(what), isLoginRefused: true };
  if (status === 429) return down(BUSY, what, retryAfterS);
  if (status >= 500 || status === 408) return down(AWAY, what, retryAfterS);

  const code = readErrorCode(body);
  if (code === NO_ROUTE) return noRoute(`code ${code}`, true);
  if (code !== undefined && code >= OFF_NETWORK.first && code <= OFF_NETWORK.last)
    return noRoute(`code ${code}`, false);
  if (status === 400) return { ...broken(what), mayBeAvoidance: true };
  // The other codes of its own tell of overload, time-outs and the like.
  return code === undefined ? broken(what) : down(AWAY, `${what}, code ${code}`, retryAfterS);
}

const BUSY = 'The route planner is busy; try again later.';
const AWAY = 'The route planner is not available; try again later.';

function judgeAnswer(body: string): Verdict {
  const answer = parseAnswer(body);
  if ('problem' in answer) return broken(`a 200 with ${answer.problem}`);
  return answer.routes.length === 0 ? noRoute('a 200 without a route', true) : answer;
}

function noRoute(what: string, mayBeAvoidance: boolean): Refusal {
  const fault = new Fault('route_not_possible', undefined, { message: `route planner: ${what}` });
  return { fault, mayBeAvoidance, isLoginRefused: false };
}

/**
 * An answer that we can do nothing with.
 *
 * @param what for the log; no text of the planner's.
 */
export function broken(what: string): Refusal {
  const sentence = 'The route planner gave an answer that cannot be read.';
  const fault = new Fault('upstream_broken', sentence, { message: `route planner: ${what}` });
  return { fault, mayBeAvoidance: false, isLoginRefused: false };
}

function down(sentence: string, what: string, retryAfterS: number | undefined): Refusal {
  const fault = new Fault('upstream_down', sentence, {
    message: `route planner: ${what}`,
    ...(retryAfterS !== undefined && { retryAfterS }),
  });
  return { fault, mayBeAvoidance: false, isLoginRefused: false };
}

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
export function readErrorCode(body: string): number | undefined {
  try {
    return findCode(JSON.parse(body), MOST_LEVELS);
  } catch {
    // Gateways answer in HTML.
    return undefined;
  }
}

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
