/** Lightest paths: held against Dijkstra on random graphs, and on the bundled network. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { customize } from '../../src/routing/metric.ts';
import { openQuery } from '../../src/routing/query.ts';
import { openBundledKernel } from '../support/bundled-kernel.ts';
import { addUp, leastCost } from '../support/least-cost.ts';
import { randomTrip } from '../support/random-roads.ts';

const RUNS = { numRuns: 600 };

test('the cost of a path is that of Dijkstra, and what its edges and turns add up to, for any metric', () => {
  let found = 0;
  fc.assert(
    fc.property(randomTrip, ({ roads: { graph, hierarchy }, costs, otherCosts, from, to }) => {
      for (const asked of [costs, otherCosts]) {
        const path = openQuery(graph, hierarchy, customize(hierarchy, graph, asked)).find(from, to);
        expect(path?.cost ?? Number.POSITIVE_INFINITY).toBe(leastCost(graph, asked, from, to));
        if (path === undefined) continue;
        found++;
        expect(addUp(graph, asked, path)).toBe(path.cost);
        expect(from).toContainEqual({ edge: path.edges[0], share: path.fromShare });
        expect(to).toContainEqual({ edge: path.edges.at(-1), share: path.toShare });
      }
    }),
    RUNS,
  );
  expect(found).toBeGreaterThan(RUNS.numRuns / 2);
});

test('so it is on the bundled network', async () => {
  const { network, fastest, trips } = await openBundledKernel();
  const { graph, hierarchy, times } = network;
  const query = openQuery(graph, hierarchy, fastest);
  let found = 0;
  for (const { from, to } of trips.slice(0, 100)) {
    const path = query.find(from, to);
    expect(path?.cost ?? Number.POSITIVE_INFINITY).toBe(leastCost(graph, times, from, to));
    if (path === undefined) continue;
    found++;
    expect(addUp(graph, times, path)).toBe(path.cost);
  }
  expect(found).toBeGreaterThan(80);
});

test('a query leaves nothing behind: asked again after others, the answer is the same to the byte', () => {
  fc.assert(
    fc.property(randomTrip, ({ roads: { graph, hierarchy }, costs, from, to }) => {
      const query = openQuery(graph, hierarchy, customize(hierarchy, graph, costs));
      const first = query.find(from, to);
      const back = query.find(to, from);
      expect(query.find(from, to)).toEqual(first);
      expect(query.find(to, from)).toEqual(back);
    }),
    RUNS,
  );
});
