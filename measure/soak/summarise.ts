import { quantile } from '../numbers.ts';
import type { MixedCall } from './mix.ts';
import type { Ended } from './run-load.ts';

/** The results of the calls of one load. */
export interface Summary {
  readonly calls: number;
  /** Trips that were answered, and how long they took. Milliseconds. */
  readonly work: Times;
  /** 503 with `Retry-After`. */
  readonly shed: number;
  /** Answers that differ from those of an idle server, without shed calls. */
  readonly wrong: readonly string[];
  /** 5xx that are not honest refusals, and calls without an answer. */
  readonly failed: readonly string[];
  /** Calls that the quota must have counted. */
  readonly counted: number;
}

export interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/**
 * @param atRest the answer to each call on an idle server: status and hash.
 * @param fromMs earlier calls are judged as all others, but their times are left out.
 */
export function summarise(
  ended: readonly Ended[],
  atRest: ReadonlyMap<string, string>,
  fromMs = 0,
): Summary {
  const answered = ended.filter(({ reply }) => reply !== undefined);
  const shed = answered.filter(isShed);
  const kept = answered.filter((one) => !isShed(one));
  const timed = kept.filter(({ atMs }) => atMs >= fromMs);
  const isWork = ({ call }: Ended) => call.kind.isWork;
  return {
    calls: ended.length,
    work: timesOf(timed.filter(isWork)),
    shed: shed.length,
    wrong: kept
      .filter((one) => atRest.get(nameOf(one.call)) !== answerOf(one) && !isFailed(one))
      .map(describe),
    failed: ended.filter((one) => one.reply === undefined || isFailed(one)).map(describe),
    counted: kept.filter(isCounted).length,
  };
}

/** A name that identifies a call. */
export const nameOf = ({ path, body = '' }: MixedCall): string => `${path} ${body}`;

/** Status and hash, as one text. */
export const answerOf = ({ reply }: Pick<Ended, 'reply'>): string =>
  `${reply?.status} ${reply?.hash}`;

export const isShed = ({ reply }: Ended): boolean =>
  reply?.status === 503 && reply.retryAfterS !== undefined;

const isFailed = (one: Ended) => (one.reply?.status ?? 500) >= 500 && !isShed(one);

const isCounted = ({ call, reply }: Ended) =>
  call.path.startsWith('/api/') &&
  !call.path.startsWith('/api/ferry-quays') &&
  call.kind.hasBadKey !== true &&
  (reply?.status ?? 500) < 500;

const describe = ({ call, reply, tookMs }: Ended) =>
  `${call.kind.name}: ${reply?.status ?? 'no answer'} after ${Math.round(tookMs)} ms`;

function timesOf(calls: readonly Ended[]): Times {
  const ms = calls.map(({ tookMs }) => tookMs);
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => quantile(ms, share));
  return { p50, p95, p99 };
}
