/** Writes the rows of a batch to standard output, or to a file that is moved into place when it is whole. */
import {
  createReadStream,
  createWriteStream,
  existsSync,
  fstatSync,
  statSync,
  WriteStream,
} from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { pipeline as chain, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { type LockTimes, underLock } from '../files/file-lock.ts';
import type { QuoteQuestion } from '../wire/parameters.ts';
import { askedOf, type RowFormat } from './format-priced-row.ts';
import type { RowTerms } from './price-row.ts';
import { MAX_LINE_BYTES, readLines } from './read-lines.ts';
import type { TripRow } from './read-rows.ts';

/** Takes the rows of a batch. */
export interface Output {
  /** The rows of earlier runs; absent: there are none. */
  readonly earlier?: EarlierRows;
  /**
   * Writes the texts of new rows as they come, and moves the file into place after the last. If the texts break off,
   * another run goes on with the file. A reader of a pipe that has seen enough, such as `head`, ends the writing.
   *
   * @throws what a text throws, and Error when a text can not be written.
   */
  write(texts: AsyncIterable<string>): Promise<void>;
}

/** The rows that earlier runs have written. */
export interface EarlierRows {
  /** The options with which they were priced are not known, and may be others. */
  readonly isVague: boolean;
  /**
   * Each earlier row with its row of the input.
   *
   * @throws Error with one line when the earlier rows are not the first rows of this batch.
   */
  pairWith(
    trips: AsyncIterator<TripRow>,
  ): AsyncIterable<{ readonly earlier: EarlierRow; readonly trip: TripRow }>;
  /** Replaces the earlier rows with these texts, once all of them are written. */
  rewrite(texts: AsyncIterable<string>): Promise<void>;
}

/** A row as an earlier run has written it. */
export interface EarlierRow {
  /** With its line break. */
  readonly text: string;
  /** The question of the row; `undefined`: it is no row of ours. */
  readonly asked: string | undefined;
  /** The version of the data that it was priced with; `''`: the row does not tell it. */
  readonly version: string;
  readonly isError: boolean;
}

/** The rows to write, and the place to write them to. */
interface OutputTerms extends RowTerms {
  readonly inPath: string;
  /** `undefined`: standard output. */
  readonly outPath: string | undefined;
  readonly format: RowFormat;
  /** The parameters of rows where these have none of their own. */
  readonly defaults: QuoteQuestion;
}

/** A run does not wait for another one that writes to its output. */
const LOCK_TIMES: LockTimes = { lookMs: 1000, patienceMs: 0 };

/**
 * Writes an output that only this run writes to.
 *
 * @throws Error with one line when nothing can be written there, and what `write` throws. In the first case the file
 * there is left as it was.
 */
export async function withOutput<Result>(
  terms: OutputTerms,
  write: (output: Output) => Promise<Result>,
): Promise<Result> {
  const { outPath, format, inPath } = terms;
  if (outPath === undefined)
    return write({ write: (texts) => writeTexts(process.stdout, texts, format.header) });
  refuseInput(inPath, outPath);
  return underLock(`${outPath}.lock`, LOCK_TIMES, {
    name: `writing to ${outPath}`,
    run: async () => write(await openOutput(terms, outPath)),
  });
}

/** Opens an output to a file. Rows are gathered in `<out>.part`. */
async function openOutput(terms: OutputTerms, outPath: string): Promise<Output> {
  const part = `${outPath}.part`;
  const found = [part, outPath].find((path) => existsSync(path));
  const isBegun = found !== undefined && (await hasRows(found, terms));
  const noted = await readOptions(outPath);
  if (isBegun) refuseOtherOptions(outPath, noted, terms.defaults);
  async function* noteOptions(texts: AsyncIterable<string>) {
    let isNoted = false;
    for await (const text of texts) {
      if (!isNoted) await writeFile(optionsOf(outPath), JSON.stringify(terms.defaults));
      isNoted = true;
      yield text;
    }
  }
  return {
    ...(isBegun && { earlier: openEarlier(terms, found, part, noted === undefined) }),
    async write(texts) {
      const stream = createWriteStream(part, { flags: isBegun ? 'a' : 'w' });
      await writeTexts(stream, noteOptions(texts), isBegun ? '' : terms.format.header);
      await rename(part, outPath);
    },
  };
}

/** Earlier rows of a file. They stay as they are until all of them have been written again to another file. */
const openEarlier = (
  terms: OutputTerms,
  found: string,
  part: string,
  isVague: boolean,
): EarlierRows => ({
  isVague,
  pairWith: (trips) => pairUp(found, trips, terms),
  async rewrite(texts) {
    const anew = `${part}.anew`;
    try {
      await writeTexts(createWriteStream(anew), texts, terms.format.header);
      await rename(anew, part);
    } finally {
      await rm(anew, { force: true });
    }
  },
});

/**
 * The file with the options of an output's rows. It stays beside the finished output, whose form has no room for the
 * options. So a later run can refuse other options.
 */
const optionsOf = (outPath: string): string => `${outPath}.options`;

/** The options of the earlier rows; `undefined`: there is no readable file with them. */
async function readOptions(outPath: string): Promise<Options | undefined> {
  try {
    const noted: unknown = JSON.parse(await readFile(optionsOf(outPath), 'utf8'));
    return typeof noted === 'object' && noted !== null ? (noted as Options) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes texts to a stream. If a text throws, the texts before it are written first.
 *
 * @internal Its tests ask for it.
 */
export async function writeTexts(
  stream: Writable,
  texts: AsyncIterable<string>,
  header = '',
): Promise<void> {
  async function* all() {
    if (header !== '') yield header;
    try {
      yield* texts;
    } catch (cause) {
      await flush(stream);
      throw cause;
    }
  }
  // The command's own listener throws unexpected errors. Here they become the failure of the batch.
  stream.removeAllListeners('error');
  await pipeline(all(), stream, { end: stream !== process.stdout }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
      // Errors of writing do not name their file.
      if (stream instanceof WriteStream && error.syscall === 'write')
        error.path ??= String(stream.path);
      throw error;
    },
  );
}

/** Resolves when everything that was handed over so far is written. */
const flush = (stream: Writable): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write('', (error) => (error == null ? resolve() : reject(error)));
  });

/** @param found the file with the rows of an earlier run. */
async function* pairUp(found: string, trips: AsyncIterator<TripRow>, terms: OutputTerms) {
  let no = 0;
  for await (const earlier of readEarlier(found, terms)) {
    no += 1;
    const { value: trip, done } = await trips.next();
    // A row that had an error may have been corrected since, so it is tried again in any case.
    if (done || (!earlier.isError && earlier.asked !== askedBy(trip, terms)))
      throw new Error(`Row ${no} of ${found} is not row ${no} of this batch: name another --out.`);
    yield { earlier, trip };
  }
}

/** The question of a row, in the form that written rows give it. */
const askedBy = (trip: TripRow, { kind, columns }: OutputTerms): string =>
  JSON.stringify(kind === 'csv' ? askedOf(trip, columns) : [trip.no, trip.cells]);

/**
 * Whether a file has rows.
 *
 * @throws Error with one line when the file does not begin as an output of this batch would.
 */
async function hasRows(path: string, terms: OutputTerms): Promise<boolean> {
  const start = Buffer.from(terms.format.header ?? LINE_START);
  const head = await buffer(createReadStream(path, { end: start.length - 1 }));
  if (!start.subarray(0, head.length).equals(head)) throw foreign(path);
  for await (const _ of readEarlier(path, terms)) return true;
  return false;
}

/** The beginning of our first line of JSON, whatever its question. */
const LINE_START = '{"row":1,"asked":{';

/** The rows of a file up to the last whole row. */
const readEarlier = (path: string, terms: OutputTerms): AsyncGenerator<EarlierRow> =>
  terms.kind === 'csv' ? readTable(path, terms) : readRecords(path);

async function* readTable(
  path: string,
  { columns, form: { delimiter, lineBreak } }: OutputTerms,
): AsyncGenerator<EarlierRow> {
  let broken: string | undefined;
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: lineBreak,
    max_record_size: MAX_LINE_BYTES,
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
    // An error of the parser itself would drop the rows that it has read ahead.
    skip_records_with_error: true,
    on_skip: (error) => {
      broken ??= error?.code;
    },
  });
  const demandOurs = () => {
    // A quote that is not closed means that the file was cut in the middle of a cell.
    if (broken !== undefined && broken !== 'CSV_QUOTE_NOT_CLOSED') throw foreign(path);
  };
  let names: readonly string[] | undefined;
  const cellOf = (cells: readonly string[], name: string) =>
    cells[names?.indexOf(name) ?? -1] ?? '';
  const rows = chain(createReadStream(path), parser, () => undefined);
  for await (const { raw, record: cells } of rows) {
    demandOurs();
    // `raw` has only the first character of the line break.
    if (!raw.endsWith(lineBreak[0])) return;
    if (names === undefined) names = cells;
    else
      yield {
        text: raw.slice(0, -1) + lineBreak,
        asked: JSON.stringify(cells.slice(0, columns.length)),
        version: cellOf(cells, 'dataVersion'),
        isError: cellOf(cells, 'error').trim() !== '',
      };
  }
  demandOurs();
}

async function* readRecords(path: string): AsyncGenerator<EarlierRow> {
  for await (const { text, isWhole } of readLines(createReadStream(path), '\n'))
    if (isWhole) yield { text: `${text}\n`, ...readRecord(text) };
}

function readRecord(text: string): Omit<EarlierRow, 'text'> {
  try {
    const { row, asked, billing, error } = JSON.parse(text);
    const version = billing?.dataVersion;
    return {
      asked: JSON.stringify([row, asked]),
      version: typeof version === 'string' ? version : '',
      isError: error !== undefined,
    };
  } catch {
    return { asked: undefined, version: '', isError: false };
  }
}

type Options = Readonly<Record<string, string>>;

/** Refuses other options: a sum over the rows of a file means nothing unless all have the same options. */
function refuseOtherOptions(path: string, before: Options | undefined, options: Options): void {
  if (before === undefined) return;
  const names = [...new Set([...Object.keys(before), ...Object.keys(options)])];
  const others = names.filter((name) => before[name] !== options[name]);
  if (others.length === 0) return;
  const what = others.map((name) => `${name} ${before[name] ?? 'not given'}`).join(', ');
  throw new Error(`${path} was begun with other options (${what}): name another --out.`);
}

/** Refuses an output that is the input itself. The same file may have several names. */
function refuseInput(inPath: string, outPath: string): void {
  if (!existsSync(outPath)) return;
  const output = statSync(outPath, { bigint: true });
  if (!output.isFile()) throw new Error(`${outPath} is no file.`);
  const input =
    inPath === '-' ? fstatSync(0, { bigint: true }) : statSync(inPath, { bigint: true });
  if (input.dev === output.dev && input.ino === output.ino)
    throw new Error(`${outPath} is the file that the rows are read from: name another --out.`);
}

const foreign = (path: string) =>
  new Error(
    `${path} holds something else than these rows give, other columns perhaps: name another --out.`,
  );
