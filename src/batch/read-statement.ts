/** The table of an operator's statement: any of the forms that Excel and the operators' pages write. */
import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import { isDay } from '../base/day.ts';
import { Fault } from '../base/fault.ts';
import { fromNok } from '../base/nok.ts';
import { fromOsloWallClock } from '../base/oslo-time.ts';
import { parseInstant } from '../base/parse-instant.ts';
import type { BilledPassage } from '../trip/statement.ts';

/** What columns are called, small letters alone. The first of a list that a header has is taken. */
const NAMES = {
  time: 'passeringstidspunkt, passeringstid, tidspunkt, datoogtid, datotid, datoogklokkeslett, datetime, dateandtime, passagetime, timestamp, passedat, dato, passeringsdato, date, passagedate, time, tid',
  clock: 'klokkeslett, kl, tid, klokke, time, clock, timeofday',
  station:
    'bomstasjon, stasjon, stasjonsnavn, bomsnitt, passeringssted, passeringspunkt, sted, betalingspunkt, tollstation, station, stationname, tollplaza, plaza, location',
  amount:
    'belop, belopinklmva, belopkr, belopnok, belastet, belastetbelop, abetale, pris, takst, sum, totalt, amount, amountnok, charged, price, fee, total',
  plate:
    'kjennemerke, registreringsnummer, regnr, regnummer, skiltnummer, skilt, kjoretoy, licenseplate, numberplate, registrationnumber, plate, vehicle',
  vat: 'mva, mvabelop, merverdiavgift, vat, vatamount',
} as const;

type Column = keyof typeof NAMES;

/** What `--columns` names. */
const STATEMENT_COLUMNS = Object.keys(NAMES) as readonly Column[];

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
): BilledPassage[] {
  if (bytes.length > MOST.bytes) fail(`The statement has more than ${MOST.bytes / 1e6} MB.`);
  const rows = readTable(decode(bytes), mostLines);
  if (rows.length > mostLines) fail(`The statement has more than ${mostLines} lines.`);
  const headers = rows.slice(0, HEADER_WITHIN).map((cells) => findColumns(cells, given));
  const at = headers.findIndex(
    ({ time, station, amount }) => (time && station && amount) !== undefined,
  );
  const columns = headers[at];
  if (columns === undefined)
    return fail(
      'The statement has no header with a column for the time, the station and the amount: name them with --columns time=NAME,station=NAME,amount=NAME.',
    );
  return rows.flatMap((cells, i) => (i <= at ? [] : readRow(cells, columns, i + 1)));
}

const letters = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/[^a-z]/g, '');

type Columns = Readonly<Partial<Record<Column, number>>>;

function findColumns(
  cells: readonly string[],
  given: Readonly<Partial<Record<string, string>>>,
): Columns {
  const heads = cells.map(letters);
  const found = STATEMENT_COLUMNS.flatMap((column): [Column, number][] => {
    const wanted = given[column];
    const names = wanted === undefined ? NAMES[column].split(', ') : [letters(wanted)];
    const index = names.map((name) => heads.indexOf(name)).find((one) => one >= 0);
    return index === undefined ? [] : [[column, index]];
  });
  const columns: Columns = Object.fromEntries(found);
  const { clock: _, ...withoutClock } = columns;
  // One column has both the day and the time of day.
  return columns.clock === columns.time ? withoutClock : columns;
}

/** UTF-8 or UTF-16 by their marks, UTF-8 where it is that, else Windows 1252, as Excel writes CSV. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : isUtf8(bytes)
          ? 'utf-8'
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

/** `[]`: a line without a time and an amount, such as a sum. */
function readRow(cells: readonly string[], columns: Columns, line: number): BilledPassage[] {
  const cell = (column: Column) => {
    const index = columns[column];
    return index === undefined ? '' : (cells[index] ?? '');
  };
  const station = cell('station');
  if (station === '' || cell('time') === '') return [];
  const atMs = readTime(cell('time'), cell('clock'));
  const ore = readAmount(cell('amount'));
  if (atMs === undefined)
    return fail(`Line ${line} of the statement has no moment that can be read.`);
  if (ore === undefined)
    return fail(`Line ${line} of the statement has no amount that can be read.`);
  const vatOre = readAmount(cell('vat'));
  const plate = cell('plate')
    .replace(/[\s.-]/g, '')
    .toUpperCase();
  return [
    {
      line,
      atMs,
      station,
      ore,
      ...(vatOre && { vatOre }),
      ...(plate !== '' && { plate }),
    },
  ];
}

const MINUTE_MS = 60_000;

/** Norwegian clock where no offset is written. */
function readTime(text: string, clock: string): number | undefined {
  const instant = parseInstant(text.replace(' ', 'T'));
  if (instant !== undefined) return instant;
  const written = `${text} ${clock}`.trim();
  const found =
    /^(?:(?<y>\d{4})-(?<m>\d\d?)-(?<d>\d\d?)|(?<d2>\d\d?)[./-](?<m2>\d\d?)[./-](?<y2>\d{2}|\d{4}))[T ]+(?:kl\.? ?)?(?<h>\d\d?)[:.](?<min>\d\d)(?:[:.](?<s>\d\d))?(?:[.,]\d+)?$/i.exec(
      written,
    )?.groups;
  if (found === undefined) return undefined;
  const two = (part = '0') => part.padStart(2, '0');
  const year = found.y ?? (found.y2?.length === 2 ? `20${found.y2}` : found.y2);
  const day = `${year}-${two(found.m ?? found.m2)}-${two(found.d ?? found.d2)}`;
  if (!isDay(day) || Number(found.h) > 23 || Number(found.min) > 59) return undefined;
  const wallMs = fromOsloWallClock(`${day}T${two(found.h)}:${two(found.min)}`);
  return wallMs + Math.min(Number(found.s ?? 0) * 1000, MINUTE_MS - 1000);
}

/** `kr 1 234,50`, `33.60`, `-12,00`, `33,60 kr`; of two marks the last one is the decimal one. */
function readAmount(text: string): number | undefined {
  const bare = text
    .replace(/kr|nok|[\s\u00a0\u202f]/gi, '')
    .replace('−', '-')
    .replace(/,-$/, '');
  const decimal = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'));
  const isDecimal = decimal >= 0 && bare.length - decimal <= 3;
  const whole = (isDecimal ? bare.slice(0, decimal) : bare).replace(/[.,]/g, '');
  const plain = isDecimal ? `${whole}.${bare.slice(decimal + 1)}` : whole;
  return /^-?\d+(\.\d{0,2})?$/.test(plain) ? fromNok(Number(plain)) : undefined;
}
