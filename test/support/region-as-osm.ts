import type { LatLon } from '../../src/base/point.ts';
import { flatBearingDeg, pointAlong, pointAtBearing, pointBetween } from '../../src/geo/on-line.ts';
import { loadNetworkInputs, type RoadLink, roadName } from '../../src/network/link.ts';
import { placeOnNetwork } from '../../src/network/n1000/compile.ts';
import type { OsmTags } from '../../src/network/osm/read-elements.ts';
import type { StationToPlace } from '../../src/network/placement/place.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { loadStations } from './bundled-facts.ts';
import { linksAsOsm } from './links-as-osm.ts';
import type { OsmData, OsmNode, OsmRelation, OsmWay } from './osm-file.ts';

export interface Box {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** Ids as high as those of the present map. */
const NODE_IDS_FROM = 12_345_000_000;
const WAY_IDS_FROM = 1_340_000_000;
const REL_IDS_FROM = 18_000_000;
/** Half the distance between the two carriageways of a motorway. Metres. */
const MEDIAN_M = 9;

/** A part of the bundled network, with toll stations on its lines. */
export interface Region {
  readonly links: readonly RoadLink[];
  readonly stations: readonly StationToPlace[];
}

/**
 * The links of a region, and its stations moved onto them. The lines of the bundled network are up to some hundred
 * metres off the true roads, unlike those of a map.
 */
export async function regionOf(box: Box): Promise<Region> {
  const stations = await loadStations(DATA_DIR);
  const { placement, links } = placeOnNetwork(DATA_DIR, stations);
  const isInside = ({ line }: RoadLink) => line.some((point) => isIn(box, point));
  const moved = placement.placed.flatMap(({ id, link, alongM }) => {
    const { line } = links[link] as RoadLink;
    const station = stations.find((candidate) => candidate.id === id);
    const isThere = station !== undefined && isInside(links[link] as RoadLink);
    return isThere ? [{ ...station, at: pointAlong(line, alongM).at }] : [];
  });
  return { links: links.filter(isInside), stations: moved };
}

/**
 * Links as mappers would draw them: a way for each carriageway of a motorway, ramps without numbers, and numbers as on
 * road signs.
 */
export async function asOsm(links: readonly RoadLink[]): Promise<OsmData> {
  const { speeds } = loadNetworkInputs(DATA_DIR);
  return toMap(linksAsOsm(links, speeds), links);
}

const isIn = ({ south, west, north, east }: Box, { lat, lon }: LatLon) =>
  lat >= south && lat <= north && lon >= west && lon <= east;

/** Turns one way per link into ways as in a real map. */
function toMap({ nodes, ways, relations = [] }: OsmData, links: readonly RoadLink[]): OsmData {
  const places = new Map(nodes.map(({ id, at }) => [id, at]));
  const isJunction = listJunctions(ways);
  const newNodes: OsmNode[] = nodes.map((node) => ({ ...node, id: toNodeId(node.id) }));
  const carriageways = new Map<number, readonly OsmWay[]>();
  ways.forEach((way, i) => {
    const link = links[i] as RoadLink;
    const tags = asMapped(way.tags, link);
    const nodeIds = way.nodeIds.map(toNodeId);
    const isDual = link.motor === 'motorway' && link.oneWay !== true && link.ramp !== true;
    const drawn = !isDual
      ? [{ nodeIds, tags }]
      : [way.nodeIds, way.nodeIds.toReversed()].map((ids) => ({
          nodeIds: setOff(ids, places, { nodes: newNodes, isJunction }),
          tags: { ...tags, oneway: 'yes' },
        }));
    carriageways.set(
      way.id,
      drawn.map((one, k) => ({ id: WAY_IDS_FROM + 7 * i + 3 * k, ...one })),
    );
  });
  return {
    nodes: newNodes.sort((a, b) => a.id - b.id),
    ways: [...carriageways.values()].flat(),
    relations: relations.map(({ members, tags }, i) => {
      const via = toNodeId(members.find(({ role }) => role === 'via')?.id ?? 0);
      return {
        id: REL_IDS_FROM + i,
        tags,
        members: members.map((member) => toMember(member, via, carriageways)),
      };
    }),
  };
}

const toNodeId = (id: number) => NODE_IDS_FROM + id * 5;

/** The member of a turn: the carriageway that leads to the `via` node, or away from it. */
function toMember(
  { type, id, role }: OsmRelation['members'][number],
  via: number,
  carriageways: ReadonlyMap<number, readonly OsmWay[]>,
): OsmRelation['members'][number] {
  if (type === 'node') return { type, id: via, role };
  const ways = carriageways.get(id) ?? [];
  const way = ways.find(({ nodeIds }) => nodeIds.at(role === 'from' ? -1 : 0) === via) ?? ways[0];
  return { type, id: way?.id ?? 0, role };
}

/** Whether a node is the end of a way or lies on several ways. */
function listJunctions(ways: readonly OsmWay[]): (id: number) => boolean {
  const uses = new Map<number, number>();
  for (const { nodeIds } of ways) {
    for (const id of nodeIds) uses.set(id, (uses.get(id) ?? 0) + 1);
    for (const id of [nodeIds[0], nodeIds.at(-1)]) uses.set(id ?? 0, 2);
  }
  return (id) => (uses.get(id) ?? 0) > 1;
}

interface Drawing {
  readonly nodes: OsmNode[];
  readonly isJunction: (id: number) => boolean;
}

/** A carriageway to the right of a line. It joins the line at junctions. */
function setOff(
  ids: readonly number[],
  places: ReadonlyMap<number, LatLon>,
  { nodes, isJunction }: Drawing,
): number[] {
  const line = ids.map((id) => places.get(id) as LatLon);
  const setOffAt = (i: number, at: LatLon): number => {
    const before = line[Math.max(0, i - 1)] as LatLon;
    const bearingDeg = flatBearingDeg(before, line[i + 1] as LatLon);
    const newId = NODE_IDS_FROM + 50_000_000 + nodes.length * 3;
    nodes.push({ id: newId, at: pointAtBearing(at, bearingDeg + 90, MEDIAN_M) });
    return newId;
  };
  return ids.flatMap((id, i) => {
    if (!isJunction(id)) return [setOffAt(i, line[i] as LatLon)];
    const isApart = i + 1 === ids.length || !isJunction(ids[i + 1] as number);
    // Between two neighbouring junctions the line has no point at which the carriageways can part, so one is added.
    const middle = isApart
      ? []
      : [setOffAt(i, pointBetween(line[i] as LatLon, line[i + 1] as LatLon, 0.5))];
    return [toNodeId(id), ...middle];
  });
}

function asMapped(tags: OsmTags, link: RoadLink): OsmTags {
  const { ref: _, highway = '', ...rest } = tags;
  if (link.kind === 'ferry') return { ...tags, duration: (tags.duration ?? '').slice(0, 5) };
  if (link.ramp === true)
    return { ...rest, highway: `${highway === 'motorway' ? 'motorway' : 'trunk'}_link` };
  const own = highway === 'tertiary' ? 'residential' : highway;
  const number = link.category === 'E' ? `E ${link.number}` : String(link.number ?? '');
  return {
    ...rest,
    highway: own,
    ...(/^[ERF]\d/.test(roadName(link)) ? { ref: number } : { name: roadName(link) }),
    ...(own === 'motorway' && { toll: 'yes' }),
  };
}
