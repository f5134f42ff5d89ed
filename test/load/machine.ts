/** A machine behind a door, in time that the test makes: calls share its cores. */
import { openDoor } from '../../src/load/admit-calls.ts';
import { settled } from '../support/time.ts';

/** One call and what became of it. */
export interface Outcome {
  readonly cameMs: number;
  /** Absent: it was refused. */
  readonly tookMs?: number;
  /** When it was answered or refused. */
  readonly endMs: number;
}

const CORES = 2;
const PLACES = 4;
/** Processor time of the calls, drawn with equal chance. Milliseconds. */
const DEMANDS_MS = [4, 4, 5, 5, 6, 6, 8, 10, 15, 20] as const;
const MEAN_MS = DEMANDS_MS.reduce((sum, ms) => sum + ms, 0) / DEMANDS_MS.length;
export const SUSTAINED_PER_S = (CORES * 1000) / MEAN_MS;
const STEP_MS = 0.5;

interface Job {
  /** It waits for something else than a processor. */
  idleMs: number;
  leftMs: number;
  readonly end: () => void;
}

export interface Machine {
  nowMs(): number;
  /** Lets so many times what it sustains come for a while, at random moments; gives these calls. */
  load(share: number, forMs: number): Promise<Outcome[]>;
  /** So many calls at this moment; they are answered or refused while time passes. */
  burst(calls: number): Promise<Outcome>[];
  /** Callers that ask again whenever they are answered, for a while. */
  loop(callers: number, forMs: number): Promise<Outcome[]>;
}

/** @param idleMs for which each call uses no processor, as between two processes. */
export function startMachine({ seed = 1, idleMs = 0 } = {}): Machine {
  let nowMs = 0;
  const jobs = new Set<Job>();
  const door = openDoor(PLACES, () => nowMs);
  const random = seeded(seed);

  const work = () => {
    const leftMs = DEMANDS_MS[Math.floor(random() * DEMANDS_MS.length)] ?? MEAN_MS;
    return new Promise<void>((end) => jobs.add({ idleMs, leftMs, end }));
  };
  const come = (): Promise<Outcome> => {
    const cameMs = nowMs;
    return door.run(work).then(
      () => ({ cameMs, tookMs: nowMs - cameMs, endMs: nowMs }),
      () => ({ cameMs, endMs: nowMs }),
    );
  };
  async function step(): Promise<void> {
    nowMs += STEP_MS;
    const isWorking = (job: Job) => job.idleMs <= 0;
    const eachMs = STEP_MS * Math.min(1, CORES / [...jobs].filter(isWorking).length);
    const before = jobs.size;
    for (const job of jobs) {
      if (isWorking(job)) job.leftMs -= eachMs;
      else job.idleMs -= STEP_MS;
      if (job.leftMs > 0) continue;
      jobs.delete(job);
      job.end();
    }
    if (jobs.size < before) await settled();
  }

  return {
    nowMs: () => nowMs,
    async load(share, forMs) {
      const came: Promise<Outcome>[] = [];
      const untilMs = nowMs + forMs;
      const gapMs = () => (-Math.log(1 - random()) * 1000) / (share * SUSTAINED_PER_S);
      for (let nextMs = nowMs + gapMs(); nowMs < untilMs; ) {
        const before = came.length;
        for (; nextMs <= nowMs; nextMs += gapMs()) came.push(come());
        // Work begins in the moment in which the call is let in.
        if (came.length > before) await settled();
        await step();
      }
      return endedOf(came, nowMs);
    },
    burst: (calls) => Array.from({ length: calls }, come),
    async loop(callers, forMs) {
      const untilMs = nowMs + forMs;
      const came: Promise<Outcome>[] = [];
      const again = async (): Promise<void> => {
        const call = come();
        came.push(call);
        const { tookMs } = await call;
        // Who is refused stays away: it would ask again in the same moment, for ever.
        if (tookMs !== undefined && nowMs < untilMs) return again();
      };
      for (let i = 0; i < callers; i++) void again();
      await settled();
      while (nowMs < untilMs) await step();
      return endedOf(came, nowMs);
    },
  };
}

/** Those that have been answered or refused by now. */
async function endedOf(calls: readonly Promise<Outcome>[], nowMs: number): Promise<Outcome[]> {
  const outcomes = await Promise.all(calls.map((call) => Promise.race([call, undefined])));
  return outcomes.filter((one) => one !== undefined && one.endMs <= nowMs) as Outcome[];
}

/** Numbers from 0 up to 1. Source: Park and Miller, CACM 31 (10), 1988. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
