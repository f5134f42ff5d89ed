/** The rules that make a passage free. */
export const FREE_RULES = [
  /** Another passage of the group inside the window pays. */
  'hour-rule',
  /** Only one passage is paid between two times of day. */
  'once-between',
  /** Paid at a linked station. */
  'linked-station',
  /** Reversed hour rule: only one of the two stations was passed. */
  'reversed-rule',
  /** The tariff is known, and is 0. */
  'zero-tariff',
  /** The month has had as many paid passages as it has to. */
  'monthly-cap',
] as const;

export type FreeRule = (typeof FREE_RULES)[number];
