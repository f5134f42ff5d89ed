/**
 * Hears of a row that needs a decision by hand, and lets the compilation go on without one.
 *
 * @param id of the row.
 * @param question what is expected, such as `an Oslo ring`.
 */
export type OnUndecided = (id: string, question: string) => void;

/** For facts of our own: nothing is compiled before everything is decided. */
export const refuseUndecided: OnUndecided = (id, question) => {
  throw new Error(`Expected ${question} for ${id}.`);
};
