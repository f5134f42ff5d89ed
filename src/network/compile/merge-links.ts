/**
 * Cuts links at toll stations, bars and the ends of sections. Joins links at nodes where a driver has no choice: two
 * links of the same kind and name that continue each other become one. Their points stay, and their times add up.
 */
import { groupBy } from '../../base/lists.ts';
import { isOneWay } from '../../routing/network.ts';
import { fillRows, type Rows } from '../../routing/rows.ts';
import { factsOf, type LinkColumns, type LinkWriter, openLinkWriter } from './link-columns.ts';

export interface PlaceOnLink {
  readonly link: number;
  /** Share of the link before it. */
  readonly share: number;
}

/** A place on a link where it is cut, at a node of its own. */
export interface LinkCut extends PlaceOnLink {
  /** A bar: the place becomes two nodes, and no way leads from one part to the other. */
  readonly isBar?: true;
}

/** The merged links, and which of them holds each link of the file. */
export interface MergedLinks {
  readonly links: LinkColumns;
  readonly nodeCount: number;
  /** By part: the merged link that holds it, and 1 if that link runs against the part. Parts are in order of links. */
  readonly mergedOf: Int32Array;
  readonly isTurned: Uint8Array;
  /** By link before cuts: its first part. Its last part comes just before the first part of the next link. */
  readonly firstPart: Int32Array;
  /** By node before merging: its number afterwards; -1: it lies inside a merged link. */
  readonly nodeOf: Int32Array;
}

/**
 * @param pinned nodes that always stay.
 * @param cuts sorted by link, then by share.
 */
export function mergeLinks(
  links: LinkColumns,
  nodeCount: number,
  pinned: Iterable<number>,
  cuts: readonly LinkCut[],
): MergedLinks {
  const parts = cutLinks(links, nodeCount, cuts);
  const merged = joinParts(parts.links, parts.nodeCount, [...pinned, ...parts.newNodes]);
  return { ...merged, firstPart: parts.firstPart };
}

interface CutLinks extends Pick<MergedLinks, 'links' | 'nodeCount' | 'firstPart'> {
  readonly newNodes: readonly number[];
}

function cutLinks(links: LinkColumns, nodeCount: number, cuts: readonly LinkCut[]): CutLinks {
  const firstPart = Int32Array.from({ length: links.count + 1 }, (_, link) => link);
  if (cuts.length === 0) return { links, nodeCount, newNodes: [], firstPart };
  const cutsOf = groupBy(cuts, ({ link }) => link);
  const writer = openLinkWriter();
  const newNodes: number[] = [];
  const addNode = (): number => {
    newNodes.push(nodeCount + newNodes.length);
    return nodeCount + newNodes.length - 1;
  };
  let partCount = 0;
  for (let link = 0; link < links.count; link++) {
    firstPart[link] = partCount;
    const places = cutsOf.get(link) ?? [];
    let [node, share] = [links.from[link] as number, 0];
    for (const cut of places) {
      const end = addNode();
      drawPart(writer, links, { link, from: share, to: cut.share, ends: [node, end] });
      [node, share] = [cut.isBar ? addNode() : end, cut.share];
    }
    drawPart(writer, links, { link, from: share, to: 1, ends: [node, links.to[link] as number] });
    partCount += places.length + 1;
  }
  firstPart[links.count] = partCount;
  return { links: writer.finish(), nodeCount: nodeCount + newNodes.length, newNodes, firstPart };
}

interface Part {
  readonly link: number;
  /** Shares of the link. */
  readonly from: number;
  readonly to: number;
  readonly ends: readonly [from: number, to: number];
}

function drawPart(writer: LinkWriter, links: LinkColumns, { link, from, to, ends }: Part): void {
  if (from === 0 && to === 1) drawLine(writer, links, link, false);
  else {
    const reach = openReach(links, link);
    const [start, end] = [reach.place(from), reach.place(to)];
    writer.addPoint(...start.at);
    for (let point = start.index + 1; point <= end.index; point++)
      writer.addPoint(links.points[2 * point] as number, links.points[2 * point + 1] as number);
    writer.addPoint(...end.at);
  }
  const share = to - from;
  const { withMs, againstMs, lengthM, ...facts } = factsOf(links, link);
  writer.addLink({
    ...facts,
    ...{ from: ends[0], to: ends[1] },
    ...{ withMs: share * withMs, againstMs: share * againstMs, lengthM: share * lengthM },
  });
}

/** Draws the points of a link in the order in which it is driven. */
export function drawLine(
  writer: LinkWriter,
  { firstPoint, points }: LinkColumns,
  link: number,
  isBackward: boolean,
): void {
  const [first, end] = [firstPoint[link] as number, firstPoint[link + 1] as number];
  for (let i = 0; i < end - first; i++) {
    const point = isBackward ? end - 1 - i : first + i;
    writer.addPoint(points[2 * point] as number, points[2 * point + 1] as number);
  }
}

/** Finds the place at a share of a link, and the point before it. Millionths of a degree. */
export function openReach({ firstPoint, points }: LinkColumns, link: number) {
  const [first, last] = [firstPoint[link] as number, (firstPoint[link + 1] as number) - 1];
  const lonScale = Math.cos(((points[2 * first] as number) / 1e6) * (Math.PI / 180));
  const along = new Float64Array(last - first + 1);
  const lat = (point: number) => points[2 * point] as number;
  const lon = (point: number) => points[2 * point + 1] as number;
  for (let point = first + 1; point <= last; point++)
    along[point - first] =
      (along[point - first - 1] as number) +
      Math.hypot(lat(point) - lat(point - 1), (lon(point) - lon(point - 1)) * lonScale);
  return {
    place(share: number): { readonly at: [lat: number, lon: number]; readonly index: number } {
      const wanted = share * (along[last - first] as number);
      let point = first;
      while (point + 1 < last && (along[point + 1 - first] as number) <= wanted) point++;
      const [a, b] = [along[point - first] as number, along[point + 1 - first] as number];
      const part = b === a ? 0 : (wanted - a) / (b - a);
      return {
        at: [
          Math.round(lat(point) + part * (lat(point + 1) - lat(point))),
          Math.round(lon(point) + part * (lon(point + 1) - lon(point))),
        ],
        index: point,
      };
    },
  };
}

function joinParts(
  parts: LinkColumns,
  nodeCount: number,
  pinned: readonly number[],
): Omit<MergedLinks, 'firstPart'> {
  const ends = listEnds(parts, nodeCount);
  const isNode = markNodes(parts, ends, pinned);
  const nodeOf = new Int32Array(nodeCount).fill(-1);
  let nodes = 0;
  const numberOf = (node: number): number => {
    if (nodeOf[node] === -1) nodeOf[node] = nodes++;
    return nodeOf[node] as number;
  };
  const writer = openLinkWriter();
  const mergedOf = new Int32Array(parts.count).fill(-1);
  const isTurned = new Uint8Array(parts.count);
  const draw = (start: number) => {
    const chain = followParts(parts, ends, isNode, start);
    const drive = { withMs: 0, againstMs: 0, lengthM: 0 };
    for (const end of chain) {
      const [part, against] = [end >> 1, end & 1];
      drawLine(writer, parts, part, against === 1);
      drive.withMs += (against ? parts.againstMs : parts.withMs)[part] as number;
      drive.againstMs += (against ? parts.withMs : parts.againstMs)[part] as number;
      drive.lengthM += parts.lengthM[part] as number;
      isTurned[part] = against;
    }
    const from = numberOf(nodeAt(parts, start));
    const to = numberOf(nodeAt(parts, (chain.at(-1) as number) ^ 1));
    const merged = writer.addLink({ ...factsOf(parts, start >> 1), from, to, ...drive });
    for (const end of chain) mergedOf[end >> 1] = merged;
  };
  for (let part = 0; part < parts.count; part++) {
    if (mergedOf[part] !== -1) continue;
    if (isNode[parts.from[part] as number] === 1) draw(2 * part);
    else if (!isOneWay(parts, part) && isNode[parts.to[part] as number] === 1) draw(2 * part + 1);
  }
  // The parts that are left are rings without a junction.
  for (let part = 0; part < parts.count; part++) {
    if (mergedOf[part] !== -1) continue;
    isNode[parts.from[part] as number] = 1;
    draw(2 * part);
  }
  return { links: writer.finish(), nodeCount: nodes, mergedOf, isTurned, nodeOf };
}

/** The parts from a part that begins at a node up to the next node. Each is named by the end at which it is entered. */
function followParts(parts: LinkColumns, ends: Rows, isNode: Uint8Array, start: number): number[] {
  const chain = [start];
  for (let end = start; ; chain.push(end)) {
    const head = nodeAt(parts, end ^ 1);
    if (isNode[head] === 1) return chain;
    end = otherEnd(ends, head, end ^ 1);
  }
}

/** The node at an end of a part. */
const nodeAt = ({ from, to }: LinkColumns, end: number): number =>
  (end & 1 ? to : from)[end >> 1] as number;

/** The ends of parts at each node: twice the number of the part, plus 1 for the end at its last point. */
const listEnds = ({ count, from, to }: LinkColumns, nodeCount: number): Rows =>
  fillRows(nodeCount, (visit) => {
    for (let part = 0; part < count; part++) {
      visit(from[part] as number, 2 * part);
      visit(to[part] as number, 2 * part + 1);
    }
  });

function otherEnd({ first, of }: Rows, node: number, own: number): number {
  const one = of[first[node] as number] as number;
  return one === own ? (of[(first[node] as number) + 1] as number) : one;
}

/** By node: 1 if links are not joined there. */
function markNodes(parts: LinkColumns, ends: Rows, pinned: readonly number[]): Uint8Array {
  const isNode = new Uint8Array(ends.first.length - 1);
  for (let node = 0; node < isNode.length; node++) {
    const first = ends.first[node] as number;
    const [a, b] = [ends.of[first] as number, ends.of[first + 1] as number];
    const leadsOn = (ends.first[node + 1] as number) - first === 2 && isOneRoad(parts, a, b);
    isNode[node] = leadsOn ? 0 : 1;
  }
  for (const node of pinned) isNode[node] = 1;
  return isNode;
}

/** Do two parts continue each other at these ends as one road? */
function isOneRoad(parts: LinkColumns, a: number, b: number): boolean {
  const [one, other] = [a >> 1, b >> 1];
  const { flags, isDestination, road, street } = parts;
  const isSame =
    flags[one] === flags[other] &&
    isDestination[one] === isDestination[other] &&
    road[one] === road[other] &&
    street[one] === street[other];
  return one !== other && isSame && (!isOneWay(parts, one) || (a & 1) !== (b & 1));
}
