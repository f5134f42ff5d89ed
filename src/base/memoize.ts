/** Gives the result for an object. */
export interface Memoized<Of extends object, Result> {
  (of: Of): Result;
  /** The maker of the object may know the result already. */
  note(of: Of, result: Result): void;
}

/**
 * Work that is done once for each object, however often its result is asked for. The result is let go
 * of with the object, which never changes.
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

/** So many of the last results are kept: a trip has ten stops, each of which is put on a road. */
const LAST = 32;

/**
 * Work that is done once for each pair of the last ones that were asked for. For things that live as long as a question:
 * what a `WeakMap` holds outlives the next short collection of garbage.
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

/** So many results are kept: questions are about few days at a time. */
const KEPT = 50;

/** Work that is done once for each key of the last ones that were asked for. */
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

/** Work that is done at the first call: all callers get its result. After a failure the next call does it again. */
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
 * Gives objects a member that is worked out when it is first read. All of them share one getter: a literal with a getter
 * makes a hidden class for each object, which keeps all that the getter sees until the whole heap is collected.
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
