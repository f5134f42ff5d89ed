import { type Day, isDay } from '../../base/day.ts';
import type { LatLon } from '../../base/point.ts';
import { readRecord, readText } from '../../base/read-loose.ts';
import { readDays, type YearDays } from './parse-closure.ts';
import type { RoadObject } from './parse-objects.ts';
import { parseEnds, parsePlace } from './parse-place.ts';
import { type Choice, NotReadable, type Properties, readProperties } from './read-property.ts';

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
const ID = {
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
        .text(ID.name)
        ?.replace(/\s*-\s*/g, '-')
        .trim() ?? null,
    number: readFerryNumber(properties),
    road: parsePlace(raw, 'network').road,
    level: properties.choice(ID.level, LEVELS) ?? 'unknown',
    operation: properties.choice(ID.operation, OPERATIONS) ?? 'unknown',
    season: readDays(properties, ID.from, ID.to),
    endsOn: readEnd(raw),
    ends: parseEnds(raw),
  };
}

function readFerryNumber(properties: Properties): number | null {
  const number = properties.number(ID.number);
  if (number !== undefined && !(Number.isSafeInteger(number) && number > 0))
    throw new NotReadable(`property ${ID.number} is not the number of a connection`);
  return number ?? null;
}

function readEnd({ metadata }: Readonly<Record<string, unknown>>): Day | null {
  const end = readText(readRecord(metadata)?.sluttdato)?.slice(0, 10);
  if (end !== undefined && !isDay(end)) throw new NotReadable('its last day is no day');
  return end ?? null;
}
