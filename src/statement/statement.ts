/** An operator's statement, and what may be found of it. */
import type { Calendar } from '../base/calendar.ts';
import { type Ore, toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { TollStation, ValueAddedTax } from '../pricing/toll/law.ts';
import type { TollVehicle } from '../pricing/toll/terms.ts';
import type { TollCatalogue } from '../trip/ports.ts';
import type { StatementColumn } from './columns.ts';

/** A row of a statement. */
export interface BilledPassage {
  /** As a person counts the lines of the file. */
  readonly line: number;
  readonly atMs: number;
  /** Its moment if its day begins with the month. Absent: the file or a drive tells the order of day and month. */
  readonly otherMs?: number;
  /** As it is written: a name, or an id. */
  readonly station: string;
  readonly ore: Ore;
  readonly vatOre?: Ore;
  /** The amount is written as figures alone, and may be meant as øre. */
  readonly isWhole?: true;
  /** The amount as it is written, in whole kroner: `ore` is the price that it is rounded from. Absent: `ore` is as it is written. */
  readonly roundedOre?: Ore;
  /** Further lines of the file whose amounts are added in `ore`; absent: `ore` is that of one line. */
  readonly andLines?: readonly number[];
  /** The plate, or the number of the tag where a line has no plate. Absent: the line has neither. */
  readonly plate?: string;
  /** What may tell its vehicle from others without a plate, as the driver does. Absent: nothing. */
  readonly unit?: string;
  /** A word says that it corrects another line, and no minus of the file whether it bills or pays back: it is read as billed. */
  readonly mayPayBack?: true;
  /** It bills several passages, or several pieces of another service. */
  readonly isSeveral?: true;
  /** It is in the hour that autumn has twice, and nothing tells in which of the two: `atMs` is in the first. */
  readonly isUndecided?: true;
}

/** A row with the amounts of another one added. */
export function addAmounts(
  { vatOre = 0, roundedOre, ...row }: BilledPassage,
  other: BilledPassage,
): BilledPassage {
  const sumOre = vatOre + (other.vatOre ?? 0);
  const isRounded = roundedOre !== undefined || other.roundedOre !== undefined;
  return {
    ...row,
    ore: row.ore + other.ore,
    ...(sumOre !== 0 && { vatOre: sumOre }),
    ...(isRounded && { roundedOre: (roundedOre ?? row.ore) + (other.roundedOre ?? other.ore) }),
  };
}

/** The table of an operator. */
export interface Statement {
  readonly rows: readonly BilledPassage[];
  /** The heading of each column that was read. Of `plate` and `tag` only those stand here that part vehicles. */
  readonly columns: Readonly<Partial<Record<StatementColumn, string>>>;
  /** Lines that are no passage, and what they add up to. */
  readonly leftOut: {
    readonly lines: number;
    readonly ore: Ore;
    /** The same lines by why they are left out. */
    readonly reasons: readonly LeftOut[];
  };
  /** What lines among them pay back, of which nothing tells the passage: a discount or a cap on all of them. */
  readonly paidBackOre: Ore;
  /** Number of lines in the hour that autumn has twice of which the file does not tell in which of the two they are. */
  readonly undecided: number;
  /** The same file with its stations from another column that may name them; absent: only one column may. */
  readonly otherwise?: readonly Statement[];
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
  /** The first of these lines, as a person counts the lines of the file. */
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
  readonly atMs: number;
  readonly station: string;
  readonly plate?: string;
  /** 0: it is not on the statement. */
  readonly billedOre: Ore;
  /** `undefined`: not known. */
  readonly expectedOre: Ore | undefined;
  /**
   * What is asked back: less than the line bills too much, as all lines of its hour together bill less too much.
   * Absent: all that the line bills too much.
   */
  readonly excessOre?: Ore;
  /** What is expected is the most that it can be; absent: it is the price. */
  readonly atMost?: true;
  /** What is expected rests on a tariff that is not published for the day or the vehicle. */
  readonly estimated: boolean;
  /** Source of the tariff row that gives the price; absent: none is known, or the amount was not looked at. */
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
  /**
   * Departure of the first drive: `usedBefore` is of its month. Absent: `usedBefore` is of the month of the first
   * passage. Unix milliseconds.
   */
  readonly departureMs?: number;
  /** The plate of the vehicle: lines of other plates are not its own. Absent: each plate is a vehicle by itself. */
  readonly plate?: string;
}

/** A passage that was driven, billed or both. */
export interface Passed {
  readonly station: TollStation;
  /** Unix milliseconds. */
  readonly atMs: number;
  /** Absent: it is not billed. */
  readonly row?: BilledPassage;
}

/** A row, and the records of its station. */
export interface Located {
  readonly row: BilledPassage;
  readonly found: readonly TollStation[];
}

export const isOneStation = (records: readonly TollStation[]): boolean =>
  new Set(records.map(({ passageKey }) => passageKey)).size === 1;

export const tellNok = (ore: Ore): string => `${toNok(ore).toFixed(2)} NOK`;

export const tellPlace = ({ name, project }: TollStation): string => `${name} (${project.name})`;

export const NOTHING_KNOWN = 'nothing can be said of the amount.';

export interface Explained {
  readonly kind: Finding['kind'];
  /** One or more English sentences. */
  readonly because: string;
}

interface Found extends Explained {
  /** How the station is called in the sentence; absent: as the row writes it. */
  readonly place?: string;
  /** Absent: not known. */
  readonly expectedOre?: Ore;
  /** Absent: the expected amount is no estimate. */
  readonly estimated?: boolean;
  readonly atMost?: Finding['atMost'] | undefined;
  readonly source?: Finding['source'] | undefined;
}

/**
 * A finding, with a sentence that an operator understands without the statement beside it.
 *
 * @param row what is billed; without `line` no row bills it.
 */
export function toFinding(
  { line, andLines, atMs, station, ore: billedOre, roundedOre, plate }: Billed,
  { kind, because, place = station, expectedOre, estimated = false, atMost, source }: Found,
): Finding {
  const moment = formatOsloInstant(atMs).slice(0, 16).replace('T', ' ');
  const beside = andLines === undefined ? '' : ` with line ${andLines.join(', ')}`;
  const written = roundedOre === undefined ? '' : ` (${tellNok(roundedOre)} in whole kroner)`;
  const most = atMost ? 'at most ' : '';
  const wanted = expectedOre === undefined ? '' : `, expected ${most}${tellNok(expectedOre)}`;
  const from = source === undefined ? '' : ` Tariff: ${source}.`;
  return {
    kind,
    ...(line !== undefined && { line }),
    ...(andLines && { andLines }),
    atMs,
    station,
    ...(plate !== undefined && { plate }),
    billedOre,
    expectedOre,
    ...(atMost && { atMost }),
    ...(source !== undefined && { source }),
    estimated,
    reason: `${place}, ${moment}: billed ${tellNok(billedOre)}${written}${beside}${wanted}. ${because}${from}`,
  };
}

type Billed = Omit<BilledPassage, 'line' | 'vatOre'> & Partial<Pick<BilledPassage, 'line'>>;
