import { expect, test } from 'vitest';
import { withBench } from '../../measure/bench/bench.ts';
import { RUSH_START } from '../../measure/bench/trips.ts';
import type { QuoteRequest } from '../../src/trip/quote.ts';

test('every trip of the benchmarks has a price: none begins or ends where a stop is refused', async () => {
  const counts = await withBench(false, async ({ trips, snapshot }) => {
    const { answerRoute } = snapshot.answers;
    const quoted = [];
    for (const { from, to } of trips) {
      const request: QuoteRequest = {
        ...{ from, to, via: [], startMs: Date.parse(RUSH_START), alternatives: 0 },
        ...{ avoidTolls: false, refine: true, size: 'small', ferry: { ferryClass: 'AP1' } },
      };
      quoted.push(await answerRoute({ request, lengthIgnored: false }));
    }
    return quoted.map(({ routes }) => routes.length);
  });
  expect(counts).toHaveLength(200);
  expect(new Set(counts)).toEqual(new Set([1]));
});
