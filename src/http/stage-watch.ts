/**
 * What a request can be busy with: who calls (`authenticate`), the count of the day (`count`), the
 * vehicle register (`look-up`), the stages of a quote, and the writing of the answer.
 */
export type Stage = (typeof STAGES)[number];

/** In the order in which a request can pass them. */
export const STAGES = [
  'authenticate',
  'count',
  'look-up',
  'route',
  'match',
  'price',
  'serialise',
] as const;

/** Measures how long a request is busy with what. */
export interface StageWatch {
  /** From now on the time belongs to this stage; a stage can be entered again. */
  enter(stage: Stage): void;
  /** No time is noted any more, whatever is entered. */
  stop(): void;
  /** Milliseconds so far, of the stages that were entered. */
  readonly stagesMs: Readonly<Partial<Record<Stage, number>>>;
}

/** @param nowMs a clock that never goes back; absent: that of this process. */
export function startStageWatch(nowMs: () => number = () => performance.now()): StageWatch {
  const stagesMs: Partial<Record<Stage, number>> = {};
  let current: Stage | undefined;
  let sinceMs = 0;
  let isStopped = false;

  function note(): void {
    const untilMs = nowMs();
    if (current !== undefined) stagesMs[current] = (stagesMs[current] ?? 0) + untilMs - sinceMs;
    sinceMs = untilMs;
  }

  return {
    enter(stage) {
      if (isStopped) return;
      note();
      current = stage;
    },
    stop() {
      if (isStopped) return;
      note();
      isStopped = true;
    },
    stagesMs,
  };
}
