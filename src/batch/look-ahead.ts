/** Items that can be looked at before they are taken. */
export interface LookAhead<Item> {
  /** @param i 0 is the next one. `undefined`: there are no more. */
  peek(i: number): Promise<Item | undefined>;
  /** Lets the next ones go, which have been looked at. */
  take(count: number): void;
  /** Nothing more is asked for. */
  end(): Promise<void>;
}

export function lookAhead<Item>(items: AsyncGenerator<Item>): LookAhead<Item> {
  let seen: Item[] = [];
  let taken = 0;
  return {
    async peek(i) {
      while (seen.length <= taken + i) {
        const { value, done } = await items.next();
        if (done === true) return undefined;
        seen.push(value);
      }
      return seen[taken + i];
    },
    take(count) {
      taken += count;
      if (taken < seen.length) return;
      seen = [];
      taken = 0;
    },
    async end() {
      await items.return(undefined);
    },
  };
}
