import { Fault } from '../base/fault.ts';
import { formatChoices } from '../base/format-choices.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import { parseInstant } from '../base/parse-instant.ts';
import { parseLatLon } from '../base/parse-lat-lon.ts';
import type { LatLon } from '../base/point.ts';
import { FERRY_CLASSES, type FerryClass } from '../base/vehicle.ts';
import { ferryClassOf } from '../pricing/ferry/class.ts';
import type { LengthBounds } from '../pricing/ferry/law.ts';
import type { FerryVehicle } from '../pricing/ferry/terms.ts';
import { ALTERNATIVES_VALUES, MOST_ALTERNATIVES } from '../trip/alternatives.ts';
import type { QuoteRequest } from '../trip/quote.ts';
import type { AskedVehicle, IdentifiedVehicle } from '../vehicle/vehicle.ts';
import { parseAskedVehicle } from './asked-vehicle.ts';
import { passagesThisMonthOf } from './parse-passages-this-month.ts';
import {
  choiceOf,
  type QuestionName,
  type QuestionTexts,
  type QuoteQuestion,
  sizeOf,
} from './question-text.ts';

/** Source: interface decision "at most 8 via points", docs/interface.md. */
const MAX_VIA = 8;

/** Source: interface decision on the length of a vehicle, docs/interface.md. Metres. */
const LENGTH = { unit: 'metres', max: 60 };

/** Source: interface decision on `startTime`, docs/interface.md; both inside. */
const YEARS = { first: 2000, last: 2100 };

const INSTANT = '2026-11-20T08:00:00+01:00';
/** What makes an instant of a time without an offset, and of a day. */
const NEEDS_MORE = ['Z', 'T00Z'];

/** The coordinate systems that an answer's geometry can have; the first is the default. */
export const SPATIAL_REFERENCES = ['25833', '4326'] as const;

export type SpatialReference = (typeof SPATIAL_REFERENCES)[number];

/** How a yes or no is written; the first means yes, the others and absence mean no. */
export const FLAG_VALUES = ['1', '0', ''] as const;

export interface ParsedQuestion {
  readonly request: QuoteRequest;
  readonly srs: SpatialReference;
  /** Proves every amount; absent: not asked for. */
  readonly explain?: true;
  /** Writes the lines of an expense claim; absent: not asked for. */
  readonly lines?: true;
  /** A vehicle length was given beside a ferry class, which wins. */
  readonly lengthIgnored: boolean;
  /** The very vehicle; absent: the question names none of its parameters. */
  readonly asked?: AskedVehicle;
  /** What it was taken for; absent: nobody has looked yet, or none was asked for. */
  readonly vehicle?: IdentifiedVehicle;
}

export interface QuestionTerms {
  /** Departure when the question names none. Unix milliseconds. */
  readonly nowMs: number;
  /** Which length belongs to which ferry class. */
  readonly ferryBounds: LengthBounds;
  /** What the asker calls a value, for messages; absent: its own name. */
  readonly nameOf?: (name: QuestionName) => string;
}

/**
 * A question in text to a request.
 *
 * @throws Fault `invalid_parameter` with one sentence that names the value and what is wrong.
 */
export function parseQuoteRequest(question: QuoteQuestion, terms: QuestionTerms): ParsedQuestion {
  const refuse = (name: QuestionName, problem: string): never => {
    throw new Fault('invalid_parameter', `${terms.nameOf?.(name) ?? name} ${problem}.`);
  };
  const text: QuestionTexts = { question, refuse };
  const ferryClass = choiceOf(text, 'ferryClass', FERRY_CLASSES);
  const lengthM = sizeOf(text, 'vehicleLength', LENGTH);
  const heavy = flagOf(text, 'heavy');
  const known = {
    heavy,
    ...(ferryClass !== undefined && { ferryClass }),
    ...(lengthM !== undefined && { lengthM }),
  };
  const asked = parseAskedVehicle(text, known);
  const counts = passagesThisMonthOf(text);
  const explain = flagOf(text, 'explain');
  const lines = flagOf(text, 'lines');
  const bounds = flagOf(text, 'bounds');
  const alternatives = alternativesOf(text);
  const startMs = startOf(text, terms.nowMs);
  // Who sends none of the newer parameters gets the members that there were before them.
  const isNewer = bounds || explain || lines || asked !== undefined || counts !== undefined;
  return {
    request: {
      from: pointOf(text, 'from'),
      to: pointOf(text, 'to'),
      via: viaOf(text),
      startMs,
      avoidTolls: flagOf(text, 'avoidTolls'),
      ...(alternatives < MOST_ALTERNATIVES && { alternatives }),
      refine: flagOf(text, 'refine'),
      size: heavy ? 'large' : 'small',
      ferry: ferryVehicleOf(terms.ferryBounds, ferryClass, lengthM),
      ...(counts && { capUse: { month: toOsloTime(startMs).day.slice(0, 7), counts } }),
      ...(isNewer && { bounds: true as const }),
    },
    ...(explain && { explain }),
    ...(lines && { lines }),
    srs: choiceOf(text, 'srs', SPATIAL_REFERENCES) ?? SPATIAL_REFERENCES[0],
    lengthIgnored: ferryClass !== undefined && lengthM !== undefined,
    ...(asked && { asked }),
  };
}

/** An explicit class wins over the length, which then plays no part in any fare. */
function ferryVehicleOf(
  bounds: LengthBounds,
  ferryClass?: FerryClass,
  lengthM?: number,
): FerryVehicle {
  if (ferryClass !== undefined) return { ferryClass };
  if (lengthM === undefined) return { ferryClass: 'AP1' };
  return { ferryClass: ferryClassOf(lengthM, bounds), lengthM };
}

/** Who wants as many as there are asks the same question as who does not say. */
function alternativesOf(text: QuestionTexts): number {
  const written = choiceOf(text, 'alternatives', ALTERNATIVES_VALUES);
  return written === undefined ? MOST_ALTERNATIVES : Number(written);
}

function pointOf({ question, refuse }: QuestionTexts, name: 'from' | 'to'): LatLon {
  const written = question[name];
  if (written === undefined) return refuse(name, 'is missing: give it as "<lat>,<lon>" in WGS84');
  const point = parseLatLon(written);
  return 'problem' in point ? refuse(name, point.problem) : point;
}

/** An empty list of points is a list without points. */
function viaOf({ question, refuse }: QuestionTexts): readonly LatLon[] {
  if (question.via === undefined || question.via === '') return [];
  const written = question.via.split('|');
  if (written.length > MAX_VIA)
    return refuse('via', `has ${written.length} points, and at most ${MAX_VIA} are allowed`);
  return written.map((text, i) => {
    const point = parseLatLon(text);
    return 'problem' in point ? refuse('via', `point ${i + 1} ${point.problem}`) : point;
  });
}

/** Who asks without a time means about now: the same question is then the same for a minute. */
const MINUTE_MS = 60_000;

function startOf({ question, refuse }: QuestionTexts, nowMs: number): number {
  const written = question.startTime?.trim();
  if (written === undefined) return Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const atMs = parseInstant(written);
  if (atMs === undefined && NEEDS_MORE.some((more) => parseInstant(written + more) !== undefined))
    return refuse('startTime', `has no offset from UTC: write it with Z or like ${INSTANT}`);
  if (atMs === undefined)
    return refuse('startTime', `must be an ISO 8601 date-time with an offset, such as ${INSTANT}`);
  const year = Number(written.slice(0, 4));
  if (year < YEARS.first || year > YEARS.last)
    return refuse('startTime', `must lie in the years ${YEARS.first} to ${YEARS.last}`);
  return atMs;
}

function flagOf(
  { question, refuse }: QuestionTexts,
  name: 'refine' | 'heavy' | 'avoidTolls' | 'explain' | 'bounds' | 'lines',
): boolean {
  const written = question[name];
  if (written === undefined) return false;
  if (!FLAG_VALUES.some((value) => value === written))
    return refuse(name, `must be ${formatChoices(FLAG_VALUES)}`);
  return written === FLAG_VALUES[0];
}
