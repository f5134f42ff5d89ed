/**
 * Puts sections onto the links of the network: along one road from one end to the other. Sections are roads that are
 * closed in winter, driven in convoy or cost a private toll, and ferry lines that sail only in a season.
 */
import type { LatLon } from '../../base/point.ts';
import { flatDistanceM, pointAlong } from '../../geo/on-line.ts';
import { toVertex } from '../../geo/polyline.ts';
import type { LinkTable } from '../../routing/graph.ts';
import { pointAt, type SectionTable } from '../../routing/network.ts';
import { fillRows } from '../../routing/rows.ts';
import { type RoadFacts, type RoadLink, roadName } from '../link.ts';
import { type FindNear, openFinder } from './find-near.ts';
import type { SectionToPlace } from './place.ts';

/** A section on the network. */
export interface PlacedSection {
  readonly id: string;
  /** Links of the graph, in no particular order. */
  readonly links: readonly number[];
  readonly lengthM: number;
}

/** `why` is one English sentence without full stop. */
export interface UnplacedSection extends Pick<SectionToPlace, 'id' | 'name'> {
  readonly why: string;
}

export interface SectionPlacement {
  readonly placed: readonly PlacedSection[];
  readonly unplaced: readonly UnplacedSection[];
}

/** The lines are drawn for 1:1 000 000, so an end lies up to this far from its road. Metres. */
export const SECTION_REACH_M = 500;
/** The limit for ferry lines: they end at a junction behind the quay, and the berths of a quay lie apart. Metres. */
const QUAY_REACH_M = 1300;
/** An end that is no farther from a vertex is put on the vertex. Metres. */
const END_SNAP_M = 5;
/** A way that is more than this many times as long as the beeline of its section is another road. */
const MOST_WINDING = 6;

const accepts =
  ({ line, road }: Pick<SectionToPlace, 'line' | 'road'>) =>
  (link: RoadFacts): boolean =>
    link.kind === line && link.ramp !== true && (road === undefined || roadName(link) === road);

/**
 * The cuts that make sections begin and end at nodes: metres from the start of a link, by index of the link.
 * Ferry lines are not cut.
 */
export function cutSections(
  links: readonly RoadLink[],
  sections: readonly SectionToPlace[],
): ReadonlyMap<number, readonly number[]> {
  const ofLink = new Map<number, number[]>();
  if (sections.length === 0) return ofLink;
  const find = openFinder(links);
  for (const section of sections.filter(({ line }) => line === 'road'))
    for (const end of section.ends) {
      const near = find(end, SECTION_REACH_M, accepts(section));
      if (near === undefined) continue;
      ofLink.set(near.link, [...(ofLink.get(near.link) ?? []), near.place.alongM]);
    }
  return ofLink;
}

/** Is a road of this name near enough to a place for a section of it to end there? */
export const isRoadNear = (find: FindNear, road: string, at: LatLon): boolean =>
  find(at, SECTION_REACH_M, accepts({ line: 'road', road })) !== undefined;

/**
 * A line with a vertex at each cut, and the vertices at which it is cut.
 *
 * @param onVertexM a cut that is no farther from a vertex is made at the vertex. Metres.
 */
export function cutLine(
  line: readonly LatLon[],
  cutsM: readonly number[],
  onVertexM = END_SNAP_M,
): { readonly line: readonly LatLon[]; readonly cuts: readonly LatLon[] } {
  let cut = line;
  const cuts: LatLon[] = [];
  for (const alongM of cutsM) {
    const { at, index } = pointAlong(cut, alongM);
    const beside = [cut[index], cut[index + 1]].find(
      (vertex) => vertex !== undefined && flatDistanceM(vertex, at) <= onVertexM,
    );
    const vertex = beside ?? toVertex(at);
    if (beside === undefined) cut = [...cut.slice(0, index + 1), vertex, ...cut.slice(index + 1)];
    cuts.push(vertex);
  }
  return { line: cut, cuts };
}

interface DrawnLinks {
  readonly links: LinkTable;
  readonly sources: readonly RoadFacts[];
  readonly drawnM: Float64Array;
}

/**
 * Finds the links of each section: the shortest way along its road from one end to the other.
 *
 * @param drawn the links of the graph, the roads that they are pieces of, and their drawn lengths in metres.
 */
export function placeSections(
  sections: readonly SectionToPlace[],
  { links, sources, drawnM }: DrawnLinks,
): SectionPlacement {
  const placed: PlacedSection[] = [];
  const unplaced: UnplacedSection[] = [];
  for (const section of sections) {
    const isOwn = accepts(section);
    const { ends } = section;
    // A way that does not wind too much stays within this distance of its first end.
    const reachM = MOST_WINDING * flatDistanceM(...ends) + QUAY_REACH_M;
    const isNear = (at: LatLon) => flatDistanceM(at, ends[0]) <= reachM;
    const own: number[] = [];
    sources.forEach((source, link) => {
      if (isOwn(source) && isNear(pointAt(links, links.firstPoint[link] as number))) own.push(link);
    });
    const found = findWay(section, own, links, drawnM);
    if (typeof found === 'string') unplaced.push({ ...nameOf(section), why: found });
    else placed.push({ id: section.id, ...found });
  }
  return { placed, unplaced };
}

const nameOf = ({ id, name }: SectionToPlace) => ({ id, ...(name !== undefined && { name }) });

/** The links and their length, or why there are none. */
function findWay(
  { line, road = 'ferry line', ends }: SectionToPlace,
  own: readonly number[],
  links: LinkTable,
  lengthM: Float64Array,
): Omit<PlacedSection, 'id'> | string {
  const reachM = line === 'ferry' ? QUAY_REACH_M : SECTION_REACH_M + END_SNAP_M;
  const [from, to] = ends.map((end) => nearestNode(end, own, links, reachM));
  if (from === undefined || to === undefined) return `no ${road} within ${reachM} m of an end`;
  const way = shortest(from, to, own, links, lengthM);
  if (way === undefined || way.links.length === 0)
    return `no way along ${road} leads from one end to the other`;
  const beelineM = flatDistanceM(...ends);
  if (way.lengthM > MOST_WINDING * beelineM) return `the way along ${road} winds too much`;
  // Where the carriageways part for a short way, both belong to the section.
  const nodes = new Set(way.links.flatMap((link) => [links.from[link], links.to[link]]));
  const isBeside = (link: number) => nodes.has(links.from[link]) && nodes.has(links.to[link]);
  const isShort = (link: number) => (lengthM[link] as number) < 100;
  return {
    links: own.filter((link) => way.links.includes(link) || (isBeside(link) && isShort(link))),
    lengthM: way.lengthM,
  };
}

function nearestNode(
  end: LatLon,
  own: readonly number[],
  links: LinkTable,
  reachM: number,
): number | undefined {
  let [best, bestM] = [undefined as number | undefined, reachM];
  for (const link of own) {
    const first = links.firstPoint[link] as number;
    const last = (links.firstPoint[link + 1] as number) - 1;
    for (const [node, point] of [
      [links.from[link], first],
      [links.to[link], last],
    ] as const) {
      const offM = flatDistanceM(pointAt(links, point), end);
      if (offM < bestM) [best, bestM] = [node, offM];
    }
  }
  return best;
}

/** The algorithm of R. Bellman: goes through all links again until no way gets shorter. */
function shortest(
  from: number,
  to: number,
  own: readonly number[],
  links: LinkTable,
  lengthM: Float64Array,
): { readonly links: readonly number[]; readonly lengthM: number } | undefined {
  const known = new Map<number, { m: number; way: readonly number[] }>([[from, { m: 0, way: [] }]]);
  const shorten = (link: number, tail: number, head: number): boolean => {
    const before = known.get(tail);
    if (before === undefined) return false;
    const m = before.m + (lengthM[link] as number);
    if (m >= (known.get(head)?.m ?? Number.POSITIVE_INFINITY)) return false;
    known.set(head, { m, way: [...before.way, link] });
    return true;
  };
  const shortenBoth = (link: number): boolean => {
    const [a, b] = [links.from[link] as number, links.to[link] as number];
    return shorten(link, a, b) || shorten(link, b, a);
  };
  while (own.filter(shortenBoth).length > 0);
  const end = known.get(to);
  return end && { links: end.way, lengthM: end.m };
}

/** Sections by link of the graph, in compressed rows. */
export function tableSections(
  placed: readonly Pick<PlacedSection, 'id' | 'links'>[],
  linkCount: number,
): SectionTable {
  const { first, of: section } = fillRows(linkCount, (visit) => {
    placed.forEach(({ links }, i) => {
      for (const link of links) visit(link, i);
    });
  });
  return { first, section, ids: placed.map(({ id }) => id) };
}
