/** The rows of a table: one per record, and one per line that is no record and begins none. */
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { parseLatLon } from '../base/parse-lat-lon.ts';
import { type LookAhead, lookAhead } from './look-ahead.ts';
import { type Line, type LineBreak, MAX_LINE_BYTES, type Text } from './read-lines.ts';
import type { TripRow } from './trip-row.ts';

/** The columns of a table in their order, and its rows. */
export interface CsvRows {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<TripRow>;
}

/** How the cells of a table are parted. */
interface Marks {
  readonly delimiter: string;
  readonly lineBreak: LineBreak;
}

/** What the next lines are: cells, or no record. */
interface CsvRecord {
  /** How many of the next lines it takes; of what is no record, the first alone. */
  readonly lines: number;
  readonly cells: readonly string[];
  /** As the end of a sentence that begins with the line; absent: it is a record. */
  readonly problem?: string;
}

/** Where commas are decimal points, tables are written with semicolons. */
const DELIMITERS = [',', ';'];

/** Written by Excel to say how cells are parted; no row. */
const SEPARATOR_LINE = /^"?sep=([,;|\t])"?[,;\s]*$/i;

/**
 * A column is what its name says, so no two may have the same. A row that can not be read is one row
 * all the same: the rows keep their numbers, and a batch that was cut off can be gone on with.
 *
 * @throws Error with one line when there is no header, or it names a column twice.
 */
export async function readCsvRows(path: string, { head, linesBy }: Text): Promise<CsvRows> {
  const lineBreak = head.includes('\r') && !head.includes('\n') ? '\r' : '\n';
  const lines = lookAhead(linesBy(lineBreak));
  try {
    const { columns, marks } = await readHeader(path, lines, lineBreak);
    return { columns, rows: readRows(lines, columns, marks) };
  } catch (error) {
    await lines.end();
    throw error;
  }
}

async function readHeader(path: string, lines: LookAhead<Line>, lineBreak: LineBreak) {
  await skipBlank(lines);
  const said = SEPARATOR_LINE.exec((await lines.peek(0))?.text ?? '')?.[1];
  if (said !== undefined) lines.take(1);
  await skipBlank(lines);
  let wrong: string | undefined;
  for (const delimiter of said === undefined ? DELIMITERS : [said]) {
    const marks = { delimiter, lineBreak };
    const { lines: count, cells: columns, problem } = await nextRecord(lines, marks, []);
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
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice === '') throw new Error('The header has several columns without a name.');
  if (twice !== undefined) throw new Error(`The header has the column "${twice}" more than once.`);
}

async function* readRows(
  lines: LookAhead<Line>,
  columns: readonly string[],
  marks: Marks,
): AsyncGenerator<TripRow> {
  try {
    for (let no = 1; await skipBlank(lines); no += 1) {
      const first = await lines.peek(0);
      const record = await nextRecord(lines, marks, columns);
      lines.take(record.lines);
      yield { no, ...toRow(record, columns, first?.no ?? 0) };
    }
  } finally {
    await lines.end();
  }
}

function toRow(
  { cells: written, problem }: CsvRecord,
  columns: readonly string[],
  lineNo: number,
): Omit<TripRow, 'no'> {
  const cells = Object.fromEntries(
    columns.flatMap((name, i) => {
      const cell = written[i] ?? '';
      // Of a line that is not UTF-8, what is known is handed through.
      return cell === '' || (problem !== undefined && cell.includes('\uFFFD'))
        ? []
        : [[name, cell]];
    }),
  );
  if (problem !== undefined) return { cells, problem: `Line ${lineNo} ${problem}.` };
  if (written.length === columns.length) return { cells };
  const counts = `${written.length} cells, and the header ${columns.length}`;
  return { cells, problem: `The row has ${counts}.` };
}

/** Blank lines are no rows. `false`: there is no other line. */
async function skipBlank(lines: LookAhead<Line>): Promise<boolean> {
  for (;;) {
    const line = await lines.peek(0);
    if (line === undefined) return false;
    if (line.text.trim() !== '' || line.problem !== undefined) return true;
    lines.take(1);
  }
}

/** @param columns `[]`: this is the header. */
async function nextRecord(
  lines: LookAhead<Line>,
  marks: Marks,
  columns: readonly string[],
): Promise<CsvRecord> {
  const { text, problem } = (await lines.peek(0)) ?? NO_LINE;
  const lose = (why: string) => ({
    lines: 1,
    cells: guessCells(text, marks, columns),
    problem: why,
  });
  if (problem !== undefined) return lose(problem);
  const alone = parseRecord(text, marks);
  if (typeof alone !== 'string') return { lines: 1, cells: alone };
  const whole = alone === NOT_CLOSED ? await closeQuote(lines, text, marks, columns) : undefined;
  return whole ?? lose(`is not valid CSV: ${PROBLEMS[alone] ?? alone}`);
}

/**
 * A cell in quotes may go over several lines. A quote that is not closed would take all lines up to
 * the next quote, or to the end: then its line alone is lost, and the lines after it are rows.
 *
 * @param begun the first line. @returns `undefined`: its quote is not closed.
 */
async function closeQuote(
  lines: LookAhead<Line>,
  begun: string,
  marks: Marks,
  columns: readonly string[],
): Promise<CsvRecord | undefined> {
  const isTripToo = (line: string) => isTrip(line, marks, columns);
  const isSwallowed = isTripToo(begun) ? isTripToo : () => false;
  let text = begun;
  for (let i = 1; text.length <= MAX_LINE_BYTES; i += 1) {
    const line = await lines.peek(i);
    if (line === undefined || line.problem !== undefined || isSwallowed(line.text))
      return undefined;
    text += marks.lineBreak + line.text;
    // Inside a cell, a line with an even number of quotes leaves it open.
    if (countQuotes(line.text) % 2 === 0) continue;
    const cells = parseRecord(text, marks);
    if (typeof cells !== 'string') return { lines: i + 1, cells };
    if (cells !== NOT_CLOSED) return undefined;
  }
  return undefined;
}

const NO_LINE: Line = { no: 0, text: '' };

const NOT_CLOSED = 'CSV_QUOTE_NOT_CLOSED';

const PROBLEMS: Readonly<Record<string, string>> = {
  [NOT_CLOSED]: 'a quote is opened and not closed',
  INVALID_OPENING_QUOTE: 'a quote stands inside a cell that does not begin with one',
  CSV_INVALID_CLOSING_QUOTE: 'a quote inside a cell in quotes must be written twice',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    'a quote inside a cell in quotes must be written twice',
};

const countQuotes = (text: string): number => text.split('"').length - 1;

/** The cells of a text that is one record; otherwise the code of what is wrong. */
function parseRecord(
  text: string,
  { delimiter, lineBreak }: Marks,
  options: { readonly relax_quotes?: true; readonly quote?: null } = {},
): readonly string[] | string {
  const record = text.endsWith('\r') ? text.slice(0, -1) : text;
  if (!record.includes('"')) return record.split(delimiter).map((cell) => cell.trim());
  try {
    const [cells = []] = parse(record, {
      delimiter,
      record_delimiter: lineBreak,
      relax_column_count: true,
      trim: true,
      ...options,
    });
    return cells;
  } catch (error) {
    if (error instanceof CsvError) return error.code;
    throw error;
  }
}

/** The cells of a line that is no record, to tell whose row it was; `[]`: nobody knows. */
function guessCells(line: string, marks: Marks, columns: readonly string[]): readonly string[] {
  const guesses = [{ relax_quotes: true }, { quote: null }] as const;
  for (const options of guesses) {
    const cells = parseRecord(line, marks, options);
    if (typeof cells !== 'string' && cells.length === columns.length) return cells;
  }
  return [];
}

/**
 * The line is a row of its own, with two points. Where one with an open quote is, and so is one
 * after it, the quote was not meant to go so far.
 */
function isTrip(line: string, marks: Marks, columns: readonly string[]): boolean {
  const cells = guessCells(line, marks, columns);
  return ['from', 'to'].every((name) => {
    const cell = cells[columns.indexOf(name)];
    return cell !== undefined && !('problem' in parseLatLon(cell));
  });
}
