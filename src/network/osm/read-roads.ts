/** Reads the roads of a map into columns: what cars drive, at what time, between which nodes. */
import type { LatLon } from '../../base/point.ts';
import { type Area, outsideM } from '../../geo/area.ts';
import { flatLengthM, M_PER_DEG } from '../../geo/on-line.ts';
import { LINK } from '../../routing/graph.ts';
import {
  doubles,
  drawTelling,
  openLinkPen,
  openTexts,
  type RoadColumns,
} from '../compile/link-columns.ts';
import { type FerryRules, readFerryMin } from './ferry-tags.ts';
import { type NodePlaces, openNodeList } from './node-places.ts';
import { type OsmGroup, type OsmTags, toTags } from './parse-block.ts';
import { checkHeader, visitDataBlocks } from './read-blocks.ts';
import { visitNodes } from './read-nodes.ts';
import { type TurnRestriction, visitRestrictions } from './read-restrictions.ts';
import { visitWays } from './read-ways.ts';
import type { CarProfile, Roadway } from './roadway.ts';

/** The links of a map that cars drive, and what the map says of turns and toll stations. */
export interface OsmRoads extends RoadColumns {
  /** Ways that may be roads or ferries. */
  readonly ways: number;
  /** Those left out, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** By link: the way that it is a piece of. */
  readonly wayId: Float64Array;
  /** Links of the ways that a restriction names, in the order of their nodes. */
  readonly linksOf: ReadonlyMap<number, readonly number[]>;
  /** The node that a node of the map has become; -1: none, or several at a bar. */
  nodeOf(id: number): number;
  readonly restrictions: readonly TurnRestriction[];
  /** Restrictions that hold at certain times, which are not used. */
  readonly conditional: number;
  /** Roads and ferries with access or a limit that holds at certain times, which is not used. */
  readonly timed: number;
  readonly bars: number;
  readonly gantries: readonly TollGantry[];
}

/** A toll station that the map shows on a road. */
export interface TollGantry {
  readonly at: LatLon;
  /** The id of its station in the road database; absent: the map does not say. */
  readonly stationId?: string;
}

export interface ReadRules {
  readonly profile: CarProfile;
  readonly ferries: FerryRules;
  /** Minutes of a crossing whose time is not known, by its metres. */
  readonly sailingMin: (lengthM: number) => number;
  readonly simplifyM: number;
  /** The country and its waters; a map of which less lies there is refused. */
  readonly norway: Area;
  readonly minShareInNorway: number;
}

/** So many places of roads tell whose map it is. */
const SAMPLES = 2000;

/**
 * The map is read three times from one end to the other; in memory are its roads and the places of their nodes.
 *
 * @param onProgress is told in a few words what happens.
 * @throws Error with one sentence that names the file, when it is no map that can be used.
 */
export async function readRoads(
  path: string,
  rules: ReadRules,
  onProgress: (step: string) => void,
): Promise<OsmRoads> {
  onProgress(`reading the roads of ${path}`);
  await checkHeader(path);
  const { places, kinds, ...turns } = await survey(path, rules.profile);
  onProgress('reading where they lie');
  const marks = await locate(path, { places, kinds, profile: rules.profile });
  if (shareInside(rules.norway, places) < rules.minShareInNorway)
    throw new Error(`${path} is no map of Norway: hardly any of its roads lie there.`);
  onProgress('drawing them');
  const named = new Set(
    turns.restrictions.flatMap(({ from, to, via }) => [
      ...from,
      ...to,
      ...('ways' in via ? via.ways : []),
    ]),
  );
  const drawing = openDrawing(places, marks.barAt, named, rules);
  await visitDataBlocks(
    path,
    ({ texts, groups }) => {
      const mayBeRoad = rules.profile.openWayFilter(texts);
      for (const { kind, message } of groups)
        if (kind === 'ways')
          visitWays(message, (way) => {
            if (mayBeRoad(way)) drawing.draw(way.id, toTags(way, texts), way.nodeIds());
          });
    },
    (index) => kinds.get(index)?.includes('ways') === true,
  );
  const drawn = drawing.finish();
  if (drawn.links.count === 0) throw new Error(`${path} holds no road that cars may drive on.`);
  return { ...drawn, ...turns, gantries: marks.gantries };
}

type Kinds = ReadonlyMap<number, readonly OsmGroup['kind'][]>;

/** Kinds of entities in the order that readers expect. */
const ORDER: readonly OsmGroup['kind'][] = ['nodes', 'ways', 'relations'];

/** The first look: whether the map can be used, the nodes of its roads, and its turn restrictions. */
async function survey(path: string, profile: CarProfile) {
  const list = openNodeList();
  const kinds = new Map<number, readonly OsmGroup['kind'][]>();
  const restrictions: TurnRestriction[] = [];
  let conditional = 0;
  await visitDataBlocks(path, ({ texts, groups }, index) => {
    kinds.set(index, [...new Set(groups.map(({ kind }) => kind))]);
    const mayBeRoad = profile.openWayFilter(texts);
    for (const { kind, message } of groups)
      if (kind === 'ways')
        visitWays(message, (way) => {
          if (mayBeRoad(way)) list.add(way.nodeIds());
        });
      else if (kind === 'relations')
        visitRestrictions(
          message,
          texts,
          (restriction) => restrictions.push(restriction),
          () => conditional++,
        );
  });
  if (!isInOrder([...kinds.values()].flat()))
    throw new Error(`${path} is not in order: sort it with "osmium sort".`);
  const places = list.close();
  if (places.wanted === 0) throw new Error(`${path} holds no road that cars may drive on.`);
  return { places, kinds, restrictions, conditional };
}

/** Nodes come first, then ways, then relations. */
function isInOrder(kinds: readonly OsmGroup['kind'][]): boolean {
  const steps = kinds.map((kind) => ORDER.indexOf(kind)).filter((step) => step !== -1);
  return steps.every((step, i) => step >= (steps[i - 1] ?? 0));
}

interface Survey {
  readonly places: NodePlaces;
  readonly kinds: Kinds;
  readonly profile: CarProfile;
}

/** The second look: where the nodes of roads lie, which of them close the road, and where the map has toll stations. */
async function locate(path: string, { places, kinds, profile }: Survey) {
  const bars = new Map<number, 'destination' | 'closed'>();
  const gantries: TollGantry[] = [];
  await visitDataBlocks(
    path,
    (block) => {
      const isTelling = block.texts.includes('barrier') || block.texts.includes('toll_gantry');
      for (const { kind, message } of block.groups)
        if (kind === 'nodes')
          visitNodes(message, block, isTelling, (id, lat, lon, tags) => {
            const number = places.put(id, lat, lon);
            if (number === -1 || tags === undefined) return;
            const bar = profile.readBar(tags);
            if (bar !== undefined) bars.set(number, bar);
            if (tags.highway !== 'toll_gantry' && tags.barrier !== 'toll_booth') return;
            const stationId = tags['ref:toll'];
            gantries.push({ at: places.at(number), ...(stationId && { stationId }) });
          });
    },
    (index) => kinds.get(index)?.includes('nodes') === true,
  );
  return { barAt: (node: number) => bars.get(node), gantries };
}

/** Which share of the roads lies inside an area. */
function shareInside(area: Area, places: NodePlaces): number {
  const sampled = places.sample(SAMPLES);
  const inside = sampled.filter((place) => outsideM(area, place) === 0);
  return sampled.length === 0 ? 0 : inside.length / sampled.length;
}

/** What a way is drawn as. */
interface DrawnWay extends Pick<Roadway, 'driven' | 'isDestination' | 'ref' | 'street'> {
  readonly flags: number;
  /** Milliseconds of a stretch in the order of the nodes and against it, by its metres. */
  readonly ms: readonly [along: (lengthM: number) => number, against: (lengthM: number) => number];
}

/** Tags that hold at certain times. Source: wiki.openstreetmap.org/wiki/Conditional_restrictions. */
const TIMED =
  /^(motorcar|motor_vehicle|vehicle|access|oneway|maxspeed)(:(motorcar|motor_vehicle|forward|backward))?:conditional$/;

/** What a way is, or why cars do not drive it, in a few words. */
function describeWay(tags: OsmTags, line: readonly LatLon[], rules: ReadRules): DrawnWay | string {
  if (tags.route === 'ferry' && tags.highway === undefined) return describeFerry(tags, line, rules);
  const road = rules.profile.readRoadway(tags);
  if (typeof road === 'string') return road;
  const drive = (kmh: number) => (lengthM: number) => (lengthM / kmh) * 3600 * road.factor;
  const flags =
    (road.isTunnel ? LINK.tunnel : 0) +
    (road.isRamp ? LINK.ramp : 0) +
    (road.isMotorway ? LINK.motorway : 0);
  return { ...road, flags, ms: [drive(road.kmh[0]), drive(road.kmh[1])] };
}

function describeFerry(
  tags: OsmTags,
  line: readonly LatLon[],
  { profile, ferries, sailingMin }: ReadRules,
): DrawnWay | string {
  const said = readFerryMin(tags, profile.takesCars(tags), line, ferries);
  if (said === undefined) return 'ferries without cars';
  const driven = profile.readDriven(tags);
  if (driven === undefined) return 'driven in no fixed direction';
  const wholeM = flatLengthM(line);
  const min = Number.isNaN(said) ? sailingMin(wholeM) : said;
  const sail = (lengthM: number) => (wholeM === 0 ? 0 : (lengthM / wholeM) * min * 60_000);
  const street = tags.name ?? '';
  return { driven, isDestination: false, ref: '', street, flags: LINK.ferry, ms: [sail, sail] };
}

/** Cuts ways at the nodes that they share, and parts them at bars; what leads to a private gate is no through road. */
function openDrawing(
  places: NodePlaces,
  barAt: (node: number) => 'destination' | 'closed' | undefined,
  named: ReadonlySet<number>,
  rules: ReadRules,
) {
  const pen = openLinkPen();
  const [roads, streets] = [openTexts(), openTexts()];
  const wayIds = doubles();
  const linksOf = new Map<number, number[]>();
  const dropped: Record<string, number> = {};
  const nodes = new Int32Array(places.wanted).fill(-1);
  const bars = new Set<number>();
  let [nodeCount, ways, timed] = [0, 0, 0];

  /** At a bar each end of a link is a node of its own. */
  const nodeOf = (place: number): number => {
    if (barAt(place) === 'closed') {
      bars.add(place);
      return nodeCount++;
    }
    if (nodes[place] === -1) nodes[place] = nodeCount++;
    return nodes[place] as number;
  };
  const drawPiece = (piece: readonly number[], way: DrawnWay, wayId: number): void => {
    const line = piece.map(places.at);
    const lengthM = flatLengthM(line);
    if (lengthM === 0 && piece[0] === piece.at(-1)) return;
    drawTelling(pen, toPlane(line), rules.simplifyM, (point) => line[point] as LatLon);
    const [along, against] = way.ms;
    const isGated = [piece[0], piece.at(-1)].some((node) => barAt(node ?? -1) === 'destination');
    const isTurned = way.driven === 'backward';
    const link = pen.addLink(
      nodeOf(piece[0] as number),
      nodeOf(piece.at(-1) as number),
      {
        flags: way.flags + (way.driven === 'both' ? 0 : LINK.oneWay),
        isDestination: way.isDestination || isGated ? 1 : 0,
        road: roads.numberOf(way.ref),
        street: streets.numberOf(way.street),
      },
      {
        withMs: (isTurned ? against : along)(lengthM),
        againstMs: (isTurned ? along : against)(lengthM),
        lengthM,
      },
    );
    wayIds.add(wayId);
    if (named.has(wayId)) linksOf.set(wayId, [...(linksOf.get(wayId) ?? []), link]);
  };

  return {
    draw(wayId: number, tags: OsmTags, nodeIds: readonly number[]): void {
      ways++;
      const all = nodeIds.map(places.numberOf);
      const known = all.filter((node) => node !== -1);
      const way =
        known.length < 2 ? 'outside of the map' : describeWay(tags, known.map(places.at), rules);
      if (typeof way === 'string') {
        dropped[way] = (dropped[way] ?? 0) + 1;
        return;
      }
      if (Object.keys(tags).some((key) => TIMED.test(key))) timed++;
      let piece: number[] = [];
      for (const node of way.driven === 'backward' ? all.toReversed() : all) {
        // A node that the map does not hold ends the line before it.
        if (node !== -1) piece.push(node);
        const isEnd = node === -1 || places.isShared(node) || barAt(node) !== undefined;
        if (!isEnd || (node !== -1 && piece.length < 2)) continue;
        if (piece.length > 1) drawPiece(piece, way, wayId);
        piece = node === -1 ? [] : [node];
      }
      if (piece.length > 1) drawPiece(piece, way, wayId);
    },
    finish: (): Omit<OsmRoads, 'restrictions' | 'conditional' | 'gantries'> => ({
      links: pen.finish(),
      nodeCount,
      roads: roads.finish(),
      streets: streets.finish(),
      ways,
      dropped,
      wayId: wayIds.finish(),
      linksOf,
      nodeOf: (id) => {
        const place = places.numberOf(id);
        return place === -1 ? -1 : (nodes[place] as number);
      },
      timesFerries: true,
      bars: bars.size,
      timed,
    }),
  };
}

/** A line in a plane about its start, east and north in turn, metres. */
function toPlane(line: readonly LatLon[]): Float64Array {
  const [{ lat: south, lon: west }] = line as readonly [LatLon];
  const eastM = M_PER_DEG * Math.cos((south * Math.PI) / 180);
  const plane = new Float64Array(2 * line.length);
  line.forEach(({ lat, lon }, i) => {
    plane[2 * i] = (lon - west) * eastM;
    plane[2 * i + 1] = (lat - south) * M_PER_DEG;
  });
  return plane;
}
