/** Gives the result for an object. */
export interface Memoized<Of extends object, Result> {
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
