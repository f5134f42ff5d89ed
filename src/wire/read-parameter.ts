/** Reads parameters with a form of their own. Source of the bounds: interface decisions, docs/parameters.md. */

import { isDay } from '../base/day.ts';
import { parseInstant, toOsloTime } from '../base/oslo-time.ts';
import { type Fix, type LatLon, parseLatLon, WRITTEN_POINT } from '../base/point.ts';
import { parsePlainDecimal } from '../base/read-loose.ts';
import type { Refuse } from './parameter.ts';

/** The most points that a way may have between its ends. */
export const MAX_VIA = 8;

/** The point of a stop. A name that is known has been replaced by its point before. */
export function readStop(written: string, refuse: Refuse): LatLon {
  const found = parseLatLon(written, `${WRITTEN_POINT}, or the name or postcode of a place`);
  return 'problem' in found ? refuse(found.problem) : found;
}

/** Points with `|` between them; an empty text has none. */
export function readVia(written: string, refuse: Refuse): readonly LatLon[] {
  if (written === '') return [];
  const points = written.split('|');
  if (points.length > MAX_VIA)
    return refuse(`has ${points.length} points, and at most ${MAX_VIA} are allowed`);
  return points.map((one, i) => readStop(one, (problem) => refuse(problem, i)));
}

/** Degrees by stop, with `|` between them; undefined for a stop without. The result is undefined if no stop has any. */
export function readBearings(
  written: string,
  refuse: Refuse,
): readonly (number | undefined)[] | undefined {
  const bearings = written.split('|').map((one) => {
    if (one === '') return undefined;
    const degrees = parsePlainDecimal(one);
    return degrees === undefined || degrees < 0 || degrees > 360
      ? refuse('must be degrees from 0 to 360, with | between those of several stops')
      : degrees;
  });
  return bearings.every((one) => one === undefined) ? undefined : bearings;
}

const YEARS = { first: 2000, last: 2100 };
const INSTANT = '2026-11-20T08:00:00+01:00';
/** What has to be added to a time without an offset, and to a day, to make it an instant. */
const NEEDS_MORE = ['Z', 'T00Z'];

/** Unix milliseconds. */
export function readInstant(text: string, refuse: Refuse): number {
  const written = text.trim();
  const atMs = parseInstant(written);
  const [day] = /^\d{4}-\d\d-\d\d(?!\d)/.exec(written) ?? [];
  if (day !== undefined && !isDay(day)) return refuse(`has a day that does not exist: ${day}`);
  if (atMs === undefined && NEEDS_MORE.some((more) => parseInstant(written + more) !== undefined))
    return refuse(`has no offset from UTC: write it with Z or like ${INSTANT}`);
  if (atMs === undefined)
    return refuse(`must be an ISO 8601 date-time with an offset, such as ${INSTANT}`);
  return inYears(written.slice(0, 4)) ? atMs : refuse(OUT_OF_YEARS);
}

const inYears = (year: string): boolean =>
  Number(year) >= YEARS.first && Number(year) <= YEARS.last;

const OUT_OF_YEARS = `must lie in the years ${YEARS.first} to ${YEARS.last}`;

/** Refuses a recording that begins or ends outside the years that moments may lie in. */
export function demandYears(fixes: readonly Fix[], refuse: Refuse): void {
  for (const fix of [fixes[0], fixes.at(-1)])
    if (fix?.atMs !== undefined && !inYears(toOsloTime(fix.atMs).day.slice(0, 4)))
      refuse(OUT_OF_YEARS);
}

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI'];

/** As people write it: `6`, `VI`, `Euro 6`, `euro-vi`; no blanks around it. */
export function readEuroClass(text: string, refuse: Refuse): number {
  const [, written = ''] = /^(?:euro[ -]?)?([1-6]|[iv]{1,3})$/i.exec(text) ?? [];
  const euroClass = /^\d$/.test(written)
    ? Number(written)
    : ROMAN.indexOf(written.toUpperCase()) + 1;
  return euroClass === 0 ? refuse('must be 1 to 6, or I to VI') : euroClass;
}

/** A choice of ours, to refuse what is certainly a slip. */
const MOST_PASSAGES = 100_000;

/**
 * The paid passages that the month has had, by group. Whether a group exists is checked where the stations are known.
 */
export function readPassages(text: string, refuse: Refuse): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const entry of text.split(',')) {
    const [, group = '', count = ''] = /^ ?([^:\s]+):(\d{1,6})$/.exec(entry) ?? [];
    if (group === '' || Number(count) > MOST_PASSAGES)
      return refuse(
        `must be <group>:<count> entries with whole counts of at most ${MOST_PASSAGES}, commas between them, such as "oslo-a:118,bergen:12"`,
      );
    if (counts.has(group)) return refuse('names a group twice');
    counts.set(group, Number(count));
  }
  return Object.fromEntries(counts);
}
