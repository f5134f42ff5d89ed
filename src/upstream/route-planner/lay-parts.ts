import type { LatLon } from '../../base/point.ts';
import {
  distancesAlongM,
  findPlaceOnLine,
  flatDistanceM,
  pointBetween,
} from '../../geo/on-line.ts';
import type { NamedStation } from '../../passages/planned-route.ts';
import type { PlannedTollStation, RoutePart } from './parse-part.ts';

/** The parts of a route as one line, with the time at which each point is reached. */
interface LaidParts {
  readonly line: readonly LatLon[];
  /** Seconds after departure at each point; never falls. */
  readonly secondsAt: readonly number[];
  /** Metres from the start at each point, along the drawn line. */
  readonly alongM: readonly number[];
  /** First and last point of each part. They are equal for a part without a line of its own. */
  readonly spans: readonly Span[];
}

interface Span {
  readonly fromIndex: number;
  readonly toIndex: number;
}

/**
 * Joins the parts, which share their end vertices, and spreads the time of each part over its length.
 *
 * @param timesS seconds of each part.
 * @returns `undefined` when there is no line. A route from a place to itself has two equal points.
 */
export function layParts(
  parts: readonly RoutePart[],
  timesS: readonly number[],
): LaidParts | undefined {
  const { line, spans } = joinLines(parts);
  const [only] = line;
  if (only === undefined) return undefined;
  if (line.length === 1) line.push(only);
  const alongM = distancesAlongM(line);
  return { line, spans, alongM, secondsAt: spreadTimes(alongM, spans, timesS) };
}

function joinLines(parts: readonly RoutePart[]) {
  const line: LatLon[] = [];
  const spans = parts.map((part): Span => {
    const isJoined = part.line.length === 0 || isSame(part.line[0], line.at(-1));
    const fromIndex = isJoined ? Math.max(0, line.length - 1) : line.length;
    for (const vertex of part.line) if (!isSame(vertex, line.at(-1))) line.push(vertex);
    return { fromIndex, toIndex: Math.max(fromIndex, line.length - 1) };
  });
  return { line, spans };
}

/** Spreads the times. The time of a part without a line of its own is added before the next point of the line. */
function spreadTimes(
  alongM: readonly number[],
  spans: readonly Span[],
  timesS: readonly number[],
): number[] {
  const secondsAt = alongM.map(() => 0);
  let beforeS = 0;
  let reached = 0;
  spans.forEach(({ fromIndex, toIndex }, i) => {
    // If parts do not join, a part begins at the time at which the previous part ends.
    secondsAt.fill(beforeS, reached + 1, fromIndex + 1);
    const timeS = timesS[i] ?? 0;
    const startM = alongM[fromIndex] ?? 0;
    const partM = (alongM[toIndex] ?? 0) - startM;
    for (let at = fromIndex + 1; at <= toIndex; at++)
      secondsAt[at] = beforeS + timeS * (partM === 0 ? 1 : ((alongM[at] ?? 0) - startM) / partM);
    beforeS += timeS;
    reached = toIndex;
  });
  return secondsAt.fill(beforeS, Math.max(reached, 1), alongM.length);
}

const isSame = (a: LatLon | undefined, b: LatLon | undefined): boolean =>
  a !== undefined && b !== undefined && a.lat === b.lat && a.lon === b.lon;

/** The times in the statistic of a route, seconds; absent: not told. */
export interface TotalTimes {
  readonly driveS?: number;
  readonly delayS?: number;
}

/**
 * Seconds of each part, which add up to the time of the trip.
 *
 * Parts without a time share the time that the other parts leave of the whole, by length. A delay that a part names
 * belongs to that part. The rest of the whole delay is spread over all parts by time.
 *
 * @returns `undefined` when the times of some parts are not known and can not be calculated.
 */
export function listPartTimes(
  parts: readonly RoutePart[],
  { driveS, delayS = 0 }: TotalTimes,
): number[] | undefined {
  const driving = listDriving(parts, driveS);
  if (driving === undefined) return undefined;
  const namedS = sumOf(parts.map((part) => part.delayS));
  // Two parts can name the same delay. The delays of all parts are never more than the whole delay.
  const share = namedS === 0 ? 0 : Math.min(1, delayS / namedS);
  const wholeS = sumOf(driving);
  const spread = wholeS === 0 ? 0 : (delayS - namedS * share) / wholeS;
  return driving.map((timeS, i) => timeS * (1 + spread) + (parts[i]?.delayS ?? 0) * share);
}

/** Seconds of driving, without delays. */
function listDriving(
  parts: readonly RoutePart[],
  driveS: number | undefined,
): number[] | undefined {
  const isOpen = ({ timeS, lengthM }: RoutePart) => timeS === undefined && lengthM !== 0;
  const open = parts.filter(isOpen);
  if (open.length > 0 && driveS === undefined) return undefined;
  const knownS = sumOf(parts.map(({ timeS = 0 }) => timeS));
  const openM = sumOf(open.map(({ lengthM = 0 }) => lengthM));
  const leftS = Math.max(0, (driveS ?? 0) - knownS);
  const shareOf = ({ lengthM = 0 }: RoutePart) => (openM === 0 ? 1 / open.length : lengthM / openM);
  return parts.map((part) => (isOpen(part) ? leftS * shareOf(part) : (part.timeS ?? 0)));
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** A station that two parts name no farther apart than this is passed once. Metres. */
const ONE_SPOT_M = 100;

/**
 * The toll stations that the parts name, in travel order. Both parts may name a station at their joint. A station
 * without a place is put in the middle of its part, where the error is smallest.
 */
export function nameStations(parts: readonly RoutePart[], laid: LaidParts): NamedStation[] {
  const found = parts.flatMap(({ stations }, part) =>
    stations.map((station): Mention => {
      const { id, name, listed, at } = station;
      return { part, station, named: { id, name, ...placeOn(laid, part, at), listed } };
    }),
  );
  return found
    .filter((mention, i) => !found.slice(0, i).some((before) => isSameDrivePast(before, mention)))
    .map(({ named }) => named)
    .sort((a, b) => a.alongM - b.alongM);
}

interface Mention {
  /** Index of the part. */
  readonly part: number;
  readonly station: PlannedTollStation;
  readonly named: NamedStation;
}

function isSameDrivePast(before: Mention, { part, station, named }: Mention): boolean {
  if (before.named.id !== named.id || before.named.name !== named.name) return false;
  if (part - before.part > 1) return false;
  return station.at === undefined || named.alongM - before.named.alongM <= ONE_SPOT_M;
}

/** @param at the place of the station; absent: it stands somewhere on the part. */
function placeOn(
  { line, secondsAt, alongM, spans }: LaidParts,
  part: number,
  at: LatLon | undefined,
): Pick<NamedStation, 'at' | 'alongM' | 'atS'> {
  const { fromIndex = 0, toIndex = 0 } = spans[part] ?? {};
  const { index, share } =
    (at && nearestOn(line.slice(fromIndex, toIndex + 1), at)) ??
    middleOf(alongM.slice(fromIndex, toIndex + 1));
  const leg = fromIndex + index;
  const from = line[leg];
  if (from === undefined) throw new Error(`Expected part ${part} on a line of ${line.length}.`);
  const to = line[leg + 1] ?? from;
  const between = (a = 0, b = a) => a + share * (b - a);
  return {
    at: pointBetween(from, to, share),
    alongM: between(alongM[leg], alongM[leg + 1]),
    atS: between(secondsAt[leg], secondsAt[leg + 1]),
  };
}

interface LegPlace {
  readonly index: number;
  /** The share of the leg before the place, 0 … 1. */
  readonly share: number;
}

/** The nearest place on a line; `undefined`: it has fewer than two points. */
function nearestOn(line: readonly LatLon[], at: LatLon): LegPlace | undefined {
  const place = findPlaceOnLine(line, at);
  const [from, to] = place === undefined ? [] : [line[place.index], line[place.index + 1]];
  if (place === undefined || from === undefined || to === undefined) return undefined;
  const legM = flatDistanceM(from, to);
  return { index: place.index, share: legM === 0 ? 0 : flatDistanceM(from, place.at) / legM };
}

function middleOf(alongM: readonly number[]): LegPlace {
  const startM = alongM[0] ?? 0;
  const middleM = (startM + (alongM.at(-1) ?? startM)) / 2;
  const index = Math.max(
    0,
    alongM.findLastIndex((m) => m <= middleM),
  );
  const legM = (alongM[index + 1] ?? 0) - (alongM[index] ?? 0);
  return { index, share: legM > 0 ? (middleM - (alongM[index] ?? 0)) / legM : 0 };
}
