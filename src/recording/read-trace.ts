/** Reads recorded drives: GPX, GeoJSON, an encoded polyline with times, CSV, or JSON. */
import { parseInstant } from '../base/oslo-time.ts';
import type { Fix } from '../base/point.ts';
import { atOnce, type Steps } from '../base/steps.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import { mendClocks, orderFixes, SLACK_M } from './mend-clocks.ts';
import { readCsv } from './read-csv.ts';
import { readGpx } from './read-gpx.ts';
import { readJson, readValue } from './read-json.ts';
import {
  demandFew,
  type Points,
  refuse,
  TRACE_LIMITS,
  type WrittenPoint,
} from './written-point.ts';

/**
 * The fixes of a file, at least two, with a time at each or at none. They are in the order of their moments, unless the
 * file keeps its own order: see `orderFixes`.
 *
 * @param file its text, or what the text of a JSON file holds.
 * @throws Fault `invalid_parameter` with one sentence that says what is wrong, and never quotes the file. It begins with
 * "The trace".
 */
export const readTrace = (file: unknown): readonly Fix[] => atOnce(stepTrace(file));

/** Points that are looked at in one step. */
const POINTS_A_STEP = 500;

/** `readTrace` in steps; JSON is parsed in one of them, which takes 50 ms for 10 MB. */
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
  demandPlaces(fixes);
  const timed = fixes.filter(({ atMs }) => atMs !== undefined).length;
  if (timed > 0 && timed < fixes.length)
    return refuse(
      `has a time at ${timed} of ${fixes.length} points: give one at every point, or at none`,
    );
  yield;
  return orderFixes(mendClocks(fixes));
}

/**
 * A receiver that finds no place writes 0, 0.
 *
 * @throws Fault for a recording that has no two others, or whose few others are where a receiver stands still.
 */
function demandPlaces(fixes: readonly Fix[]): void {
  const placed = fixes.filter(({ lat, lon }) => lat !== 0 || lon !== 0);
  if (placed.length < 2)
    refuse(`has no way: every point ${placed.length === 1 ? 'but one ' : ''}lies at 0, 0`);
  const isNear = (one: Fix) => flatDistanceM(placed[0] as Fix, one) < SLACK_M;
  if (placed.length * 2 < fixes.length && placed.every(isNear))
    refuse('has no way: most points lie at 0, 0, and the others at one place');
}

/** The calls that a recording counts as: one for each started 10 000 points. */
export const countTrace = (points: number): number => Math.ceil(points / 10_000);

/** A packed file begins with this character, and no text does. Source: RFC 1952, section 2.3.1, May 1996. */
const GZIP = '\u001F';

/** @throws Fault `invalid_parameter` for a file that is too large to be decoded. */
export function demandSize(length: number): void {
  if (length > TRACE_LIMITS.bytes) refuse(`has more than ${TRACE_LIMITS.bytes / 1e6} MB`);
}

function readText(text: string): Points {
  demandSize(text.length);
  if (text.charAt(0) === GZIP) return refuse('is packed with gzip: say so by Content-Encoding');
  const bare = text.charAt(0) === '\uFEFF' ? text.slice(1) : text;
  const start = bare.trimStart().charAt(0);
  if (start === '<') return readGpx(bare);
  return start === '{' || start === '[' ? readJson(bare) : readCsv(bare);
}

function toFix({ name, lat, lon, time, begins }: WrittenPoint): Fix {
  if (!(Math.abs(lat) <= 90) || !(Math.abs(lon) <= 180))
    return refuse(`has no latitude and longitude in degrees at ${name}`);
  const atMs = toMoment(name, time);
  return { lat, lon, ...(atMs !== undefined && { atMs }), ...(begins && { begins }) };
}

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
