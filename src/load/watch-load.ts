import { type CallPace, passTime } from './call-pace.ts';
import { CROWD, type Load } from './decide-admission.ts';

/** Hears of calls that come and end, and says how the load stands. */
export interface LoadWatch {
  load(now: Pick<Load, 'running' | 'waiting'>): Load;
  noteComing(): void;
  /** A call came and was refused. */
  noteRefusal(): void;
  /** @param tookMs without the time for which it waited. */
  noteEnd(tookMs: number): void;
  /** The queue is so long from now on. */
  noteQueue(length: number): void;
}

/** How much the latest call weighs in what a call takes. */
const LATEST_SHARE = 0.1;

/** @param nowMs a clock that never goes back. */
export function watchLoad(nowMs: () => number): LoadWatch {
  let workMs = 0;
  let pace: CallPace = { sinceMs: nowMs(), came: 0, ended: 0, risingSpans: 0 };
  let crowdedSinceMs: number | undefined;
  let refusedAtMs: number | undefined;

  const note = (what: 'came' | 'ended') => {
    const now = passTime(pace, nowMs());
    pace = { ...now, [what]: now[what] + 1 };
  };
  return {
    load(now) {
      pace = passTime(pace, nowMs());
      return {
        ...now,
        workMs,
        risingSpans: pace.risingSpans,
        ...(crowdedSinceMs !== undefined && { crowdedSinceMs }),
        ...(refusedAtMs !== undefined && { refusedAtMs }),
      };
    },
    noteComing: () => note('came'),
    noteRefusal() {
      refusedAtMs = nowMs();
      note('came');
    },
    noteEnd(tookMs) {
      workMs = workMs === 0 ? tookMs : workMs + (tookMs - workMs) * LATEST_SHARE;
      note('ended');
    },
    noteQueue(length) {
      if (length < CROWD) crowdedSinceMs = undefined;
      else crowdedSinceMs ??= nowMs();
    },
  };
}
