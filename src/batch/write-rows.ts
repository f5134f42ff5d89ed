/** Where the rows of a batch go: standard output, or a file that is moved into place when it is whole. */
import { once } from 'node:events';
import { createWriteStream, existsSync, fstatSync, statSync } from 'node:fs';
import { copyFile, rename, truncate } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { QuoteQuestion } from '../wire/parameters.ts';
import type { RowFormat } from './format-priced-row.ts';
import { holdOutput } from './hold-output.ts';
import { cellsOf, type RowKind, readWritten, type TableForm, type TripRow } from './read-rows.ts';

/** Takes the rows of a batch. */
export interface Output {
  /** What earlier runs have written; the input has been read so far. */
  readonly kept: Pick<KeptRows, 'rows' | 'versions' | 'failed'>;
  /** Those rows may have been priced with other options: nothing tells which. */
  readonly isVague: boolean;
  /**
   * Settles when the text has been taken.
   *
   * @returns false: the reader of a pipe has seen enough, and nothing more need come.
   */
  write(text: string): Promise<boolean>;
  /**
   * Nothing more comes.
   *
   * @param isFinished the file is moved into place; else another run goes on with it.
   * @param instead rows that stand in the place of earlier ones, by their numbers.
   */
  end(isFinished: boolean, instead?: ReadonlyMap<number, string>): Promise<void>;
}

/** What is written, and where to. */
export interface OutputTerms {
  readonly inPath: string;
  /** `undefined`: standard output. */
  readonly outPath: string | undefined;
  readonly kind: RowKind;
  /** Columns that are handed through; of CSV only. */
  readonly columns: readonly string[];
  readonly format: RowFormat;
  readonly form: TableForm;
  /** The rows of the input, from the first. */
  readonly trips: AsyncIterator<TripRow>;
  /** What the rows are asked with where they say nothing themselves. */
  readonly defaults: QuoteQuestion;
}

interface KeptRows {
  /** The header not counted. */
  readonly rows: number;
  /** Where the last whole row ends; 0: there is none, no header either. */
  readonly endByte: number;
  /** Versions of the data that the rows say they were priced with. */
  readonly versions: ReadonlySet<string>;
  /** Those that have an error instead of a price, up to some number. */
  readonly failed: readonly TripRow[];
}

/** So many rows with an error are kept in mind to be tried again; the others stay as they are. */
const MOST_FAILED = 100_000;

const NOTHING: KeptRows = { rows: 0, endByte: 0, versions: new Set(), failed: [] };

/** @throws Error with one line when nothing can be written there; what stands there is as it was then. */
export async function openOutput(terms: OutputTerms): Promise<Output> {
  const { outPath, format, inPath, defaults } = terms;
  const header = format.header ?? '';
  if (outPath === undefined) {
    const write = openWriter(process.stdout);
    await write(header);
    return { kept: NOTHING, isVague: false, write, end: async () => undefined };
  }
  refuseInput(inPath, outPath);
  const held = holdOutput(outPath);
  try {
    const part = `${outPath}.part`;
    const written = [part, outPath].find((path) => existsSync(path));
    const kept = written === undefined ? NOTHING : await keepWholeRows(written, terms);
    const options = JSON.stringify(defaults);
    if (kept.rows > 0) refuseOtherOptions(outPath, held.noted, options);
    if (written === outPath) await copyFile(outPath, part);
    if (written !== undefined) await truncate(part, kept.endByte);
    const isVague = kept.rows > 0 && held.noted === undefined;
    held.note(options);
    const stream = createWriteStream(part, { flags: 'a' });
    const write = openWriter(stream);
    if (kept.endByte === 0) await write(header);
    const end = async (isFinished: boolean, instead?: ReadonlyMap<number, string>) => {
      stream.end();
      await once(stream, 'finish');
      if (!isFinished) return;
      if (instead !== undefined && instead.size > 0) await replaceRows(part, terms, instead);
      await rename(part, outPath);
    };
    return {
      kept,
      isVague,
      write,
      end: (isFinished, instead) => end(isFinished, instead).finally(() => held.letGo(isFinished)),
    };
  } catch (cause) {
    held.letGo(false);
    throw cause;
  }
}

/** Writes a file anew with other rows in the place of some; until it is whole the former one stays. */
async function replaceRows(
  path: string,
  { kind, form, format }: OutputTerms,
  instead: ReadonlyMap<number, string>,
): Promise<void> {
  const anew = `${path}.anew`;
  const stream = createWriteStream(anew);
  const write = openWriter(stream);
  let no = format.header === undefined ? 0 : -1;
  for await (const { text } of readWritten(path, kind, form)) {
    no += 1;
    await write(instead.get(no) ?? `${text}\n`);
  }
  stream.end();
  await once(stream, 'finish');
  await rename(anew, path);
}

/**
 * A write that fails is thrown by it or by the next one; a reader that has gone, such as `head`, is no failure.
 *
 * @internal Its tests ask for it.
 */
export function openWriter(stream: Writable): Output['write'] {
  let failure: NodeJS.ErrnoException | undefined;
  // The command's own listener throws what it does not expect: here it becomes the batch's failure.
  stream.removeAllListeners('error');
  stream.on('error', (error) => {
    failure = error;
  });
  const goesOn = () => {
    if (failure === undefined) return true;
    if (failure.code === 'EPIPE') return false;
    throw failure;
  };
  return async (text) => {
    if (!goesOn()) return false;
    await new Promise<void>((resolve) => {
      stream.write(text, (error) => {
        failure ??= error ?? undefined;
        resolve();
      });
    });
    return goesOn();
  };
}

/**
 * Takes as many rows from the input as the file has whole ones, and holds each against its row.
 *
 * @throws Error with one line when the file is not what this batch has written.
 */
async function keepWholeRows(path: string, terms: OutputTerms): Promise<KeptRows> {
  const { kind, format, form, trips } = terms;
  const start = format.header ?? LINE_START;
  const look = kind === 'csv' ? lookAtTable(terms) : lookAtLine;
  const versions = new Set<string>();
  const failed: TripRow[] = [];
  let [rows, endByte] = [0, 0];
  for await (const { text, isWhole, ...row } of readWritten(path, kind, form)) {
    const isFirst = endByte === 0;
    const begun = isWhole ? `${text}\n` : text;
    if (isFirst && !start.startsWith(begun.slice(0, start.length))) throw foreign(path);
    if (!isWhole) break;
    endByte = row.endByte;
    if (isFirst && format.header !== undefined) continue;
    rows += 1;
    const trip = await trips.next();
    const expected = trip.done === true ? undefined : format.format({ ...trip.value, error: '' });
    const written = look(text);
    if (expected === undefined || written.asked !== look(expected).asked) throw other(path, rows);
    versions.add(written.version);
    if (written.isError && trip.done !== true && failed.length < MOST_FAILED)
      failed.push(trip.value);
  }
  versions.delete('');
  return { rows, endByte, versions, failed };
}

/** How a line of ours begins, whatever it was asked. */
const LINE_START = '{"row":1,"asked":{';

/** What a row that was written was asked, and with which data it was priced ('': it does not tell). */
interface Written {
  readonly asked: string | undefined;
  readonly version: string;
  readonly isError: boolean;
}

function lookAtTable({ columns, format, form }: OutputTerms): (text: string) => Written {
  const names = cellsOf(format.header ?? '', form);
  const [versionAt, errorAt] = [names.indexOf('dataVersion'), names.indexOf('error')];
  return (text) => {
    const cells = cellsOf(text, form);
    const asked = JSON.stringify([cells.length, cells.slice(0, columns.length)]);
    return { asked, version: cells[versionAt] ?? '', isError: (cells[errorAt] ?? '') !== '' };
  };
}

function lookAtLine(text: string): Written {
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
function refuseOtherOptions(path: string, noted: string | undefined, given: string): void {
  if (noted === undefined) return;
  const [before, options] = [JSON.parse(noted) as Options, JSON.parse(given) as Options];
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
