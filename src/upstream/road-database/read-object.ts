import type { LatLon } from '../../base/point.ts';
import { readList, readNumber, readRecord, readText } from '../../base/read-loose.ts';
import type { LinkDirection } from '../../geo/road-link.ts';
import { fromUtm33 } from '../../geo/utm33.ts';

/** A property of a road object: its raw value, and the id of the value if it is a choice. */
interface Property {
  readonly value: unknown;
  /** Absent: not a choice, or the answer leaves it out. */
  readonly enumId?: number;
}

/** Reads the properties of one object. `undefined`: the object does not have it. */
export type Properties = ReturnType<typeof readProperties>;

/** One value of a choice. */
export interface Choice<Meaning extends string> {
  readonly means: Meaning;
  readonly enumId?: number;
  /** Older and newer spellings. */
  readonly texts: readonly string[];
}

/** A value exists but can not be read. It is not guessed, because prices would depend on the guess. */
export class NotReadable extends Error {
  override readonly name = 'NotReadable';
}

/** The properties of an object. They are found by id, because their names change. */
export function readProperties(list: unknown) {
  const byId = new Map<number, Property>();
  for (const item of readList(list)) {
    const { id, verdi: value, enum_id: choice } = readRecord(item) ?? {};
    const [number, enumId] = [readNumber(id), readNumber(choice)];
    if (number === undefined || value === undefined || value === null || byId.has(number)) continue;
    byId.set(number, { value, ...(enumId !== undefined && { enumId }) });
  }
  const text = (id: number) => {
    const value = byId.get(id)?.value;
    return typeof value === 'boolean' ? String(value) : readText(value);
  };
  return {
    text,
    /** @throws NotReadable for a value that is no number. */
    number(id: number): number | undefined {
      const written = text(id);
      return written === undefined ? undefined : checked(id, readNumber(written), 'a number');
    },
    /** `HH:MM`. @throws NotReadable for a value that is no time of day. */
    clock(id: number): string | undefined {
      const written = text(id);
      return written === undefined ? undefined : checked(id, readClock(written), 'a time of day');
    },
    /**
     * The meaning of a choice: by the id of its value, else by its text in lower case.
     *
     * @returns `unknown` for a value that is not among the meanings.
     */
    choice<Meaning extends string>(
      id: number,
      meanings: readonly Choice<Meaning>[],
    ): Meaning | 'unknown' | undefined {
      const property = byId.get(id);
      const written = text(id)?.toLowerCase();
      if (property === undefined || (written === undefined && property.enumId === undefined))
        return undefined;
      const found =
        meanings.find(({ enumId }) => enumId !== undefined && enumId === property.enumId) ??
        meanings.find(({ texts }) => written !== undefined && texts.includes(written));
      return found?.means ?? 'unknown';
    },
  };
}

function checked<T>(id: number, value: T | undefined, wanted: string): T {
  if (value === undefined) throw new NotReadable(`property ${id} is not ${wanted}`);
  return value;
}

/** Reads a time of day. Some times have seconds, which are left out. */
const readClock = (text: string) => /^((?:[01]\d|2[0-3]):[0-5]\d)(?::\d\d)?$/.exec(text)?.[1];

/** The place of a road object. */
interface ObjectPlace {
  readonly at: LatLon;
  /** Category letter and number, `E39`; the letter alone on a road without number. */
  readonly road: string | null;
  readonly municipality: number | null;
  /** One metering for each road reference, in the order of the answer. */
  readonly metering: readonly Metering[];
}

/** The metering of the road at an object. */
export interface Metering {
  /** Does the metering run with the link sequence? Absent: not told. */
  readonly direction?: LinkDirection;
  /** Number of the stretch and its part, and metres from its start; absent: not told. */
  readonly at?: { readonly section: number; readonly part: number; readonly metre: number };
}

/** The geometry that counts: the point on the road network, or the object's own geometry. */
type PlacedBy = 'network' | 'object';

/**
 * Reads the place of an object. Its own geometry exists if it has been measured, and may lie metres beside the road.
 * Its location is a point of the road network.
 *
 * @throws NotReadable when it has neither.
 */
export function parsePlace(raw: Readonly<Record<string, unknown>>, by: PlacedBy): ObjectPlace {
  const location = readRecord(raw.lokasjon) ?? {};
  const own = parseGeometry(raw.geometri);
  const onNetwork = parseGeometry(location.geometri);
  const at = by === 'network' ? (onNetwork ?? own) : (own ?? onNetwork);
  if (at === undefined) throw new NotReadable('it has no position');
  const references = readList(location.vegsystemreferanser).map((value) => readRecord(value) ?? {});
  return {
    at,
    road: references.map(readRoad).find((road) => road !== undefined) ?? null,
    municipality: readNumber(readList(location.kommuner)[0]) ?? null,
    metering: references.map(readMetering),
  };
}

/** Rounds a position to the decimals of the files of facts. Five decimals are about a metre. */
export const roundAt = ({ lat, lon }: LatLon, decimals: number): LatLon => ({
  lat: Number(lat.toFixed(decimals)),
  lon: Number(lon.toFixed(decimals)),
});

/** Reads the road. The short form, such as `FV9999 S1D1 m2500`, repeats it. */
function readRoad({ vegsystem, kortform }: Readonly<Record<string, unknown>>): string | undefined {
  const { vegkategori, nummer } = readRecord(vegsystem) ?? {};
  const category = readText(vegkategori)?.toUpperCase();
  if (category !== undefined && /^[ERFKPSU]$/.test(category))
    return `${category}${readNumber(nummer) ?? ''}`;
  const [, letter, number] = /^([ERFKPSU])V?(\d+)\b/i.exec(readText(kortform) ?? '') ?? [];
  return letter === undefined ? undefined : `${letter.toUpperCase()}${number}`;
}

function readMetering(reference: Readonly<Record<string, unknown>>): Metering {
  const stretch = readRecord(reference.strekning) ?? {};
  const direction = DIRECTIONS[readText(stretch.retning)?.toUpperCase() ?? ''];
  const section = readNumber(stretch.strekning);
  const part = readNumber(stretch.delstrekning);
  const metre = readNumber(stretch.meter) ?? readNumber(stretch.fra_meter);
  return {
    ...(direction && { direction }),
    ...(isOnMainRun(reference, stretch) &&
      section !== undefined &&
      part !== undefined &&
      metre !== undefined && { at: { section, part, metre } }),
  };
}

/** Is the place on the main carriageway? Arms, ramps and lay-bys have numbers and metres of their own. */
const isOnMainRun = (
  { kryssystem, sideanlegg }: Readonly<Record<string, unknown>>,
  { arm }: Readonly<Record<string, unknown>>,
) => arm !== true && arm !== 'true' && kryssystem == null && sideanlegg == null;

const DIRECTIONS: Readonly<Record<string, LinkDirection>> = { MED: 'with', MOT: 'against' };

/**
 * The position of a geometry. For a line or an area it is the middle of the bounding box. Heights are left out.
 *
 * UTM 33 is easting, northing; WGS84 is latitude, longitude. Without a reference system the size
 * of the numbers tells which it is.
 *
 * Source: NVDB API les V4, `geometri`: 5973 is UTM 33 with heights above NN2000.
 *
 * @returns `undefined` if there is no geometry, or its reference system is not one that we asked for.
 * @internal Outside this file only its tests use it.
 */
export function parseGeometry(value: unknown): LatLon | undefined {
  const { wkt, srid } = readRecord(value) ?? {};
  return toLatLon(findMiddle(readText(wkt) ?? ''), readText(srid));
}

/** The ends of the line of an object, to about a metre; `null`: it is not one line. */
export function parseEnds(
  raw: Readonly<Record<string, unknown>>,
): readonly [LatLon, LatLon] | null {
  const ends = findLineEnds(readRecord(raw.lokasjon)?.geometri) ?? findLineEnds(raw.geometri);
  return ends === undefined ? null : [roundAt(ends[0], 5), roundAt(ends[1], 5)];
}

function findLineEnds(value: unknown): readonly [LatLon, LatLon] | undefined {
  const { wkt, srid } = readRecord(value) ?? {};
  const text = readText(wkt) ?? '';
  const points = /^\s*LINESTRING/i.test(text) ? readPoints(text) : [];
  const [start, end] = [points[0], points.at(-1)].map((point) =>
    toLatLon(toPair(point), readText(srid)),
  );
  return start === undefined || end === undefined ? undefined : [start, end];
}

type Pair = readonly [number, number];

function toLatLon(pair: Pair | undefined, srid: string | undefined): LatLon | undefined {
  if (pair === undefined) return undefined;
  const [first, second] = pair;
  const system = srid?.toUpperCase() ?? (Math.abs(first) <= 90 ? 'WGS84' : 'UTM33');
  if (GEOGRAPHIC.includes(system)) return { lat: first, lon: second };
  return UTM_33.includes(system) ? fromUtm33(pair) : undefined;
}

const GEOGRAPHIC: readonly string[] = ['4326', 'WGS84'];
const UTM_33: readonly string[] = ['5973', '25833', '32633', 'UTM33'];

/** The middle of the bounding box of all points of a WKT text. */
function findMiddle(wkt: string): Pair | undefined {
  const points = readPoints(wkt);
  const middle = [0, 1].map((axis) => {
    const values = points.map((point) => point[axis] ?? Number.NaN);
    return (Math.min(...values) + Math.max(...values)) / 2;
  });
  return toPair(middle);
}

function toPair([x = Number.NaN, y = Number.NaN]: readonly number[] = []): Pair | undefined {
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : undefined;
}

/** The points of a WKT text. Text that is no number becomes NaN. */
const readPoints = (wkt: string): readonly (readonly number[])[] =>
  (/\(([^a-z]*)\)/i.exec(wkt)?.[1] ?? '').split(',').map((point) =>
    point
      .replace(/[()]/g, ' ')
      .trim()
      .split(/\s+/)
      .map((number) => readNumber(number) ?? Number.NaN),
  );
