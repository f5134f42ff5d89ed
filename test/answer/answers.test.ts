import { expect, test } from 'vitest';
import { openProduct } from '../../measure/audit/product.ts';

test('other calls come between the ways, the prices and the writing of an answer', async () => {
  const ask = await openProduct({ alternatives: 2 });
  let isDone = false;
  let turns = 0;
  const otherCalls = () => {
    if (isDone) return;
    turns++;
    setImmediate(otherCalls);
  };
  setImmediate(otherCalls);
  await ask({
    from: { lat: 59.9139, lon: 10.7522 },
    to: { lat: 63.4305, lon: 10.3951 },
    refine: true,
  }).finally(() => {
    isDone = true;
  });
  expect(turns).toBeGreaterThanOrEqual(2);
});
