/** Random road graphs with random costs. They are small enough for an oracle, and have all odd cases. */
import fc from 'fast-check';
import { buildGraph, LINK, type LinkTable, type RoadGraph } from '../../src/routing/graph.ts';
import { buildHierarchy, type Hierarchy } from '../../src/routing/hierarchy.ts';
import { type Costs, UNREACHABLE } from '../../src/routing/metric.ts';
import type { EdgePlace } from '../../src/routing/query.ts';

export interface RandomRoads {
  readonly links: LinkTable;
  readonly graph: RoadGraph;
  readonly hierarchy: Hierarchy;
}

const MOST_NODES = 14;

/** Graphs with loops, parallel links, one-way links, banned turns, and parts that are connected to nothing. */
export const randomRoads: fc.Arbitrary<RandomRoads> = fc
  .record({
    places: fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { minLength: 2, maxLength: MOST_NODES }),
    links: fc.array(
      fc.record({ from: fc.nat(MOST_NODES - 1), to: fc.nat(MOST_NODES - 1), oneWay: fc.boolean() }),
      { minLength: 1, maxLength: 32 },
    ),
    bans: fc.array(fc.tuple(fc.nat(31), fc.nat(31)), { maxLength: 6 }),
  })
  .map(({ places, links, bans }) => {
    const table = toTable(places, links, bans);
    const graph = buildGraph(table);
    const [x, y] = [0, 1].map((i) => Float64Array.from(places, (place) => place[i as 0 | 1]));
    return {
      links: table,
      graph,
      hierarchy: buildHierarchy(graph, { x: x as Float64Array, y: y as Float64Array }),
    };
  });

function toTable(
  places: readonly (readonly [number, number])[],
  drawn: readonly { readonly from: number; readonly to: number; readonly oneWay: boolean }[],
  bans: readonly (readonly [number, number])[],
): LinkTable {
  const node = (number: number) => number % places.length;
  const links = drawn.map((link) => ({ ...link, from: node(link.from), to: node(link.to) }));
  return {
    nodeCount: places.length,
    from: Int32Array.from(links, ({ from }) => from),
    to: Int32Array.from(links, ({ to }) => to),
    flags: Uint8Array.from(links, ({ oneWay }) => (oneWay ? LINK.oneWay : 0)),
    firstPoint: Int32Array.from({ length: links.length + 1 }, (_, link) => 2 * link),
    points: Int32Array.from(
      links.flatMap(({ from, to }) => [...(places[from] ?? []), ...(places[to] ?? [])]),
    ),
    bans: bans.flatMap(([a, b]) => {
      const [from, to] = [a % links.length, b % links.length];
      const via = links[from]?.to ?? 0;
      return { from, via, to };
    }),
  };
}

/** A cost. Sometimes it is 0, and sometimes the edge is closed. */
const cost = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 60 }) },
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constant(UNREACHABLE) },
);

const randomCosts = ({ edgeCount, turns }: RoadGraph): fc.Arbitrary<Costs> =>
  fc.record({
    ofEdge: fc.array(cost, { minLength: edgeCount, maxLength: edgeCount }).map(toInts),
    ofTurn: fc.array(cost, { minLength: turns.to.length, maxLength: turns.to.length }).map(toInts),
  });

const toInts = (numbers: readonly number[]) => Int32Array.from(numbers);

/** One to three places: at ends of edges, and between them. */
const randomPlaces = ({ edgeCount }: RoadGraph): fc.Arbitrary<EdgePlace[]> =>
  fc.uniqueArray(
    fc.record({ edge: fc.nat(edgeCount - 1), share: fc.constantFrom(0, 0.25, 0.5, 0.9, 1) }),
    { minLength: 1, maxLength: 3, selector: ({ edge }) => edge },
  );

/** Roads, costs and the ends of a trip. */
export const randomTrip = randomRoads.chain((roads) =>
  fc.record({
    roads: fc.constant(roads),
    costs: randomCosts(roads.graph),
    otherCosts: randomCosts(roads.graph),
    from: randomPlaces(roads.graph),
    to: randomPlaces(roads.graph),
  }),
);
