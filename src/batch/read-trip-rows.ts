/** The rows of a batch, as they are read: CSV with a header, or one JSON object per line. */
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse';

/** How the rows of a file are written. */
export type RowKind = 'csv' | 'ndjson';

/** A row as it was read. */
export interface TripRow {
  /** From 1, the header not counted. */
  readonly no: number;
  /** By column; empty cells are absent. */
  readonly cells: Readonly<Record<string, string>>;
  /** What is wrong with the row itself; absent: it can be asked. */
  readonly problem?: string;
}

/** @throws Error with one line for a name with another ending. */
export function kindOf(path: string): RowKind {
  const ending = extname(path).toLowerCase();
  if (ending === '.csv') return 'csv';
  if (ending === '.ndjson' || ending === '.jsonl') return 'ndjson';
  throw new Error(`${path} must end with .csv, .ndjson or .jsonl.`);
}

/** The columns of a batch and its rows, read as they are asked for. */
export interface TripRows {
  /** Of a CSV file, in their order; `[]` for JSON. */
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<TripRow>;
}

/** @throws Error with one line when the file can not be read, or has no header. */
export async function readTripRows(path: string): Promise<TripRows> {
  return kindOf(path) === 'csv' ? readCsv(path) : { columns: [], rows: readLines(path) };
}

async function readCsv(path: string): Promise<TripRows> {
  const options = { bom: true, skip_empty_lines: true, relax_column_count: true, trim: true };
  const delimiter = await delimiterOf(path);
  const records = createReadStream(path).pipe(parse({ ...options, delimiter }));
  const iterator = records[Symbol.asyncIterator]() as AsyncIterator<readonly string[]>;
  const { value: columns = [] } = await iterator.next();
  if (!['from', 'to'].every((name) => columns.includes(name)))
    throw new Error(`${path} must have a header with the columns "from" and "to".`);
  return { columns, rows: toRows(columns, { [Symbol.asyncIterator]: () => iterator }) };
}

/** Where commas are decimal points, tables are written with semicolons. */
async function delimiterOf(path: string): Promise<string> {
  for await (const line of createInterface({ input: createReadStream(path) }))
    return line.includes(';') ? ';' : ',';
  return ',';
}

async function* toRows(
  columns: readonly string[],
  records: AsyncIterable<readonly string[]>,
): AsyncGenerator<TripRow> {
  let no = 0;
  for await (const record of records) {
    no += 1;
    const cells = Object.fromEntries(
      columns.flatMap((name, i) => (record[i] ? [[name, record[i]]] : [])),
    );
    const isWhole = record.length === columns.length;
    const problem = `The row has ${record.length} cells, and the header ${columns.length}.`;
    yield { no, cells, ...(!isWhole && { problem }) };
  }
}

async function* readLines(path: string): AsyncGenerator<TripRow> {
  let no = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line.trim() === '') continue;
    no += 1;
    yield { no, ...parseLine(line) };
  }
}

function parseLine(line: string): Omit<TripRow, 'no'> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { cells: {}, problem: 'The line must be a JSON object.' };
    const cells = Object.entries(value).flatMap(([name, member]) => {
      const text = toText(member);
      return text === undefined ? [] : [[name, text] as const];
    });
    return { cells: Object.fromEntries(cells) };
  } catch {
    return { cells: {}, problem: 'The line is not valid JSON.' };
  }
}

/** Points may be pairs of numbers, and flags `true`; `undefined` for what is absent. */
function toText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : `${value}`;
  return value.map(toText).join(value.every((item) => typeof item === 'number') ? ',' : '|');
}
