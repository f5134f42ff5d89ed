/** A made-up road network in rows of numbers, and the pen that writes it. */

/**
 * Nodes and links by number from 0. A link is a straight road from one node to another. Rows of links have one number
 * for each link. The network is connected: without turn bans, every node can be reached from every other node.
 */
export interface GeneratedNetwork {
  readonly nodes: number;
  readonly links: number;
  /** Place of each node: east and north, metres of UTM 33 (EPSG:25833). */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Driven metres, at least the distance of the nodes. */
  readonly metres: Float32Array;
  /** Functional class as the official network has it: 0 motorway … 10 forest road; 4 on ferries. */
  readonly roadClass: Uint8Array;
  /** Speed limit; on ferries the speed of the crossing. */
  readonly kmh: Uint8Array;
  /** 1: driven from `from` to `to` only. */
  readonly isOneWay: Uint8Array;
  readonly isFerry: Uint8Array;
  readonly gates: GeneratedGates;
  readonly bans: GeneratedBans;
}

/** Toll gates, by their number. */
interface GeneratedGates {
  readonly link: Int32Array;
  /** Metres from the beginning of the link. */
  readonly alongM: Float32Array;
  /** Charged: 1 in the direction of the link, 2 against it, 3 both. */
  readonly charged: Uint8Array;
}

/** Turns that are forbidden, by their number: out of one link over a node into another. */
interface GeneratedBans {
  readonly fromLink: Int32Array;
  readonly viaNode: Int32Array;
  readonly toLink: Int32Array;
}

/** The facts of a link besides its ends. Absent facts do not hold. */
export interface LinkFacts {
  readonly roadClass: number;
  readonly kmh: number;
  readonly isOneWay?: boolean;
  readonly isFerry?: boolean;
}

/** A number from 0 to below 1. */
export type Random = () => number;

/** Writes nodes and links one after the other into rows that are allocated once. */
export interface NetworkPen {
  /** Links that may still be written. */
  left(): number;
  /** The number of a new node. */
  addNode(x: number, y: number): number;
  /** Links at a node so far. */
  degreeOf(node: number): number;
  /** Metres between two nodes, as the crow flies. */
  distanceM(node: number, other: number): number;
  xOf(node: number): number;
  yOf(node: number): number;
  /** Adds a link and gives its number. There must be links left. */
  addLink(from: number, to: number, metres: number, facts: LinkFacts): number;
  addGate(link: number, charged: 1 | 2 | 3): void;
  addBan(fromLink: number, viaNode: number, toLink: number): void;
  /** The network, once all links are written. */
  finish(): GeneratedNetwork;
}

type Gate = readonly [link: number, charged: number];
type Ban = readonly [fromLink: number, viaNode: number, toLink: number];

/** @param links the number of links of the network. */
export function openNetworkPen(links: number): NetworkPen {
  const [x, y] = [new Float64Array(links + 1), new Float64Array(links + 1)];
  const columns = openColumns(links);
  const { from, to, metres, roadClass, kmh, isOneWay, isFerry } = columns;
  const degrees = new Uint8Array(links + 1);
  const gates: Gate[] = [];
  const bans: Ban[] = [];
  let [node, link] = [0, 0];

  return {
    left: () => links - link,
    addNode(east, north) {
      x[node] = east;
      y[node] = north;
      return node++;
    },
    degreeOf: (number) => degrees[number] as number,
    distanceM: (a, b) =>
      Math.hypot((x[a] as number) - (x[b] as number), (y[a] as number) - (y[b] as number)),
    xOf: (number) => x[number] as number,
    yOf: (number) => y[number] as number,
    addLink(fromNode, toNode, lengthM, facts) {
      if (link === links) throw new Error(`Expected no more than ${links} links.`);
      from[link] = fromNode;
      to[link] = toNode;
      for (const end of [fromNode, toNode]) degrees[end] = (degrees[end] as number) + 1;
      metres[link] = lengthM;
      roadClass[link] = facts.roadClass;
      kmh[link] = facts.kmh;
      if (facts.isOneWay) isOneWay[link] = 1;
      if (facts.isFerry) isFerry[link] = 1;
      return link++;
    },
    addGate: (number, charged) => gates.push([number, charged]),
    addBan: (fromLink, viaNode, toLink) => bans.push([fromLink, viaNode, toLink]),
    finish() {
      if (link < links) throw new Error(`Expected ${links} links, got ${link}.`);
      return {
        nodes: node,
        links,
        ...{ x: x.subarray(0, node), y: y.subarray(0, node) },
        ...columns,
        gates: formatGates(gates, metres),
        bans: formatBans(bans),
      };
    },
  };
}

const openColumns = (links: number) => ({
  from: new Int32Array(links),
  to: new Int32Array(links),
  metres: new Float32Array(links),
  roadClass: new Uint8Array(links),
  kmh: new Uint8Array(links),
  isOneWay: new Uint8Array(links),
  isFerry: new Uint8Array(links),
});

/** Each stands in the middle of its link. */
const formatGates = (gates: readonly Gate[], metres: Float32Array): GeneratedGates => ({
  link: Int32Array.from(gates, ([link]) => link),
  alongM: Float32Array.from(gates, ([link]) => (metres[link] as number) / 2),
  charged: Uint8Array.from(gates, ([, charged]) => charged),
});

const formatBans = (bans: readonly Ban[]): GeneratedBans => ({
  fromLink: Int32Array.from(bans, ([fromLink]) => fromLink),
  viaNode: Int32Array.from(bans, ([, viaNode]) => viaNode),
  toLink: Int32Array.from(bans, ([, , toLink]) => toLink),
});
