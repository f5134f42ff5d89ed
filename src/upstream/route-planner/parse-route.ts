import type { LatLon } from '../../base/point.ts';
import { readList, readRecord, readSize, readText } from '../../base/read-loose.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { DrivenLink } from '../../geo/road-link.ts';
import type { FerryStretch, PlannedRoute } from '../../passages/planned-route.ts';
import type { RawRoute } from './judge-reply.ts';
import { layParts, listPartTimes, nameStations, type TotalTimes } from './lay-parts.ts';
import { parseLink, parsePart, type RoutePart } from './parse-part.ts';

/** A route without its place in the list of routes, and without the places at which its stops were asked for. */
export interface ParsedRoute extends Omit<PlannedRoute, 'id' | 'stops' | 'asGiven'> {
  /** The planner's id, which holds only inside one answer; absent: it gives none. */
  readonly id?: string;
  /** The planner's own number of crossings, for the log; absent: it gives none. */
  readonly saidFerryCount?: number;
}

/**
 * Reads one route of an answer.
 *
 * @param quays where car ferries call. They are used only if the route does not name its sailed parts.
 * @returns `undefined` for a route without a line or without times, which can not be priced.
 */
export function parseRoute(raw: RawRoute, quays: readonly LatLon[]): ParsedRoute | undefined {
  const parts = readList(raw.features).map(parsePart);
  const { lengthM, ferryM, ferryCount, hasTolls, ...times } = parseStatistic(raw.statistic);
  const timesS = listPartTimes(parts, times);
  const laid = timesS && layParts(parts, timesS);
  if (laid === undefined) return undefined;

  const runs = findFerryRuns(parts, { quays, ferryM });
  const ferries = runs.flatMap(({ first, last, name }): FerryStretch[] => {
    const fromIndex = laid.spans[first]?.fromIndex ?? 0;
    const toIndex = laid.spans[last]?.toIndex ?? 0;
    const stretch = { fromIndex, toIndex, ...(name !== undefined && { name }) };
    return toIndex > fromIndex ? [stretch] : [];
  });
  const stations = nameStations(parts, laid);
  const id = readText(raw.routeId);
  const links = listLinks(raw, parts);
  return {
    line: laid.line,
    secondsAt: laid.secondsAt,
    lengthM: lengthM ?? sumLengths(parts) ?? laid.alongM.at(-1) ?? 0,
    durationS: laid.secondsAt.at(-1) ?? 0,
    ferries,
    ...(ferries.length === 0 && ferryM !== undefined && ferryM > 0 && { unplacedFerryM: ferryM }),
    ...(stations.length === 0 && hasTolls ? { tollsUnread: true } : { namedStations: stations }),
    ...(raw.isObstructed === true && { isObstructed: true }),
    ...(id !== undefined && { id }),
    ...(links && { links }),
    ...(ferryCount !== undefined && { saidFerryCount: ferryCount }),
  };
}

/** The sum of the lengths of parts; `undefined`: a part with a line has no length. */
function sumLengths(parts: readonly RoutePart[]): number | undefined {
  if (parts.some(({ lengthM, line }) => lengthM === undefined && line.length > 1)) return undefined;
  return parts.reduce((sumM, { lengthM = 0 }) => sumM + lengthM, 0);
}

/**
 * The driven links. A route that lies completely abroad has no links and needs none. On any other route an empty list,
 * or an entry that can not be read, means that the links are not known.
 */
function listLinks(
  { nvdbReferenceLinks }: RawRoute,
  parts: readonly RoutePart[],
): DrivenLink[] | undefined {
  const links = readList(nvdbReferenceLinks).map(parseLink);
  const known = links.flatMap((link) => link ?? []);
  if (known.length < links.length) return undefined;
  const isAbroad = parts.every((part) => part.isOutsideOfNorway || isPoint(part));
  return known.length > 0 || isAbroad ? known : undefined;
}

/** Does a part end where it begins, as the last part does? */
const isPoint = ({ line: [start, ...rest] }: RoutePart): boolean =>
  rest.every(({ lat, lon }) => lat === start?.lat && lon === start.lon);

/** The values that we read from `statistic`. No price in it is ever charged. Absent: not told. */
interface Statistic extends TotalTimes {
  readonly lengthM?: number;
  readonly ferryM?: number;
  /** It has a number of tolls, or a sum of their prices; absent: neither. */
  readonly hasTolls?: true;
  /** For the log only. It is often empty, and may be twice the real number. */
  readonly ferryCount?: number;
}

/** Its lengths are metres. Its times are minutes, unlike the times of parts. @internal Its tests use it. */
export function parseStatistic(value: unknown): Statistic {
  const raw = readRecord(value) ?? {};
  const hasTolls = [raw.tollCount, raw.tollSmall].some((value) => (readSize(value) ?? 0) > 0);
  const lengthM = readSize(raw.totalLength);
  const ferryM = readSize(raw.meterFerry);
  const ferryCount = readSize(raw.ferryCount);
  const wholeMin = readSize(raw.totalTime);
  const delayMin = readSize(raw.totalDelay);
  const driveMin =
    readSize(raw.totalDriveTime) ?? (wholeMin && Math.max(0, wholeMin - (delayMin ?? 0)));
  return {
    ...(hasTolls && { hasTolls }),
    ...(lengthM !== undefined && { lengthM }),
    ...(ferryM !== undefined && { ferryM }),
    ...(ferryCount !== undefined && { ferryCount }),
    ...(driveMin !== undefined && { driveS: driveMin * 60 }),
    ...(delayMin !== undefined && { delayS: delayMin * 60 }),
  };
}

/** The parts of one crossing, including the first and the last. */
interface FerryRun {
  readonly first: number;
  readonly last: number;
  /** Name of the ferry; absent: none is given. */
  readonly name?: string;
}

export interface FerryClues {
  /** Metres sailed on the whole route, by the sum of the planner; absent: not told. */
  readonly ferryM?: number | undefined;
  /** Where car ferries call. */
  readonly quays: readonly LatLon[];
}

/** A sailed part may end this far from a quay. Metres. */
const QUAY_M = 1500;
/** The words include definite forms, as in "ta ferja". */
const FERRY_WORDS = /fer[jg][ea]|ferry/i;

/**
 * The crossings of a route, in travel order.
 *
 * A crossing is a run of parts with a ferry, as long as the names do not change. If no part names a ferry although some
 * of the route is sailed, the text of the manoeuvre decides, and then the quays.
 *
 * @returns `[]` when no part is sailed, or the sailed parts can not be found.
 *
 * @internal Outside this file only its tests use it.
 */
export function findFerryRuns(
  parts: readonly RoutePart[],
  { ferryM = 0, quays }: FerryClues,
): FerryRun[] {
  if (parts.some(({ ferryNames }) => ferryNames !== undefined))
    return joinRuns(parts, ({ ferryNames }) => ferryNames);
  if (ferryM <= 0) return [];

  const isBetweenQuays = (part: RoutePart) => endsAtQuays(part, quays);
  const isNamed = ({ text, line }: RoutePart) => line.length > 1 && FERRY_WORDS.test(text);
  // A street can be named after a ferry. So parts that also lie between two quays come first.
  const isSailed = [
    (part: RoutePart) => isNamed(part) && isBetweenQuays(part),
    isNamed,
    isBetweenQuays,
  ].find((is) => parts.some(is));
  return isSailed === undefined ? [] : joinRuns(parts, (part) => (isSailed(part) ? [] : undefined));
}

/** @param namesOf the ferries of a part; `undefined`: it is not sailed. */
function joinRuns(
  parts: readonly RoutePart[],
  namesOf: (part: RoutePart) => readonly string[] | undefined,
): FerryRun[] {
  const runs: (FerryRun & { readonly names: readonly string[] })[] = [];
  parts.forEach((part, i) => {
    const names = namesOf(part);
    if (names === undefined) return;
    const before = runs.at(-1);
    if (before?.last === i - 1 && isSameFerry(before.names, names))
      runs[runs.length - 1] = { first: before.first, last: i, names: [...before.names, ...names] };
    else runs.push({ first: i, last: i, names });
  });
  return runs.map(({ first, last, names: [name] }) => ({
    first,
    last,
    ...(name !== undefined && { name }),
  }));
}

const isSameFerry = (before: readonly string[], after: readonly string[]) =>
  before.length === 0 || after.length === 0 || after.some((name) => before.includes(name));

function endsAtQuays({ line }: RoutePart, quays: readonly LatLon[]): boolean {
  const from = findQuay(quays, line[0]);
  const to = findQuay(quays, line.at(-1));
  return from !== undefined && to !== undefined && from !== to;
}

/** The nearest quay within the limit; `undefined`: there is none. */
function findQuay(quays: readonly LatLon[], end: LatLon | undefined): LatLon | undefined {
  if (end === undefined) return undefined;
  let best: { readonly quay: LatLon; readonly offM: number } | undefined;
  for (const quay of quays) {
    const offM = flatDistanceM(quay, end);
    if (offM <= (best?.offM ?? QUAY_M)) best = { quay, offM };
  }
  return best?.quay;
}
