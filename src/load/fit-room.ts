/** How many calls may be here at the same time while more come than can be answered. */
export interface Room {
  /** Grows and shrinks by parts of a call. */
  readonly calls: number;
  /** What a call takes when hardly any other is worked on; 0: nobody knows yet. Milliseconds. */
  readonly easyMs: number;
  /** Calls by which that was learnt. */
  readonly learntBy: number;
}

/** A call whose work has ended, well or not. */
export interface EndedCall {
  /** With the time for which it waited. */
  readonly tookMs: number;
  /** It came, and ended, while more came than could be answered. */
  readonly wasOverrun: boolean;
  /** It did not wait, and at most one other was worked on when it began and when it ended. */
  readonly wasEasy: boolean;
}

/**
 * An accepted call may take so many times as long as one that is alone. What it waits for before it
 * comes here, and after it has ended, comes on top of that, and is about as much again.
 */
const TIMES = 1.3;
/** How much one call weighs: a few hundred fit the room to a load, a slow one alone does not. */
const WEIGHT = 0.02;
/** One is with the engine while the other is written: fewer would answer next to nobody. */
const LEAST = 2;

export const roomFor = (mostRunning: number): Room => ({
  calls: mostRunning,
  easyMs: 0,
  learntBy: 0,
});

/**
 * The room after one more call: smaller when the calls take longer than they may, larger when they
 * do not. What is worked on at the same time shares processors, engine and event loop, so that how
 * many are good for one machine and its questions is measured.
 *
 * @param mostRunning calls that are worked on at the same time: none waits in an overload.
 */
export function fitRoom(room: Room, call: EndedCall, mostRunning: number): Room {
  const learnt = call.wasEasy ? learn(room, call.tookMs) : room;
  const { calls, easyMs } = learnt;
  if (!call.wasOverrun || easyMs === 0) return learnt;
  const next = calls + WEIGHT * Math.max(-1, TIMES - call.tookMs / easyMs);
  return { ...learnt, calls: Math.min(mostRunning, Math.max(LEAST, next)) };
}

function learn(room: Room, tookMs: number): Room {
  const learntBy = room.learntBy + 1;
  const weight = Math.max(WEIGHT, 1 / learntBy);
  return { ...room, learntBy, easyMs: room.easyMs + weight * (tookMs - room.easyMs) };
}
