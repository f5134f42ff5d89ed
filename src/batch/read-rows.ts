/**
 * Reads the rows of a batch: CSV with a header, or one JSON object per line. They are read once, as they are asked for.
 */
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { refuseRepeatedNames } from '../base/strict-json.ts';
import { JourneyTerms } from '../wire/journey.ts';
import { isYesOrNo } from '../wire/parameter.ts';
import { listMisspelt, PARAMETERS } from '../wire/parameters.ts';
import { TraceQuery } from '../wire/trace.ts';
import { type Line, openText, readLines } from './read-lines.ts';
import { type CsvRecord, openTable } from './read-table.ts';
import { PLAIN_FORM, type TableForm } from './table-form.ts';

export type RowKind = 'csv' | 'ndjson';

/** A row as it was read. */
export interface TripRow {
  /** The number of the row, from 1. The header does not count. */
  readonly no: number;
  /** Cells by column; empty cells are absent. A column may have any name, so ask for own members only. */
  readonly cells: Readonly<Record<string, string>>;
  /** The error of the row; absent: the row can be priced. */
  readonly problem?: string;
}

/** The columns of a batch and its rows. */
export interface TripRows {
  readonly kind: RowKind;
  /**
   * The columns of a CSV file, or the members of the first JSON object without a recording or a journey, in their
   * order.
   */
  readonly columns: readonly string[];
  readonly rows: AsyncGenerator<TripRow>;
  /** The form of a table; for JSON the plain form. */
  readonly form: TableForm;
}

/** @throws Error with one line for a name with another ending. */
export function kindOf(path: string): RowKind {
  const kind = findKind(path);
  if (kind === undefined) throw new Error(`${path} must end with .csv, .ndjson or .jsonl.`);
  return kind;
}

/** The kind that the ending of a name tells; `undefined`: it tells none. */
function findKind(path: string): RowKind | undefined {
  const ending = extname(path).toLowerCase();
  if (ending === '.csv') return 'csv';
  return ending === '.ndjson' || ending === '.jsonl' ? 'ndjson' : undefined;
}

/**
 * Reads the rows of a file. The ending of its name tells their kind. Where it does not, as with a pipe, the first
 * character that is no blank tells it: JSON objects begin with `{`, and a header does not.
 *
 * @param path a file, a pipe, or `-` for standard input; it is opened once.
 * @throws Error with one line when the file can not be read, has no header, or has one that names a column twice or
 * misspells a parameter.
 */
export async function readTripRows(path: string): Promise<TripRows> {
  const isInput = path === '-' || path === '/dev/stdin';
  const stream = isInput ? process.stdin : openFile(path);
  return readRows(stream as AsyncIterable<Buffer>, path);
}

/** Errors of reading do not name their file, as that of a folder, which can be opened. */
const openFile = (path: string) =>
  createReadStream(path).once('error', (error) => Object.assign(error, { path }));

/**
 * Reads the rows of a text that arrives in chunks.
 *
 * @param path the name of the text in messages.
 */
export async function readRows(stream: AsyncIterable<Buffer>, path: string): Promise<TripRows> {
  const { head, chunks, hasMark } = await openText(stream);
  const text = head.toString();
  const kind = findKind(path) ?? (text.trimStart().startsWith('{') ? 'ndjson' : 'csv');
  if (kind === 'ndjson') {
    const rows = readJsonRows(readLines(chunks, '\n'));
    const first = await rows.next();
    const members = first.done ? [] : Object.keys(first.value.cells);
    const columns = members.filter((name) => name !== 'trace' && name !== 'journey');
    return { kind, columns, rows: putBack(first, rows), form: PLAIN_FORM };
  }
  const lineBreak = text.includes('\r') && !text.includes('\n') ? '\r' : '\n';
  const name = path === '-' ? 'standard input' : path;
  const table = await openTable(name, readLines(chunks, lineBreak), lineBreak);
  const { columns, delimiter, records } = table;
  const refusal = refuseMisspelt(columns);
  if (refusal !== undefined) throw new Error(`The header ${refusal}.`);
  const written = text.includes('\r\n') ? ('\r\n' as const) : ('\n' as const);
  const form: TableForm = { delimiter, lineBreak: written, hasMark };
  return { kind, columns, rows: readTableRows(records, columns), form };
}

async function* readJsonRows(lines: AsyncGenerator<Line>): AsyncGenerator<TripRow> {
  let no = 0;
  for await (const line of lines) {
    if (line.text.trim() === '' && line.problem === undefined) continue;
    no += 1;
    yield { no, ...parseLine(line) };
  }
}

async function* putBack(first: IteratorResult<TripRow>, rows: AsyncGenerator<TripRow>) {
  if (!first.done) yield first.value;
  yield* rows;
}

function parseLine({ no, text, problem }: Line): Omit<TripRow, 'no'> {
  if (problem !== undefined) return { cells: {}, problem: `Line ${no} ${problem}.` };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { cells: {}, problem: `Line ${no} must be a JSON object.` };
    const refusal = refuseRepeatedNames(text);
    if (refusal !== undefined) return { cells: {}, problem: `Line ${no} ${refusal}.` };
    const cells = Object.entries(value).map(
      ([name, member]) => [name, toText(name, member)] as const,
    );
    const misspelt = refuseMisspelt(Object.keys(value), knownBeside(value));
    return {
      cells: Object.fromEntries(cells.filter(isGiven)),
      ...(misspelt !== undefined && { problem: `Line ${no} ${misspelt}.` }),
    };
  } catch {
    return { cells: {}, problem: `Line ${no} is not valid JSON.` };
  }
}

const isGiven = (cell: readonly [string, string | undefined]): cell is readonly [string, string] =>
  cell[1] !== undefined;

const FLAGS: ReadonlySet<string> = new Set(
  Object.entries(PARAMETERS).flatMap(([name, row]) => (isYesOrNo(row) ? [name] : [])),
);

/** The parameters that a line may have; undefined: those of a route. */
function knownBeside(line: object): object | undefined {
  if ('journey' in line) return JourneyTerms.properties;
  return 'trace' in line ? TraceQuery.properties : undefined;
}

/**
 * Finds a name that is a parameter, spelt otherwise. It would be handed through, and the row priced as another trip.
 *
 * @returns the end of a sentence; `undefined`: there is none.
 */
function refuseMisspelt(names: readonly string[], known?: object): string | undefined {
  const [{ name, meant } = {}] = listMisspelt(names, known);
  return (
    name &&
    `has ${JSON.stringify(name)}, which is not read: write ${meant}, or give it another name`
  );
}

/**
 * A member of a JSON object as the text of a cell. Points may be pairs of numbers, and flags `true` or `false`.
 * `undefined` for an absent member.
 */
function toText(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean' && FLAGS.has(name)) return value ? '1' : '0';
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : `${value}`;
  if (value.some((item) => typeof item === 'object')) return JSON.stringify(value);
  const texts = value.map((item) => toText(name, item));
  return texts.join(value.every((item) => typeof item === 'number') ? ',' : '|');
}

async function* readTableRows(
  records: AsyncGenerator<CsvRecord>,
  columns: readonly string[],
): AsyncGenerator<TripRow> {
  let no = 0;
  for await (const record of records) {
    no += 1;
    yield { no, ...toRow(record, columns) };
  }
}

function toRow({ cells: written, problem, no }: CsvRecord, columns: readonly string[]) {
  // The readable cells of a line that is not UTF-8 are kept.
  const isKnown = (cell: string) => cell !== '' && !(problem && cell.includes('\uFFFD'));
  const pairs = columns.map((name, i) => [name, written[i] ?? ''] as const);
  const cells = Object.fromEntries(pairs.filter(([, cell]) => isKnown(cell)));
  if (problem !== undefined) return { cells, problem: `Line ${no} ${problem}.` };
  if (written.length === columns.length) return { cells };
  const counts = `${written.length} cells, and the header ${columns.length}`;
  return { cells, problem: `The row has ${counts}.` };
}
