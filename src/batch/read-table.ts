/** Reads the header and the records of a table. An invalid line does not spoil other lines. */
import { CsvError, type Options } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { parseLatLon } from '../base/point.ts';
import { type Line, MAX_LINE_BYTES, openGiveWay } from './read-lines.ts';

/** One or more lines of a table that are a row, or one line that is not a valid row. */
export interface CsvRecord extends Line {
  readonly cells: readonly string[];
  readonly lines: number;
}

/** The terms by which a table is read. */
interface Table {
  /** `[]`: this is the header. */
  readonly columns: readonly string[];
  readonly delimiter: string;
  readonly lineBreak: string;
}

/** Separators of cells. Tables have semicolons where the comma is the decimal point. */
const DELIMITERS = [',', ';'];
/** The line by which Excel tells the separator. It is no row. */
const SEPARATOR_LINE = /^"?sep=([,;|\t])"?[,;\s]*$/i;

/**
 * Reads the header. The records are read as they are asked for.
 *
 * @param name the name of the table, for messages.
 * @throws Error with one line when there is no header, or when it names a column twice.
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

/** Lines that can be read before they are taken. */
class LookAhead {
  readonly #lines: AsyncGenerator<Line>;
  readonly #giveWay = openGiveWay();
  #seen: Line[] = [];
  /** How many of the lines seen have been taken. */
  #taken = 0;

  constructor(lines: AsyncGenerator<Line>) {
    this.#lines = lines;
  }

  /**
   * A line that has not been taken yet; `undefined`: there are no more lines.
   *
   * @param i 0 is the next line.
   */
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

  /**
   * Takes lines. Taken lines are dropped when they are half of all lines seen. So each line is moved only once or
   * twice, whatever their number.
   */
  take(count: number): void {
    this.#taken += count;
    if (this.#taken * 2 < this.#seen.length) return;
    this.#seen.splice(0, this.#taken);
    this.#taken = 0;
  }

  /** Takes the blank lines before the next line that is not blank, and gives that line. */
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

/** Refuses a header that names a column twice, because rows are read and written by the names of their columns. */
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
 * Reads a cell in quotes that goes over several lines. A quote that is not closed would take all lines up to the next
 * quote, or to the end. Then only the line with the quote is lost, and the lines after it are rows.
 *
 * @returns `undefined`: the quote is not closed.
 */
async function closeQuote(
  first: Line,
  lines: LookAhead,
  table: Table,
): Promise<CsvRecord | undefined> {
  const isTripToo = isTrip(first.text, table);
  // Both this line and the line in which the quote was opened are rows, so the cell was not meant to go so far.
  const isApart = (line: Line) =>
    line.problem !== undefined || (isTripToo && isTrip(line.text, table));
  let text = first.text;
  for (let i = 1; text.length <= MAX_LINE_BYTES; i += 1) {
    const line = await lines.peek(i);
    if (line === undefined || isApart(line)) return undefined;
    text += table.lineBreak + line.text;
    // A line with an even number of quotes leaves the cell open.
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

/** The cells of a text that is one record; otherwise the code of the error. */
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

/** The cells of a line that is no valid record, so that its error row can repeat them; `[]`: they are not known. */
function guessCells(line: string, table: Table): readonly string[] {
  for (const options of [{ relax_quotes: true }, { quote: null }]) {
    const cells = parseRecord(line, table, options);
    if (typeof cells !== 'string' && cells.length === table.columns.length) return cells;
  }
  return [];
}

/** Whether the line is a row of its own, with two points. */
function isTrip(line: string, table: Table): boolean {
  const cells = guessCells(line, table);
  return ['from', 'to'].every((name) => {
    const cell = cells[table.columns.indexOf(name)];
    return cell !== undefined && !('problem' in parseLatLon(cell));
  });
}
