/**
 * Road networks of any size that are like Norway's official one (NVDB Ruteplan nettverksdatasett, 2.2 million
 * links), for measuring what grows with a network. The same seed gives the same network.
 *
 * A country of cells of 12 km, each with a settlement. Valleys hang together as a tree, along the country
 * rather than across it, with few passes between them; on the coast ferries stand for roads. A road between
 * settlements is a chain of links with farm and forest roads beside it; a settlement is a grid with gaps.
 *
 * What its shares are held against: pieces of the real network as the road authority published them in 2021
 * and 2022, measured, and counts of the whole (statisticsnorway/GISSB, erlenddahl/routing). Nodes by how many
 * links meet there, metres of a link, and links that are one-way:
 *
 * | | links | 1 | 2 | 3 | 4 | nodes per link | median m | mean m | one-way |
 * |---|---|---|---|---|---|---|---|---|---|
 * | Trondheim, 3.5 x 4.2 km | 1 682 | 8 % | 65 % | 24 % | 3 % | 0.89 | 29 | 48 | 37 % |
 * | three islands of the west | 332 | 42 % | 16 % | 41 % | 1 % | 1.00 | 85 | 152 | 0 % |
 * | Oslo, 2022 | 93 395 | | | | | | | | 12 % |
 * | the country, 2023 and 2026 | 2 235 801 | | | | | 0.89-0.95 | | | |
 * | our bundled network, roads | 17 186 | 14 % | 33 % | 48 % | 5 % | 0.82 | 2 085 | 3 685 | |
 * | **generated** | 2 200 000 | 21 % | 53 % | 22 % | 4 % | 0.95 | 50 | 102 | 9 % |
 *
 * Classes in Trondheim: 0 6 %, 2 11 %, 3 4 %, 5 20 %, 6 49 %, 7 10 %; on the islands 6 46 %, 7 54 %; generated:
 * 0 1 %, 2 to 4 9 %, 5 7 %, 6 28 %, 7 45 %, 9 and 10 9 %. The country has 699 links of ferry and 463 toll stations,
 * the generated one some 720 and 370; turn bans are a few thousand in both.
 */

import { seeded } from '../numbers.ts';
import { drawTown } from './draw-town.ts';
import {
  type GeneratedNetwork,
  type LinkFacts,
  type NetworkPen,
  openNetworkPen,
  type Random,
} from './network-pen.ts';

export interface NetworkWish {
  readonly links: number;
  readonly seed: number;
}

/** Metres between settlements, and so many links for each: that of the country. */
const CELL_M = 12_000;
const CELL_LINKS = 1_000;
/** Rows of cells for each column: the country is long. */
const LONG = 4;
/** South-west corner, metres of UTM 33. */
const CORNER = { x: -30_000, y: 6_460_000 } as const;
/** Cells of the coast, of all columns. */
const COAST = 0.3;
/** Of the valleys so many lead across the country. */
const ACROSS = 0.2;
/** Of the roads between neighbours that the tree leaves out so many are passes. */
const PASSES = 0.12;
const FERRIES = { coast: 0.2, inland: 0.02 } as const;
const MOTORWAYS = 0.06;
/** Side roads that leave another side road. */
const BRANCHES = 0.65;
/** So many links the roads to one settlement have at most. */
const MOST_ROAD_LINKS = 900;
/** Of what a cell has left for settlement and side roads. */
const TOWN = 0.62;
/** The largest settlement has so many times the links of a usual one at most. */
const LARGEST = 60;
/** Gates for each link of the main roads, so that a country has some 460. */
const GATES = 0.0012;
const LEAST_MAIN_CLASS = 5;

const FARM: readonly LinkFacts[] = [
  { roadClass: 7, kmh: 50 },
  { roadClass: 9, kmh: 50 },
  { roadClass: 10, kmh: 30 },
];
const MAIN: readonly LinkFacts[] = [
  { roadClass: 2, kmh: 80 },
  { roadClass: 3, kmh: 80 },
  { roadClass: 4, kmh: 80 },
  { roadClass: 5, kmh: 80 },
  { roadClass: 6, kmh: 60 },
];
const MOTORWAY: LinkFacts = { roadClass: 0, kmh: 110, isOneWay: true };
const FERRY: LinkFacts = { roadClass: 4, kmh: 20, isFerry: true };

/** @returns rows of numbers, some 45 bytes a link; 2.2 million links take a few seconds. */
export function generateNetwork({ links, seed }: NetworkWish): GeneratedNetwork {
  const random = seeded(seed);
  const pen = openNetworkPen(links);
  const cells = Math.max(2, Math.round(links / CELL_LINKS));
  const columns = Math.max(1, Math.round(Math.sqrt(cells / LONG)));
  const sizes = drawSizes(cells, random);
  const centres: number[] = [];
  let dueLinks = 0;
  for (let cell = 0; cell < cells && pen.left() > 0; cell++) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const aside = () => (random() - 0.5) * 0.6 * CELL_M;
    const [x, y] = [CORNER.x + column * CELL_M + aside(), CORNER.y + row * CELL_M + aside()];
    const centre = pen.addNode(x, y);
    centres.push(centre);
    const isCoast = column < COAST * columns;
    const roadside = listNeighbours(cell, columns, random).flatMap((other) =>
      pen.left() > 0 ? drawRoad(pen, centres[other] as number, centre, isCoast, random) : [],
    );
    dueLinks += (sizes[cell] as number) * links;
    const isLast = cell === cells - 1 || pen.left() < MOST_ROAD_LINKS;
    const ownLinks = isLast ? pen.left() : Math.max(0, dueLinks - (links - pen.left()));
    const crossings = drawTown(pen, centre, Math.round(TOWN * ownLinks), random);
    const rest = isLast ? pen.left() : Math.round((1 - TOWN) * ownLinks);
    drawFarms(pen, roadside.length > 0 ? roadside : crossings, rest, random);
  }
  return pen.finish();
}

/** The share of each cell: few cities, many hamlets. */
function drawSizes(cells: number, random: Random): number[] {
  const weights = Array.from({ length: cells }, () => Math.min(LARGEST, 0.35 / (random() + 0.004)));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** The neighbours before a cell that a road leads to; there is always one, so that all hang together. */
function listNeighbours(cell: number, columns: number, random: Random): number[] {
  const [west, south] = [cell - 1, cell - columns];
  const near = [...(south >= 0 ? [south] : []), ...(cell % columns > 0 ? [west] : [])];
  const isAcross = near.length === 2 && random() < ACROSS;
  return (isAcross ? near.toReversed() : near).filter((_, i) => i === 0 || random() < PASSES);
}

/**
 * A road or ferry from one settlement to another.
 *
 * @returns the nodes on land between them.
 */
function drawRoad(
  pen: NetworkPen,
  from: number,
  to: number,
  isCoast: boolean,
  random: Random,
): number[] {
  if (random() < (isCoast ? FERRIES.coast : FERRIES.inland)) {
    const crossing = Math.min(pen.left(), 3 + Math.floor(random() * 4));
    drawChain(pen, { from, to, links: crossing, bendM: 300 }, FERRY, random);
    return [];
  }
  const links = (metres: number) =>
    Math.max(2, Math.round((pen.distanceM(from, to) * 1.25) / metres));
  if (random() < MOTORWAYS && pen.left() > MOST_ROAD_LINKS / 2) {
    const ways = { links: Math.min(links(160), Math.floor(pen.left() / 2)), bendM: 900 };
    drawChain(pen, { from, to, ...ways }, MOTORWAY, random);
    drawChain(pen, { from: to, to: from, ...ways }, MOTORWAY, random);
    return [];
  }
  const facts = MAIN[Math.floor(random() * MAIN.length)] as LinkFacts;
  return drawChain(
    pen,
    { from, to, links: Math.min(links(95), pen.left()), bendM: 1_800 },
    facts,
    random,
  );
}

interface Chain {
  readonly from: number;
  readonly to: number;
  readonly links: number;
  /** How far it swings to both sides. Metres. */
  readonly bendM: number;
}

/** Links of very different length in a row, bent like a road along a valley. */
function drawChain(
  pen: NetworkPen,
  { from, to, links, bendM }: Chain,
  facts: LinkFacts,
  random: Random,
): number[] {
  const [x, y] = [pen.xOf(from), pen.yOf(from)];
  const [dx, dy] = [pen.xOf(to) - x, pen.yOf(to) - y];
  const lengthM = Math.hypot(dx, dy) || 1;
  const [waves, phase] = [2 + random() * 4, random()];
  const placeAt = (share: number) => {
    const wave = Math.sin((share * waves + phase) * 2 * Math.PI);
    const aside = (Math.sin(share * Math.PI) * wave * bendM) / lengthM;
    return pen.addNode(x + share * dx - aside * dy, y + share * dy + aside * dx);
  };
  const marks = Float64Array.from({ length: links }, () => -Math.log(1 - random()) + 0.02);
  const sum = marks.reduce((all, mark) => all + mark, 0);
  const inner: number[] = [];
  let [share, last] = [0, from];
  for (const [i, mark] of marks.entries()) {
    share += mark / sum;
    const next = i === links - 1 ? to : placeAt(share);
    const metres = pen.distanceM(last, next) * (1 + random() * 0.05);
    drawGate(pen, pen.addLink(last, next, metres, facts), facts, random);
    inner.push(next);
    last = next;
  }
  return inner.slice(0, -1);
}

function drawGate(pen: NetworkPen, link: number, facts: LinkFacts, random: Random): void {
  if (facts.roadClass > LEAST_MAIN_CLASS || facts.isFerry || random() > GATES) return;
  pen.addGate(link, facts.isOneWay || random() < 0.5 ? 1 : 3);
}

/** Farm and forest roads that end somewhere, some of which branch. */
function drawFarms(pen: NetworkPen, roots: readonly number[], links: number, random: Random): void {
  let left = Math.min(links, pen.left());
  const branches: number[] = [];
  while (left > 0) {
    const isFull = branches.length > 2 * roots.length;
    const isBranch = branches.length > 0 && (isFull || random() < BRANCHES);
    let last = pickQuiet(pen, isBranch ? branches : roots, random);
    const facts = FARM[Math.floor(random() * random() * FARM.length)] as LinkFacts;
    let deg = random() * 2 * Math.PI;
    const count = Math.min(left, 1 + Math.floor(random() ** 4 * 5));
    for (let i = 0; i < count; i++) {
      const metres = 15 - Math.log(1 - random()) * 150;
      deg += (random() - 0.5) * 0.8;
      const next = pen.addNode(
        pen.xOf(last) + Math.cos(deg) * metres,
        pen.yOf(last) + Math.sin(deg) * metres,
      );
      pen.addLink(last, next, metres * (1 + random() * 0.12), facts);
      branches.push(next);
      last = next;
    }
    left -= count;
  }
}

/** One of the nodes, none that is a crossing already but where all seem to be. */
function pickQuiet(pen: NetworkPen, nodes: readonly number[], random: Random): number {
  let node = nodes[0] as number;
  for (let tries = 0; tries < 8; tries++) {
    node = nodes[Math.floor(random() * nodes.length)] as number;
    if (pen.degreeOf(node) < 3) break;
  }
  return node;
}
