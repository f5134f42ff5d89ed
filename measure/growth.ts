/**
 * How the cost of the routing kernel grows with its network, as a table: `node --import tsx measure/growth.ts
 * [LINKS ...]`, by default on generated networks of 10, 100 and 500 thousand links and of 2.2 million, the size of the
 * official network.
 *
 * Times are processor times, so other programs on the machine do not count. Queries have random ends all over the
 * network, and their paths are unpacked.
 */

import { openAlternatives } from '../src/routing/alternatives.ts';
import { buildGraph, LINK, type RoadGraph } from '../src/routing/graph.ts';
import { buildHierarchy } from '../src/routing/hierarchy.ts';
import { type Costs, customize } from '../src/routing/metric.ts';
import { openQuery } from '../src/routing/query.ts';
import { generateNetwork } from './generated/generate-network.ts';
import type { GeneratedNetwork } from './generated/network-pen.ts';
import { seeded, timed } from './numbers.ts';
import { figures, formatTitled } from './page.ts';

const SIZES = [10_000, 100_000, 500_000, 2_200_000];
const SEED = 1;
const QUERIES = 1000;
const SEARCHES_FOR_OTHERS = 50;
const TURN_MS = 1000;

const HEAD = [
  'links',
  'turns',
  'arcs',
  'order, s',
  'metric, s',
  'query, µs',
  'edges of a path',
  'others, ms',
  'memory, MB',
];

const sizes = process.argv.slice(2).map(Number);
const rows: string[][] = [];
for (const size of sizes.length > 0 ? sizes : SIZES) rows.push(await measure(size));
process.stdout.write(
  `${formatTitled({
    title: 'Growth of the routing kernel',
    about:
      'Generated networks. *Order*: dissection and hierarchy, once for each network. *Metric*: weights of all arcs, once for each. *Query*: cost and unpacked path. *Others*: up to two alternatives.',
    head: HEAD,
    rows,
  })}\n`,
);

async function measure(linkCount: number): Promise<string[]> {
  const generated = generateNetwork({ links: linkCount, seed: SEED });
  const graph = toGraph(generated);
  const costs = toCosts(generated, graph);
  const [hierarchy, orderMs] = await timed(() => buildHierarchy(graph, generated));
  const [metric, metricMs] = await timed(() => customize(hierarchy, graph, costs));
  const query = openQuery(graph, hierarchy, metric);
  const findOthers = openAlternatives(graph, hierarchy, metric, {
    query,
    plain: costs,
    lengthM: costs.ofEdge,
  });
  const random = seeded(SEED);
  const place = () => [{ edge: Math.floor(random() * graph.edgeCount), share: 0.5 }];
  const pairs = Array.from({ length: QUERIES }, () => [place(), place()] as const);
  let edges = 0;
  const ask = () => {
    for (const [from, to] of pairs) edges += query.find(from, to)?.edges.length ?? 0;
  };
  // The first round warms the compiler up.
  ask();
  edges = 0;
  const [, queryMs] = await timed(ask);
  const [, othersMs] = await timed(() => {
    for (const [from, to] of pairs.slice(0, SEARCHES_FOR_OTHERS)) {
      const best = query.find(from, to);
      if (best !== undefined) findOthers(best, from, to, 2);
    }
  });
  const memoryMb = process.memoryUsage().rss / 1e6;
  return [
    String(linkCount),
    String(graph.turns.to.length),
    String(hierarchy.upTo.length),
    figures(orderMs / 1000),
    figures(metricMs / 1000),
    figures((queryMs * 1000) / QUERIES),
    figures(edges / QUERIES),
    figures(othersMs / SEARCHES_FOR_OTHERS),
    memoryMb.toFixed(0),
  ];
}

/** The lines are straight, so each link has two points, whose places no query reads. */
function toGraph({ nodes, links, from, to, isOneWay, isFerry, bans }: GeneratedNetwork): RoadGraph {
  return buildGraph({
    nodeCount: nodes,
    from,
    to,
    flags: Uint8Array.from(
      { length: links },
      (_, link) => (isOneWay[link] ? LINK.oneWay : 0) + (isFerry[link] ? LINK.ferry : 0),
    ),
    firstPoint: Int32Array.from({ length: links + 1 }, (_, link) => 2 * link),
    points: new Int32Array(4 * links),
    bans: Array.from(bans.fromLink, (link, i) => ({
      from: link,
      via: bans.viaNode[i] as number,
      to: bans.toLink[i] as number,
    })),
  });
}

function toCosts({ metres, kmh }: GeneratedNetwork, { linkOf, turns }: RoadGraph): Costs {
  return {
    ofEdge: linkOf.map((link) =>
      Math.round(((metres[link] as number) * 3600) / (kmh[link] as number)),
    ),
    ofTurn: new Int32Array(turns.to.length).fill(TURN_MS),
  };
}
