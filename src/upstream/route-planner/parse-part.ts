import { fromNok, type Ore } from '../../base/nok.ts';
import type { LatLon } from '../../base/point.ts';
import { readList, readNumber, readRecord, readSize, readText } from '../../base/read-loose.ts';
import { type DrivenLink, roundPosition } from '../../geo/road-link.ts';
import { fromXy } from '../../geo/utm33.ts';
import type { ListPrices } from '../../pricing/toll/law.ts';

/** A part of a route: one feature of the answer. */
export interface RoutePart {
  /** The vertices in travel order. The last part has two vertices, one or none. */
  readonly line: readonly LatLon[];
  /** Seconds; absent: not told. */
  readonly timeS?: number;
  /** Metres; absent: not told. */
  readonly lengthM?: number;
  /** Seconds of delay in addition to `timeS`; 0: none is named. */
  readonly delayS: number;
  readonly text: string;
  /** A part abroad has no links of the road database. */
  readonly isOutsideOfNorway: boolean;
  readonly stations: readonly PlannedTollStation[];
  /** Absent: the part has no ferry; `[]`: it has a ferry without a name. */
  readonly ferryNames?: readonly string[];
}

/** Reads one entry of `features`. All its members may be missing. */
export function parsePart(value: unknown): RoutePart {
  const feature = readRecord(value);
  const properties = readRecord(feature?.properties);
  const roadFeatures = readRecord(properties?.roadFeatures);
  const timeS = readSize(properties?.time);
  const lengthM = readSize(properties?.length);
  const ferries = readList(roadFeatures?.ferger);
  return {
    line: listVertices(readRecord(feature?.geometry)?.coordinates).flatMap(
      (vertex) => parseVertex(vertex) ?? [],
    ),
    ...(timeS !== undefined && { timeS }),
    ...(lengthM !== undefined && { lengthM }),
    delayS: sumDelays(roadFeatures?.Forsinkelser),
    text: readText(properties?.maneuverText) ?? '',
    isOutsideOfNorway: isTrue(properties?.isOutsideOfNorway),
    stations: readList(roadFeatures?.bomstasjoner).flatMap((item) => parseTollStation(item) ?? []),
    ...(ferries.length > 0 && {
      ferryNames: ferries.flatMap((item) => readText(readRecord(item)?.navn) ?? []),
    }),
  };
}

/** The vertices of a line, or of several lines one after the other. */
function listVertices(coordinates: unknown): readonly unknown[] {
  const items = readList(coordinates);
  return Array.isArray(readList(items[0])[0]) ? items.flatMap(readList) : items;
}

const sumDelays = (items: unknown): number =>
  readList(items).reduce<number>((sumS, item) => {
    const minutes = readNumber(readRecord(item)?.forsinkelseMinutter) ?? 0;
    return sumS + Math.max(0, minutes) * 60;
  }, 0);

const isTrue = (value: unknown) => value === true || readText(value)?.toLowerCase() === 'true';

/**
 * Reads one entry of `nvdbReferenceLinks`. The positions may come in either order: only `direction` tells the direction
 * of travel.
 *
 * @returns `undefined` when a member is missing or makes no sense.
 */
export function parseLink(value: unknown): DrivenLink | undefined {
  const raw = readRecord(value);
  const linkId = readNumber(raw?.nvdbReferenceId);
  const a = readNumber(raw?.fromLength);
  const b = readNumber(raw?.toLength);
  const direction = DIRECTIONS[readText(raw?.direction)?.toLowerCase() ?? ''];
  if (linkId === undefined || a === undefined || b === undefined || direction === undefined)
    return undefined;
  return {
    linkId,
    from: roundPosition(Math.min(a, b)),
    to: roundPosition(Math.max(a, b)),
    direction,
  };
}

const DIRECTIONS: Readonly<Record<string, DrivenLink['direction']>> = {
  with: 'with',
  against: 'against',
};

/** A `location` of a road feature, x first; `undefined`: it has no place. @internal Its tests use it. */
export function parseLocation(value: unknown): LatLon | undefined {
  const location = readRecord(value);
  const x = readNumber(location?.x);
  const y = readNumber(location?.y);
  return x === undefined || y === undefined ? undefined : fromXy(x, y);
}

/** A vertex of a geometry, x first. Further dimensions are left out. */
function parseVertex(value: unknown): LatLon | undefined {
  if (!Array.isArray(value)) return undefined;
  return parseLocation({ x: value[0], y: value[1] });
}

/** A toll station that the planner names on a part of a route. */
export interface PlannedTollStation {
  /** NVDB id, object type 45; empty: the planner gives none. */
  readonly id: string;
  readonly name: string;
  /** List prices by size; absent: the planner gives none. */
  readonly listed: ListPrices;
  readonly at?: LatLon;
}

/**
 * Reads one entry of `roadFeatures.bomstasjoner`, in which every value is a string.
 *
 * @returns `undefined` for a value that is not an object.
 *
 * @internal Outside this file only its tests use it.
 */
export function parseTollStation(value: unknown): PlannedTollStation | undefined {
  const raw = readRecord(value);
  if (raw === undefined) return undefined;
  const id = readText(raw.id) ?? readInstanceId(raw.avoidFeatureInstanceId) ?? '';
  const smallOre = readPrice(raw.takstLitenBil);
  const largeOre = readPrice(raw.takstStorBil);
  const at = parseLocation(raw.location);
  return {
    id,
    name: readText(raw.navn) ?? (id === '' ? 'Toll station without a name' : `Toll station ${id}`),
    listed: {
      ...(smallOre !== undefined && { small: { ore: smallOre } }),
      ...(largeOre !== undefined && { large: { ore: largeOre } }),
    },
    ...(at && { at }),
  };
}

/** Reads a price in kroner; `undefined`: the value can not be a price. */
function readPrice(value: unknown): Ore | undefined {
  const nok = readSize(value);
  return nok === undefined ? undefined : fromNok(nok);
}

/** Reads the id from a text such as `Bomstasjon;990000045`, which repeats it. */
const readInstanceId = (value: unknown) => /^Bomstasjon;(\d+)$/.exec(readText(value) ?? '')?.[1];
