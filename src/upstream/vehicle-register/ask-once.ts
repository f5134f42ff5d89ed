/** A question that is under way, and how many wait for its answer. */
interface Flight<Answer> {
  readonly answer: Promise<Answer>;
  readonly stop: AbortController;
  waiting: number;
}

/**
 * Gives those who ask the same at the same time one answer. The question is stopped when nobody
 * waits for it any more; one who leaves does not stop it for the others.
 */
export function askOnce<Answer>(
  ask: (question: string, signal: AbortSignal) => Promise<Answer>,
): (question: string, signal?: AbortSignal) => Promise<Answer> {
  const flights = new Map<string, Flight<Answer>>();

  function start(question: string): Flight<Answer> {
    const stop = new AbortController();
    const answer = ask(question, stop.signal).finally(() => land(question, flight));
    const flight: Flight<Answer> = { answer, stop, waiting: 0 };
    flights.set(question, flight);
    return flight;
  }

  /** A stopped flight may land after the next one has started. */
  function land(question: string, flight: Flight<Answer>): void {
    if (flights.get(question) === flight) flights.delete(question);
  }

  return async (question, signal) => {
    signal?.throwIfAborted();
    const flight = flights.get(question) ?? start(question);
    flight.waiting++;
    try {
      return await unlessAborted(flight.answer, signal);
    } finally {
      flight.waiting--;
      if (flight.waiting === 0) {
        land(question, flight);
        flight.stop.abort();
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
