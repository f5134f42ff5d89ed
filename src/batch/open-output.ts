import { existsSync, fstatSync, statSync } from 'node:fs';
import type { QuoteQuestion } from '../trip/parse-quote-request.ts';
import { holdOutput } from './hold-output.ts';
import { type KeptRows, keepWholeRows, type RowFile } from './keep-whole-rows.ts';
import { openFileWriter, openPipeWriter, type Writer } from './open-writer.ts';

/** Where the rows of a batch go. */
export interface Output extends Pick<Writer, 'write'> {
  /** What was there already; the input has been read so far. */
  readonly kept: Pick<KeptRows, 'rows' | 'versions'>;
  /** The rows before these may have been priced with other options: nothing tells which. */
  readonly isVague: boolean;
  /** Nothing more comes; a file is whole when this has settled. */
  end(isFinished: boolean): Promise<void>;
}

/** What is written, and where to. */
export interface OutputTerms extends Omit<RowFile, 'path' | 'onAgreed'> {
  readonly inPath: string;
  /** `undefined`: standard output. */
  readonly outPath: string | undefined;
  /** What the rows are asked with where they say nothing themselves. */
  readonly defaults: QuoteQuestion;
}

/** @throws Error with one line when nothing can be written there; a file is as it was then. */
export async function openOutput({ inPath, outPath, ...terms }: OutputTerms): Promise<Output> {
  if (outPath !== undefined) return openFile(inPath, outPath, terms);
  const { write, end } = openPipeWriter(process.stdout);
  const { header } = terms.format;
  if (header !== undefined) await write(header);
  return { kept: NOTHING, isVague: false, write, end };
}

const NOTHING: KeptRows = { rows: 0, hasHeader: false, versions: new Set() };

async function openFile(
  inPath: string,
  outPath: string,
  { defaults, ...rows }: Omit<OutputTerms, 'inPath' | 'outPath'>,
): Promise<Output> {
  refuseInput(inPath, outPath);
  const held = holdOutput(outPath);
  try {
    const options = optionsOf(defaults);
    const refuseOptions = () => refuseOtherOptions(outPath, held.noted, options);
    const isThere = existsSync(outPath);
    const kept = isThere
      ? await keepWholeRows({ path: outPath, ...rows, onAgreed: refuseOptions })
      : NOTHING;
    const isVague = kept.rows > 0 && held.noted === undefined;
    held.note(JSON.stringify(options));
    const { write, end } = openFileWriter(outPath);
    const { header } = rows.format;
    if (header !== undefined && !kept.hasHeader) await write(header);
    return {
      kept,
      isVague,
      write,
      end: (isFinished) => end().finally(() => held.letGo(isFinished)),
    };
  } catch (cause) {
    held.letGo(false);
    throw cause;
  }
}

type Options = Readonly<Record<string, string>>;

const optionsOf = (defaults: QuoteQuestion): Options =>
  Object.fromEntries(
    Object.entries(defaults).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );

/** Rows of one file are priced with the same options, or a sum over them means nothing. */
function refuseOtherOptions(path: string, noted: string | undefined, options: Options): void {
  if (noted === undefined) return;
  const before = JSON.parse(noted) as Options;
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
