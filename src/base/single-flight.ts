/** Does work once for all who want the same at the same time. */
export type SingleFlight<Result> = (
  key: string,
  /** Does the work; the signal is aborted when the last caller has left. */
  begin: (signal: AbortSignal) => Promise<Result>,
  /** Aborted: this caller leaves, and the work goes on for the others. */
  signal?: AbortSignal,
) => Promise<Result>;

interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly stop: AbortController;
  /** Callers that still wait. */
  waiting: number;
  isLanded: boolean;
}

export function openSingleFlight<Result>(): SingleFlight<Result> {
  const flights = new Map<string, Flight<Result>>();

  function start(key: string, begin: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const stop = new AbortController();
    const result = begin(stop.signal).finally(() => land(key, flight));
    const flight: Flight<Result> = { result, stop, waiting: 0, isLanded: false };
    flights.set(key, flight);
    return flight;
  }

  /** A stopped flight may land after the next one has started. */
  function land(key: string, flight: Flight<Result>): void {
    flight.isLanded = true;
    if (flights.get(key) === flight) flights.delete(key);
  }

  return async (key, begin, signal) => {
    signal?.throwIfAborted();
    const flight = flights.get(key) ?? start(key, begin);
    flight.waiting++;
    try {
      return await unlessAborted(flight.result, signal);
    } finally {
      flight.waiting--;
      // There is nothing left to stop, and the reason for it would be made with its stack.
      if (flight.waiting === 0 && !flight.isLanded) {
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
