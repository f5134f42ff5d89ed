/** The rows of a batch, as they are read: CSV with a header, or one JSON object per line. */
import { extname } from 'node:path';
import { readCsvRows } from './read-csv-rows.ts';
import { type Line, openText } from './read-lines.ts';
import type { RowKind, TripRow } from './trip-row.ts';

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

/** The columns of a batch and its rows, read as they are asked for. */
export interface TripRows {
  readonly kind: RowKind;
  /** Of a CSV file, in their order; `[]` for JSON. */
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<TripRow>;
}

/**
 * The ending of the name says how rows are written. Where it does not, as with a pipe, the first
 * character that is no blank does: JSON objects begin with `{`, and no header does.
 *
 * @param path a file, a pipe, or `-` for standard input; it is opened once.
 * @throws Error with one line when the file can not be read, has no header, or one that can not be
 * priced by.
 */
export async function readTripRows(path: string): Promise<TripRows> {
  const text = await openText(path);
  const kind = findKind(path) ?? (text.head.trimStart().startsWith('{') ? 'ndjson' : 'csv');
  if (kind === 'csv')
    return { kind, ...(await readCsvRows(path === '-' ? 'standard input' : path, text)) };
  return { kind, columns: [], rows: readJsonRows(text.linesBy('\n')) };
}

async function* readJsonRows(lines: AsyncIterable<Line>): AsyncGenerator<TripRow> {
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
    const cells = Object.entries(value).flatMap(([name, member]) => {
      const cell = toText(member);
      return cell === undefined ? [] : [[name, cell] as const];
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
