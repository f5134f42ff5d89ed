import { formatOptions, type OptionRows, type Told } from './options.ts';

/** Where a command writes to; the process's own streams, or a test's. */
export interface Terminal {
  /** What was asked for, to standard output. */
  print(text: string): void;
  /** Progress and failures, one line each, to standard error. */
  report(line: string): void;
}

/** One command of `veipris`. */
export interface Command<Rows extends OptionRows = OptionRows> {
  /** One or two words, as they are typed. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What may follow the name, once for each way to call it; absent: nothing. */
  readonly usage?: string | readonly string[];
  /** What it does: the first paragraph of its help. */
  readonly about: string;
  /** Absent: it has none. */
  readonly options?: Rows;
  /** The options as its help lists them; absent: one below the other. */
  readonly listed?: string;
  /** The last paragraphs of its help; absent: there are none. */
  readonly more?: string;
  /** Puts into one argument what an option has as several; absent: none has. */
  joinArgs?(args: readonly string[]): readonly string[];
  /** @throws `WrongUsage`, or Fault `invalid_parameter`: exit code 2; any other Error: 1. */
  run(told: Told<Rows>, terminal: Terminal): Promise<void>;
}

/** What `--help` prints. */
export function helpOf({ name, usage = '', about, options = {}, listed, more }: Command): string {
  const calls = [usage].flat().map((one) => `veipris ${name} ${one}`.trimEnd());
  const parts = [calls.join('\n'), about, listed ?? formatOptions(options), more];
  return parts.filter(Boolean).join('\n\n');
}

/** Data as `--json` prints it. */
export const toJson = (data: unknown): string => JSON.stringify(data, undefined, 2);
