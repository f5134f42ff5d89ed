import { readList, readNumber, readRecord, readText } from '../../base/read-loose.ts';
import { type LinkDirection, type LinkPosition, roundPosition } from '../../geo/road-link.ts';
import { type ChargedFacts, chargedOnLink } from '../../passages/toll-site.ts';
import type { RoadObject } from './parse-objects.ts';
import {
  type Choice,
  type Metering,
  type Properties,
  parsePlace,
  readProperties,
  roundAt,
} from './read-object.ts';

/** A toll station by the road database, type 45. `null`: not told. */
export interface StationRow extends RoadObject {
  /** The value of the road database. */
  readonly category: string;
  /** Name of the toll facility. */
  readonly operator: string | null;
  /** Category letter and number, `E39`. */
  readonly road: string;
  readonly municipality: number | null;
  readonly lon: number;
  readonly lat: number;
  readonly smallNok: number | null;
  readonly largeNok: number | null;
  readonly smallRushNok: number | null;
  readonly largeRushNok: number | null;
  /** `HH:MM-HH:MM`, as written. */
  readonly rushMorning: string | null;
  readonly rushAfternoon: string | null;
  /** The charged direction relative to the metering of the road. `unknown`: the value is not among the known values. */
  readonly direction: 'with' | 'against' | 'both' | 'unknown' | null;
  readonly hourRule: 'first' | 'dearest' | 'none' | 'unknown' | null;
  readonly hourRuleMin: number | null;
  /** Stations with an equal number share an hour rule. */
  readonly hourGroupNo: number | null;
  /** Both together are the name of the station in AutoPASS. All objects with this name are one passage. */
  readonly operatorId: number | null;
  readonly stationCode: number | null;
  readonly positions: readonly LinkPosition[];
  /** The metering of the road there. */
  readonly metering: readonly Metering[];
  /** Contradictions in the object, one sentence each. */
  readonly doubts: readonly string[];
}

/** Source: NVDB data catalogue 2.38, type 45; texts as seen in 2026. */
const ID = {
  category: 9390,
  name: 1078,
  operator: 10714,
  direction: 9414,
  morning: [9407, 9408],
  afternoon: [9405, 9406],
  hourRule: 9412,
} as const;

/** The ids of its numeric properties, by their names in the row. */
const NUMBERS = {
  smallNok: 1820,
  largeNok: 1819,
  smallRushNok: 9410,
  largeRushNok: 9411,
  hourRuleMin: 10952,
  hourGroupNo: 10951,
  operatorId: 11883,
  stationCode: 9595,
} as const;

const DIRECTIONS: readonly Choice<'with' | 'against' | 'both'>[] = [
  { means: 'with', enumId: 13259, texts: ['med metrering', 'med metreringsretning', 'med'] },
  { means: 'against', enumId: 13260, texts: ['mot metrering', 'mot metreringsretning', 'mot'] },
  { means: 'both', enumId: 13261, texts: ['begge retninger', 'begge'] },
];

const HOUR_RULES: readonly Choice<'first' | 'dearest' | 'none'>[] = [
  {
    means: 'first',
    enumId: 13257,
    texts: ['første passering gjelder', 'standard timesregel'],
  },
  { means: 'dearest', enumId: 21834, texts: ['dyreste passering gjelder'] },
  { means: 'none', enumId: 13258, texts: ['ikke timesregel'] },
];

/** The ids belong to older texts than those in use, so a known text has priority. */
const CATEGORIES: readonly Choice<string>[] = [
  {
    means: 'AutoPASS bomstasjon',
    enumId: 13132,
    texts: ['autopass bomstasjon', 'autopass + manuell'],
  },
  { means: 'AutoPASS bomstasjon', enumId: 13133, texts: ['autopass + automatisk'] },
];

/** @throws NotReadable when a value that prices depend on, or the position, can not be read. */
export function parseStation(nvdbId: number, raw: Readonly<Record<string, unknown>>): StationRow {
  const properties = readProperties(raw.egenskaper);
  const place = parsePlace(raw, 'network');
  return {
    nvdbId,
    name: properties.text(ID.name) ?? null,
    category: readCategory(properties),
    operator: properties.text(ID.operator) ?? null,
    road: place.road ?? 'unknown',
    municipality: place.municipality,
    ...roundAt(place.at, 5),
    ...readNumbers(properties),
    rushMorning: readWindow(properties, ID.morning),
    rushAfternoon: readWindow(properties, ID.afternoon),
    hourRule: properties.choice(ID.hourRule, HOUR_RULES) ?? null,
    ...readDirection(properties, readRecord(raw.lokasjon)?.stedfestinger, place.metering),
    metering: place.metering,
  };
}

const readNumbers = (properties: Properties) =>
  Object.fromEntries(
    Object.entries(NUMBERS).map(([name, id]) => [name, properties.number(id) ?? null]),
  ) as Record<keyof typeof NUMBERS, number | null>;

function readDirection(properties: Properties, places: unknown, metering: readonly Metering[]) {
  const written = properties.choice(ID.direction, DIRECTIONS) ?? null;
  const { positions, isContradicted, byLanes } = parsePositions(
    places,
    written === 'with' || written === 'against' ? `${written}-metering` : undefined,
    metering,
  );
  return {
    // If all lanes lie in one direction, they decide, unless the object says "both".
    direction: written === 'both' ? written : (byLanes ?? written),
    positions,
    doubts: isContradicted ? ['its lanes contradict its charged direction'] : [],
  };
}

/** The unchanged text of the category. Older texts and bare ids of AutoPASS stations get the present text. */
function readCategory(properties: Properties): string {
  const written = properties.text(ID.category);
  const known = CATEGORIES.find(({ texts }) => texts.includes(written?.toLowerCase() ?? ''));
  if (known !== undefined) return known.means;
  if (written !== undefined && !/^\d+$/.test(written)) return written;
  return properties.choice(ID.category, CATEGORIES) ?? 'unknown';
}

/** Reads a window; `null`: one of its ends is missing. */
function readWindow(
  properties: Properties,
  [from, until]: readonly [number, number],
): string | null {
  const [begin, end] = [properties.clock(from), properties.clock(until)];
  return begin === undefined || end === undefined ? null : `${begin}-${end}`;
}

/** The positions of a station on link sequences, and the charged direction that follows from them. */
interface StationPositions {
  readonly positions: readonly LinkPosition[];
  /** The lanes and the metering contradict each other at one of the positions. */
  readonly isContradicted: boolean;
  /** The charged direction relative to the metering, by the lanes; absent: the lanes do not tell it. */
  readonly byLanes?: 'with' | 'against';
}

/**
 * Reads the link positions of a station.
 *
 * A position whose charged direction can not be told has `both`. The direction of the station itself remains as told.
 *
 * @param value `lokasjon.stedfestinger`.
 * @param metering one for each road reference. A position has the metering with the same index, else the first.
 */
function parsePositions(
  value: unknown,
  collection: ChargedFacts['collection'],
  metering: readonly Metering[],
): StationPositions {
  const read = readList(value).flatMap((item, i) => {
    const raw = readRecord(item) ?? {};
    const linkId = readNumber(raw.veglenkesekvensid);
    const at = readNumber(raw.relativPosisjon);
    if (linkId === undefined || at === undefined || at < 0 || at > 1) return [];
    const direction = (metering[i] ?? metering[0])?.direction;
    const lanes = readList(raw.kjørefelt).flatMap((lane) => readText(lane) ?? []);
    const found = chargedOnLink({
      ...(collection !== undefined && { collection }),
      ...(direction !== undefined && { metering: direction }),
      lanes,
    });
    const position = { linkId, at: roundPosition(at), charged: found.charged ?? 'both' } as const;
    return [{ position, direction, isContradicted: found.isContradicted }];
  });
  const turned = read.map(({ position, direction }) => relativeTo(direction, position.charged));
  const [first] = turned;
  return {
    positions: read.map(({ position }) => position),
    isContradicted: read.some(({ isContradicted }) => isContradicted),
    ...(first !== undefined && turned.every((one) => one === first) && { byLanes: first }),
  };
}

/** Converts a direction relative to the link to one relative to the metering; absent: it is not a single direction. */
function relativeTo(
  metering: LinkDirection | undefined,
  charged: LinkPosition['charged'],
): 'with' | 'against' | undefined {
  if (metering === undefined || charged === 'both') return undefined;
  return metering === charged ? 'with' : 'against';
}
