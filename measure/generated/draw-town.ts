/** A settlement of a made-up network: a grid of streets with gaps, grown from its centre. */
import type { LinkFacts, NetworkPen, Random } from './network-pen.ts';

/** Metres between crossings, and the most metres that a crossing lies off its place. */
const BLOCK_M = 105;
const ASIDE_M = 28;
/** Share of drawn streets among those that are not needed to connect the town. */
const STREETS = 0.6;
/** Share of one-way streets among these. */
const ONE_WAYS = 0.6;
/** Links of a street between two crossings, at most. */
const MOST_LINKS = 4;
/** Share of streets with a dead end beside them. */
const ENDS = 0.9;
/** Turn bans for each street that closes a circle. */
const BANS = 0.03;

const ARTERY: LinkFacts = { roadClass: 5, kmh: 50 };
const STREET: LinkFacts = { roadClass: 6, kmh: 30 };
const LANE: LinkFacts = { roadClass: 7, kmh: 30 };

/** The grid of a town: the nodes of its crossings by column and row, -1 where there is none yet. */
interface Grid {
  readonly radius: number;
  /** The node at a place; -1 where there is none, and outside. */
  nodeAt(column: number, row: number): number;
  put(column: number, row: number, node: number): void;
}

/**
 * A town around a node with the given number of links, or with all links that are left.
 *
 * @returns its crossings.
 */
export function drawTown(
  pen: NetworkPen,
  centre: number,
  links: number,
  random: Random,
): readonly number[] {
  const leftAtEnd = pen.left() - Math.min(links, pen.left());
  const left = () => pen.left() - leftAtEnd;
  const grid = openGrid(Math.ceil(Math.sqrt(links / 8)) + 2, centre);
  const crossings = [centre];
  for (const [column, row] of inRings(grid.radius)) {
    if (left() <= 0) break;
    crossings.push(drawCrossing(pen, grid, [column, row], centre, left, random));
  }
  return crossings;
}

function openGrid(radius: number, centre: number): Grid {
  const width = 2 * radius + 1;
  const nodes = new Int32Array(width * width).fill(-1);
  const indexOf = (column: number, row: number) => (row + radius) * width + column + radius;
  nodes[indexOf(0, 0)] = centre;
  return {
    radius,
    nodeAt: (column, row) =>
      Math.abs(column) > radius || Math.abs(row) > radius
        ? -1
        : (nodes[indexOf(column, row)] as number),
    put(column, row, node) {
      nodes[indexOf(column, row)] = node;
    },
  };
}

/** A crossing, its street towards the centre, and some of the streets to its other neighbours. */
function drawCrossing(
  pen: NetworkPen,
  grid: Grid,
  [column, row]: readonly [number, number],
  centre: number,
  left: () => number,
  random: Random,
): number {
  const placeOf = (middle: number, blocks: number) =>
    middle + blocks * BLOCK_M + (random() - 0.5) * 2 * ASIDE_M;
  const here = pen.addNode(placeOf(pen.xOf(centre), column), placeOf(pen.yOf(centre), row));
  grid.put(column, row, here);
  const isAxis = column === 0 || row === 0;
  const facts = isAxis ? ARTERY : random() < 0.75 ? STREET : LANE;
  const parent = parentOf(grid, column, row);
  const { last: arrival, middle } = drawStreet(pen, parent, here, left(), facts, random);
  const others = SIDES.map(([east, north]) => grid.nodeAt(column + east, row + north)).filter(
    (node) => node >= 0 && node !== parent && random() < STREETS,
  );
  for (const other of others) {
    if (left() <= 0) break;
    const isOneWay = !isAxis && random() < ONE_WAYS;
    const { first } = drawStreet(pen, here, other, left(), { ...facts, isOneWay }, random);
    if (random() < BANS) pen.addBan(arrival, here, first);
  }
  if (random() < ENDS && left() > 0) drawEnd(pen, middle, left(), random);
  return here;
}

/** The neighbour that is nearer to the centre. At a corner of a ring it is the previous place of the ring. */
const parentOf = (grid: Grid, column: number, row: number): number =>
  Math.abs(column) >= Math.abs(row)
    ? grid.nodeAt(column - Math.sign(column), row)
    : grid.nodeAt(column, row - Math.sign(row));

const SIDES = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

/** Places around a centre, ring by ring from the centre. The corners of a ring come last. */
function* inRings(radius: number): Generator<readonly [column: number, row: number]> {
  for (let ring = 1; ring <= radius; ring++)
    for (let i = 0; i <= ring; i++) yield* inFourths(ring, i);
}

/** The places of a ring at a distance from the middle of its sides: four or eight, or the four corners. */
function* inFourths(ring: number, i: number): Generator<readonly [column: number, row: number]> {
  for (const along of i === 0 ? [0] : [-i, i])
    for (const side of [-ring, ring]) {
      yield [along, side];
      if (i < ring) yield [side, along];
    }
}

interface Street {
  /** Its links at both ends. */
  readonly first: number;
  readonly last: number;
  /** A node inside the street; its end if there is none. */
  readonly middle: number;
}

/** A street of one or more links, up to the allowed number. */
function drawStreet(
  pen: NetworkPen,
  from: number,
  to: number,
  most: number,
  facts: LinkFacts,
  random: Random,
): Street {
  const links = Math.min(most, 1 + Math.floor(random() * MOST_LINKS));
  const [x, y] = [pen.xOf(from), pen.yOf(from)];
  const [dx, dy] = [pen.xOf(to) - x, pen.yOf(to) - y];
  let [before, first, last, middle] = [from, -1, -1, to];
  for (let i = 1; i <= links; i++) {
    const share = (i - 0.8 * random()) / links;
    const next = i === links ? to : pen.addNode(x + share * dx, y + share * dy);
    last = pen.addLink(before, next, pen.distanceM(before, next) * (1 + random() * 0.02), facts);
    if (first < 0) first = last;
    if (i < links) middle = next;
    before = next;
  }
  return { first, last, middle };
}

/** A dead end. */
function drawEnd(pen: NetworkPen, from: number, most: number, random: Random): void {
  const rad = random() * 2 * Math.PI;
  const metres = 20 + random() * 60;
  const end = pen.addNode(
    pen.xOf(from) + Math.cos(rad) * metres,
    pen.yOf(from) + Math.sin(rad) * metres,
  );
  drawStreet(pen, from, end, Math.min(most, 2), LANE, random);
}
