/** The rows of a batch: CSV with a header, or one JSON object per line. Read once, as they are asked for. */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { CsvError, type Options } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { parseLatLon } from '../base/parse-lat-lon.ts';

export type RowKind = 'csv' | 'ndjson';

/** A row as it was read. */
export interface TripRow {
  /** From 1, the header not counted. */
  readonly no: number;
  /** By column; empty cells are absent. A column may have any name: ask for own members only. */
  readonly cells: Readonly<Record<string, string>>;
  /** What is wrong with the row itself; absent: it can be asked. */
  readonly problem?: string;
}

/** The columns of a batch and its rows. */
export interface TripRows {
  readonly kind: RowKind;
  /** Of a CSV file, in their order; `[]` for JSON. */
  readonly columns: readonly string[];
  readonly rows: AsyncGenerator<TripRow>;
  /** How a table is written; of JSON the plain form. */
  readonly form: TableForm;
}

/** How the cells and lines of a table are parted, so that what came from a spreadsheet opens in it again. */
export interface TableForm {
  readonly delimiter: string;
  readonly lineBreak: '\n' | '\r\n';
  /** The file begins with a byte order mark, by which Excel knows UTF-8. */
  readonly hasMark: boolean;
}

export const PLAIN_FORM: TableForm = { delimiter: ',', lineBreak: '\n', hasMark: false };

/** A line, its break left out. */
interface Line {
  /** From 1, blank lines counted. */
  readonly no: number;
  /** What is not UTF-8 stands in it as U+FFFD. */
  readonly text: string;
  /** False: the text ends in it. */
  readonly isWhole: boolean;
  /** What keeps the line from being read, as the end of a sentence; absent: it can be read. */
  readonly problem?: string;
}

/** One or more lines of a table that are a row, or one that is none. */
interface CsvRecord extends Line {
  readonly cells: readonly string[];
  readonly lines: number;
}

/** How the cells of a table are parted. */
interface Marks {
  readonly delimiter: string;
  readonly lineBreak: string;
  /** It was written by this program, which may have been ended in the middle. */
  readonly isOurs?: true;
}

/** So far the kind of a file is looked for. Bytes. */
const HEAD_BYTES = 64 * 1024;
/** Far above any row; what is longer is a file of another kind. Bytes. */
const MAX_LINE_BYTES = 1024 * 1024;
/** Where commas are decimal points, tables are written with semicolons. */
const DELIMITERS = [',', ';'];
/** Written by Excel to say how cells are parted; no row. */
const SEPARATOR_LINE = /^"?sep=([,;|\t])"?[,;\s]*$/i;

/** @throws Error with one line for a name with another ending. */
export function kindOf(path: string): RowKind {
  const kind = findKind(path);
  if (kind === undefined) throw new Error(`${path} must end with .csv, .ndjson or .jsonl.`);
  return kind;
}

/** `undefined`: the name does not say it. */
function findKind(path: string): RowKind | undefined {
  const ending = extname(path).toLowerCase();
  if (ending === '.csv') return 'csv';
  return ending === '.ndjson' || ending === '.jsonl' ? 'ndjson' : undefined;
}

/**
 * Where the name does not say how the rows are written, as with a pipe, the first character that is no
 * blank does: JSON objects begin with `{`, and no header does.
 *
 * @param path a file, a pipe, or `-` for standard input; it is opened once.
 * @throws Error with one line when the file can not be read, or has no header, or one that names a
 * column twice.
 */
export async function readTripRows(path: string): Promise<TripRows> {
  const isInput = path === '-' || path === '/dev/stdin';
  const stream = isInput ? process.stdin : createReadStream(path);
  return readRows(stream as AsyncIterable<Buffer>, path);
}

/** The same of a text that arrives in chunks. @param path names it in messages. */
export async function readRows(stream: AsyncIterable<Buffer>, path: string): Promise<TripRows> {
  const { head, chunks, hasMark } = await openText(stream);
  const text = head.toString();
  const kind = findKind(path) ?? (text.trimStart().startsWith('{') ? 'ndjson' : 'csv');
  if (kind === 'ndjson')
    return {
      kind,
      columns: [],
      rows: readJsonRows(readLines(chunks, '\n')),
      form: PLAIN_FORM,
    };
  const lineBreak = text.includes('\r') && !text.includes('\n') ? '\r' : '\n';
  const lines = new LookAhead(readLines(chunks, lineBreak));
  try {
    const { columns, marks } = await readHeader(
      path === '-' ? 'standard input' : path,
      lines,
      lineBreak,
    );
    const written = text.includes('\r\n') ? ('\r\n' as const) : ('\n' as const);
    const form: TableForm = { delimiter: marks.delimiter, lineBreak: written, hasMark };
    return { kind, columns, rows: readTableRows(lines, columns, marks), form };
  } catch (error) {
    await lines.end();
    throw error;
  }
}

const writtenBy = ({ delimiter }: TableForm): Marks => ({
  delimiter,
  lineBreak: '\n',
  isOurs: true,
});

/** The rows of a file that this program has written, the header of a table among them. */
export function readWritten(
  path: string,
  kind: RowKind,
  form: TableForm,
): AsyncIterable<Pick<Line, 'text' | 'isWhole'>> {
  const lines = readLines(createReadStream(path), '\n');
  return kind === 'csv' ? readRecords(new LookAhead(lines), [], writtenBy(form)) : lines;
}

/** The cells of a row of a table as this program writes it. */
export function cellsOf(text: string, form: TableForm): readonly string[] {
  const cells = parseRecord(text.replace(/^\uFEFF/, '').trimEnd(), writtenBy(form));
  return typeof cells === 'string' ? [] : cells;
}

const UTF_16 = [
  { encoding: 'utf-16le', mark: Buffer.from([0xff, 0xfe]) },
  { encoding: 'utf-16be', mark: Buffer.from([0xfe, 0xff]) },
];
const UTF_8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The beginning, up to some line after the first that is not blank, and all of the text, in UTF-8. */
async function openText(stream: AsyncIterable<Buffer>) {
  const source = stream[Symbol.asyncIterator]();
  let raw: Buffer = Buffer.alloc(0);
  while (raw.length < HEAD_BYTES && !hasLine(raw.toString('latin1'))) {
    const { value, done } = await source.next();
    if (done === true) break;
    raw = Buffer.concat([raw, value]);
  }
  const starts = (mark: Buffer) => raw.subarray(0, mark.length).equals(mark);
  const encoding = UTF_16.find(({ mark }) => starts(mark))?.encoding;
  const decoder = encoding === undefined ? undefined : new TextDecoder(encoding);
  const toUtf8 = (bytes: Buffer) =>
    decoder === undefined ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  const head = starts(UTF_8_MARK) ? raw.subarray(UTF_8_MARK.length) : toUtf8(raw);
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      yield head;
      for (let next = await source.next(); next.done !== true; next = await source.next())
        yield toUtf8(next.value);
    } finally {
      await source.return?.();
    }
  }
  const hasMark = encoding !== undefined || starts(UTF_8_MARK);
  return { head, chunks: chunks(), hasMark };
}

/** Does something follow the first line that is not blank? */
function hasLine(text: string): boolean {
  const start = text.search(/\S/);
  const end = start === -1 ? -1 : text.indexOf('\n', start);
  return end !== -1 && end + 1 < text.length;
}

/** The lines of a text, the blank ones too. */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  lineBreak: string,
): AsyncGenerator<Line> {
  let [no, bytes] = [0, 0];
  let parts: Buffer[] = [];
  const keep = (part: Buffer) => {
    bytes += part.length;
    // What is too long is read on, and let go.
    if (bytes <= MAX_LINE_BYTES) parts.push(part);
  };
  const end = (isWhole: boolean): Line => {
    const kept = Buffer.concat(parts);
    const isLong = bytes > MAX_LINE_BYTES;
    const isRead = !isLong && isUtf8(kept);
    no += 1;
    [parts, bytes] = [[], 0];
    const why = isLong
      ? `is longer than ${MAX_LINE_BYTES} bytes`
      : 'is not UTF-8: save the file as UTF-8';
    return { no, isWhole, text: kept.toString(), ...(!isRead && { problem: why }) };
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let i = chunk.indexOf(lineBreak); i >= 0; i = chunk.indexOf(lineBreak, start)) {
      keep(chunk.subarray(start, i));
      yield end(true);
      start = i + 1;
    }
    keep(chunk.subarray(start));
  }
  if (bytes > 0) yield end(false);
}

/** Lines that can be looked at before they are taken. */
class LookAhead {
  readonly #lines: AsyncGenerator<Line>;
  #seen: Line[] = [];

  constructor(lines: AsyncGenerator<Line>) {
    this.#lines = lines;
  }

  /** @param i 0 is the next one. `undefined`: there are no more. */
  async peek(i: number): Promise<Line | undefined> {
    while (this.#seen.length <= i) {
      const { value, done } = await this.#lines.next();
      if (done === true) return undefined;
      this.#seen.push(value);
    }
    return this.#seen[i];
  }

  take(count: number): void {
    this.#seen.splice(0, count);
  }

  /** The next line that is not blank, after those before it have been taken. */
  async skipBlank(): Promise<Line | undefined> {
    for (;;) {
      const line = await this.peek(0);
      if (line === undefined || line.problem !== undefined || line.text.trim() !== '') return line;
      this.take(1);
    }
  }

  async end(): Promise<void> {
    await this.#lines.return(undefined);
  }
}

async function* readJsonRows(lines: AsyncGenerator<Line>): AsyncGenerator<TripRow> {
  let no = 0;
  for await (const line of lines) {
    if (line.text.trim() === '' && line.problem === undefined) continue;
    no += 1;
    yield { no, ...parseLine(line) };
  }
}

function parseLine({ no, text, problem }: Line): Omit<TripRow, 'no'> {
  if (problem !== undefined) return { cells: {}, problem: `Line ${no} ${problem}.` };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { cells: {}, problem: 'The line must be a JSON object.' };
    const cells = Object.entries(value).map(([name, member]) => [name, toText(member)] as const);
    return { cells: Object.fromEntries(cells.filter(isGiven)) };
  } catch {
    return { cells: {}, problem: 'The line is not valid JSON.' };
  }
}

const isGiven = (cell: readonly [string, string | undefined]): cell is readonly [string, string] =>
  cell[1] !== undefined;

/** Points may be pairs of numbers, and flags `true`; `undefined` for what is absent. */
function toText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : `${value}`;
  if (value.some((item) => typeof item === 'object')) return JSON.stringify(value);
  return value.map(toText).join(value.every((item) => typeof item === 'number') ? ',' : '|');
}

async function readHeader(path: string, lines: LookAhead, lineBreak: string) {
  const said = SEPARATOR_LINE.exec((await lines.skipBlank())?.text ?? '')?.[1];
  if (said !== undefined) lines.take(1);
  await lines.skipBlank();
  let wrong: string | undefined;
  for (const delimiter of said === undefined ? DELIMITERS : [said]) {
    const marks = { delimiter, lineBreak };
    const { lines: count, cells: columns, problem } = await nextRecord(lines, [], marks);
    wrong ??= problem;
    if (problem !== undefined || !['from', 'to'].every((name) => columns.includes(name))) continue;
    refuseTwice(columns);
    lines.take(count);
    return { columns, marks };
  }
  if (wrong !== undefined) throw new Error(`The header of ${path} ${wrong}.`);
  throw new Error(`${path} must have a header with the columns "from" and "to".`);
}

/** Rows are read and written by the names of their columns. */
function refuseTwice(columns: readonly string[]): void {
  const seen = new Set<string>();
  const twice = columns.find((name) => seen.size === seen.add(name).size);
  if (twice === '') throw new Error('The header has several columns without a name.');
  if (twice !== undefined) throw new Error(`The header has the column "${twice}" more than once.`);
}

async function* readTableRows(
  lines: LookAhead,
  columns: readonly string[],
  marks: Marks,
): AsyncGenerator<TripRow> {
  let no = 0;
  for await (const record of readRecords(lines, columns, marks)) {
    no += 1;
    yield { no, ...toRow(record, columns) };
  }
}

function toRow({ cells: written, problem, no }: CsvRecord, columns: readonly string[]) {
  // Of a line that is not UTF-8, what is known is handed through.
  const isKnown = (cell: string) => cell !== '' && !(problem && cell.includes('\uFFFD'));
  const pairs = columns.map((name, i) => [name, written[i] ?? ''] as const);
  const cells = Object.fromEntries(pairs.filter(([, cell]) => isKnown(cell)));
  if (problem !== undefined) return { cells, problem: `Line ${no} ${problem}.` };
  if (written.length === columns.length) return { cells };
  const counts = `${written.length} cells, and the header ${columns.length}`;
  return { cells, problem: `The row has ${counts}.` };
}

async function* readRecords(
  lines: LookAhead,
  columns: readonly string[],
  marks: Marks,
): AsyncGenerator<CsvRecord> {
  try {
    while ((await lines.skipBlank()) !== undefined) {
      const record = await nextRecord(lines, columns, marks);
      lines.take(record.lines);
      yield record;
    }
  } finally {
    await lines.end();
  }
}

/** @param columns `[]`: this is the header. */
async function nextRecord(
  lines: LookAhead,
  columns: readonly string[],
  marks: Marks,
): Promise<CsvRecord> {
  const first = (await lines.peek(0)) ?? { no: 0, text: '', isWhole: true };
  const cells = first.problem === undefined ? parseRecord(first.text, marks) : [];
  if (first.problem === undefined && typeof cells !== 'string')
    return { ...first, cells, lines: 1 };
  const closed = cells === NOT_CLOSED && (await closeQuote(first, lines, columns, marks));
  if (closed) return closed;
  const guessed = guessCells(first.text, columns, marks);
  const problem = first.problem ?? `is not valid CSV: ${PROBLEMS[`${cells}`] ?? cells}`;
  return { ...first, cells: guessed, lines: 1, problem };
}

/**
 * A cell in quotes may go over several lines. A quote that is not closed would take all lines up to
 * the next quote, or to the end: then its line alone is lost, and the lines after it are rows.
 */
async function closeQuote(
  first: Line,
  lines: LookAhead,
  columns: readonly string[],
  marks: Marks,
): Promise<CsvRecord | undefined> {
  const isTripToo = isTrip(first.text, columns, marks);
  // The line is a row, and so is the one in which the quote was opened: it was not meant to go so far.
  const isApart = (line: Line) =>
    line.problem !== undefined || (isTripToo && isTrip(line.text, columns, marks));
  let text = first.text;
  for (let i = 1; text.length <= MAX_LINE_BYTES; i += 1) {
    const line = await lines.peek(i);
    // A file that is written was cut there.
    if (line === undefined)
      return marks.isOurs && { ...first, cells: [], lines: i, isWhole: false };
    if (isApart(line)) return undefined;
    text += marks.lineBreak + line.text;
    // Inside a cell, a line with an even number of quotes leaves it open.
    if (line.text.split('"').length % 2 === 1) continue;
    const cells = parseRecord(text, marks);
    if (typeof cells !== 'string')
      return { ...first, isWhole: line.isWhole, text, cells, lines: i + 1 };
    if (cells !== NOT_CLOSED) return undefined;
  }
  return undefined;
}

const NOT_CLOSED = 'CSV_QUOTE_NOT_CLOSED';
const NOT_DOUBLED = 'a quote inside a cell in quotes must be written twice';
const PROBLEMS: Readonly<Record<string, string>> = {
  [NOT_CLOSED]: 'a quote is opened and not closed',
  INVALID_OPENING_QUOTE: 'a quote stands inside a cell that does not begin with one',
  CSV_INVALID_CLOSING_QUOTE: NOT_DOUBLED,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: NOT_DOUBLED,
};

/** The cells of a text that is one record; otherwise the code of what is wrong. */
function parseRecord(text: string, { delimiter, lineBreak }: Marks, more: Options = {}) {
  const record = text.endsWith('\r') ? text.slice(0, -1) : text;
  if (!record.includes('"')) return record.split(delimiter).map((cell) => cell.trim());
  const marks = { delimiter, record_delimiter: lineBreak };
  try {
    const [cells] = parse(record, { ...marks, relax_column_count: true, trim: true, ...more });
    return (cells ?? []) as unknown as readonly string[];
  } catch (error) {
    if (error instanceof CsvError) return error.code as string;
    throw error;
  }
}

/** The cells of a line that is no record, to tell whose row it was; `[]`: it is not known. */
function guessCells(line: string, columns: readonly string[], marks: Marks): readonly string[] {
  for (const options of [{ relax_quotes: true }, { quote: null }]) {
    const cells = parseRecord(line, marks, options);
    if (typeof cells !== 'string' && cells.length === columns.length) return cells;
  }
  return [];
}

/** The line is a row of its own, with two points. */
function isTrip(line: string, columns: readonly string[], marks: Marks): boolean {
  const cells = guessCells(line, columns, marks);
  return ['from', 'to'].every((name) => {
    const cell = cells[columns.indexOf(name)];
    return cell !== undefined && !('problem' in parseLatLon(cell));
  });
}
