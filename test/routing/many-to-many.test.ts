/** Tables of paths: held against the query of each pair on random graphs. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../../src/base/steps.ts';
import { stepTable } from '../../src/routing/many-to-many.ts';
import { customize } from '../../src/routing/metric.ts';
import { type EdgePlace, openQuery } from '../../src/routing/query.ts';
import { randomTrip } from '../support/random-roads.ts';

test('the path of each pair of a table is that of its query, edge by edge', () => {
  let [found, none, onOneEdge] = [0, 0, 0];
  fc.assert(
    fc.property(
      randomTrip,
      fc.array(fc.tuple(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 6 }),
      ({ roads: { graph, hierarchy }, costs, from, to }, more) => {
        const others = more.map(([edge, share]): EdgePlace[] => [
          { edge: edge % graph.edgeCount, share },
        ]);
        const [origins, destinations] = [
          [from, ...others, to],
          [to, ...others, from],
        ];
        const metric = customize(hierarchy, graph, costs);
        const query = openQuery(graph, hierarchy, metric);
        const parts = { graph, hierarchy, metric, query };
        const steps = stepTable(parts, origins, destinations);
        let count = 0;
        let step = steps.next();
        for (; !step.done; step = steps.next()) count++;
        expect(count).toBe(origins.length + destinations.length);
        for (const [i, origin] of origins.entries())
          for (const [j, destination] of destinations.entries()) {
            const path = query.find(origin, destination);
            expect(step.value.find(i, j)).toEqual(path);
            if (path === undefined) none++;
            else found++;
            if (origin.some(({ edge }) => destination.some((end) => end.edge === edge)))
              onOneEdge++;
          }
      },
    ),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(1000);
  expect(none).toBeGreaterThan(10);
  expect(onOneEdge).toBeGreaterThan(100);
});

test('tables and single trips that take turns in the space of one query find what each of them finds alone', () => {
  const turns = [0, 1, 2].flatMap((asker) => Array.from({ length: 4 }, () => asker));
  fc.assert(
    fc.property(
      randomTrip,
      fc.shuffledSubarray(turns, { minLength: turns.length }),
      ({ roads: { graph, hierarchy }, costs, from, to }, order) => {
        const metric = customize(hierarchy, graph, costs);
        const alone = openQuery(graph, hierarchy, metric);
        const query = openQuery(graph, hierarchy, metric);
        const parts = { graph, hierarchy, metric, query };
        const [stops, others] = [
          [from, to],
          [to, from],
        ];
        const there = stepTable(parts, stops, others);
        const back = stepTable(parts, others, stops);
        const single = (function* () {
          for (;;) yield expect(query.find(to, from)).toEqual(alone.find(to, from));
        })();
        for (const asker of order) [there, back, single][asker]?.next();
        const tables = [atOnce(there), atOnce(back)];
        for (const [i, j] of [[0, 0] as const, [0, 1] as const, [1, 0] as const, [1, 1] as const]) {
          expect(tables[0]?.find(i, j)).toEqual(alone.find(stops[i] ?? [], others[j] ?? []));
          expect(tables[1]?.find(i, j)).toEqual(alone.find(others[i] ?? [], stops[j] ?? []));
        }
      },
    ),
    { numRuns: 200 },
  );
});
