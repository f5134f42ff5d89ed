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

/** Work that is done once for all that wait for it: each takes its next step, until it is done. */
export function shareSteps<Result>(steps: Steps<Result>): () => Steps<Result> {
  let end: { readonly value: Result } | undefined;
  return function* () {
    while (end === undefined) {
      const step = steps.next();
      if (step.done) end = step;
      else yield;
    }
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
