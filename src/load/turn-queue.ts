/** Calls that wait for their turn, the first come first. */
export interface TurnQueue {
  length(): number;
  /** Resolves when its turn has come. @throws the reason of the signal, and gives up its place. */
  wait(signal: AbortSignal | undefined): Promise<void>;
  /** Lets the first one go; false when nobody waits. */
  letOneGo(): boolean;
}

/** @param onLength called whenever the queue has become longer or shorter. */
export function openTurnQueue(onLength: (length: number) => void): TurnQueue {
  const turns = new Set<() => void>();
  return {
    length: () => turns.size,
    wait: (signal) =>
      new Promise((resolve, reject) => {
        const leave = () => {
          turns.delete(turn);
          onLength(turns.size);
          reject(signal?.reason);
        };
        const turn = () => {
          turns.delete(turn);
          onLength(turns.size);
          signal?.removeEventListener('abort', leave);
          resolve();
        };
        turns.add(turn);
        onLength(turns.size);
        signal?.addEventListener('abort', leave, { once: true });
      }),
    letOneGo() {
      const [next] = turns;
      next?.();
      return next !== undefined;
    },
  };
}
