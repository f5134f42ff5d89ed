/** Units of time in milliseconds, and how long something takes, in words. A day of 24 hours; days in Norway are an hour shorter or longer twice a year. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Seconds as `5 min` or `1 h 5 min`. */
export function formatWait(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours === 0 ? `${rest} min` : `${hours} h ${rest} min`;
}

/**
 * Tells when each tenth of a long step is done, and how long the rest takes at the same pace.
 *
 * @param nowMs any clock that only goes forwards.
 * @returns takes the share that is done, 0 … 1. It may be called at any rate.
 */
export function openProgress(
  name: string,
  tell: (step: string) => void,
  nowMs: () => number,
): (share: number) => void {
  const startMs = nowMs();
  let told = 0;
  return (share) => {
    // 0.3 * 10 is 3, and 0.29 + 0.01 is not 0.3.
    const tenths = Math.floor(share * 10 + 1e-9);
    if (tenths <= told || tenths >= 10) return;
    told = tenths;
    const leftS = ((nowMs() - startMs) * (1 - share)) / share / 1000;
    tell(`${name}: ${tenths * 10} %, ${describeRest(leftS)}`);
  };
}

const describeRest = (leftS: number): string => {
  if (leftS < 10) return 'some seconds left';
  return leftS < 100
    ? `about ${Math.round(leftS / 10) * 10} seconds left`
    : `about ${Math.round(leftS / 60)} minutes left`;
};
