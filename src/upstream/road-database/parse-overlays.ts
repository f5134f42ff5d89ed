/** Reads the objects that lie over roads and ferry lines and have no price of their own: closed roads and ferries. */
import { type Day, isDay } from '../../base/day.ts';
import type { LatLon } from '../../base/point.ts';
import { type RoadObject, readLastDay } from './parse-objects.ts';
import {
  type Choice,
  NotReadable,
  type Properties,
  parseEnds,
  parsePlace,
  readProperties,
} from './read-object.ts';

/** A period of days in a year of 365 days, `mm-dd`, including both days. It may extend over the end of the year. */
export interface YearDays {
  readonly from: string;
  readonly to: string;
}

/** A road that is exposed to the weather, by the road database, type 107. `null`: not told. */
export interface ClosureRow extends RoadObject {
  /** `F55`; `null`: the object has no road reference. */
  readonly road: string | null;
  /** It is an official mountain pass. */
  readonly isPass: boolean;
  readonly closed: YearDays | null;
  /** Days on which it is closed at night. */
  readonly night: YearDays | null;
  /** Number of days in a year on which it is usually closed. */
  readonly days: number | null;
  /** Names of the gates. */
  readonly gates: readonly [string, string] | null;
  /** The ends of its line; `null`: it is not one line. */
  readonly ends: readonly [LatLon, LatLon] | null;
}

/** Source: NVDB data catalogue 2.38, type 107. Days are written month first (`mmdd`). */
const CLOSURE = {
  name: 1082,
  isPass: 12228,
  gateFrom: 12222,
  gateTo: 12223,
  days: 1917,
  from: 2074,
  to: 2223,
  nightFrom: 2073,
  nightTo: 2222,
} as const;

const YES_NO: readonly Choice<'yes' | 'no'>[] = [
  { means: 'yes', enumId: 21341, texts: ['ja', 'true'] },
  { means: 'no', enumId: 21342, texts: ['nei', 'false'] },
];

/**
 * Reads a road that is closed in winter, or a pass.
 *
 * @returns `undefined` for a private, forest or municipal road that is no pass. There are some 900 such roads, short
 * roads in cabin areas. The rest of them is not read.
 * @throws NotReadable when a day, the number of days or the position can not be read, or one of two days is missing.
 */
export function parseClosure(
  nvdbId: number,
  raw: Readonly<Record<string, unknown>>,
): ClosureRow | undefined {
  const properties = readProperties(raw.egenskaper);
  const { road } = parsePlace(raw, 'network');
  const isPass = properties.choice(CLOSURE.isPass, YES_NO) === 'yes';
  if (!isPass && road !== null && !/^[ERF]/.test(road)) return undefined;
  const [from, to] = [properties.text(CLOSURE.gateFrom), properties.text(CLOSURE.gateTo)];
  return {
    nvdbId,
    name: properties.text(CLOSURE.name) ?? null,
    road,
    isPass,
    closed: readDays(properties, CLOSURE.from, CLOSURE.to),
    night: readDays(properties, CLOSURE.nightFrom, CLOSURE.nightTo),
    days: readWhole(
      properties,
      CLOSURE.days,
      'a number of days',
      (days) => days >= 0 && days <= 366,
    ),
    gates: from === undefined || to === undefined ? null : [from, to],
    ends: parseEnds(raw),
  };
}

/** @throws NotReadable when a day can not be read, or one of the two days is missing. */
function readDays(properties: Properties, fromId: number, toId: number): YearDays | null {
  const [from, to] = [fromId, toId].map((id) => readMonthDay(id, properties.text(id)));
  if (from === undefined && to === undefined) return null;
  if (from === undefined || to === undefined)
    throw new NotReadable(`it has one of the properties ${fromId} and ${toId} alone`);
  return { from, to };
}

const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Reads `1016`, `10-16` and `501`. 29 February becomes the 28th, which every year has. */
function readMonthDay(id: number, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, month = '', day = ''] = /^-{0,2}(\d{1,2})-?(\d\d)$/.exec(text) ?? [];
  if (Number(day) < 1 || Number(day) > (DAYS_OF_MONTH[Number(month) - 1] ?? 0))
    throw new NotReadable(`property ${id} is not a day, month first`);
  const monthDay = `${month.padStart(2, '0')}-${day}`;
  return monthDay === '02-29' ? '02-28' : monthDay;
}

/** @throws NotReadable for a number that is not whole, or not possible. */
function readWhole(
  properties: Properties,
  id: number,
  what: string,
  isPossible: (number: number) => boolean,
): number | null {
  const number = properties.number(id);
  if (number !== undefined && !(Number.isSafeInteger(number) && isPossible(number)))
    throw new NotReadable(`property ${id} is not ${what}`);
  return number ?? null;
}

/** A ferry connection by the road database, type 770. `null`: not told. */
export interface FerryRow extends RoadObject {
  /** Its number in the register of ferries and in ticketing. */
  readonly number: number | null;
  /** `F848`; `null`: the object has no road reference. */
  readonly road: string | null;
  /** The level of government that is responsible for it. */
  readonly level: 'state' | 'county' | 'municipal' | 'private' | 'unknown';
  readonly operation: 'all-year' | 'summer' | 'all-year-more-in-summer' | 'closed-down' | 'unknown';
  /** First and last day of its summer season. */
  readonly season: YearDays | null;
  /** First day on which the object is no longer in force. */
  readonly endsOn: Day | null;
  /** The ends of its line; `null`: it is not one line. */
  readonly ends: readonly [LatLon, LatLon] | null;
}

/**
 * The type has no minutes, no operator and no facts about vehicles: all its objects are car ferries.
 *
 * Source: NVDB data catalogue 2.38, type 770.
 */
const FERRY = {
  name: 9186,
  number: 9187,
  level: 10954,
  operation: 9189,
  from: 12597,
  to: 12598,
} as const;

const LEVELS: readonly Choice<FerryRow['level']>[] = [
  { means: 'state', enumId: 18304, texts: ['riksvegferjesamband'] },
  { means: 'county', enumId: 18305, texts: ['fylkesferjesamband'] },
  { means: 'municipal', enumId: 18306, texts: ['kommuneferjesamband'] },
  { means: 'private', enumId: 21094, texts: ['privat ferjesamband'] },
];

const OPERATIONS: readonly Choice<FerryRow['operation']>[] = [
  { means: 'all-year', enumId: 12858, texts: ['helårssamband'] },
  { means: 'closed-down', enumId: 12859, texts: ['nedlagt'] },
  { means: 'summer', enumId: 21525, texts: ['sommersamband'] },
  {
    means: 'all-year-more-in-summer',
    enumId: 21731,
    texts: ['helårs med sambandsutvidelse sommersesong'],
  },
];

/** @throws NotReadable when a day, the number or the position can not be read, or one of two days is missing. */
export function parseFerry(nvdbId: number, raw: Readonly<Record<string, unknown>>): FerryRow {
  const properties = readProperties(raw.egenskaper);
  return {
    nvdbId,
    name:
      properties
        .text(FERRY.name)
        ?.replace(/\s*-\s*/g, '-')
        .trim() ?? null,
    number: readWhole(properties, FERRY.number, 'the number of a connection', (no) => no > 0),
    road: parsePlace(raw, 'network').road,
    level: properties.choice(FERRY.level, LEVELS) ?? 'unknown',
    operation: properties.choice(FERRY.operation, OPERATIONS) ?? 'unknown',
    season: readDays(properties, FERRY.from, FERRY.to),
    endsOn: readEnd(raw),
    ends: parseEnds(raw),
  };
}

function readEnd(raw: Readonly<Record<string, unknown>>): Day | null {
  const end = readLastDay(raw);
  if (end !== undefined && !isDay(end)) throw new NotReadable('its last day is no day');
  return end ?? null;
}
