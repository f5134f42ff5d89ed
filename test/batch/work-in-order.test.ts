import fc from 'fast-check';
import { expect, test } from 'vitest';
import { workInOrder } from '../../src/batch/price-batch.ts';

async function* list(items: readonly number[]): AsyncGenerator<number> {
  yield* items;
}

test('whatever ends first, the items keep their order, and no more are under way than may be', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.nat()),
      fc.integer({ min: 1, max: 5 }),
      async (scheduler, items, atOnce) => {
        let underWay = 0;
        let most = 0;
        const work = async (item: number) => {
          most = Math.max(most, ++underWay);
          await scheduler.schedule(Promise.resolve());
          underWay -= 1;
          return item;
        };
        const done = (async () => {
          const results: number[] = [];
          for await (const result of workInOrder(list(items), work, atOnce)) results.push(result);
          return results;
        })();
        expect(await scheduler.waitFor(done)).toEqual(items);
        expect(most).toBe(items.length === 0 ? 0 : Math.min(atOnce, items.length));
      },
    ),
  );
});
