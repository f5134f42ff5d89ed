import { Fault } from '../../base/fault.ts';
import type { LatLon } from '../../base/point.ts';
import { readJson, readList, readNumber, readRecord, readText } from '../../base/read-loose.ts';
import { flatDistanceM, flatLengthM } from '../../geo/on-line.ts';
import { decodePolyline } from '../../geo/polyline.ts';
import type { FerryStretch, PlannedRoute, RoadStretch } from '../../passages/planned-route.ts';
import { brokenFault } from '../call/call-fault.ts';
import type { UpstreamReply } from '../call/terms.ts';

/** The parts of an answer, not looked into yet. */
export interface RawAnswer {
  /** The best one first; at least one. */
  readonly routes: readonly unknown[];
  /** One per stop, in travel order; may be missing. */
  readonly waypoints: readonly unknown[];
}

/** What a server says when the question was right and there is no route. */
const NO_ROUTE: ReadonlySet<unknown> = new Set(['NoRoute', 'NoSegment']);

/**
 * The answer in a reply. The code in the body decides: the status is 400 also where nothing is
 * wrong with the question.
 *
 * @throws Fault `route_not_possible`, or `upstream_broken` for all else, as the README's table says.
 */
export function readAnswer({ status, body }: Pick<UpstreamReply, 'status' | 'body'>): RawAnswer {
  const { code, routes, waypoints } = readRecord(readJson(body)) ?? {};
  if (status < 500 && NO_ROUTE.has(code))
    throw new Fault('route_not_possible', undefined, { message: `The OSRM server says ${code}.` });
  if (status !== 200 || code !== 'Ok')
    throw unreadable(`status ${status} with the code ${nameCode(code)}`);
  if (readList(routes).length === 0) throw unreadable('no routes in it');
  return { routes: readList(routes), waypoints: readList(waypoints) };
}

/** @param what for the log. */
const unreadable = (what: string): Fault => brokenFault('OSRM server', what);

const nameCode = (code: unknown) =>
  typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : 'of no known form';

/** A route that does not know where its stops were asked for. */
type RouteOfStops = Omit<PlannedRoute, 'stops'>;

/** The line of one step of an answer. */
interface Piece {
  readonly line: readonly LatLon[];
  readonly lengthM: number;
  /** Seconds; absent: the server does not say. */
  readonly durationS?: number;
  readonly isSailed: boolean;
  readonly road: Omit<RoadStretch, 'toIndex'>;
}

/** Steps begin where the one before them ends; a longer gap is road that we do not know. Metres. */
const GAP_M = 50;
/** The longest trip of the country is less than three days. */
const MOST_S = 30 * 24 * 3600;

/**
 * A route by its steps: their lines are its line, their durations its times, each spread evenly over
 * its step. Steps that are sailed one after the other are one ferry stretch.
 *
 * @throws Fault `upstream_broken` when line, times or ferries cannot be told.
 */
export function parseRoute(raw: unknown, id: string): RouteOfStops {
  const { legs, distance, duration } = readRecord(raw) ?? {};
  const pieces = readList(legs)
    .flatMap((leg) => readList(readRecord(leg)?.steps))
    .flatMap(parseStep);
  const durationS = readSize(duration);
  const { atS, ...drawn } = drawPieces(pieces, secondsPerM(pieces, durationS));
  if (atS > MOST_S) throw unreadable('a route that takes a month');
  const lengthM = readSize(distance) ?? flatLengthM(drawn.line);
  return { id, ...drawn, lengthM, durationS: durationS ?? atS };
}

/** The pieces as one line, and what lies along it. @param paceS seconds for a metre of those that tell no time. */
function drawPieces(pieces: readonly Piece[], paceS: number) {
  const line: LatLon[] = [];
  const secondsAt: number[] = [];
  const ferries: FerryStretch[] = [];
  const roads: RoadStretch[] = [];
  let atS = 0;
  for (const piece of pieces) {
    const fromIndex = Math.max(0, line.length - 1);
    const pieceS = piece.durationS ?? piece.lengthM * paceS;
    append(line, secondsAt, piece, { atS, perM: pieceS / (piece.lengthM || 1) });
    atS += pieceS;
    const toIndex = line.length - 1;
    if (toIndex > (roads.at(-1)?.toIndex ?? 0)) roads.push({ toIndex, ...piece.road });
    if (piece.isSailed) addStretch(ferries, fromIndex, line.length - 1);
  }
  const [start] = line;
  if (start === undefined) throw unreadable('a route without steps');
  // From a place to itself.
  if (line.length === 1) {
    line.push(start);
    secondsAt.push(atS);
  }
  return { line, secondsAt, ferries, roads, atS };
}

/** `[]` for a step without extent, as a stop has it. */
function parseStep(raw: unknown): Piece[] {
  const { geometry, distance, duration, mode, name, ref } = readRecord(raw) ?? {};
  const line = parseLine(geometry);
  if (line === undefined && readSize(distance) === 0) return [];
  if (line === undefined) throw unreadable('a step without a line');
  const durationS = readSize(duration);
  return [
    {
      line,
      lengthM: flatLengthM(line),
      ...(durationS !== undefined && { durationS }),
      isSailed: mode === 'ferry',
      road: readRoad(readText(name), readText(ref)),
    },
  ];
}

/** Where several numbered roads run together, the numbers stand behind each other. */
function readRoad(name = '', ref = ''): Piece['road'] {
  const numbers = ref.split(/[;,]/).map((number) => number.trim());
  return {
    numbers: numbers.filter((number) => number !== ''),
    ...(name.trim() !== '' && { name: name.trim() }),
  };
}

/** The pace of the steps that have no duration of their own: they share what the others leave. */
function secondsPerM(pieces: readonly Piece[], routeS: number | undefined): number {
  let [knownS, unknownM] = [0, 0];
  for (const { durationS, lengthM } of pieces) {
    if (durationS === undefined) unknownM += lengthM;
    else knownS += durationS;
  }
  if (unknownM === 0) return 0;
  if (routeS === undefined) throw unreadable('a route without a duration');
  return Math.max(0, routeS - knownS) / unknownM;
}

/** Adds the points of a step, each with its seconds after departure; a repeated one is left out. */
function append(
  line: LatLon[],
  secondsAt: number[],
  piece: Piece,
  { atS, perM }: { readonly atS: number; readonly perM: number },
): void {
  let here = line.at(-1);
  let seconds = atS;
  piece.line.forEach((point, i) => {
    const legM = here === undefined ? Infinity : flatDistanceM(here, point);
    if (i === 0 && here !== undefined && legM > GAP_M) throw unreadable('a gap between two steps');
    if (legM === 0) return;
    if (i > 0) seconds += legM * perM;
    line.push(point);
    secondsAt.push(seconds);
    here = point;
  });
}

/** Ferry steps that follow each other without road between are one stretch. */
function addStretch(ferries: FerryStretch[], fromIndex: number, toIndex: number): void {
  if (toIndex <= fromIndex) return;
  const last = ferries.at(-1);
  if (last?.toIndex === fromIndex) ferries[ferries.length - 1] = { ...last, toIndex };
  else ferries.push({ fromIndex, toIndex });
}

/** A length or a duration; `undefined` when it is missing or cannot be one. */
function readSize(value: unknown): number | undefined {
  const size = readNumber(value);
  return size !== undefined && size >= 0 ? size : undefined;
}

/**
 * The points of a geometry, in travel order: GeoJSON as we ask for it, or the encoded line that a
 * server gives by default.
 *
 * @returns `undefined` for what is neither, or lies outside the world.
 */
function parseLine(geometry: unknown): LatLon[] | undefined {
  if (typeof geometry === 'string') {
    // The text does not say how many decimals it has: read with one too few, degrees are tenfold.
    const decoded = ([5, 6] as const).map((decimals) => decodePolyline(geometry, decimals));
    return decoded.find(isInWorld);
  }
  const coordinates = readRecord(geometry)?.coordinates;
  if (!Array.isArray(coordinates)) return undefined;
  const line = coordinates.map((position: unknown): LatLon => {
    const [lon, lat] = readList(position);
    return { lat: degreesOf(lat), lon: degreesOf(lon) };
  });
  return isInWorld(line) ? line : undefined;
}

const degreesOf = (value: unknown) => (typeof value === 'number' ? value : Number.NaN);

const isInWorld = (line: readonly LatLon[]) =>
  line.every(({ lat, lon }) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180);
