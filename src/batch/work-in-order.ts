/**
 * Works on so many items at once, and gives what comes of them in the order of the items. Another
 * one is begun as the oldest is taken, so that no more than these wait to be taken.
 *
 * @param work does not reject.
 */
export async function* workInOrder<Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
  atOnce: number,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = [];
  for await (const item of items) {
    underWay.push(work(item));
    if (underWay.length >= atOnce) yield* underWay.splice(0, 1);
  }
  yield* underWay;
}
