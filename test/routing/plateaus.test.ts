/** Plateaus: held against those that a sweep over the whole hierarchy shows. */
import { expect, test } from 'vitest';
import { atOnce } from '../../src/base/steps.ts';
import { openPlateaus } from '../../src/routing/plateaus.ts';
import { type EdgePlace, listSeeds, openQuery, openSearch } from '../../src/routing/query.ts';
import { openSweep } from '../../src/routing/sweep.ts';
import { openBundledKernel } from '../support/bundled-kernel.ts';

const { network, fastest, trips: drawn } = await openBundledKernel();
const { graph, hierarchy } = network;
const { ofEdge, ofTurn } = fastest.costs;
const query = openQuery(graph, hierarchy, fastest);
const forward = openSearch(hierarchy, fastest.forward);
const backward = openSearch(hierarchy, fastest.backward);
const finder = openPlateaus(hierarchy, fastest);
const sweep = openSweep(hierarchy, fastest);

/** The plateaus of a trip. */
const listPlateaus = ({ ends, limits }: Trip) =>
  finder.list(search(ends), limits).flatMap((chain) => finder.measure(chain, limits.least) ?? []);

/** The trips that have a way, with what is looked for on each. */
const trips = drawn.flatMap((ends) => {
  const best = query.find(ends.from, ends.to);
  if (best === undefined || best.cost <= 0) return [];
  return [{ ends, limits: { bound: Math.floor(1.25 * best.cost), least: 0.2 * best.cost } }];
});

type Trip = (typeof trips)[number];

function search({ from, to }: { from: readonly EdgePlace[]; to: readonly EdgePlace[] }) {
  const seeds = listSeeds(graph, hierarchy, fastest, { from, to });
  forward.run(seeds.from);
  backward.run(seeds.to);
  return { forward, backward };
}

/** What comes right behind an edge on both trees, and what it costs to get there. */
function* listNext(rank: number): Generator<readonly [next: number, cost: number], void> {
  const { start, end: goal } = sweep.trees;
  const edge = hierarchy.edgeAt[rank] as number;
  const end = graph.turns.first[edge + 1] as number;
  for (let turn = graph.turns.first[edge] as number; turn < end; turn++) {
    const next = hierarchy.rankOf[graph.turns.to[turn] as number] as number;
    const cost = (ofEdge[edge] as number) + (ofTurn[turn] as number);
    const isOnStart = start.cost(next) === start.cost(rank) + cost;
    if (isOnStart && goal.cost(rank) === goal.cost(next) + cost) yield [next, cost];
  }
}

/** What the paths over chains of edges cost that lie on both trees and are a tenth longer than they must be. */
function listCosts({ ends, limits: { bound, least } }: Trip): Set<number> {
  const searches = search(ends);
  const near = atOnce(sweep.run(searches.forward, searches.backward, { bound, least: 0 }));
  const { start, end } = sweep.trees;
  const lengths = new Map<number, number>();
  const costs = new Set<number>();
  for (const rank of near.toSorted((a, b) => start.cost(a) - start.cost(b))) {
    // Before the start nothing is driven, and behind the end.
    const lengthTo = lengths.get(rank) ?? Math.min(0, start.cost(rank));
    const own = Math.min(ofEdge[hierarchy.edgeAt[rank] as number] as number, end.cost(rank));
    if (lengthTo + own >= 1.1 * least) costs.add(start.cost(rank) + end.cost(rank));
    for (const [next, cost] of listNext(rank)) lengths.set(next, lengthTo + cost);
  }
  return costs;
}

test('the high ranks of the hierarchy show every plateau of every trip that is a tenth longer than it must be', () => {
  let count = 0;
  const missed = trips.flatMap((trip, i) => {
    const found = new Set(listPlateaus(trip).map(({ cost }) => cost));
    count += found.size;
    return [...listCosts(trip)].filter((cost) => !found.has(cost)).map((cost) => ({ i, cost }));
  });
  expect(missed).toEqual([]);
  expect(count).toBeGreaterThan(trips.length);
});

test('the path along a plateau costs what it says, and the plateau lies on it', () => {
  for (const trip of trips.slice(0, 100))
    for (const plateau of listPlateaus(trip)) {
      const path = finder.follow(plateau);
      const { edges, cost, fromShare, toShare } = finder.unpack(plateau);
      const begin = path.edges.indexOf(edges[0] as number);
      const end = begin + edges.length;
      expect(path.edges.slice(begin, end)).toEqual(edges);
      const [first, last] = [edges[0], edges.at(-1)].map(
        (edge) => hierarchy.rankOf[edge as number],
      );
      expect([first, last, cost]).toEqual([plateau.first, plateau.last, plateau.length]);
      expect(fromShare).toBe(begin === 0 ? path.fromShare : 0);
      expect(toShare).toBe(end === path.edges.length ? path.toShare : 1);
      const via = [{ edge: edges[0] as number, share: 0 }];
      const here = query.find(trip.ends.from, via)?.cost ?? plateau.cost;
      if (begin > 0) expect(here + (query.find(via, trip.ends.to)?.cost ?? 0)).toBe(plateau.cost);
    }
});

test('a plateau is no longer than its chain says', () => {
  for (const { ends, limits } of trips.slice(0, 100))
    for (const chain of finder.list(search(ends), limits))
      expect(finder.measure(chain, limits.least)?.length ?? 0).toBeLessThanOrEqual(chain.length);
});
