/** One-to-all costs: held against Dijkstra on random graphs. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { customize, UNREACHABLE } from '../../src/routing/metric.ts';
import { listSeeds, openSearch } from '../../src/routing/query.ts';
import { openSweep } from '../../src/routing/sweep.ts';
import { costsToBegins, leastCost } from '../support/least-cost.ts';
import { randomTrip } from '../support/random-roads.ts';

const swept = randomTrip.chain((trip) =>
  fc.record({
    trip: fc.constant(trip),
    bounds: fc.array(fc.nat(300), { minLength: 1, maxLength: 3 }),
  }),
);

test.each(['from a start to all edges', 'from all edges to an end'] as const)(
  'costs %s are those of Dijkstra up to the bound, and above it beyond, run after run',
  (direction) => {
    const isFromStart = direction === 'from a start to all edges';
    fc.assert(
      fc.property(swept, ({ trip: { roads, costs, from, to }, bounds }) => {
        const { graph, hierarchy } = roads;
        const metric = customize(hierarchy, graph, costs);
        const { forward, backward } = metric;
        const [up, down] = isFromStart ? [forward, backward] : [backward, forward];
        const search = openSearch(hierarchy, up);
        const sweep = openSweep(hierarchy, down);
        const ends = isFromStart ? { from, to: [] } : { from: [], to };
        const seeds = listSeeds(graph, hierarchy, metric, ends)[isFromStart ? 'from' : 'to'];
        const wanted = isFromStart
          ? fromStart(seeds, costsToBegins(graph, costs, from), hierarchy.edgeAt)
          : Float64Array.from(hierarchy.edgeAt, (edge) =>
              leastCost(graph, costs, [{ edge, share: 0 }], to),
            );
        for (const bound of bounds) {
          search.run(seeds);
          sweep.run(search, bound);
          const within: number[] = [];
          sweep.eachWithin((rank) => within.push(rank));
          expect(within.sort((a, b) => a - b)).toEqual(ranksUpTo(bound, wanted));
          sweep.cost.forEach((cost, rank) => {
            const least = wanted[rank] as number;
            // The sum is 0 where the least is -0.
            if (least <= bound) expect(cost).toBe(least + 0);
            else expect(cost).toBeGreaterThan(bound);
            expect(cost).toBeLessThanOrEqual(UNREACHABLE);
          });
        }
      }),
      { numRuns: 500 },
    );
  },
);

const ranksUpTo = (bound: number, costs: Float64Array): number[] =>
  [...costs.keys()].filter((rank) => (costs[rank] as number) <= bound);

/** The first edges count from their beginning, which lies before the start. */
function fromStart(
  seeds: readonly { readonly rank: number; readonly cost: number }[],
  begins: Float64Array,
  edgeAt: Int32Array,
): Float64Array {
  const costs = Float64Array.from(edgeAt, (edge) => begins[edge] as number);
  for (const { rank, cost } of seeds) costs[rank] = Math.min(costs[rank] as number, cost);
  return costs;
}
