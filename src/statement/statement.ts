/** An operator's statement, and what may be found of it. */
import type { Calendar } from '../base/calendar.ts';
import type { Ore } from '../base/nok.ts';
import type { Steps } from '../base/steps.ts';
import { toLetters } from '../passages/planned-route.ts';
import type { TollStation, ValueAddedTax } from '../pricing/toll/law.ts';
import type { TollVehicle } from '../pricing/toll/terms.ts';
import type { TollCatalogue } from '../trip/ports.ts';
import type { StatementColumn } from './columns.ts';

/** A row of a statement. */
export interface BilledPassage {
  /** As a person counts the lines of the file. */
  readonly line: number;
  readonly atMs: number;
  /** As it is written: a name, or an id. */
  readonly station: string;
  readonly ore: Ore;
  readonly vatOre?: Ore;
  /** Further lines of the file whose amounts are added in `ore`; absent: it is one line's. */
  readonly andLines?: readonly number[];
  /** Or the number of its tag, where no line of the file has a plate. Absent: all rows are of one vehicle. */
  readonly plate?: string;
  /** In the hour that autumn has twice, and nothing tells in which of them: `atMs` is in the first. */
  readonly isUndecided?: true;
}

/** A row with the amounts of another one added. */
export function addAmounts(
  { vatOre = 0, ...row }: BilledPassage,
  other: BilledPassage,
): BilledPassage {
  const sumOre = vatOre + (other.vatOre ?? 0);
  return { ...row, ore: row.ore + other.ore, ...(sumOre !== 0 && { vatOre: sumOre }) };
}

/** The table of an operator. */
export interface Statement {
  readonly rows: readonly BilledPassage[];
  /** The heading of each column that was read. Only one of `plate` and `tag` parts vehicles, and only that one stands here. */
  readonly columns: Readonly<Partial<Record<StatementColumn, string>>>;
  /** Lines that are no passage, and what they add up to. */
  readonly leftOut: {
    readonly lines: number;
    readonly ore: Ore;
    /** The same lines by why they are left out. */
    readonly reasons: readonly LeftOut[];
  };
  /** Days such as 11/05/2026 were taken to begin with the day: none of them tells. */
  readonly isDayFirst: boolean;
  /** Lines of the hour that autumn has twice, of which the file does not tell in which of them they are. */
  readonly undecided: number;
}

/**
 * Why a line is no passage: it repeats the headings, has no station (a sum), no time of day (a fee), no amount, or one
 * that is not in Norwegian kroner.
 */
export const LEFT_OUT = [
  'header',
  'no-station',
  'no-moment',
  'no-amount',
  'other-currency',
] as const;

export interface LeftOut {
  readonly reason: (typeof LEFT_OUT)[number];
  readonly lines: number;
  /** Of the file, as a person counts them. */
  readonly firstLine: number;
  /** 0 in another currency. */
  readonly ore: Ore;
}

export const FINDINGS = [
  'station-not-known',
  'station-not-unique',
  'not-collecting',
  'billed-twice',
  'not-driven',
  'not-billed',
  'tag-not-used',
  'tag-charged',
  'wrong-class',
  'wrong-fuel',
  'rush-charged',
  'rush-not-charged',
  'hour-rule-not-applied',
  'local-rule-not-applied',
  'cap-not-applied',
  'vat-added',
  'other-amount',
] as const;

export interface Finding {
  readonly kind: (typeof FINDINGS)[number];
  /** Absent: it is on no line. */
  readonly line?: number;
  /** Further lines whose amounts are added in `billedOre`; absent: there is none. */
  readonly andLines?: readonly number[];
  /** The line that bills the same passage before; absent: none does. */
  readonly repeats?: number;
  readonly atMs: number;
  readonly station: string;
  readonly plate?: string;
  /** 0: it is not on the statement. */
  readonly billedOre: Ore;
  /** `undefined`: not known. */
  readonly expectedOre: Ore | undefined;
  /** What is billed too much, where all lines of its hour together bill less too much than it alone; absent: its own. */
  readonly excessOre?: Ore;
  /** What is expected is the most that it can be; absent: it is the price. */
  readonly atMost?: true;
  /** What is expected rests on a tariff that is not published for the day or the vehicle. */
  readonly estimated: boolean;
  /** Of the row of the tariff that gives the price; absent: none is known, or the amount was not looked at. */
  readonly source?: string;
  /** One English sentence for the operator. */
  readonly reason: string;
}

/** What is billed too much; 0 where it is not, or nothing can be said of it. */
export const excessOf = ({ billedOre, expectedOre = billedOre, excessOre }: Finding): Ore =>
  excessOre ?? Math.max(0, billedOre - expectedOre);

export interface ReconcileTerms {
  readonly tolls: TollCatalogue & {
    readonly stations: readonly TollStation[];
    /** Oldest first. */
    readonly valueAddedTax: readonly ValueAddedTax[];
  };
  readonly calendar: Calendar;
  readonly vehicle: TollVehicle;
  readonly usedBefore?: Readonly<Record<string, number>>;
  /** Departure of the first drive, of whose month `usedBefore` tells; absent: it tells of that of the first passage. Unix milliseconds. */
  readonly departureMs?: number;
  /** Of the vehicle, where lines of other plates are not its own; absent: each plate is a vehicle by itself. */
  readonly plate?: string;
}

/** A row, and the records of its station. */
export interface Located {
  readonly row: BilledPassage;
  readonly found: readonly TollStation[];
}

/** Rows in time order, each with the records of its station; several stations where nothing tells which is meant. */
export function* locate(
  rows: readonly BilledPassage[],
  stations: readonly TollStation[],
): Steps<Located[]> {
  const inOrder = rows.toSorted((a, b) => a.atMs - b.atMs);
  const named = stations.map(toNamed);
  const byText = new Map<string, readonly TollStation[]>();
  for (const { station } of rows) {
    if (byText.has(station)) continue;
    byText.set(station, findStations(station, named));
    yield;
  }
  const located = inOrder.map((row) => ({ row, found: byText.get(row.station) ?? [] }));
  const sure = located.flatMap(({ found }) => (isOneStation(found) ? found : []));
  const projects = new Set(sure.map(({ project }) => project.id));
  const operators = new Set(sure.map(({ operator }) => operator));
  return located.map(({ row, found }) => {
    if (isOneStation(found)) return { row, found };
    const ofProjects = found.filter(({ project }) => projects.has(project.id));
    const ofOperators = found.filter(({ operator }) => operators.has(operator));
    const own = [ofProjects, ofOperators].find((some) => some.length > 0) ?? found;
    return { row, found: own };
  });
}

export const isOneStation = (records: readonly TollStation[]): boolean =>
  new Set(records.map(({ passageKey }) => passageKey)).size === 1;

interface NamedStation {
  readonly station: TollStation;
  readonly letters: string;
  /** The same without the number of its road; that of `letters` where it has none. */
  readonly place: string;
}

const ROAD = /^(?:E|Rv|Fv|P|Ring)[. ]*\d[\dE/]*[ ,-]+/i;

function toNamed(station: TollStation): NamedStation {
  const { name } = station;
  return { station, letters: toLetters(name), place: toLetters(name.replace(ROAD, '')) };
}

/**
 * Stations that a text means: by id, by the same name, whether or not it has the number of the road, or by a name that
 * the text holds; the longest such.
 */
function findStations(text: string, named: readonly NamedStation[]): readonly TollStation[] {
  const [id, written] = [text.trim(), toLetters(text)];
  const byId = named.filter(({ station }) => station.id === id);
  const isSame = ({ letters, place }: NamedStation) => letters === written || place === written;
  const same = byId.length > 0 ? byId : named.filter(isSame);
  const held = same.length > 0 ? [] : named.filter(({ letters }) => isHeld(letters, written));
  const longest = Math.max(0, ...held.map(({ letters }) => letters.length));
  const meant = same.length > 0 ? same : held.filter(({ letters }) => letters.length === longest);
  return meant.map(({ station }) => station);
}

const isHeld = (letters: string, written: string) =>
  letters.length > 4 && written.includes(letters);
