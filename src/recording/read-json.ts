/** Reads recorded drives in JSON: a list of points, GeoJSON, an encoded polyline with times. */

import { readList, readRecord } from '../base/read-loose.ts';
import { refuseRepeatedNames } from '../base/strict-json.ts';
import { decodePolyline } from '../geo/polyline.ts';
import { type Column, demandNamedTimes, MOST_HEARD } from './demand-named-times.ts';
import { demandFew, NAMES, type Points, refuse, TRACE_LIMITS, toDegrees } from './written-point.ts';

type Json = Readonly<Record<string, unknown>>;

/** The most lists and objects of a text. A point of GeoJSON has four. */
const MOST_PARTS = 10 * TRACE_LIMITS.points;

/** @throws Fault `invalid_parameter` where the text is no JSON, or has two members of one name in an object. */
export function* readJson(text: string): Points {
  if (countParts(text) > MOST_PARTS) return refuse(`has more than ${MOST_PARTS} lists and objects`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse('is no JSON');
  }
  const problem = refuseRepeatedNames(text);
  if (problem !== undefined) return refuse(problem);
  yield* readValue(parsed);
}

/** The number of lists and objects. Empty objects take twenty times the memory of their text. */
function countParts(json: string): number {
  let parts = 0;
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (char === OPENS_LIST || char === OPENS_OBJECT) parts += 1;
  }
  return parts;
}

const [OPENS_LIST, OPENS_OBJECT] = [0x5b, 0x7b];

/** Reads what was parsed. @throws Fault `invalid_parameter` where it holds no points. */
export function readValue(parsed: unknown): Points {
  if (Array.isArray(parsed)) return readPoints(parsed);
  const record = readRecord(parsed);
  if (record === undefined) return refuse('is no list of points');
  return typeof record.polyline === 'string'
    ? readPolyline(record, record.polyline)
    : readGeoJson(record);
}

/** `[{"lat": 59.9, "lon": 10.7, "at": "2026-11-20T08:00:00+01:00"}]`. */
function* readPoints(list: readonly unknown[]): Points {
  demandTimesOf(list);
  for (const [i, written] of list.entries()) {
    const name = `point ${i + 1}`;
    const one = readRecord(written);
    if (one === undefined) return refuse(`has no object with lat and lon at ${name}`);
    const [lat, lon] = [toNumber(memberOf(one, 'lat')), toNumber(memberOf(one, 'lon'))];
    yield { name, lat, lon, time: memberOf(one, 'at') };
  }
}

/** A member, by one of the names that columns of a table may have. */
const memberOf = (one: Json, kind: keyof typeof NAMES): unknown =>
  NAMES[kind].map((name) => one[name]).find((value) => value !== undefined && value !== null);

/** No other member of points may hold times where those of known names are empty. */
function demandTimesOf(points: readonly unknown[]): void {
  const heard = points.slice(0, MOST_HEARD).map((one) => readRecord(one) ?? {});
  if (heard.some((one) => memberOf(one, 'at') ?? false)) return;
  const columns = new Map<string, unknown[]>();
  for (const one of heard)
    for (const name of firstNames(one))
      columns.set(name, [...(columns.get(name) ?? []), one[name]]);
  for (const name of NAMES.at) columns.delete(name);
  demandNamedTimes(
    [...columns].map(([name, values]) => ({ name, values })),
    'call them at',
  );
}

/** No list beside a line may hold times of its points where that of times is missing. */
const demandTimesBeside = (told: Json, points: number): void =>
  demandNamedTimes(
    firstNames(told).flatMap((name): Column | [] => {
      const values = readList(told[name]).flat();
      return values.length > 0 && values.length === points
        ? { name, values: values.slice(0, MOST_HEARD) }
        : [];
    }),
    'call them times',
  );

const firstNames = (one: Json): readonly string[] => Object.keys(one).slice(0, MOST_HEARD);

/** A number, or a text of one. */
const toNumber = (written: unknown): number =>
  typeof written === 'string'
    ? toDegrees(written)
    : typeof written === 'number'
      ? written
      : Number.NaN;

/** `{"polyline": "...", "precision": 5, "times": [...]}`; times as in `readPoints`, or absent. */
function readPolyline(told: Json, encoded: string): Points {
  const { precision = 5, times } = told;
  if (precision !== 5 && precision !== 6) return refuse('has a precision other than 5 or 6');
  const points = decodePolyline(encoded, precision, TRACE_LIMITS.points + 1);
  demandFew(points.length);
  if (times === undefined) demandTimesBeside(told, points.length);
  return zipTimes(
    points.map(({ lat, lon }) => [lon, lat]),
    times,
  );
}

/** @param from number of points before these. */
function* zipTimes(coordinates: readonly unknown[], times: unknown, from = 0): Points {
  const moments = readList(times);
  if (times !== undefined && moments.length !== coordinates.length)
    return refuse(`has ${moments.length} times for ${coordinates.length} points`);
  for (const [i, position] of coordinates.entries()) {
    const [lon, lat] = readList(position);
    const [x, y] = [lon, lat].map((one) => (typeof one === 'number' ? one : Number.NaN));
    yield { name: `point ${from + i + 1}`, lat: y as number, lon: x as number, time: moments[i] };
  }
}

function* readGeoJson(parsed: Json): Points {
  const features = parsed.type === 'FeatureCollection' ? readList(parsed.features) : [parsed];
  demandTimesOf(features.slice(0, MOST_HEARD).flatMap(readPointProperties));
  let before = 0;
  for (const feature of features) {
    const [positions, times] = positionsOf(readRecord(feature) ?? {});
    yield* zipTimes(positions, times, before);
    before += positions.length;
    // A line may have no points.
    yield undefined;
  }
}

/** What is told of a single point; `[]` for anything else. */
function readPointProperties(feature: unknown): Json | [] {
  const { geometry, properties } = readRecord(feature) ?? {};
  return readRecord(geometry)?.type === 'Point' ? (readRecord(properties) ?? []) : [];
}

/**
 * Lines and points with `coordTimes` or `times` among the properties, there or within `coordinateProperties`, as the
 * positions stand; or one point with `at`, `time` or `timestamp`.
 */
function positionsOf(feature: Json): readonly [positions: readonly unknown[], times: unknown] {
  const { geometry = feature, properties } = feature;
  const { type, coordinates } = readRecord(geometry) ?? {};
  const told = readRecord(properties) ?? {};
  if (type === 'LineString' || type === 'MultiPoint')
    return withTimes(readList(coordinates), told, (times) => times);
  if (type === 'MultiLineString')
    return withTimes(readList(coordinates).flatMap(readList), told, (times) =>
      readList(times).flat(),
    );
  if (type !== 'Point') return refuse('must have lines or points');
  const at = memberOf(told, 'at');
  return [[coordinates], at === undefined ? undefined : [at]];
}

function withTimes(
  positions: readonly unknown[],
  told: Json,
  toList: (times: unknown) => unknown,
): readonly [positions: readonly unknown[], times: unknown] {
  const ofEach = readRecord(told.coordinateProperties) ?? {};
  const times = told.coordTimes ?? told.times ?? ofEach.times ?? ofEach.coordTimes;
  if (times !== undefined && times !== null) return [positions, toList(times)];
  for (const one of [told, ofEach]) demandTimesBeside(one, positions.length);
  // Some writers put the time behind the height.
  const heard = positions.slice(0, MOST_HEARD);
  const fourth = { name: '', values: heard.map((position) => readList(position)[3]) };
  demandNamedTimes([fourth], 'call them coordTimes');
  return [positions, undefined];
}
