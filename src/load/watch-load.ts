import { paceFrom, passTime } from './call-pace.ts';
import { CROWD, type Load } from './decide-admission.ts';
import { type EndedCall, fitRoom, roomFor } from './fit-room.ts';

/** Hears of calls that come and end, and says how the load stands. */
export interface LoadWatch {
  load(
    now: Pick<Load, 'running' | 'waiting' | 'leftBehind' | 'overrunSinceMs' | 'endedOpen'>,
  ): Load;
  /** What came and ended up to now tells nothing of what will. */
  beginAnew(): void;
  noteComing(): void;
  /** A call came and was refused. */
  noteRefusal(): void;
  /** @param workMs without the time for which it waited. */
  noteEnd(call: EndedCall & { readonly workMs: number }): void;
  /** So many wait from now on, without those that were left behind. */
  noteQueue(waiting: number): void;
}

/** How much the latest call weighs in what a call takes. */
const LATEST_SHARE = 0.1;

/** @param nowMs a clock that never goes back. */
export function watchLoad(mostRunning: number, nowMs: () => number): LoadWatch {
  let workMs = 0;
  let pace = paceFrom(nowMs());
  let room = roomFor(mostRunning);
  let crowdedSinceMs: number | undefined;
  let refusedAtMs: number | undefined;

  const note = (what: 'came' | 'ended') => {
    const now = passTime(pace, nowMs());
    pace = { ...now, [what]: now[what] + 1 };
  };
  return {
    load(now) {
      pace = passTime(pace, nowMs());
      const { risingSpans, standingSpans, overfullSpans, cameLast, endedLast } = pace;
      return {
        ...now,
        workMs,
        room: room.calls,
        risingSpans,
        standingSpans,
        overfullSpans,
        cameLast,
        endedLast,
        ...(crowdedSinceMs !== undefined && { crowdedSinceMs }),
        ...(refusedAtMs !== undefined && { refusedAtMs }),
      };
    },
    beginAnew() {
      pace = paceFrom(nowMs());
    },
    noteComing: () => note('came'),
    noteRefusal() {
      refusedAtMs = nowMs();
      note('came');
    },
    noteEnd({ workMs: latestMs, ...call }) {
      workMs = workMs === 0 ? latestMs : workMs + (latestMs - workMs) * LATEST_SHARE;
      room = fitRoom(room, call, mostRunning);
      note('ended');
    },
    noteQueue(waiting) {
      if (waiting <= CROWD) crowdedSinceMs = undefined;
      else crowdedSinceMs ??= nowMs();
    },
  };
}
