/** Does work once for all callers that want the same at the same time. */
export type SingleFlight<Result> = (
  key: string,
  /** Does the work; the signal is aborted when the last caller has left. */
  begin: (signal: AbortSignal) => Promise<Result>,
  /** Aborted: this caller leaves, and the work goes on for the others. */
  signal?: AbortSignal,
) => Promise<Result>;

interface Flight<Result> {
  /**
   * Absent once the flight has landed. It is freed then because a map that grows keeps its old table, with the entries,
   * until the whole heap is collected.
   */
  result?: Promise<Result> | undefined;
  readonly stop: AbortController;
  /** Callers that still wait. */
  waiting: number;
}

export function openSingleFlight<Result>(): SingleFlight<Result> {
  const flights = new Map<string, Flight<Result>>();

  function start(key: string, begin: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const stop = new AbortController();
    const flight: Flight<Result> = { stop, waiting: 0 };
    flight.result = begin(stop.signal).finally(() => land(key, flight));
    flights.set(key, flight);
    return flight;
  }

  /** A stopped flight may land after the next one has started. */
  function land(key: string, flight: Flight<Result>): void {
    flight.result = undefined;
    if (flights.get(key) === flight) flights.delete(key);
  }

  return async (key, begin, signal) => {
    signal?.throwIfAborted();
    const flight = flights.get(key) ?? start(key, begin);
    const { result } = flight;
    if (result === undefined) throw new Error('Expected a flight that has not landed.');
    flight.waiting++;
    try {
      return await unlessAborted(result, signal);
    } finally {
      flight.waiting--;
      // A flight that has landed is not aborted: nothing is left to stop, and `abort` would build an error with its
      // stack.
      if (flight.waiting === 0 && flight.result !== undefined) {
        land(key, flight);
        flight.stop.abort(signal?.reason);
      }
    }
  };
}

/** The result, or the reason of the signal as soon as it ends. */
function unlessAborted<Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
