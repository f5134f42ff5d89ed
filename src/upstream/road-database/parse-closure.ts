import type { LatLon } from '../../base/point.ts';
import type { RoadObject } from './parse-objects.ts';
import { parseEnds, parsePlace } from './parse-place.ts';
import { type Choice, NotReadable, type Properties, readProperties } from './read-property.ts';

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
const ID = {
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
  const isPass = properties.choice(ID.isPass, YES_NO) === 'yes';
  if (!isPass && road !== null && !/^[ERF]/.test(road)) return undefined;
  const [from, to] = [properties.text(ID.gateFrom), properties.text(ID.gateTo)];
  return {
    nvdbId,
    name: properties.text(ID.name) ?? null,
    road,
    isPass,
    closed: readDays(properties, ID.from, ID.to),
    night: readDays(properties, ID.nightFrom, ID.nightTo),
    days: readCount(properties),
    gates: from === undefined || to === undefined ? null : [from, to],
    ends: parseEnds(raw),
  };
}

/** @throws NotReadable when a day can not be read, or one of the two days is missing. */
export function readDays(properties: Properties, fromId: number, toId: number): YearDays | null {
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

function readCount(properties: Properties): number | null {
  const days = properties.number(ID.days);
  if (days !== undefined && !(Number.isInteger(days) && days >= 0 && days <= 366))
    throw new NotReadable(`property ${ID.days} is not a number of days`);
  return days ?? null;
}
