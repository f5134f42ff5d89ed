/** Work in steps, each of which takes a few milliseconds at most: other work may be done between them. */
export type Steps<Result> = Generator<void, Result>;

/** What searches may still take. */
export interface StepBudget {
  /** Small steps. Each search subtracts the steps that it has taken. */
  left: number;
  /** Absent: they may take any time. */
  readonly isLate?: IsLate | undefined;
}

/**
 * Whether so much of the time is over that searches end with what they have found.
 *
 * @param share of the time of all searches; absent: all of it.
 */
export type IsLate = (share?: number) => boolean;

/** Searches have half of the time between the first call and `endMs`: an own choice, which leaves time for the answer. */
export function openLateness(endMs: number, nowMs: () => number): IsLate {
  let beganMs: number | undefined;
  return (share = 1) => {
    beganMs ??= nowMs();
    return nowMs() >= beganMs + (share * (endMs - beganMs)) / 2;
  };
}

/** Lets other work go first when it is its turn. Work calls it between its steps. */
export type Pause = () => Promise<void>;

/** Takes all steps at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/**
 * Shares work between all that wait for it. Each of them takes the next step until the work is done. All get its result
 * or its error.
 */
export function shareSteps<Result>(steps: Steps<Result>): () => Steps<Result> {
  let end: { readonly value: Result } | { readonly error: unknown } | undefined;
  return function* () {
    while (end === undefined) {
      try {
        const step = steps.next();
        if (step.done) end = step;
      } catch (error) {
        end = { error };
      }
      if (end === undefined) yield;
    }
    if ('error' in end) throw end.error;
    return end.value;
  };
}

/** @param pause called between the steps; absent: all steps are taken at once. */
export async function inSteps<Result>(steps: Steps<Result>, pause?: Pause): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await pause?.();
  }
}

/** Items of a step. Light work on so many takes a millisecond or two. */
const ITEMS_OF_A_STEP = 200;

/** The results of the items, in their order. */
export function* mapInSteps<Item, Result>(
  items: readonly Item[],
  toResult: (item: Item, i: number) => Result,
): Steps<Result[]> {
  const results: Result[] = [];
  for (let i = 0; i < items.length; i++) {
    if (i > 0 && i % ITEMS_OF_A_STEP === 0) yield;
    results.push(toResult(items[i] as Item, i));
  }
  return results;
}
