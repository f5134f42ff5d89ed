/** Draws the ways of a map as links. Ways are cut at nodes that they share, and separated at bars. */
import type { LatLon } from '../../base/point.ts';
import { flatLengthM, openPlane } from '../../geo/on-line.ts';
import { LINK } from '../../routing/graph.ts';
import {
  drawSimplified,
  openLinkWriter,
  openRow,
  openTexts,
  type RoadColumns,
} from '../compile/link-columns.ts';
import type { PlaceOnLink } from '../compile/merge-links.ts';
import {
  type FerryDrawing,
  type FerryRules,
  type FerryWay,
  listCarFerries,
} from './ferry-lines.ts';
import type { NodePlaces } from './node-places.ts';
import type { OsmTags } from './read-elements.ts';
import { type CarProfile, isFerry, isTimed, type Roadway } from './roadway.ts';

/** The links of a map that cars drive. */
export interface DrawnRoads extends RoadColumns {
  /** Ways that may be roads or ferries. */
  readonly ways: number;
  /** Ways left out, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** By link: the way that it is a piece of. */
  readonly wayId: Float64Array;
  /** Links by the way that a restriction names, in the order of the nodes of the way. */
  readonly linksOf: ReadonlyMap<number, readonly number[]>;
  /** By link: whether cars pay for it, as an index into `TOLLS`. */
  readonly tolls: Uint8Array;
  /** Where links run over a toll gantry or a toll booth. A gantry at an end of links is on each of them. */
  readonly gantriesOn: readonly GantryOnLink[];
  /** The node of the network for a node of the map; -1: there is none, or several at a bar. */
  nodeOf(id: number): number;
  /** Roads, ferries and barriers whose access, direction or limit differs at certain times. Such tags are not used. */
  readonly timed: number;
  readonly bars: number;
}

/** A toll gantry or toll booth on a link. */
export interface GantryOnLink extends PlaceOnLink {
  /** The number of its node in the places. */
  readonly node: number;
}

/** No toll comes first, so that the index of a toll is above 0. */
const TOLLS: readonly Roadway['toll'][] = ['none', 'main', 'local'];

export interface DrawRules {
  readonly profile: CarProfile;
  readonly ferries: FerryRules;
  /** Gives the minutes of a crossing whose time is not known, by its length in metres. */
  readonly sailingMin: (lengthM: number) => number;
  readonly simplifyM: number;
}

/** Tells whether a node makes its road a destination or closes it; undefined: neither. */
export type BarAt = (node: number) => 'destination' | 'closed' | undefined;

/** The nodes of a map that bear on the roads over them. */
export interface NodeMarks {
  readonly barAt: BarAt;
  isGantry(node: number): boolean;
}

/** The traits with which a way is drawn. */
interface DrawnWay extends Pick<Roadway, 'driven' | 'isDestination' | 'toll' | 'ref' | 'street'> {
  readonly flags: number;
  /** Gives the milliseconds of a stretch in the order of the nodes and against it, by its length in metres. */
  readonly ms: readonly [along: (lengthM: number) => number, against: (lengthM: number) => number];
}

/** The traits of a way, or in a few words why cars do not use it. */
function describeRoad(tags: OsmTags, profile: CarProfile): DrawnWay | string {
  const road = profile.readRoadway(tags);
  if (typeof road === 'string') return road;
  const drive = (kmh: number) => (lengthM: number) => (lengthM / kmh) * 3600 * road.factor;
  const flags =
    (road.isTunnel ? LINK.tunnel : 0) +
    (road.isRamp ? LINK.ramp : 0) +
    (road.isMotorway ? LINK.motorway : 0);
  return { ...road, flags, ms: [drive(road.kmh[0]), drive(road.kmh[1])] };
}

function describeFerry({ tags, sail }: FerryDrawing, profile: CarProfile): DrawnWay | string {
  const driven = profile.readDriven(tags);
  if (driven === undefined) return 'driven in no fixed direction';
  const road = { isDestination: false, toll: 'none', ref: '', street: tags.name ?? '' } as const;
  return { ...road, driven, flags: LINK.ferry, ms: [sail, sail] };
}

/** @param named ways whose links are listed in `linksOf`. */
export function openDrawing(
  places: NodePlaces,
  marks: NodeMarks,
  named: ReadonlySet<number>,
  rules: DrawRules,
) {
  const pieces = openPieces(places, marks, named, rules.simplifyM);
  const { profile } = rules;
  const ferries: FerryWay[] = [];
  const dropped: Record<string, number> = {};
  let [ways, timed] = [0, 0];
  const drop = (why: string, count = 1) => {
    if (count > 0) dropped[why] = (dropped[why] ?? 0) + count;
  };
  const isEnd = (node: number) => places.isShared(node) || marks.barAt(node) !== undefined;
  const drawAs = (way: DrawnWay | string, { wayId, tags, nodes }: FerryWay): void => {
    if (typeof way === 'string') {
      drop(way);
      return;
    }
    if (isTimed(tags)) timed++;
    const driven = way.driven === 'backward' ? nodes.toReversed() : nodes;
    for (const piece of cutPieces(driven, isEnd)) pieces.draw(piece, way, wayId);
  };
  return {
    draw(wayId: number, tags: OsmTags, nodeIds: readonly number[]): void {
      ways++;
      const way = { wayId, tags, nodes: nodeIds.map(places.numberOf) };
      if (way.nodes.filter((node) => node !== -1).length < 2) drop('outside of the map');
      else if (isFerry(tags)) ferries.push(way);
      else drawAs(describeRoad(tags, profile), way);
    },
    /** Draws the ferries, too. All roads are drawn before. */
    finish(): DrawnRoads {
      const isOnRoad = pieces.hasNode;
      const taken = listCarFerries(ferries, { ...rules, places, isOnRoad });
      drop('ferries without cars', ferries.length - taken.length);
      for (const ferry of taken) drawAs(describeFerry(ferry, profile), ferry);
      return { ...pieces.finish(), ways, dropped, timed, timesFerries: true };
    },
  };
}

/** Cuts a line at the nodes where pieces end. A node that the map does not hold, -1, ends a piece before it. */
function cutPieces(line: readonly number[], isEnd: (node: number) => boolean): number[][] {
  const pieces: number[][] = [];
  let piece: number[] = [];
  for (const node of line) {
    if (node !== -1) piece.push(node);
    if (node !== -1 && (piece.length < 2 || !isEnd(node))) continue;
    pieces.push(piece);
    piece = node === -1 ? [] : [node];
  }
  return [...pieces, piece].filter(({ length }) => length > 1);
}

/** Draws pieces of ways as links. A piece that ends at a private gate becomes a destination. */
function openPieces(
  places: NodePlaces,
  { barAt, isGantry }: NodeMarks,
  named: ReadonlySet<number>,
  simplifyM: number,
) {
  const writer = openLinkWriter();
  const [roads, streets] = [openTexts(), openTexts()];
  const nodes = openNodes(places, barAt);
  const wayIds = openRow(Float64Array);
  const tolls = openRow(Uint8Array);
  const gantriesOn: GantryOnLink[] = [];
  const linksOf = new Map<number, number[]>();
  return {
    draw(piece: readonly number[], way: DrawnWay, wayId: number): void {
      const line = piece.map(places.at);
      const [first, last] = [piece[0] as number, piece.at(-1) as number];
      const lengthM = flatLengthM(line);
      if (lengthM === 0 && first === last) return;
      drawSimplified(writer, toPlane(line), simplifyM, (point) => line[point] as LatLon);
      const isGated = [first, last].some((node) => barAt(node) === 'destination');
      const link = writer.addLink({
        from: nodes.numberOf(first),
        to: nodes.numberOf(last),
        flags: way.flags + (way.driven === 'both' ? 0 : LINK.oneWay),
        isDestination: way.isDestination || isGated ? 1 : 0,
        road: roads.numberOf(way.ref),
        street: streets.numberOf(way.street),
        ...timesOf(way, lengthM),
        lengthM,
      });
      wayIds.add(wayId);
      tolls.add(TOLLS.indexOf(way.toll));
      piece.forEach((node, i) => {
        if (!isGantry(node)) return;
        const share = flatLengthM(line.slice(0, i + 1)) / Math.max(1, lengthM);
        gantriesOn.push({ node, link, share: Math.min(1, share) });
      });
      if (named.has(wayId)) linksOf.set(wayId, [...(linksOf.get(wayId) ?? []), link]);
    },
    /** Does a link end at a node? */
    hasNode: nodes.isUsed,
    finish: () => ({
      links: writer.finish(),
      roads: roads.finish(),
      streets: streets.finish(),
      wayId: wayIds.finish(),
      tolls: tolls.finish(),
      gantriesOn,
      linksOf,
      nodeOf: nodes.find,
      ...nodes.count(),
    }),
  };
}

/** The times of a piece in the order in which it is drawn and against it. Milliseconds. */
function timesOf({ driven, ms: [along, against] }: DrawnWay, lengthM: number) {
  const [withMs, againstMs] = driven === 'backward' ? [against, along] : [along, against];
  return { withMs: withMs(lengthM), againstMs: againstMs(lengthM) };
}

/** Numbers nodes in the order in which links use them. At a bar each end of a link gets a node of its own. */
function openNodes(places: NodePlaces, barAt: BarAt) {
  const numbers = new Int32Array(places.wanted).fill(-1);
  const bars = new Set<number>();
  let nodeCount = 0;
  return {
    numberOf(place: number): number {
      if (barAt(place) === 'closed') {
        bars.add(place);
        return nodeCount++;
      }
      if (numbers[place] === -1) numbers[place] = nodeCount++;
      return numbers[place] as number;
    },
    isUsed: (place: number) => numbers[place] !== -1 || bars.has(place),
    find(id: number): number {
      const place = places.numberOf(id);
      return place === -1 ? -1 : (numbers[place] as number);
    },
    count: () => ({ nodeCount, bars: bars.size }),
  };
}

/** A line in a plane with its start as origin, east and north in turn, metres. */
const toPlane = (line: readonly LatLon[]): Float64Array =>
  Float64Array.from(line.flatMap(openPlane(line[0] as LatLon)));
