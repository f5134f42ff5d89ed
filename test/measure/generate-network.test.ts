import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { generateNetwork } from '../../measure/generated/generate-network.ts';
import type { GeneratedNetwork } from '../../measure/generated/network-pen.ts';

const LINKS = 60_000;
const network = generateNetwork({ links: LINKS, seed: 1 });

test('the same seed gives the same network to the byte, another seed another one', () => {
  const digestOf = (seed: number) => digest(generateNetwork({ links: LINKS, seed }));
  expect(digestOf(1)).toBe(digest(network));
  expect(digestOf(2)).not.toBe(digest(network));
});

test.each([200, 2_000, 10_000, LINKS])(
  'a network of %i links has as many, and each node can be driven to from each other',
  (links) => {
    const made = generateNetwork({ links, seed: 7 });
    expect(made.from).toHaveLength(links);
    expect(countReached(made, 'forward')).toBe(made.nodes);
    expect(countReached(made, 'backward')).toBe(made.nodes);
  },
);

/** Between the pieces of the real network that the head of generate-network.ts names. */
describe('the network is like the real one', () => {
  const degrees = new Uint8Array(network.nodes);
  for (const end of [...network.from, ...network.to]) degrees[end] = (degrees[end] ?? 0) + 1;
  const ofNodes = (isCounted: (degree: number) => boolean) =>
    degrees.filter(isCounted).length / network.nodes;
  const ofLinks = (row: Uint8Array, isCounted: (value: number) => boolean = Boolean) =>
    row.filter(isCounted).length / LINKS;
  const metres = network.metres.toSorted();
  const mean = metres.reduce((sum, m) => sum + m, 0) / LINKS;

  test.each([
    ['nodes where a road ends', ofNodes((d) => d === 1), 0.08, 0.42],
    ['nodes that only pass through', ofNodes((d) => d === 2), 0.4, 0.65],
    ['nodes where three links meet', ofNodes((d) => d === 3), 0.18, 0.41],
    ['nodes where four meet', ofNodes((d) => d === 4), 0.01, 0.05],
    ['nodes where more meet', ofNodes((d) => d > 4), 0, 0.015],
    ['nodes for a link', network.nodes / LINKS, 0.89, 0.96],
    ['the median length of a link', metres[LINKS / 2] ?? 0, 29, 85],
    ['the mean length of a link', mean, 48, 152],
    ['one-way links', ofLinks(network.isOneWay), 0.05, 0.15],
    ['motorways', ofLinks(network.roadClass, (c) => c === 0), 0.0001, 0.06],
    ['main roads', ofLinks(network.roadClass, (c) => c >= 2 && c <= 5), 0.1, 0.3],
    ['ferries', ofLinks(network.isFerry), 0.0002, 0.001],
    ['toll gates for a link', network.gates.link.length / LINKS, 0.0001, 0.0005],
    ['turn bans for a link', network.bans.viaNode.length / LINKS, 0.0005, 0.003],
  ])('%s: %f is from %f to %f', (_, share, least, most) => {
    expect(share).toBeGreaterThanOrEqual(least);
    expect(share).toBeLessThanOrEqual(most);
  });
});

test('no link leads back to its own node, and none is shorter than the distance of its nodes', () => {
  const { from, to, x, y, metres } = network;
  const wrong = [...from.keys()].filter((link) => {
    const [a, b] = [from[link] ?? 0, to[link] ?? 0];
    const apartM = Math.hypot((x[a] ?? 0) - (x[b] ?? 0), (y[a] ?? 0) - (y[b] ?? 0));
    return a === b || (metres[link] ?? 0) < apartM * 0.9999;
  });
  expect(wrong).toEqual([]);
});

test('gates stand on main roads, and a turn ban is of two links that meet at its node', () => {
  const { gates, bans, roadClass, metres, from, to, isOneWay } = network;
  const strayGates = [...gates.link].filter((link, i) => {
    const isWrongWay = isOneWay[link] === 1 && gates.charged[i] !== 1;
    return (
      (roadClass[link] ?? 9) > 5 || (gates.alongM[i] ?? -1) > (metres[link] ?? 0) || isWrongWay
    );
  });
  const isAt = (link: number | undefined, node: number) =>
    from[link ?? -1] === node || to[link ?? -1] === node;
  const strayBans = [...bans.viaNode].filter(
    (node, i) => !isAt(bans.fromLink[i], node) || !isAt(bans.toLink[i], node),
  );
  expect([...strayGates, ...strayBans]).toEqual([]);
});

/** Of all rows of numbers. */
function digest({ nodes, links, gates, bans, ...rows }: GeneratedNetwork): string {
  const hash = createHash('sha256').update(`${nodes} ${links}`);
  for (const row of [rows, gates, bans].flatMap((group): NodeJS.TypedArray[] =>
    Object.values(group),
  ))
    hash.update(row);
  return hash.digest('hex');
}

/** How many nodes can be driven to from the first one, or from how many one can drive there. */
function countReached(made: GeneratedNetwork, way: 'forward' | 'backward'): number {
  const onward = listOnward(made, way);
  const reached = new Set([0]);
  for (const node of reached) for (const next of onward[node] ?? []) reached.add(next);
  return reached.size;
}

function listOnward({ nodes, from, to, isOneWay }: GeneratedNetwork, way: 'forward' | 'backward') {
  const onward: number[][] = Array.from({ length: nodes }, () => []);
  for (const link of from.keys()) {
    const [a, b] = [from[link] ?? 0, to[link] ?? 0];
    if (isOneWay[link] === 0 || way === 'forward') onward[a]?.push(b);
    if (isOneWay[link] === 0 || way === 'backward') onward[b]?.push(a);
  }
  return onward;
}
