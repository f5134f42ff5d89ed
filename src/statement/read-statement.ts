/** The table of an operator's statement: any of the forms that Excel and the operators' pages write. */
import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import { isDay } from '../base/day.ts';
import { MINUTE_MS } from '../base/duration.ts';
import { Fault, refusedValue } from '../base/fault.ts';
import { fromOsloWallClock } from '../base/oslo-time.ts';
import { parseInstant } from '../base/parse-instant.ts';
import { type Amounts, openAmounts } from './read-amount.ts';
import { isShownTwice, settleClock } from './settle-clock.ts';
import type { BilledPassage, Statement } from './statement.ts';

/** What columns are called, small letters alone. The first of a list that a header has is taken. */
const NAMES = {
  time: 'passeringstidspunkt, passeringstid, tidspunkt, datoogtid, datotid, datoogklokkeslett, datetime, dateandtime, passagetime, timestamp, passedat, dato, passeringsdato, date, passagedate, time, tid',
  clock: 'klokkeslett, kl, tid, klokke, time, clock, timeofday',
  station:
    'bomstasjon, stasjon, stasjonsnavn, bomsnitt, passeringssted, passeringspunkt, sted, betalingspunkt, tollstation, station, stationname, tollplaza, plaza, location',
  amount:
    'belop, belopinklmva, belopkr, belopnok, belastet, belastetbelop, abetale, nettobelop, netto, pris, prisinklmva, priskr, takst, sum, totalt, amount, amountnok, charged, price, fee, total',
  plate:
    'kjennemerke, registreringsnummer, regnr, regnummer, skiltnummer, skilt, kjoretoy, licenseplate, numberplate, registrationnumber, plate, vehicle',
  vat: 'mva, mvabelop, merverdiavgift, vat, vatamount',
} as const;

type Column = keyof typeof NAMES;

/** What `--columns` names. */
const STATEMENT_COLUMNS = Object.keys(NAMES) as readonly Column[];

const NEEDED = ['time', 'station', 'amount'] as const;

/** Choices of ours: a year of a large fleet has fewer. */
const MOST = { bytes: 20_000_000, lines: 200_000 };
/** A title may stand above the header. */
const HEADER_WITHIN = 30;

const fail = (sentence: string): never => {
  throw new Fault('invalid_parameter', sentence);
};

/**
 * @param given names of columns as they stand in the header, in place of those that are looked for.
 * @param mostLines the header and what stands above it counted.
 * @throws Fault `invalid_parameter` with a sentence that quotes no row.
 */
export function readStatement(
  bytes: Uint8Array,
  given: Readonly<Partial<Record<string, string>>> = {},
  mostLines = MOST.lines,
): Statement {
  if (bytes.length > MOST.bytes) fail(`The statement has more than ${MOST.bytes / 1e6} MB.`);
  const rows = readTable(decode(bytes), mostLines);
  if (rows.length > mostLines) fail(`The statement has more than ${mostLines} lines.`);
  const headers = rows.slice(0, HEADER_WITHIN).map((cells) => findColumns(cells, given));
  const at = headers.findIndex((columns) =>
    NEEDED.every((column) => columns[column] !== undefined),
  );
  const columns = headers[at];
  if (columns === undefined)
    return fail(
      'The statement has no header with a column for the time, the station and the amount: say in columns what they are called, as time, station and amount.',
    );
  const lines = rows.slice(at + 1).map((cells, i): Line => {
    const cell = (column: Column) => cells[columns[column] ?? -1] ?? '';
    return { no: at + i + 2, cell };
  });
  const amounts = openAmounts(
    lines.flatMap(({ cell }) => [cell('amount'), cell('vat')]),
    (no) =>
      failLine(
        no,
        'has an amount of which a mark may part thousands or be the decimal one, and no other amount tells which: write it with two decimals',
      ),
  );
  const days = openDays(lines.map(({ cell }) => cell('time')));
  const isPassage = ({ cell }: Line) => cell('station') !== '' && cell('time') !== '';
  const left = lines.filter((line) => !isPassage(line) && line.cell('amount') !== '');
  const passages = settleClock(
    lines.filter(isPassage).map((line) => readLine(line, amounts, days)),
  );
  return {
    rows: passages,
    undecided: passages.filter(({ isUndecided }) => isUndecided).length,
    leftOut: {
      lines: left.length,
      ore: left.reduce((sum, { no, cell }) => sum + (amounts(cell('amount'), no) ?? 0), 0),
    },
    isDayFirst: days.isAssumed,
  };
}

const letters = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/[^a-z]/g, '');

type Columns = Readonly<Partial<Record<Column, number>>>;

const namesOf = (column: Column): readonly string[] => NAMES[column].split(', ');

/** What is net lacks the discount; beside a column of tax it lacks the tax, and is not what is paid. */
function findColumns(
  cells: readonly string[],
  given: Readonly<Partial<Record<string, string>>>,
): Columns {
  const heads = cells.map(letters);
  const isTaxed = given.vat !== undefined || heads.some((head) => namesOf('vat').includes(head));
  const found = STATEMENT_COLUMNS.flatMap((column): [Column, number][] => {
    const wanted = given[column];
    const names = wanted === undefined ? namesOf(column) : [letters(wanted)];
    const index = names
      .filter((name) => wanted !== undefined || !isTaxed || !name.startsWith('netto'))
      .map((name) => heads.indexOf(name))
      .find((one) => one >= 0);
    return index === undefined ? [] : [[column, index]];
  });
  const columns: Columns = Object.fromEntries(found);
  const { clock: _, ...withoutClock } = columns;
  // One column has both the day and the time of day.
  return columns.clock === columns.time ? withoutClock : columns;
}

/** Letters of Norwegian in Windows 1252, and in Mac Roman. */
const WINDOWS_LETTERS = [0xe6, 0xf8, 0xe5, 0xc6, 0xd8, 0xc5];
const MAC_LETTERS = [0xbe, 0xbf, 0x8c, 0xae, 0xaf, 0x81];

/** As Excel writes CSV: on a Mac in a code of its own, in which other bytes are letters. */
function readsAsMac(bytes: Uint8Array): boolean {
  const some = bytes.subarray(0, 100_000);
  const count = (letters: readonly number[]) =>
    some.reduce((sum, byte) => (letters.includes(byte) ? sum + 1 : sum), 0);
  return count(MAC_LETTERS) > count(WINDOWS_LETTERS);
}

/** UTF-8 or UTF-16 by their marks, UTF-8 where it is that, else Windows 1252 or Mac Roman. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : isUtf8(bytes)
          ? 'utf-8'
          : readsAsMac(bytes)
            ? 'macintosh'
            : 'windows-1252';
  return new TextDecoder(encoding).decode(bytes);
}

/** By the mark that parts the most cells of the first lines; a line `sep=;` says it. */
function readTable(text: string, mostLines: number): string[][] {
  const [first = ''] = text.split(/\r\n|\n|\r/, 1);
  const said = /^"?sep=([,;|\t])"?/i.exec(first)?.[1];
  const head = text.slice(0, 10_000);
  const count = (mark: string) => head.split(mark).length;
  const [usual = ';'] = [';', '\t', '|', ','].toSorted((a, b) => count(b) - count(a));
  // Where commas are decimal points a semicolon parts the cells, however few there are.
  const delimiter = said ?? (usual === ',' && count(';') > 3 ? ';' : usual);
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      trim: true,
      bom: true,
      to: mostLines + 1,
    });
  } catch (cause) {
    throw new Fault('invalid_parameter', 'The statement is no table of cells.', { cause });
  }
}

interface Line {
  /** As a person counts the lines of the file. */
  readonly no: number;
  /** What it has in a column, `''` where it has nothing. */
  readonly cell: (column: Column) => string;
}

/** @param no of a line, which the name of the refused value has as well: pages tell it in their own language. */
const failLine = (no: number, problem: string): never => {
  throw refusedValue(`statement[${no}]`, `Line ${no} of the statement ${problem}.`);
};

function readLine({ no, cell }: Line, amounts: Amounts, days: Days): BilledPassage {
  const [instant, wallMs] = readTime(cell('time'), cell('clock'), days);
  const atMs = instant ?? wallMs;
  const ore = amounts(cell('amount'), no);
  if (atMs === undefined) return failLine(no, 'has no moment that can be read');
  if (ore === undefined) return failLine(no, 'has no amount that can be read');
  const vatOre = amounts(cell('vat'), no);
  const plate = cell('plate')
    .replace(/[\s.-]/g, '')
    .toUpperCase();
  return {
    line: no,
    atMs,
    station: cell('station'),
    ore,
    ...(vatOre && { vatOre }),
    ...(plate !== '' && { plate }),
    ...(wallMs !== undefined && isShownTwice(wallMs) && { isUndecided: true }),
  };
}

/** How days with slashes are written. */
interface Days {
  readonly isMonthFirst: boolean;
  /** No day of the column tells: the day is taken to stand first, as in Norway. */
  readonly isAssumed: boolean;
}

/** Days such as `11/05/2026` are read as the others of their column. */
function openDays(texts: readonly string[]): Days {
  const slashed = texts.flatMap((text) => {
    const [, one, other] = /^(\d\d?)\/(\d\d?)\/\d/.exec(text.trim()) ?? [];
    return one === undefined ? [] : [{ one: Number(one), other: Number(other) }];
  });
  const isMonthFirst = slashed.some(({ other }) => other > 12);
  const isDayFirst = slashed.some(({ one }) => one > 12);
  if (isMonthFirst && isDayFirst)
    return fail('The statement has days that begin with the day and others with the month.');
  return { isMonthFirst, isAssumed: slashed.length > 0 && !isMonthFirst && !isDayFirst };
}

const MOMENT =
  /^(?:(?<y>\d{4})-(?<m>\d\d?)-(?<d>\d\d?)|(?<one>\d\d?)(?<mark>[./-])(?<other>\d\d?)[./-](?<y2>\d{2}|\d{4}))[T ]+(?:kl\.? ?)?(?<h>\d\d?)[:.](?<min>\d\d)(?:[:.](?<s>\d\d))?(?:[.,]\d+)?(?: ?(?<half>[ap])\.?m\.?)?$/i;

/** The moment by its offset, or by the Norwegian clock where none is written; `[]`: it is none. */
function readTime(
  text: string,
  clock: string,
  { isMonthFirst }: Days,
): readonly [instant?: number | undefined, wallMs?: number] {
  const instant = parseInstant(text.replace(' ', 'T'));
  if (instant !== undefined) return [instant];
  const found = MOMENT.exec(`${text} ${clock}`.trim())?.groups;
  if (found === undefined) return [];
  const { y, m, d, one, other, mark, y2, h, min, s, half } = found;
  const [ownDay, ownMonth] = mark === '/' && isMonthFirst ? [other, one] : [one, other];
  const two = (part: string | number = '0') => String(part).padStart(2, '0');
  const year = y ?? (y2?.length === 2 ? `20${y2}` : y2);
  const day = `${year}-${two(m ?? ownMonth)}-${two(d ?? ownDay)}`;
  const hour = toHour(Number(h), half?.toLowerCase());
  if (!isDay(day) || hour === undefined || Number(min) > 59) return [];
  const wallMs = fromOsloWallClock(`${day}T${two(hour)}:${two(min)}`);
  return [undefined, wallMs + Math.min(Number(s ?? 0) * 1000, MINUTE_MS - 1000)];
}

/** @param half `a` before noon, `p` after it; absent: the clock has 24 hours. */
function toHour(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour > 23 ? undefined : hour;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}
