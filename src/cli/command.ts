/** Where a command writes to; the process's own streams, or a test's. */
export interface Terminal {
  /** What was asked for, to standard output. */
  print(text: string): void;
  /** Progress and failures, one line each, to standard error. */
  report(line: string): void;
}

/** One command of `veipris`. */
export interface Command {
  /** One or two words, as they are typed. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` prints. */
  readonly help: string;
  /** @throws `WrongUsage`, or Fault `invalid_parameter`: exit code 2; any other Error: 1. */
  run(args: readonly string[], terminal: Terminal): Promise<void>;
}

/** Data as `--json` prints it. */
export const toJson = (data: unknown): string => JSON.stringify(data, undefined, 2);
