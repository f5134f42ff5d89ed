import { Fault } from '../../base/fault.ts';
import type { LatLon } from '../../base/point.ts';
import { readJson, readList, readRecord, readSize, readText } from '../../base/read-loose.ts';
import { flatDistanceM, flatLengthM } from '../../geo/on-line.ts';
import { decodePolyline } from '../../geo/polyline.ts';
import type { FerryStretch, PlannedRoute, RoadStretch } from '../../passages/planned-route.ts';
import { brokenFault } from '../call/call-fault.ts';
import type { UpstreamReply } from '../call/terms.ts';

/** The parts of an answer, still unchecked. */
export interface RawAnswer {
  /** At least one route, the best first. */
  readonly routes: readonly unknown[];
  /** One for each stop, in travel order; `[]`: the server gives none. */
  readonly waypoints: readonly unknown[];
}

/** The codes of a server for a valid question without a route. */
const NO_ROUTE: ReadonlySet<unknown> = new Set(['NoRoute', 'NoSegment']);

/**
 * The answer in a reply. The code in the body decides, because the status is 400 even if the question was valid.
 *
 * @throws Fault `route_not_possible`, or `upstream_broken` for anything else, by the table in the README.
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

/** The fault of an answer that can not be used. @param what for the log. */
export const unreadable = (what: string): Fault => brokenFault('OSRM server', what);

const nameCode = (code: unknown) =>
  typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : 'of no known form';

/** A route without the places at which its stops were asked for. */
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

/** A step begins where the previous step ends. A longer gap is road that we do not know. Metres. */
const GAP_M = 50;
/** Seconds. The longest trip in the country takes less than three days. */
const MOST_S = 30 * 24 * 3600;

/**
 * A route from its steps. The line of the route joins the lines of the steps. The duration of each step is spread
 * evenly over the step. Consecutive steps by ferry are one ferry stretch.
 *
 * @throws Fault `upstream_broken` when line, times or ferries can not be read.
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

/** The pieces as one line, with times, ferries and roads. @param paceS seconds for a metre of pieces without a time. */
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
  // The route leads from a place to itself.
  if (line.length === 1) {
    line.push(start);
    secondsAt.push(atS);
  }
  return { line, secondsAt, ferries, roads, atS };
}

/** The pieces of a step; `[]`: the step has no extent, as at a stop. */
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

/** Reads name and numbers of a road. If several numbered roads run together, all numbers are listed. */
function readRoad(name = '', ref = ''): Piece['road'] {
  const numbers = ref.split(/[;,]/).map((number) => number.trim());
  return {
    numbers: numbers.filter((number) => number !== ''),
    ...(name.trim() !== '' && { name: name.trim() }),
  };
}

/** Seconds for a metre of steps without a duration: these steps share the time that the other steps leave. */
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

/** Adds the points of a step, each with its seconds after departure. A repeated point is left out. */
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

/** Adds a ferry stretch. Ferry steps without road between them become one stretch. */
function addStretch(ferries: FerryStretch[], fromIndex: number, toIndex: number): void {
  if (toIndex <= fromIndex) return;
  const last = ferries.at(-1);
  if (last?.toIndex === fromIndex) ferries[ferries.length - 1] = { ...last, toIndex };
  else ferries.push({ fromIndex, toIndex });
}

/**
 * The points of a geometry, in travel order. It is GeoJSON as we ask for it, or the encoded line that a server gives by
 * default.
 *
 * @returns `undefined` if it is neither, or lies outside the world.
 */
function parseLine(geometry: unknown): LatLon[] | undefined {
  if (typeof geometry === 'string') {
    // The text does not say how many decimals it has. Read with one decimal too few, degrees are ten times too large.
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
