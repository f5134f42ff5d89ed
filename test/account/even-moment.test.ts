import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextEvenMomentMs } from '../../src/account/sessions.ts';

test.each([
  [0, 50],
  [1, 50],
  [49, 50],
  [50, 100],
  [51, 100],
  [120, 150],
])('a refusal that is ready after %i ms leaves after %i ms', (elapsedMs, leavesMs) => {
  expect(nextEvenMomentMs(1_000_003, 1_000_003 + elapsedMs)).toBe(1_000_003 + leavesMs);
});

test('it is always a full step after the arrival and never in the past', () => {
  const atMs = fc.integer({ min: 0, max: 4e12 });
  fc.assert(
    fc.property(atMs, fc.integer({ min: 0, max: 5000 }), (arrivedAtMs, elapsedMs) => {
      const moment = nextEvenMomentMs(arrivedAtMs, arrivedAtMs + elapsedMs);
      expect(Math.abs((moment - arrivedAtMs) % 50)).toBe(0);
      expect(moment).toBeGreaterThan(arrivedAtMs + elapsedMs);
      expect(moment).toBeLessThanOrEqual(arrivedAtMs + elapsedMs + 50);
    }),
  );
});
