/** The records of a table, and its header: a line that is none costs no other. */
import { CsvError, type Options } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { parseLatLon } from '../base/point.ts';
import { type Line, MAX_LINE_BYTES, openTurns } from './read-lines.ts';

/** How the cells and lines of a table are parted, so that what came from a spreadsheet opens in it again. */
export interface TableForm {
  readonly delimiter: string;
  readonly lineBreak: '\n' | '\r\n';
  /** The file begins with a byte order mark, by which Excel knows UTF-8. */
  readonly hasMark: boolean;
}

export const PLAIN_FORM: TableForm = { delimiter: ',', lineBreak: '\n', hasMark: false };

/** One or more lines of a table that are a row, or one that is none. */
export interface CsvRecord extends Line {
  readonly cells: readonly string[];
  readonly lines: number;
}

/** What a table is read by. */
interface Table {
  /** `[]`: this is the header. */
  readonly columns: readonly string[];
  readonly delimiter: string;
  readonly lineBreak: string;
}

/** Where commas are decimal points, tables are written with semicolons. */
const DELIMITERS = [',', ';'];
/** Written by Excel to say how cells are parted; no row. */
const SEPARATOR_LINE = /^"?sep=([,;|\t])"?[,;\s]*$/i;

/**
 * Reads the header; the records follow as they are asked for.
 *
 * @param name of the table, for messages.
 * @throws Error with one line when there is no header, or one that names a column twice.
 */
export async function openTable(
  name: string,
  lines: AsyncGenerator<Line>,
  lineBreak: string,
): Promise<Pick<Table, 'columns' | 'delimiter'> & { records: AsyncGenerator<CsvRecord> }> {
  const ahead = new LookAhead(lines);
  try {
    const table = await readHeader(name, ahead, lineBreak);
    return { ...table, records: readRecords(ahead, table) };
  } catch (error) {
    await ahead.end();
    throw error;
  }
}

/** Lines that can be looked at before they are taken. */
class LookAhead {
  readonly #lines: AsyncGenerator<Line>;
  readonly #giveWay = openTurns();
  #seen: Line[] = [];
  /** Of those seen, how many have been taken. */
  #taken = 0;

  constructor(lines: AsyncGenerator<Line>) {
    this.#lines = lines;
  }

  /** @param i 0 is the next one. `undefined`: there are no more. */
  async peek(i: number): Promise<Line | undefined> {
    const turn = this.#giveWay();
    if (turn !== undefined) await turn;
    while (this.#seen.length - this.#taken <= i) {
      const { value, done } = await this.#lines.next();
      if (done === true) return undefined;
      this.#seen.push(value);
    }
    return this.#seen[this.#taken + i];
  }

  /** Lines that are taken are let go when they are half of all: each is moved once or twice, however many there are. */
  take(count: number): void {
    this.#taken += count;
    if (this.#taken * 2 < this.#seen.length) return;
    this.#seen.splice(0, this.#taken);
    this.#taken = 0;
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

async function readHeader(path: string, lines: LookAhead, lineBreak: string): Promise<Table> {
  const said = SEPARATOR_LINE.exec((await lines.skipBlank())?.text ?? '')?.[1];
  if (said !== undefined) lines.take(1);
  await lines.skipBlank();
  let wrong: string | undefined;
  for (const delimiter of said === undefined ? DELIMITERS : [said]) {
    const table = { delimiter, lineBreak };
    const header = await nextRecord(lines, { ...table, columns: [] });
    const { lines: count, cells: columns, problem } = header;
    wrong ??= problem;
    if (problem !== undefined || !['from', 'to'].every((name) => columns.includes(name))) continue;
    refuseTwice(columns);
    lines.take(count);
    return { ...table, columns };
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

async function* readRecords(lines: LookAhead, table: Table): AsyncGenerator<CsvRecord> {
  try {
    while ((await lines.skipBlank()) !== undefined) {
      const record = await nextRecord(lines, table);
      lines.take(record.lines);
      yield record;
    }
  } finally {
    await lines.end();
  }
}

async function nextRecord(lines: LookAhead, table: Table): Promise<CsvRecord> {
  const first = (await lines.peek(0)) ?? { no: 0, text: '', isWhole: true };
  const cells = first.problem === undefined ? parseRecord(first.text, table) : [];
  if (first.problem === undefined && typeof cells !== 'string')
    return { ...first, cells, lines: 1 };
  const closed = cells === NOT_CLOSED && (await closeQuote(first, lines, table));
  if (closed) return closed;
  const guessed = guessCells(first.text, table);
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
  table: Table,
): Promise<CsvRecord | undefined> {
  const isTripToo = isTrip(first.text, table);
  // The line is a row, and so is the one in which the quote was opened: it was not meant to go so far.
  const isApart = (line: Line) =>
    line.problem !== undefined || (isTripToo && isTrip(line.text, table));
  let text = first.text;
  for (let i = 1; text.length <= MAX_LINE_BYTES; i += 1) {
    const line = await lines.peek(i);
    if (line === undefined || isApart(line)) return undefined;
    text += table.lineBreak + line.text;
    // Inside a cell, a line with an even number of quotes leaves it open.
    if (line.text.split('"').length % 2 === 1) continue;
    const cells = parseRecord(text, table);
    if (typeof cells !== 'string') return { ...first, text, cells, lines: i + 1 };
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
function parseRecord(text: string, { delimiter, lineBreak }: Table, more: Options = {}) {
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
function guessCells(line: string, table: Table): readonly string[] {
  for (const options of [{ relax_quotes: true }, { quote: null }]) {
    const cells = parseRecord(line, table, options);
    if (typeof cells !== 'string' && cells.length === table.columns.length) return cells;
  }
  return [];
}

/** The line is a row of its own, with two points. */
function isTrip(line: string, table: Table): boolean {
  const cells = guessCells(line, table);
  return ['from', 'to'].every((name) => {
    const cell = cells[table.columns.indexOf(name)];
    return cell !== undefined && !('problem' in parseLatLon(cell));
  });
}
