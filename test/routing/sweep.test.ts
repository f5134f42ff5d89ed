/** Costs from a start to all edges and from there to an end: held against Dijkstra on random graphs. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../../src/base/steps.ts';
import { customize } from '../../src/routing/metric.ts';
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

test('all edges on a path within the bound are found, with the costs of Dijkstra, run after run', () => {
  fc.assert(
    fc.property(swept, ({ trip: { roads, costs, from, to }, bounds }) => {
      const { graph, hierarchy } = roads;
      const metric = customize(hierarchy, graph, costs);
      const forward = openSearch(hierarchy, metric.forward);
      const backward = openSearch(hierarchy, metric.backward);
      const sweep = openSweep(hierarchy, metric);
      const seeds = listSeeds(graph, hierarchy, metric, { from, to });
      const begins = costsToBegins(graph, costs, from);
      const there = Float64Array.from(hierarchy.edgeAt, (edge) => begins[edge] as number);
      // The first edges count from their beginning, which lies before the start.
      for (const { rank, cost } of seeds.from) there[rank] = Math.min(there[rank] as number, cost);
      const back = Float64Array.from(hierarchy.edgeAt, (edge) =>
        leastCost(graph, costs, [{ edge, share: 0 }], to),
      );
      for (const bound of bounds) {
        forward.run(seeds.from);
        backward.run(seeds.to);
        const near = [...atOnce(sweep.run(forward, backward, { bound, least: 0 }))].sort(
          (a, b) => a - b,
        );
        const isNear = (rank: number) => (there[rank] as number) + (back[rank] as number) <= bound;
        expect(near).toEqual([...there.keys()].filter(isNear));
        // The sum is 0 where a cost is -0.
        expect(near.map(sweep.trees.start.cost)).toEqual(
          near.map((rank) => (there[rank] as number) + 0),
        );
        expect(near.map(sweep.trees.end.cost)).toEqual(near.map((rank) => back[rank]));
      }
    }),
    { numRuns: 300 },
  );
});
