/**
 * Reads recorded drives: GPX, GeoJSON, an encoded polyline with times, CSV, or JSON.
 *
 * GPX is read by a strict reader of our own, some forty lines: it looks for track points alone, refuses a document
 * type, and with it every entity that a file could define, and looks at each character once.
 */
import { isDay } from '../base/day.ts';
import { Fault } from '../base/fault.ts';
import { formatOsloInstant, fromOsloWallClock } from '../base/oslo-time.ts';
import { parseInstant } from '../base/parse-instant.ts';
import type { Fix } from '../base/point.ts';
import { readList, readRecord } from '../base/read-loose.ts';
import { atOnce, type Steps } from '../base/steps.ts';
import { decodePolyline } from '../geo/polyline.ts';
import { orderFixes } from './order-fixes.ts';

/** Source: issue of the endpoint; docs/traces.md. After inflation. */
export const TRACE_LIMITS = { points: 50_000, bytes: 10_000_000 } as const;

/**
 * The fixes of a file, in the order of their moments where it has them in another one: at least two, with a time at each
 * or at none.
 *
 * @param file its text, or what the text of a JSON file holds.
 * @throws Fault `invalid_parameter` with one sentence that says what is wrong, and never quotes the file. It begins with
 * "The trace".
 */
export const readTrace = (file: unknown): readonly Fix[] => atOnce(stepTrace(file));

/** So many points are looked at in a step. */
const POINTS_A_STEP = 500;

/** The same in steps; JSON is parsed in one of them, which takes 50 ms for 10 MB. */
export function* stepTrace(file: unknown): Steps<readonly Fix[]> {
  const fixes: Fix[] = [];
  let looked = 0;
  for (const point of typeof file === 'string' ? readText(file) : readValue(file)) {
    if (looked % POINTS_A_STEP === 0) yield;
    looked += 1;
    if (point === undefined) continue;
    demandFew(fixes.length + 1);
    fixes.push(toFix(point));
  }
  if (fixes.length < 2) return refuse('has fewer than two points');
  const timed = fixes.filter(({ atMs }) => atMs !== undefined).length;
  if (timed > 0 && timed < fixes.length)
    return refuse(
      `has a time at ${timed} of ${fixes.length} points: give one at every point, or at none`,
    );
  yield;
  return orderFixes(fixes);
}

/** What a recording is counted as: one for each started 10 000 points. */
export const countTrace = (points: number): number => Math.ceil(points / 10_000);

/** A point as a file writes it. */
interface Written {
  /** In the sentence that refuses it. */
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  readonly time: unknown;
  /** Another drive begins here; absent: none does. */
  readonly begins?: true;
}

/** What a file holds, read as it is asked for; undefined is no point. */
type Points = Iterable<Written | undefined>;

/** What a packed file begins with, and no text. Source: RFC 1952, section 2.3.1, May 1996. */
const GZIP = '\u001F';

function readText(text: string): Points {
  if (text.length > TRACE_LIMITS.bytes)
    return refuse(`has more than ${TRACE_LIMITS.bytes / 1e6} MB`);
  if (text.charAt(0) === GZIP) return refuse('is packed with gzip: say so by Content-Encoding');
  const bare = text.charAt(0) === '\uFEFF' ? text.slice(1) : text;
  const start = bare.trimStart().charAt(0);
  if (start === '<') return readGpx(bare);
  return start === '{' || start === '[' ? readJson(bare) : readCsv(bare);
}

function refuse(problem: string): never {
  throw new Fault('invalid_parameter', `The trace ${problem}.`);
}

function demandFew(points: number): void {
  if (points > TRACE_LIMITS.points) refuse(`has more than ${TRACE_LIMITS.points} points`);
}

function toFix({ name, lat, lon, time, begins }: Written): Fix {
  if (!(Math.abs(lat) <= 90) || !(Math.abs(lon) <= 180))
    return refuse(`has no latitude and longitude in degrees at ${name}`);
  const atMs = toMoment(name, time);
  return { lat, lon, ...(atMs !== undefined && { atMs }), ...(begins && { begins }) };
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

/** Text of an element's attribute; each is in one kind of quotes. The element has 500 characters at most. */
const attributeOf = (tag: string, name: 'lat' | 'lon'): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"<]{1,30})"|'([^'<]{1,30})')`)
    .exec(tag)
    ?.slice(1)
    .find(Boolean);

function* readGpx(text: string): Points {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return refuse('has a document type, which is not read');
  const xml = withoutComments(text);
  // Tracks are what was driven; a route is what was planned, and is read where there is no track.
  const ofTrack = prefixOf(xml, 'trkpt');
  const prefix = ofTrack ?? prefixOf(xml, 'rtept') ?? '';
  const trackEnd = `</${prefix}trk>`;
  let endAt = xml.indexOf(trackEnd);
  let no = 0;
  for (const element of elementsOf(xml, `${prefix}${ofTrack === undefined ? 'rtept' : 'trkpt'}`)) {
    const { at, tag, inside } = element;
    no += 1;
    const name = `point ${no}`;
    const begins = endAt !== -1 && at > endAt;
    if (begins) endAt = xml.indexOf(trackEnd, at);
    const [lat, lon] = [toDegrees(attributeOf(tag, 'lat')), toDegrees(attributeOf(tag, 'lon'))];
    const time = timeIn(inside, `${prefix}time`, name);
    yield { name, lat, lon, time, ...(begins && no > 1 && { begins }) };
  }
  if (no === 0) return refuse('has no track points: it must be GPX, GeoJSON, JSON or CSV');
}

/** The elements of a name: where each begins, its tag, and what stands in it. */
function* elementsOf(xml: string, name: string) {
  let no = 0;
  for (let at = xml.indexOf(`<${name}`); at !== -1; no++) {
    const end = xml.indexOf('>', at);
    const tag = xml.slice(at, end);
    const until = tag.endsWith('/') ? end + 1 : xml.indexOf(`</${name}>`, end);
    if (end === -1 || end - at > 500 || until === -1)
      return refuse(`ends in the middle of point ${no + 1}`);
    yield { at, tag, inside: xml.slice(end + 1, until) };
    at = xml.indexOf(`<${name}`, until);
  }
}

/** What stands before the name of an element, such as `gpx:`; undefined: there is no such element. */
function prefixOf(xml: string, name: string): string | undefined {
  for (let at = xml.indexOf(name); at !== -1; at = xml.indexOf(name, at + 1)) {
    const before = xml.slice(Math.max(0, at - MOST_PREFIX_CHARS), at);
    const prefix = before.slice(before.lastIndexOf('<') + 1);
    if (before.includes('<') && /^(?:[\w.-]+:)?$/.test(prefix)) return prefix;
  }
  return undefined;
}

const MOST_PREFIX_CHARS = 40;

/** Blanks around a time counted. */
const MOST_TIME_CHARS = 100;

function timeIn(inside: string, element: string, name: string): string | undefined {
  const tag = inside.indexOf(`<${element}>`);
  if (tag === -1) return undefined;
  const start = tag + element.length + 2;
  const end = inside.indexOf(`</${element}>`, start);
  if (end === -1 || end - start > MOST_TIME_CHARS)
    return refuse(`has no time with an offset at ${name}`);
  return inside.slice(start, end).trim();
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

/** A point of GeoJSON has four lists and objects. */
const MOST_PARTS = 10 * TRACE_LIMITS.points;

function* readJson(text: string): Points {
  if (countParts(text) > MOST_PARTS) return refuse(`has more than ${MOST_PARTS} lists and objects`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse('is no JSON');
  }
  yield* readValue(parsed);
}

/** Empty objects take twenty times the memory of their text. */
function countParts(json: string): number {
  let parts = 0;
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (char === OPENS_LIST || char === OPENS_OBJECT) parts += 1;
  }
  return parts;
}

const [OPENS_LIST, OPENS_OBJECT] = [0x5b, 0x7b];

function readValue(parsed: unknown): Points {
  if (Array.isArray(parsed)) return readPoints(parsed);
  const record = readRecord(parsed);
  if (record === undefined) return refuse('is no list of points');
  return typeof record.polyline === 'string'
    ? readPolyline(record, record.polyline)
    : readGeoJson(record);
}

/** `[{"lat": 59.9, "lon": 10.7, "at": "2026-11-20T08:00:00+01:00"}]`. */
function* readPoints(list: readonly unknown[]): Points {
  for (const [i, written] of list.entries()) {
    const name = `point ${i + 1}`;
    const one = readRecord(written);
    if (one === undefined) return refuse(`has no object with lat and lon at ${name}`);
    const [lat, lon] = [toNumber(memberOf(one, 'lat')), toNumber(memberOf(one, 'lon'))];
    yield { name, lat, lon, time: memberOf(one, 'at') };
  }
}

/** By one of the names that columns of a table may have. */
const memberOf = (one: Json, kind: keyof typeof COLUMNS): unknown =>
  COLUMNS[kind].map((name) => one[name]).find((value) => value !== undefined);

/** A number, or a text of one. */
const toNumber = (written: unknown): number =>
  typeof written === 'string'
    ? toDegrees(written)
    : typeof written === 'number'
      ? written
      : Number.NaN;

/** `{"polyline": "...", "precision": 5, "times": [...]}`; times as in `readPoints`, or absent. */
function readPolyline({ precision = 5, times }: Json, encoded: string): Points {
  if (precision !== 5 && precision !== 6) return refuse('has a precision other than 5 or 6');
  const points = decodePolyline(encoded, precision, TRACE_LIMITS.points + 1);
  demandFew(points.length);
  return zipTimes(
    points.map(({ lat, lon }) => [lon, lat]),
    times,
  );
}

/** @param from so many points stand before them. */
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
  let before = 0;
  for (const feature of parsed.type === 'FeatureCollection'
    ? readList(parsed.features)
    : [parsed]) {
    const [positions, times] = positionsOf(readRecord(feature) ?? {});
    yield* zipTimes(positions, times, before);
    before += positions.length;
    // A line may have no points.
    yield undefined;
  }
}

/**
 * Lines and points with `coordTimes` or `times` among the properties, there or within `coordinateProperties`, as the
 * positions stand; or one point with `at`, `time` or `timestamp`.
 */
function positionsOf(feature: Json): readonly [positions: readonly unknown[], times: unknown] {
  const { geometry = feature, properties } = feature;
  const { type, coordinates } = readRecord(geometry) ?? {};
  const told = readRecord(properties) ?? {};
  const ofEach = readRecord(told.coordinateProperties) ?? {};
  const times = told.coordTimes ?? told.times ?? ofEach.times ?? ofEach.coordTimes;
  if (type === 'LineString' || type === 'MultiPoint') return [readList(coordinates), times];
  if (type === 'MultiLineString')
    return [readList(coordinates).flatMap(readList), times && readList(times).flat()];
  if (type !== 'Point') return refuse('must have lines or points');
  const at = memberOf(told, 'at');
  return [[coordinates], at === undefined ? undefined : [at]];
}

const COLUMNS = {
  lat: ['lat', 'latitude', 'breddegrad', 'bredde'],
  lon: ['lon', 'lng', 'long', 'longitude', 'lengdegrad', 'lengde'],
  at: [
    ...['at', 'time', 'timestamp', 'datetime', 'date_time', 'tid', 'tidspunkt', 'datotid'],
    ...['gps_time', 'gpstime', 'utc', 'recorded_at', 'recordedat', 'created_at'],
  ],
};

/** Where a moment stands in two columns. */
const DAY_AND_CLOCK = {
  day: ['dato', 'date', 'dag', 'day'],
  clock: ['klokkeslett', 'klokke', 'kl', 'tid', 'time', 'clock'],
};

/** What columns of times may be called: a table with such a column is not read as one without times. */
const LOOKS_TIMED = /time|tid|dato|date|klokke|stamp|utc/;

/** Of a line of CSV. */
const MOST_LINE_CHARS = 4000;

/** Columns by their names; `;` or a tab between them where the header has one, and then commas may be decimal. */
function* readCsv(text: string): Points {
  const lines = linesOf(text);
  const first: string = lines.next().value ?? '';
  // Excel is told of its separator by a line of its own.
  const isTold = /^"?sep=/i.test(first);
  const header = isTold ? (lines.next().value ?? '') : first;
  const separator = [';', '\t'].find((one) => header.includes(one)) ?? ',';
  const cellsOf = (line: string) =>
    line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const names = cellsOf(header).map((name) => name.toLowerCase());
  const [lat, lon] = [findColumn(names, COLUMNS.lat), findColumn(names, COLUMNS.lon)];
  if (lat === -1 || lon === -1)
    return refuse('is no GPX, GeoJSON or JSON, and no CSV with columns lat and lon');
  const timeOf = openTimes(names, firstOf(text, MOST_HEARD).map(cellsOf));
  const toPoint = (cell: string | undefined) =>
    toDegrees(separator === ',' ? cell : cell?.replace(',', '.'));
  let no = isTold ? 2 : 1;
  for (const line of lines) {
    no += 1;
    const cells = cellsOf(line);
    yield cells.every((cell) => cell === '')
      ? undefined
      : {
          name: `line ${no}`,
          lat: toPoint(cells[lat]),
          lon: toPoint(cells[lon]),
          time: timeOf(cells),
        };
  }
}

const findColumn = (names: readonly string[], known: readonly string[]): number =>
  names.findIndex((name) => known.includes(name));

/** So many lines tell in which order a table is. */
const MOST_HEARD = 100;

function firstOf(text: string, most: number): string[] {
  const some: string[] = [];
  for (const line of linesOf(text)) if (some.push(line) === most) break;
  return some;
}

/** Finds the moment of a line. @param heard the first lines of the table, whatever they are. */
function openTimes(
  names: readonly string[],
  heard: readonly (readonly string[])[],
): (cells: readonly string[]) => unknown {
  const [day, clock] = [
    findColumn(names, DAY_AND_CLOCK.day),
    findColumn(names, DAY_AND_CLOCK.clock),
  ];
  if (day !== -1 && clock !== -1) {
    const toInstant = openWallClock(heard.map((cells) => [cells[day], cells[clock]]));
    return (cells) => toInstant(cells[day], cells[clock]);
  }
  const at = findColumn(names, COLUMNS.at);
  if (at !== -1) {
    const partsOf = (cells: readonly string[]) => NORWEGIAN.exec(cells[at] ?? '')?.slice(1) ?? [];
    const toInstant = openWallClock(heard.map(partsOf));
    return (cells) => {
      const [date, time] = partsOf(cells);
      return date === undefined ? cells[at] : toInstant(date, time);
    };
  }
  if (names.some((name) => name.length < 100 && LOOKS_TIMED.test(name)))
    return refuse('has a column of times whose name is not known: call it at');
  return () => undefined;
}

/** A day and a clock in one cell, as Excel writes them in Norway. */
const NORWEGIAN = /^(\d\d?\.\d\d?\.\d{4}),? +(\d\S{3,30})$/;

const CLOCK = /^(\d\d?)[:.](\d\d)(?:[:.](\d\d)(?:[.,]\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

const HOUR_MS = 3_600_000;

type DayAndClock = readonly (string | undefined)[];

/**
 * Reads a day, `2026-11-20` or `20.11.2026`, and a clock, which is Norwegian where no offset stands behind it. In the hour
 * that autumn has twice a clock that runs back is in the second one; in a table that begins with its newest line the
 * second one comes first, and ends where the clock leaps ahead.
 */
function openWallClock(heard: readonly DayAndClock[]): (...written: DayAndClock) => unknown {
  const isNewestFirst = runsBack(heard);
  let beforeMs = isNewestFirst ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return (day = '', clock = '') => {
    if (day === '' && clock === '') return undefined;
    const read = readClock(day, clock);
    if (read === undefined) return UNREADABLE;
    const { minute, second, offset } = read;
    if (offset !== undefined) return `${minute}:${second}${offset}`;
    const firstMs = fromOsloWallClock(minute);
    const laterMs = firstMs + HOUR_MS;
    const isLater = isNewestFirst ? laterMs <= beforeMs : firstMs < beforeMs;
    const isAgain = isLater && formatOsloInstant(laterMs).startsWith(minute);
    beforeMs = isAgain ? laterMs : firstMs;
    return formatOsloInstant(beforeMs).replace(':00+', `:${second}+`);
  };
}

/**
 * Does the first clock that differs from that of the first line run back, by less than half an hour? A clock that is put
 * back in autumn runs back by more, unless the table has a gap there. Own choice.
 */
function runsBack(heard: readonly DayAndClock[]): boolean {
  const clocks = heard.flatMap(([day = '', clock = '']) => {
    const { minute } = readClock(day, clock) ?? {};
    return minute === undefined ? [] : fromOsloWallClock(minute);
  });
  const [first = 0] = clocks;
  const other = clocks.find((ms) => ms !== first) ?? first;
  return other < first && other > first - HOUR_MS / 2;
}

function readClock(day: string, clock: string) {
  if (day.length > 20 || clock.length > 40) return undefined;
  const [, d = '', m = '', y] = /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(day) ?? [];
  const date = y === undefined ? day : `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  const [, h = '', min = '', second = '00', offset] = CLOCK.exec(clock) ?? [];
  if (!isDay(date) || h === '' || Number(h) > 23 || Number(min) > 59) return undefined;
  return { minute: `${date}T${h.padStart(2, '0')}:${min}`, second, offset };
}

const UNREADABLE = 'no time';

function* linesOf(text: string): Generator<string, undefined> {
  for (let [start, no] = [0, 1]; start < text.length; no++) {
    const at = text.indexOf('\n', start);
    const end = at === -1 ? text.length : at;
    if (end - start > MOST_LINE_CHARS)
      refuse(
        `has more than ${MOST_LINE_CHARS} characters in line ${no}, and is no GPX, GeoJSON or JSON`,
      );
    yield text.slice(start, end);
    start = end + 1;
  }
}
