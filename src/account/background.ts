/** Hears what went wrong while no caller waited for it: one sentence, and nothing secret. */
export type OnTrouble = (sentence: string, error: unknown) => void;

/** Work that no caller waits for. */
export interface Background {
  /** @param sentence what is told when the work fails. */
  run(work: Promise<unknown>, sentence: string): void;
  /** Resolves when all work is done, also what begins meanwhile. */
  finish(): Promise<void>;
}

export function buildBackground(onTrouble: OnTrouble): Background {
  const running = new Set<Promise<unknown>>();
  return {
    run(work, sentence) {
      const told = work
        .catch((error: unknown) => onTrouble(sentence, error))
        .finally(() => running.delete(told));
      running.add(told);
    },
    async finish() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
