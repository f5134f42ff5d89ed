/** What tells a server to stop: an operator's or a supervisor's signal, and a terminal's Ctrl-C. */
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * A signal to a whole process group reaches the server by itself and once more through `npm start`,
 * which hands on what it gets: within this time both are one. Milliseconds.
 */
const ECHO_MS = 100;

/** What hears signals: the process, or a test's emitter. */
export interface SignalSource {
  on(signal: string, hear: (signal: string) => void): unknown;
  removeListener(signal: string, hear: (signal: string) => void): unknown;
}

/**
 * Calls `onFirst` for the first signal, and `onSecond` for each that is no echo of it.
 *
 * @param nowMs a clock that never goes back.
 * @returns a function after which no signal is heard.
 */
export function hearStopSignals(
  source: SignalSource,
  nowMs: () => number,
  { onFirst, onSecond }: Readonly<Record<'onFirst' | 'onSecond', (signal: string) => void>>,
): () => void {
  let firstAtMs: number | undefined;
  const hear = (signal: string) => {
    if (firstAtMs === undefined) {
      firstAtMs = nowMs();
      onFirst(signal);
    } else if (nowMs() - firstAtMs >= ECHO_MS) onSecond(signal);
  };
  for (const signal of SIGNALS) source.on(signal, hear);
  return () => {
    for (const signal of SIGNALS) source.removeListener(signal, hear);
  };
}
