/** Work in steps, each of which takes a few milliseconds at most: other work may be done between them. */
export type Steps<Result> = Generator<void, Result>;

/** How many small steps searches may still take: each takes off what it has taken. */
export interface StepBudget {
  left: number;
}

/** Lets other work come first where it is its turn. Work asks it between its steps. */
export type Pause = () => Promise<void>;

/** All steps at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** Work that is done once for all that wait for it: each takes its next step, until it is done. All get its error. */
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

/** @param pause between the steps; absent: they are taken at once. */
export async function inSteps<Result>(steps: Steps<Result>, pause?: Pause): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await pause?.();
  }
}

/** So many items of light work take a millisecond or two. */
const ITEMS_OF_A_STEP = 200;

/** What becomes of each item, in their order. */
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
