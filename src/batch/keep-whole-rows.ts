import { truncate } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { RowFormat } from './format-priced-row.ts';
import { readWholeRows, type WrittenRow } from './read-whole-rows.ts';
import type { RowKind, TripRow } from './trip-row.ts';

/** A file that rows are written to, and what its rows must be. */
export interface RowFile {
  readonly path: string;
  readonly kind: RowKind;
  /** Columns that are handed through; of CSV only. */
  readonly columns: readonly string[];
  readonly format: RowFormat;
  /** The rows of the input, from the first. */
  readonly trips: AsyncIterator<TripRow>;
  /** Hears that rows are there and are those of the input, before anything is cut. */
  readonly onAgreed: () => void;
}

/** What stands in a file already. */
export interface KeptRows {
  /** The header not counted. */
  readonly rows: number;
  /** The header stands there; false where there is to be none, too. */
  readonly hasHeader: boolean;
  /** Versions of the data that the rows say they were priced with. */
  readonly versions: ReadonlySet<string>;
}

/**
 * Takes as many rows from the input as the file has whole ones, holds each against its row, and
 * cuts the file after the last: what a run that was ended in the middle has left of another one is
 * taken away. Nothing is cut before every row has been looked at.
 *
 * @throws Error with one line when the file is not what this batch has written.
 */
export async function keepWholeRows(file: RowFile): Promise<KeptRows> {
  const { path, kind, format } = file;
  const check = checkAgainstTrips(file);
  const headers = format.header === undefined ? 0 : 1;
  const versions = new Set<string>();
  let whole = 0;
  let wholeByte = 0;
  let endByte = 0;
  for await (const row of readWholeRows(path, kind)) {
    if (whole === 0 && !isBegun(row, format.header)) throw foreign(path);
    endByte = row.endByte;
    if (!row.isWhole) continue;
    whole += 1;
    wholeByte = endByte;
    if (whole > headers) versions.add(await check(row.bytes.toString(), whole - headers));
  }
  if (whole > headers) file.onAgreed();
  if (endByte > wholeByte) await truncate(path, wholeByte);
  versions.delete('');
  return { rows: Math.max(0, whole - headers), hasHeader: whole > 0 && headers > 0, versions };
}

/** Holds a row against the next of the input, and gives the version of the data that it names. */
function checkAgainstTrips(file: RowFile): (written: string, no: number) => Promise<string> {
  const look = file.kind === 'csv' ? lookAtTable(file) : lookAtLines(file);
  return async (written, no) => {
    const trip = await file.trips.next();
    const version = trip.done === true ? undefined : look(written, trip.value);
    if (version === undefined) throw other(file.path, no);
    return version;
  };
}

/** How a line of ours begins, whatever it was asked. */
const LINE_START = '{"row":1,"asked":{';

/** The beginning of a file is that of ours, as far as it goes. */
function isBegun({ bytes, isWhole }: WrittenRow, header: string | undefined): boolean {
  const start = Buffer.from(header ?? LINE_START);
  if (isWhole && header !== undefined) return bytes.equals(start);
  return start.subarray(0, bytes.length).equals(bytes.subarray(0, start.length));
}

/** The version of the data in a row ('': it names none); `undefined`: it is not that of the trip. */
type Look = (written: string, trip: TripRow) => string | undefined;

function lookAtTable({ columns, format: { header = '', format } }: RowFile): Look {
  const versionAt = toCells(header).indexOf('dataVersion');
  return (written, trip) => {
    const cells = toCells(written);
    const expected = toCells(format({ ...trip, error: '' }));
    if (cells.length !== expected.length) return undefined;
    return columns.every((_, i) => cells[i] === expected[i]) ? (cells[versionAt] ?? '') : undefined;
  };
}

/** `[]` for what is no row of a table. */
function toCells(text: string): readonly string[] {
  try {
    const [cells = []] = parse(text) as string[][];
    return cells;
  } catch {
    return [];
  }
}

/** A line of ours, as far as it is read again. */
interface Line {
  readonly row?: unknown;
  readonly asked?: unknown;
  readonly billing?: { readonly dataVersion?: unknown };
}

function lookAtLines({ format: { format } }: RowFile): Look {
  const askedOf = ({ row, asked }: Line) => JSON.stringify([row, asked]);
  return (written, trip) => {
    const line = toLine(written);
    const expected = toLine(format({ ...trip, error: '' }));
    if (line === undefined || expected === undefined) return undefined;
    if (askedOf(line) !== askedOf(expected)) return undefined;
    return typeof line.billing?.dataVersion === 'string' ? line.billing.dataVersion : '';
  };
}

/** `undefined` for what is no JSON object. */
function toLine(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const foreign = (path: string) =>
  new Error(
    `${path} holds something else than these rows give, other columns perhaps: name another --out.`,
  );

const other = (path: string, row: number) =>
  new Error(`Row ${row} of ${path} is not row ${row} of this batch: name another --out.`);
