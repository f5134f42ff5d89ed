/** Where the rows of a batch go: standard output, or a file that is moved into place when it is whole. */
import { createWriteStream, existsSync, fstatSync, statSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type LockTimes, underLock } from '../files/file-lock.ts';
import type { QuoteQuestion } from '../wire/parameters.ts';
import type { RowFormat } from './format-priced-row.ts';
import type { RowTerms } from './price-row.ts';
import { readWritten, type TripRow } from './read-rows.ts';
import { cellsOf } from './read-table.ts';

/** Takes the rows of a batch. */
export interface Output {
  /** The rows of the input, each with what an earlier run has written of it. */
  readonly rows: AsyncIterable<InputRow>;
  /** The earlier rows may have been priced with other options: nothing tells which. */
  readonly isVague: boolean;
  /** All earlier rows have been written again: another run goes on after these. */
  takeOver(): Promise<void>;
  /**
   * Writes texts as they come, and moves the file into place after the last. Where they break off
   * another run goes on with it. A reader of a pipe that has seen enough, such as `head`, ends them.
   *
   * @throws what a text throws, and Error when one can not be written.
   */
  write(texts: AsyncIterable<string>): Promise<void>;
}

/** A row of the input. */
export interface InputRow {
  readonly trip: TripRow;
  /** Absent: the row is new. */
  readonly earlier?: EarlierRow;
}

/** A row as an earlier run has written it. */
export interface EarlierRow {
  /** With its line break. */
  readonly text: string;
  /** What was asked; `undefined`: it is no row of ours. */
  readonly asked: string | undefined;
  /** With which data it was priced; `''`: it does not tell. */
  readonly version: string;
  readonly isError: boolean;
}

type Look = (text: string) => Omit<EarlierRow, 'text'>;

/** What is written, and where to. */
interface OutputTerms extends RowTerms {
  readonly inPath: string;
  /** `undefined`: standard output. */
  readonly outPath: string | undefined;
  readonly format: RowFormat;
  /** The rows of the input, from the first. */
  readonly trips: AsyncIterable<TripRow>;
  /** What the rows are asked with where they say nothing themselves. */
  readonly defaults: QuoteQuestion;
  /** Hears in a line what takes a while. */
  readonly onNote: (line: string) => void;
}

/** How a run that finds another one at the same output decides whether that still works. */
const LOCK_TIMES: LockTimes = { lookMs: 1000, silenceMs: 10_000, patienceMs: 0 };

/**
 * Writes an output that only this run writes to.
 *
 * @throws Error with one line when nothing can be written there, what stands there being as it was then, and what
 * `write` throws.
 */
export async function withOutput<Result>(
  terms: OutputTerms,
  write: (output: Output) => Promise<Result>,
): Promise<Result> {
  const { outPath, format, inPath, onNote } = terms;
  if (outPath === undefined) {
    const writeOut = (texts: AsyncIterable<string>) =>
      writeTexts(process.stdout, texts, format.header);
    const takeOver = async () => undefined;
    return write({ rows: pairUp(terms), isVague: false, write: writeOut, takeOver });
  }
  refuseInput(inPath, outPath);
  return underLock(`${outPath}.lock`, LOCK_TIMES, {
    name: `writing to ${outPath}`,
    onWait: () =>
      onNote(`Another run has written to ${outPath}: waiting to see whether it still does.`),
    run: async () => write(await openOutput(terms, outPath)),
  });
}

async function openOutput(terms: OutputTerms, outPath: string): Promise<Output> {
  const { format, defaults } = terms;
  const found = [`${outPath}.part`, outPath].find((path) => existsSync(path));
  const isBegun = found !== undefined && (await hasRows(found, terms));
  const noted = await readOptions(outPath);
  const options = JSON.stringify(defaults);
  if (isBegun) refuseOtherOptions(outPath, noted, defaults);
  const { header } = format;
  const file = await openFile(outPath, { isFresh: found === undefined, header, options });
  return { ...file, rows: pairUp(terms, found), isVague: isBegun && noted === undefined };
}

/**
 * The file that says with which options the rows of an output are priced. It stays beside the finished one, which has
 * no room for it, so that a later run can refuse others.
 */
const optionsOf = (outPath: string): string => `${outPath}.options`;

/** `undefined`: nothing that can be read tells. */
async function readOptions(outPath: string): Promise<Options | undefined> {
  try {
    const noted: unknown = JSON.parse(await readFile(optionsOf(outPath), 'utf8'));
    return typeof noted === 'object' && noted !== null ? (noted as Options) : undefined;
  } catch {
    return undefined;
  }
}

interface FileTerms {
  /** There are no earlier rows. */
  readonly isFresh: boolean;
  readonly header: string | undefined;
  /** Those that the rows of this run are priced with. */
  readonly options: string;
}

/**
 * Rows are gathered in `<out>.part`. Where there are earlier ones these stay, with what is noted of
 * them, until all of them have been written again beside it.
 */
async function openFile(outPath: string, { isFresh, header, options }: FileTerms) {
  const part = `${outPath}.part`;
  let path = isFresh ? part : `${part}.anew`;
  let stream: Writable | undefined;
  const noteOptions = () => writeFile(optionsOf(outPath), options);
  if (isFresh) await noteOptions();
  return {
    async takeOver() {
      if (path === part) return;
      if (stream !== undefined) await flush(stream);
      await noteOptions();
      await rename(path, part);
      path = part;
    },
    async write(texts: AsyncIterable<string>) {
      let isFinished = false;
      try {
        stream = createWriteStream(path);
        await writeTexts(stream, texts, header);
        await rename(path, outPath);
        isFinished = true;
      } finally {
        if (path !== part) await rm(isFinished ? part : path, { force: true });
      }
    },
  };
}

/**
 * The texts before the one that is not had are written.
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
  // The command's own listener throws what it does not expect: here it becomes the batch's failure.
  stream.removeAllListeners('error');
  await pipeline(all(), stream, { end: stream !== process.stdout }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    },
  );
}

/** Ends when all that was handed over so far is written. */
const flush = (stream: Writable): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write('', (error) => (error == null ? resolve() : reject(error)));
  });

/**
 * Holds each row that was written against its row of the input.
 *
 * @param found the file with those of an earlier run; absent: there is none.
 * @throws Error with one line when they are not the first rows of this batch.
 */
async function* pairUp(terms: OutputTerms, found = ''): AsyncGenerator<InputRow> {
  const { trips, format } = terms;
  const look = lookBy(terms);
  const written = found === '' ? undefined : readEarlier(found, terms);
  let no = 0;
  for await (const trip of trips) {
    no += 1;
    const earlier: EarlierRow | undefined = (await written?.next())?.value;
    if (earlier === undefined) yield { trip };
    // A row that had an error may have been corrected since: it is tried again in any case.
    else if (earlier.isError || earlier.asked === look(format.format({ ...trip, error: '' })).asked)
      yield { trip, earlier };
    else throw other(found, no);
  }
  if ((await written?.next())?.value !== undefined) throw other(found, no + 1);
}

/** @throws Error with one line when the file is not what this batch has written. */
async function hasRows(path: string, terms: OutputTerms): Promise<boolean> {
  for await (const _ of readEarlier(path, terms)) return true;
  return false;
}

/** The rows of a file up to the last whole one. */
async function* readEarlier(
  path: string,
  terms: OutputTerms,
): AsyncGenerator<EarlierRow, undefined> {
  const { kind, format, form } = terms;
  const start = format.header ?? LINE_START;
  const look = lookBy(terms);
  let isFirst = true;
  for await (const { text, isWhole } of readWritten(path, kind, form)) {
    const begun = isWhole ? `${text}\n` : text;
    if (isFirst && !start.startsWith(begun.slice(0, start.length))) throw foreign(path);
    if (!isWhole) return;
    if (!isFirst || format.header === undefined) yield { text: begun, ...look(text) };
    isFirst = false;
  }
}

/** How a line of ours begins, whatever it was asked. */
const LINE_START = '{"row":1,"asked":{';

const lookBy = (terms: OutputTerms): Look =>
  terms.kind === 'csv' ? lookAtTable(terms) : lookAtLine;

function lookAtTable({ columns, format, form }: OutputTerms): Look {
  const names = cellsOf(format.header ?? '', form);
  const [versionAt, errorAt] = [names.indexOf('dataVersion'), names.indexOf('error')];
  return (text) => {
    const cells = cellsOf(text, form);
    const asked = JSON.stringify([cells.length, cells.slice(0, columns.length)]);
    return { asked, version: cells[versionAt] ?? '', isError: (cells[errorAt] ?? '') !== '' };
  };
}

function lookAtLine(text: string): ReturnType<Look> {
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

/** Rows of one file are priced with the same options, or a sum over them means nothing. */
function refuseOtherOptions(path: string, before: Options | undefined, options: Options): void {
  if (before === undefined) return;
  const names = [...new Set([...Object.keys(before), ...Object.keys(options)])];
  const others = names.filter((name) => before[name] !== options[name]);
  if (others.length === 0) return;
  const what = others.map((name) => `${name} ${before[name] ?? 'not given'}`).join(', ');
  throw new Error(`${path} was begun with other options (${what}): name another --out.`);
}

/** One file may have several names. */
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

const other = (path: string, row: number) =>
  new Error(`Row ${row} of ${path} is not row ${row} of this batch: name another --out.`);
