/**
 * Reads recorded drives: GPX, GeoJSON, an encoded polyline with times, CSV, or JSON.
 *
 * GPX is read by a strict reader of our own, some forty lines: it looks for track points alone, refuses a document
 * type, and with it every entity that a file could define, and looks at each character once.
 */
import { Fault } from '../base/fault.ts';
import { parseInstant } from '../base/parse-instant.ts';
import type { Fix } from '../base/point.ts';
import { atOnce, type Steps } from '../base/steps.ts';
import { decodePolyline } from '../geo/polyline.ts';

/** Source: issue of the endpoint; docs/traces.md. After inflation. */
export const TRACE_LIMITS = { points: 50_000, bytes: 10_000_000 } as const;

/**
 * The fixes of a file, in its order: at least two, with a time at each or at none.
 *
 * @param file its text, or what the text of a JSON file holds.
 * @throws Fault `invalid_parameter` with one sentence that says what is wrong, and never quotes the file. It begins with
 * "The trace".
 */
export const readTrace = (file: unknown): Fix[] => atOnce(stepTrace(file));

/** So many points are read in a step. */
const POINTS_A_STEP = 500;

/** The same in steps; JSON is parsed in one of them, which takes 50 ms for 10 MB. */
export function* stepTrace(file: unknown): Steps<Fix[]> {
  const fixes = yield* typeof file === 'string' ? readText(file) : readValue(file);
  if (fixes.length < 2) return refuse('has fewer than two points');
  const timed = fixes.filter(({ atMs }) => atMs !== undefined).length;
  if (timed > 0 && timed < fixes.length)
    return refuse(
      `has a time at ${timed} of ${fixes.length} points: give one at every point, or at none`,
    );
  return fixes;
}

/** What a recording is counted as: one for each started 10 000 points. */
export const countTrace = (points: number): number => Math.ceil(points / 10_000);

function readText(text: string): Steps<Fix[]> {
  if (text.length > TRACE_LIMITS.bytes)
    return refuse(`has more than ${TRACE_LIMITS.bytes / 1e6} MB`);
  const start = text.trimStart().charAt(0);
  if (start === '<') return readGpx(text);
  return start === '{' || start === '[' ? readJson(text) : readCsv(text);
}

function refuse(problem: string): never {
  throw new Fault('invalid_parameter', `The trace ${problem}.`);
}

/** @param name of the point in the sentence that refuses it. */
function toFix(name: string, lat: number, lon: number, atMs: number | undefined): Fix {
  if (!(Math.abs(lat) <= 90) || !(Math.abs(lon) <= 180))
    return refuse(`has no latitude and longitude in degrees at ${name}`);
  return atMs === undefined ? { lat, lon } : { lat, lon, atMs };
}

function addTo(fixes: Fix[], fix: Fix): void {
  if (fixes.length === TRACE_LIMITS.points) refuse(`has more than ${TRACE_LIMITS.points} points`);
  fixes.push(fix);
}

const DIGITS = /^[+-]?\d{1,3}(?:\.\d{1,20})?$/;

const toDegrees = (written: string | undefined): number =>
  written !== undefined && DIGITS.test(written.trim()) ? Number(written) : Number.NaN;

const MOST_SECONDS = 1e11;
/** 9999-12-30T00:00:00Z: years have four digits. */
const LAST_MS = 253_402_128_000_000;

/** ISO 8601 with an offset, or whole Unix seconds or milliseconds. */
function toMoment(name: string, written: unknown): number | undefined {
  if (written === undefined || written === null || written === '') return undefined;
  if (typeof written === 'number' && written > 0) {
    const ms = Math.round(written < MOST_SECONDS ? written * 1000 : written);
    if (ms <= LAST_MS) return ms;
  }
  const text = typeof written === 'string' ? written.trim() : '';
  if (/^\d{9,13}$/.test(text)) return toMoment(name, Number(text));
  return parseInstant(text) ?? refuse(`has no time with an offset at ${name}`);
}

/** Text of an element's attribute; each is in one kind of quotes. */
const attributeOf = (tag: string, name: 'lat' | 'lon'): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"<]{1,30})"|'([^'<]{1,30})')`)
    .exec(tag)
    ?.slice(1)
    .find(Boolean);

function* readGpx(text: string): Steps<Fix[]> {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return refuse('has a document type, which is not read');
  const xml = withoutComments(text);
  const fixes: Fix[] = [];
  // Tracks are what was driven; a route is what was planned, and is read where there is no track.
  const element = xml.includes('<trkpt') ? '<trkpt' : '<rtept';
  for (let at = xml.indexOf(element); at !== -1; at = xml.indexOf(element, at)) {
    if (fixes.length % POINTS_A_STEP === 0) yield;
    const name = `point ${fixes.length + 1}`;
    const end = xml.indexOf('>', at);
    if (end === -1 || end - at > 500) return refuse(`ends in the middle of ${name}`);
    const tag = xml.slice(at, end);
    let inside = '';
    at = end + 1;
    if (!tag.endsWith('/')) {
      const close = xml.indexOf(`</${element.slice(1)}>`, at);
      if (close === -1) return refuse(`ends in the middle of ${name}`);
      inside = xml.slice(at, close);
      at = close;
    }
    const time = /<time>\s*([^<]{1,40}?)\s*<\/time>/.exec(inside)?.[1];
    const [lat, lon] = [toDegrees(attributeOf(tag, 'lat')), toDegrees(attributeOf(tag, 'lon'))];
    addTo(fixes, toFix(name, lat, lon, toMoment(name, time)));
  }
  if (fixes.length === 0)
    return refuse('has no track points: it must be GPX, GeoJSON, JSON or CSV');
  return fixes;
}

function withoutComments(xml: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = xml.indexOf('<!--'); at !== -1; at = xml.indexOf('<!--', from)) {
    parts.push(xml.slice(from, at));
    const end = xml.indexOf('-->', at);
    from = end === -1 ? xml.length : end + 3;
  }
  return parts.length === 0 ? xml : parts.join('') + xml.slice(from);
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function* readJson(text: string): Steps<Fix[]> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse('is no JSON');
  }
  yield;
  return yield* readValue(parsed);
}

function* readValue(parsed: unknown): Steps<Fix[]> {
  if (Array.isArray(parsed)) return yield* readList(parsed);
  if (!isObject(parsed)) return refuse('is no list of points');
  if (typeof parsed.polyline === 'string') return yield* readPolyline(parsed, parsed.polyline);
  return yield* readGeoJson(parsed);
}

/** `[{"lat": 59.9, "lon": 10.7, "at": "2026-11-20T08:00:00+01:00"}]`. */
function* readList(list: readonly unknown[]): Steps<Fix[]> {
  const fixes: Fix[] = [];
  for (const [i, one] of list.entries()) {
    if (i % POINTS_A_STEP === 0) yield;
    const name = `point ${i + 1}`;
    if (!isObject(one)) return refuse(`has no object with lat and lon at ${name}`);
    const { lat, lon, at } = one;
    addTo(fixes, toFix(name, toNumber(lat), toNumber(lon), toMoment(name, at)));
  }
  return fixes;
}

/** A number, or a text of one. */
const toNumber = (written: unknown): number =>
  typeof written === 'string'
    ? toDegrees(written)
    : typeof written === 'number'
      ? written
      : Number.NaN;

/** `{"polyline": "...", "precision": 5, "times": [...]}`; times as in `readList`, or absent. */
function* readPolyline({ precision = 5, times }: Json, encoded: string): Steps<Fix[]> {
  if (precision !== 5 && precision !== 6) return refuse('has a precision other than 5 or 6');
  // Each point takes two characters at least.
  const points = decodePolyline(encoded, precision);
  return yield* zipTimes(
    points.map(({ lat, lon }) => [lon, lat]),
    times,
  );
}

function* zipTimes(coordinates: readonly unknown[], times: unknown): Steps<Fix[]> {
  const moments = listOf(times);
  if (times !== undefined && moments.length !== coordinates.length)
    return refuse(`has ${moments.length} times for ${coordinates.length} points`);
  const fixes: Fix[] = [];
  for (const [i, position] of coordinates.entries()) {
    if (i % POINTS_A_STEP === POINTS_A_STEP - 1) yield;
    const name = `point ${i + 1}`;
    const [lon, lat] = listOf(position);
    const [x, y] = [lon, lat].map((one) => (typeof one === 'number' ? one : Number.NaN));
    addTo(fixes, toFix(name, y as number, x as number, toMoment(name, moments[i])));
  }
  return fixes;
}

/** A LineString with `coordTimes` or `times` among the properties, or points with `at`, `time` or `timestamp`. */
function* readGeoJson(parsed: Json): Steps<Fix[]> {
  const features = parsed.type === 'FeatureCollection' ? listOf(parsed.features) : [parsed];
  const fixes: Fix[] = [];
  for (const feature of features) {
    const { geometry = feature, properties } = isObject(feature) ? feature : {};
    const { type, coordinates } = isObject(geometry) ? geometry : {};
    const told = isObject(properties) ? properties : {};
    if (type === 'LineString')
      for (const fix of yield* zipTimes(listOf(coordinates), told.coordTimes ?? told.times))
        addTo(fixes, fix);
    else if (type === 'Point') {
      const at = told.at ?? told.time ?? told.timestamp;
      if (fixes.length % POINTS_A_STEP === 0) yield;
      const [fix] = yield* zipTimes([coordinates], at === undefined ? undefined : [at]);
      if (fix !== undefined) addTo(fixes, fix);
    } else return refuse('must be a LineString, or Points');
  }
  return fixes;
}

const COLUMNS = {
  lat: ['lat', 'latitude', 'breddegrad', 'bredde'],
  lon: ['lon', 'lng', 'long', 'longitude', 'lengdegrad', 'lengde'],
  at: ['at', 'time', 'timestamp', 'datetime', 'tid', 'tidspunkt'],
};

/** Columns by their names; `;` or a tab between them where the header has one, and then commas may be decimal. */
function* readCsv(text: string): Steps<Fix[]> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const header = lines[0] ?? '';
  const separator = [';', '\t'].find((one) => header.includes(one)) ?? ',';
  const cellsOf = (line: string) =>
    line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const names = cellsOf(header).map((name) => name.toLowerCase());
  const columnOf = (kind: keyof typeof COLUMNS) =>
    names.findIndex((name) => COLUMNS[kind].includes(name));
  const [lat, lon, at] = [columnOf('lat'), columnOf('lon'), columnOf('at')];
  if (lat === -1 || lon === -1)
    return refuse('is no GPX, GeoJSON or JSON, and no CSV with columns lat and lon');
  const toPoint = (cell: string | undefined) =>
    toDegrees(separator === ',' ? cell : cell?.replace(',', '.'));
  const fixes: Fix[] = [];
  for (const [i, line] of lines.entries()) {
    if (i % POINTS_A_STEP === 0) yield;
    if (i === 0 || line.trim() === '') continue;
    const cells = cellsOf(line);
    const name = `line ${i + 1}`;
    const atMs = at === -1 ? undefined : toMoment(name, cells[at]);
    addTo(fixes, toFix(name, toPoint(cells[lat]), toPoint(cells[lon]), atMs));
  }
  return fixes;
}
