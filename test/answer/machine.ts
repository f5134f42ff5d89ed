/** A machine behind an admission queue, in time that the test makes: calls share its cores. */
import { seeded } from '../../measure/numbers.ts';
import { openAdmissionQueue } from '../../src/answer/admission-queue.ts';
import { Fault } from '../../src/base/fault.ts';
import { settled } from '../support/time.ts';

/** One call and what became of it. */
export interface Outcome {
  readonly account: string;
  readonly cameMs: number;
  /** When it was answered or refused. */
  readonly endMs: number;
  /** Absent: it was refused. */
  readonly tookMs?: number;
  readonly retryAfterS?: number | undefined;
}

const CORES = 2;
/** Processor time of the calls, drawn with equal chance. Milliseconds. */
const DEMANDS_MS = [4, 4, 5, 5, 6, 6, 8, 10, 15, 20] as const;
const MEAN_MS = DEMANDS_MS.reduce((sum, ms) => sum + ms, 0) / DEMANDS_MS.length;
export const SUSTAINED_PER_S = (CORES * 1000) / MEAN_MS;
const STEP_MS = 0.5;

/** Where calls come from: says how many come within a step. */
export type Source = (machine: Arrivals) => void;

interface Arrivals {
  readonly nowMs: number;
  readonly random: () => number;
  come(account: string): Promise<Outcome>;
}

export interface Machine {
  standing: ReturnType<typeof openAdmissionQueue>['standing'];
  /** Lets time pass while calls come; gives those that have ended by then. */
  play(forMs: number, ...sources: readonly Source[]): Promise<Outcome[]>;
}

interface Job {
  leftMs: number;
  readonly end: () => void;
}

export function startMachine({ seed = 1 } = {}): Machine {
  let nowMs = 0;
  const jobs = new Set<Job>();
  const queue = openAdmissionQueue({
    limit: CORES,
    nowMs: () => nowMs,
    nextTurn: async () => undefined,
  });
  const random = seeded(seed);
  const work = () => {
    const leftMs = DEMANDS_MS[Math.floor(random() * DEMANDS_MS.length)] ?? MEAN_MS;
    return new Promise<void>((end) => jobs.add({ leftMs, end }));
  };
  let ended: Outcome[] = [];
  /** Something came or ended, and what follows from it has not been done yet. */
  let isMoving = false;
  const come = async (account: string): Promise<Outcome> => {
    isMoving = true;
    const cameMs = nowMs;
    const outcome = await queue.run(account, work).then(
      () => ({ account, cameMs, endMs: nowMs, tookMs: nowMs - cameMs }),
      (error: unknown) => {
        if (!(error instanceof Fault) || error.code !== 'overloaded') throw error;
        return { account, cameMs, endMs: nowMs, retryAfterS: error.retryAfterS };
      },
    );
    ended.push(outcome);
    return outcome;
  };
  const step = () => {
    nowMs += STEP_MS;
    const eachMs = STEP_MS * Math.min(1, CORES / jobs.size);
    for (const job of jobs) {
      job.leftMs -= eachMs;
      if (job.leftMs > 0) continue;
      jobs.delete(job);
      job.end();
      isMoving = true;
    }
  };
  const rest = async () => {
    if (!isMoving) return;
    isMoving = false;
    await settled();
  };
  return {
    standing: queue.standing,
    async play(forMs, ...sources) {
      ended = [];
      for (const untilMs = nowMs + forMs; nowMs < untilMs; ) {
        for (const source of sources) source({ nowMs, random, come });
        await rest();
        step();
        await rest();
      }
      return ended;
    },
  };
}

/** So many times what the machine sustains, at random moments. */
export function openLoop(share: number, account = 'one'): Source {
  let nextMs: number | undefined;
  return ({ nowMs, random, come }) => {
    const gapMs = () => (-Math.log(1 - random()) * 1000) / (share * SUSTAINED_PER_S);
    for (nextMs ??= nowMs + gapMs(); nextMs <= nowMs; nextMs += gapMs()) void come(account);
  };
}

/** Callers that ask again whenever they are answered, and stay away when they are refused. */
export function closedLoop(callers: number, account = 'one'): Source {
  let free = callers;
  return ({ come }) => {
    for (; free > 0; free -= 1)
      void come(account).then(({ tookMs }) => {
        if (tookMs !== undefined) free += 1;
      });
  };
}

/** One call after the other, a second apart. */
export function onceASecond(account: string): Source {
  let nextMs = 0;
  return ({ nowMs, come }) => {
    if (nowMs < nextMs) return;
    nextMs = nowMs + 1000;
    void come(account);
  };
}

/** All at this moment. */
export function burst(calls: number, account = 'one'): Source {
  let left = calls;
  return ({ come }) => {
    for (; left > 0; left -= 1) void come(account);
  };
}
