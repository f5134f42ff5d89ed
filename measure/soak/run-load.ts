import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setImmediate as giveWay, setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '../read-answer.ts';
import type { Caller } from './caller.ts';
import type { MixedCall } from './mix.ts';

/** One call and its result. */
export interface Ended {
  readonly call: MixedCall;
  /** When it was due, from the beginning of the load. Milliseconds. */
  readonly atMs: number;
  /** From then to the last byte of the answer. Milliseconds. */
  readonly tookMs: number;
  /** Absent: there was no answer. */
  readonly reply?: Reply;
}

export interface LoadTerms {
  readonly caller: Caller;
  readonly next: () => MixedCall;
  readonly perS: number;
  readonly seconds: number;
}

/** The results of the calls of a load. */
export interface LoadOutcome {
  readonly ended: readonly Ended[];
  /** This process was late by no more than this in 95 % of the time. The times of the calls include it. */
  readonly lateMs: number;
}

/** With this many open calls the next call waits for an answer. Its time still begins when it was due. */
const MOST_OPEN = 4000;
/** Calls that a late process sends without reading answers. */
const SENT_AT_ONCE = 16;
/** Interval at which the lateness of this process is measured. Milliseconds. */
const LATE_MS = 1;

/** Sends calls at moments that are fixed beforehand, however long the answers take. */
export async function runLoad({ caller, next, perS, seconds }: LoadTerms): Promise<LoadOutcome> {
  const late = monitorEventLoopDelay({ resolution: LATE_MS });
  late.enable();
  const startMs = performance.now();
  const ended: Ended[] = [];
  const open = new Set<Promise<void>>();
  const count = Math.round(perS * seconds);
  for (let i = 0; i < count; i++) {
    const atMs = (i * 1000) / perS;
    const waitMs = startMs + atMs - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    // A late process sends the remaining calls at once, but must read answers in between.
    else if (i % SENT_AT_ONCE === 0) await giveWay();
    while (open.size >= MOST_OPEN) await sleep(1);
    const going = askOnce(caller, next(), startMs, atMs).then((one) => {
      ended.push(one);
      open.delete(going);
    });
    open.add(going);
  }
  await Promise.all(open);
  late.disable();
  return { ended, lateMs: late.percentile(95) / 1e6 - LATE_MS };
}

/** Measures the greatest number of calls a second: the callers ask again as soon as they have an answer. */
export async function measureRate(
  { caller, next, seconds }: Omit<LoadTerms, 'perS'>,
  callers: number,
  nowMs: () => number = () => performance.now(),
): Promise<number> {
  const startMs = nowMs();
  let answered = 0;
  const work = async () => {
    while (nowMs() - startMs < seconds * 1000) {
      const { reply } = await askOnce(caller, next(), startMs, 0);
      if (reply !== undefined) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, work));
  return (answered * 1000) / (nowMs() - startMs);
}

async function askOnce(
  caller: Caller,
  call: MixedCall,
  startMs: number,
  atMs: number,
): Promise<Ended> {
  const reply = await caller.ask(call).catch(() => undefined);
  const tookMs = performance.now() - startMs - atMs;
  return { call, atMs, tookMs, ...(reply !== undefined && { reply }) };
}
