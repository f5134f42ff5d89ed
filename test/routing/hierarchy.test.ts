/** The hierarchy: an order of edges that holds for every metric, and the same on any machine. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildGraph } from '../../src/routing/graph.ts';
import {
  buildHierarchy,
  type Hierarchy,
  listLowEnds,
  stepTriangles,
} from '../../src/routing/hierarchy.ts';
import { customize } from '../../src/routing/metric.ts';
import { randomRoads, randomTrip } from '../support/random-roads.ts';

const RUNS = { numRuns: 150 };

test('each edge has one rank, and each turn between two edges an arc between their ranks', () => {
  fc.assert(
    fc.property(randomRoads, ({ graph, hierarchy }) => {
      const { rankOf, edgeAt, arcOfTurn, upTo } = hierarchy;
      const upFrom = listLowEnds(hierarchy.firstUp);
      expect([...edgeAt].map((edge) => rankOf[edge])).toEqual([...edgeAt.keys()]);
      for (const [edge, next, turn] of listTurns(graph)) {
        const ranks = [rankOf[edge], rankOf[next]].sort((a, b) => (a ?? 0) - (b ?? 0));
        const arc = arcOfTurn[turn] as number;
        if (edge === next) expect(arc).toBe(-1);
        else expect([upFrom[arc], upTo[arc]]).toEqual(ranks);
      }
    }),
    RUNS,
  );
});

test('the higher neighbours of a rank are its ancestors, joined with each other, and its subtree comes right before it', () => {
  fc.assert(
    fc.property(randomRoads, ({ hierarchy }) => {
      const { parent, below } = hierarchy;
      const isArc = (low: number, high: number) => neighbours(hierarchy, low).includes(high);
      parent.forEach((above, rank) => {
        const higher = neighbours(hierarchy, rank);
        expect(above).toBe(higher[0] ?? -1);
        expect(listAncestors(parent, rank)).toEqual(expect.arrayContaining(higher));
        higher.forEach((low, i) => {
          for (const high of higher.slice(i + 1)) expect(isArc(low, high)).toBe(true);
        });
        const inside = [...parent.keys()].filter((r) => listAncestors(parent, r).includes(rank));
        expect(inside).toEqual(inside.map((_, i) => rank - inside.length + i));
        expect(below[rank]).toBe(inside.length);
      });
    }),
    RUNS,
  );
});

test('each triangle of arcs is visited once, from its lowest rank', () => {
  fc.assert(
    fc.property(randomRoads, ({ hierarchy }) => {
      const { upTo } = hierarchy;
      const upFrom = listLowEnds(hierarchy.firstUp);
      const visited: string[] = [];
      const steps = stepTriangles(hierarchy, (low, side, arc) => {
        expect([upFrom[low], upTo[low], upTo[side]]).toEqual([
          upFrom[side],
          upFrom[arc],
          upTo[arc],
        ]);
        visited.push(`${low} ${side}`);
      });
      while (steps.next().done !== true);
      const pairs = [...upFrom.keys()].flatMap((low) =>
        [...upFrom.keys()]
          .filter((side) => side > low && upFrom[side] === upFrom[low])
          .map((side) => `${low} ${side}`),
      );
      expect(visited.sort()).toEqual(pairs.sort());
    }),
    RUNS,
  );
});

test('the same links and costs give the same numbers, however often', () => {
  fc.assert(
    fc.property(randomTrip, ({ roads: { links, hierarchy }, costs, otherCosts }) => {
      const graph = buildGraph({ ...links, bans: links.bans.toReversed() });
      const places = { x: placesOf(links, 0), y: placesOf(links, 1) };
      const again = buildHierarchy(graph, places);
      expect(buildHierarchy(graph, places)).toEqual(again);
      const metric = customize(hierarchy, graph, costs);
      customize(hierarchy, graph, otherCosts);
      expect(customize(hierarchy, graph, costs)).toEqual(metric);
    }),
    RUNS,
  );
});

type Graph = ReturnType<typeof buildGraph>;

const listTurns = ({ edgeCount, turns }: Graph): [edge: number, next: number, turn: number][] =>
  Array.from({ length: edgeCount }, (_, edge) => edge).flatMap((edge) =>
    Array.from(
      turns.to.subarray(turns.first[edge], turns.first[edge + 1]),
      (next, i): [number, number, number] => [edge, next, (turns.first[edge] ?? 0) + i],
    ),
  );

const neighbours = ({ firstUp, upTo }: Hierarchy, rank: number): number[] => [
  ...upTo.subarray(firstUp[rank], firstUp[rank + 1]),
];

function listAncestors(parent: Int32Array, rank: number): number[] {
  const above = parent[rank] ?? -1;
  return above === -1 ? [] : [above, ...listAncestors(parent, above)];
}

/** Places of the nodes, where a link ends at them; 0 for all others. */
function placesOf({ nodeCount, from, to, points }: Graph['links'], axis: 0 | 1): Float64Array {
  const places = new Float64Array(nodeCount);
  from.forEach((node, link) => {
    places[node] = points[4 * link + axis] as number;
    places[to[link] as number] = points[4 * link + 2 + axis] as number;
  });
  return places;
}
