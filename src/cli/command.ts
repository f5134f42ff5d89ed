import { formatOptions, type OptionRows, type Told } from './options.ts';

/** The place that a command writes to: the streams of the process, or those of a test. */
export interface Terminal {
  /** Writes the result to standard output. */
  print(text: string): void;
  /** Writes progress or a failure as one line to standard error. */
  report(line: string): void;
}

/** One command of `veipris`. */
export interface Command<Rows extends OptionRows = OptionRows> {
  /** One or two words, as they are typed. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The arguments after the name, once for each way to call the command; absent: it takes none. */
  readonly usage?: string | readonly string[];
  /** What the command does: the first paragraph of its help. */
  readonly about: string;
  /** Absent: it has no options. */
  readonly options?: Rows;
  /** The list of options in its help; absent: all options, one below the other. */
  readonly listed?: string;
  /** The last paragraphs of its help; absent: there are none. */
  readonly more?: string;
  /** Joins the words of an option that has several; absent: no option has several. */
  joinArgs?(args: readonly string[]): readonly string[];
  /** @throws `WrongUsage`, or Fault `invalid_parameter`: exit code 2; any other Error: 1. */
  run(told: Told<Rows>, terminal: Terminal): Promise<void>;
}

/** The text that `--help` prints. */
export function helpOf({ name, usage = '', about, options = {}, listed, more }: Command): string {
  const calls = [usage].flat().map((one) => `veipris ${name} ${one}`.trimEnd());
  const parts = [calls.join('\n'), about, listed ?? formatOptions(options), more];
  return parts.filter(Boolean).join('\n\n');
}

/** Data as `--json` prints it. */
export const toJson = (data: unknown): string => JSON.stringify(data, undefined, 2);
