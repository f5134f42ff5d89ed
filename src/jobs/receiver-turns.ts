/** Calls one receiver of an account at a time, so that one that does not answer holds up those of its own account alone. */
export interface ReceiverTurns {
  /** @returns `undefined`, and nothing is done: a receiver of the account is being called. */
  run<Result>(accountId: string, call: () => Promise<Result>): Promise<Result> | undefined;
}

/** The turns of one process. */
export function openReceiverTurns(): ReceiverTurns {
  const called = new Set<string>();
  return {
    run(accountId, call) {
      if (called.has(accountId)) return undefined;
      called.add(accountId);
      return call().finally(() => called.delete(accountId));
    },
  };
}
