/** Gives the result for an object. */
interface Memoized<Of extends object, Result> {
  (of: Of): Result;
  /** Notes a result that the maker of the object knows already. */
  note(of: Of, result: Result): void;
}

/**
 * Does work once for each object, however often the result is asked for. The object must never change. The result is
 * freed together with the object.
 */
export function memoize<Of extends object, Result>(work: (of: Of) => Result): Memoized<Of, Result> {
  const known = new WeakMap<Of, Result>();
  const ask = (of: Of): Result => {
    const found = known.get(of);
    if (found !== undefined) return found;
    const result = work(of);
    known.set(of, result);
    return result;
  };
  return Object.assign(ask, {
    note: (of: Of, result: Result) => void known.set(of, result),
  });
}

/** The number of results that are kept. A trip has up to ten stops, and each is put on a road. */
const LAST = 32;

/**
 * Does work for a pair of values unless its result is among the last that were kept. It is for values that live as long
 * as a question: the entries of a `WeakMap` would outlive the next short collection of garbage.
 */
export function memoizeLast<One extends object, Other, Result>(
  work: (one: One, other: Other) => Result,
): (one: One, other: Other) => Result {
  const known: { readonly one: One; readonly other: Other; readonly result: Result }[] = [];
  let oldest = 0;
  return (one, other) => {
    for (const last of known) if (last.one === one && last.other === other) return last.result;
    const result = work(one, other);
    known[oldest] = { one, other, result };
    oldest = (oldest + 1) % LAST;
    return result;
  };
}

/** The number of results that are kept. Questions are about few days at a time. */
const KEPT = 50;

/** Does work once for each key. All results are dropped when `KEPT` of them are known. */
export function memoizeKeys<Key extends string | number, Result>(work: (key: Key) => Result) {
  const known = new Map<Key, Result>();
  return (key: Key): Result => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const result = work(key);
    if (known.size >= KEPT) known.clear();
    known.set(key, result);
    return result;
  };
}

/**
 * Does work at the first call and gives its result to all callers. After a failure the next call does the work again.
 */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let done: Promise<Result> | undefined;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

/**
 * Gives objects a member that is worked out when it is first read. All objects share one getter. A literal with a
 * getter would make a hidden class for each object, and the class would keep everything that the getter sees until the
 * whole heap is collected.
 */
export function openLazyMember<Name extends string, Of extends object, Value>(
  name: Name,
  work: (of: Of) => Value,
): <One extends Of>(one: One) => One & { readonly [N in Name]: Value } {
  const terms = { enumerable: true, configurable: true };
  function get(this: Of): Value {
    const value = work(this);
    Object.defineProperty(this, name, { ...terms, value });
    return value;
  }
  return (one) => Object.defineProperty(one, name, { ...terms, get }) as never;
}

/** Does work once for all callers that want the same at the same time. */
type SingleFlight<Result> = (
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
