/** Other ways: what each of them is held to, and how many there are. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ALTERNATIVE_LIMITS,
  type AlternativeLimits,
  openAlternatives,
} from '../../src/routing/alternatives.ts';
import type { RoadGraph } from '../../src/routing/graph.ts';
import type { Hierarchy } from '../../src/routing/hierarchy.ts';
import { type Costs, customize } from '../../src/routing/metric.ts';
import { type EdgePlace, openQuery, type Path } from '../../src/routing/query.ts';
import { openBundledKernel } from '../support/bundled-kernel.ts';
import { drawnRoads } from '../support/drawn-roads.ts';
import { sharedCost, worstDetour } from '../support/judge-alternatives.ts';
import { addUp } from '../support/least-cost.ts';
import { randomTrip } from '../support/random-roads.ts';
import { table } from '../support/table.ts';

/** Finds other ways, and says what is wrong with each. */
function openJudge(
  graph: RoadGraph,
  hierarchy: Hierarchy,
  costs: Costs,
  limits: AlternativeLimits = ALTERNATIVE_LIMITS,
) {
  const metric = customize(hierarchy, graph, costs);
  const query = openQuery(graph, hierarchy, metric);
  // Limits of length are held on the map: test/metamorphic.
  const noLength = new Float64Array(graph.edgeCount);
  const findOthers = openAlternatives(
    graph,
    hierarchy,
    metric,
    { query, plain: costs, lengthM: noLength },
    limits,
  );
  const other = openQuery(graph, hierarchy, metric);
  const least = (a: EdgePlace, b: EdgePlace) => other.find([a], [b])?.cost ?? Number.NaN;

  const faultsOf = (path: Path, before: readonly Path[], best: Path): string[] => {
    const limit = limits.optimality * best.cost;
    const shared = Math.max(...before.map((known) => sharedCost(costs, path, known)));
    const nodes = path.edges.map((edge) => graph.head[edge]);
    return [
      addUp(graph, costs, path) === path.cost ? '' : 'its cost is not that of its edges',
      path.cost <= limits.stretch * best.cost ? '' : 'too long',
      shared <= limits.sharing * best.cost ? '' : 'too much in common',
      worstDetour(graph, costs, path, limit, least) === 0 ? '' : 'a part can be cut short',
      new Set(nodes).size === nodes.length ? '' : 'leaves its way for nothing',
    ].filter((fault) => fault !== '');
  };
  return (from: readonly EdgePlace[], to: readonly EdgePlace[]) => {
    const best = query.find(from, to);
    const others = best === undefined ? [] : findOthers(best, from, to, 2);
    return {
      others,
      faults: others.flatMap((path, i) =>
        faultsOf(path, [best as Path, ...others.slice(0, i)], best as Path),
      ),
    };
  };
}

test('on any roads they keep the limits, and end and begin where the trip does', () => {
  let found = 0;
  const limits = { sharing: 0.9, stretch: 2, optimality: 0.1 };
  fc.assert(
    fc.property(randomTrip, ({ roads: { graph, hierarchy }, costs, from, to }) => {
      const { others, faults } = openJudge(graph, hierarchy, costs, limits)(from, to);
      found += others.length;
      expect(faults).toEqual([]);
      for (const { edges, fromShare, toShare } of others) {
        expect(from).toContainEqual({ edge: edges[0], share: fromShare });
        expect(to).toContainEqual({ edge: edges.at(-1), share: toShare });
      }
    }),
    { numRuns: 1000 },
  );
  expect(found).toBeGreaterThan(50);
});

describe('on the bundled network', async () => {
  const { network, trips } = await openBundledKernel();
  const judge = openJudge(network.graph, network.hierarchy, network.times);
  const judged = trips.map(({ kind, from, to }) => ({ kind, ...judge(from, to) }));

  test('none shares more than 80 %, is longer by more than a quarter, or can be cut short', () => {
    expect(judged.map(({ faults }) => faults).filter((faults) => faults.length > 0)).toEqual([]);
  });

  test.each(
    table<'kind' | 'least'>(`
      kind    | least
      region  | 85
      country | 117
      quay    | 65
    `),
  )('75 trips of the kind $kind have at least $least other ways', ({ kind, least }) => {
    const others = judged.filter((one) => one.kind === kind).flatMap((one) => one.others);
    expect(others.length).toBeGreaterThanOrEqual(Number(least));
  });
});

describe('on drawn roads', () => {
  test('a trip round a lake has the way along its other shore; a spur and a loop on the way are none', () => {
    const lake = drawnRoads(
      `
          n-----------m
          |           |
      a---b           c---d
          |   f---g   |
          |   |   |   |
          s---e---h---t
              |
              p
      `,
      ({ link }) => [
        link('K1', 'ab'),
        link('K1', 'bnmc'),
        link('K1', 'cd'),
        link('K2', 'bs'),
        link('K2', 'se'),
        link('K2', 'eh'),
        link('K2', 'htc'),
        link('K3', 'efgh'),
        link('K4', 'ep'),
      ],
      [{ id: '1', link: 0, alongM: 200 }],
    );
    const ways = (avoidTolls: boolean) =>
      lake.drive(['a', 'd'], { avoidTolls, others: 2 }).map((drive) => lake.nameWay(drive));
    expect(ways(false)).toEqual(['abnmcd', 'absehtcd']);
    // A toll that can not be avoided takes no way away, and adds none.
    expect(ways(true)).toEqual(ways(false));
    expect(lake.drive(['a', 'b'], { others: 2 })).toHaveLength(1);
  });

  test('a way is another one where it drives other roads, not where its ferry sails another line between the same quays', () => {
    const art = `
          n-----------m
          |           |
      a---b           c---d
          |           |
          s-----------t
    `;
    const oneQuay = drawnRoads(art, ({ link }) => [
      link('K1', 'ab'),
      link('~F1', 'bnmc'),
      link('~F1', 'bstc'),
      link('K1', 'cd'),
    ]);
    const twoQuays = drawnRoads(art, ({ link }) => [
      link('K1', 'ab'),
      ...['bn', 'mc', 'bs', 'tc'].map((ends) => link('K1', ends)),
      link('~F1', 'nm'),
      link('~F1', 'st'),
      link('K1', 'cd'),
    ]);
    expect(oneQuay.drive(['a', 'd'], { others: 2 })).toHaveLength(1);
    expect(twoQuays.drive(['a', 'd'], { others: 2 })).toHaveLength(2);
  });
});
