import type { Timer } from '../../trip/ports.ts';

/** Watches a process that others wait for. */
export interface SilenceWatch {
  /** Somebody waits, if nobody did before. */
  asked(): void;
  /** It gave a sign of life. */
  heard(): void;
  /** Nobody looks any more. */
  stop(): void;
}

const LOOK_EVERY_MS = 1000;

/**
 * So many looks in a row without any answer, and a process is taken for hung: some ten seconds after
 * the later of its last answer and the oldest question. 2026-11-22: the longest trip of the bundled
 * network takes less than 2 s on a slow machine under load, and one across a country of OpenStreetMap
 * may take several; a call waits 15 s, so that those that came last are still answered by the next one.
 *
 * @internal Its tests ask for it.
 */
export const HUNG_AFTER_LOOKS = 10;
/**
 * Until its first answer it loads code and tiles, which lie on a disk that may be slow and busy.
 *
 * @internal Its tests ask for it.
 */
export const STILL_STARTING_LOOKS = 60;

/**
 * Time is counted in looks, each begun when the former is over: while this process was blocked,
 * stopped or suspended, or a clock was set, one look passes at most, and what had been answered
 * meanwhile is read before the next.
 *
 * @param isAwaited somebody waits for an answer.
 * @param onHung called once; nobody looks after it.
 */
export function watchSilence(
  timer: Timer,
  isAwaited: () => boolean,
  onHung: () => void,
): SilenceWatch {
  let silentLooks = 0;
  let hasAnswered = false;
  let stopTimer: (() => void) | undefined;

  const lookLater = () => {
    stopTimer = timer.start(LOOK_EVERY_MS, look);
  };
  const look = () => {
    stopTimer = undefined;
    if (!isAwaited()) return;
    silentLooks++;
    if (silentLooks < (hasAnswered ? HUNG_AFTER_LOOKS : STILL_STARTING_LOOKS)) lookLater();
    else onHung();
  };
  return {
    asked() {
      if (stopTimer !== undefined) return;
      silentLooks = 0;
      lookLater();
    },
    heard() {
      hasAnswered = true;
      silentLooks = 0;
    },
    stop: () => stopTimer?.(),
  };
}
