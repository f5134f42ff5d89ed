/** A command of `veipris`, and its options as a table: the command line is read by it, and the help lists it. */
import { parseArgs } from 'node:util';

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

/** A command line that can not be run as it is written. */
export class WrongUsage extends Error {}

/** @param problem what is wrong: a sentence whose subject is the option. */
type Refuse = (problem: string) => never;

/** A row of the table. */
export interface Option<Value> {
  /** The name without dashes; absent: its name in the table, with `dailyLimit` as `daily-limit`. */
  readonly name?: string | undefined;
  /** The name of its value in the help; absent: the option is a flag. */
  readonly value?: string | undefined;
  /** Absent: the help does not list it. */
  readonly help?: string | undefined;
  readonly isMany?: boolean;
  /** It is written without a name, and the help names it by its value. */
  readonly isOperand?: true;
  /** It may also be written without its name. */
  readonly isBare?: true;
  /** @param texts the values as they are written; absent: the option is not given. */
  readonly read: (texts: readonly string[] | undefined, refuse: Refuse) => Value;
}

export type OptionRows = Readonly<Record<string, Option<unknown>>>;

type ValueOf<Row> = Row extends Option<infer Value> ? Value : never;
type Always<Rows> = {
  [Name in keyof Rows]: undefined extends ValueOf<Rows[Name]> ? never : Name;
}[keyof Rows];

/** The values of the options of a table. An option that is not given is absent. */
export type Told<Rows> = {
  readonly [Name in Always<Rows>]: ValueOf<Rows[Name]>;
} & {
  readonly [Name in Exclude<keyof Rows, Always<Rows>>]?: Exclude<ValueOf<Rows[Name]>, undefined>;
};

/** The values of an option. */
export interface Kind<Value> {
  /** `undefined` when the text is no such value. */
  parse(text: string): Value | undefined;
  /** What the value must be. The refused text is not repeated, because it may be a key. */
  readonly wanted: string;
}

export const flag = (help: string): Option<boolean> => ({
  help,
  read: (texts) => texts !== undefined,
});

/** An option that may be written without its name: `vehicle QQ10001`. */
export const bare = <Value>(row: Option<Value>): Option<Value> => ({ ...row, isBare: true });

export const option = <Value>(
  value: string,
  help: string,
  { parse, wanted }: Kind<Value>,
): Option<Value | undefined> => ({
  value,
  help,
  read: (texts, refuse) =>
    texts === undefined ? undefined : (parse(texts[0] ?? '') ?? refuse(`must be ${wanted}`)),
});

/** An option with any text. */
export const text = (value: string, help: string): Option<string | undefined> => ({
  value,
  help,
  read: (texts) => texts?.[0],
});

/**
 * An option that names a file.
 *
 * @param what the kind of file that it must name.
 */
export const file = (
  value: string,
  help: string,
  what = 'a file',
  pattern = /./,
): Option<string | undefined> => ({
  value,
  help,
  read: ([name] = [], refuse) =>
    name === undefined || pattern.test(name) ? name : refuse(`must name ${what}`),
});

export const required = <Value>(row: Option<Value | undefined>): Option<Value> => ({
  ...row,
  read: (texts, refuse) => row.read(texts, refuse) ?? refuse('is missing'),
});

/**
 * A word that is written without the name of an option.
 *
 * @param missing the refusal of a call without it.
 */
export const operand = (value: string, missing: string, help?: string): Option<string> => ({
  value,
  help,
  isOperand: true,
  read([written] = []) {
    if (written === undefined) throw new WrongUsage(missing);
    return written;
  },
});

/** `startTime` as `start-time`. */
export const toOptionName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Reads the arguments after the name of a command. Only the options of its table are allowed.
 *
 * @throws `WrongUsage`.
 */
export function readOptions<Rows extends OptionRows>(
  args: readonly string[],
  table: Rows,
): Told<Rows> {
  const rows = listRows(table);
  const parsed = parse(args, rows);
  const told = rows.map((row) => {
    const refuse: Refuse = (problem) => {
      throw new WrongUsage(`--${row.name} ${problem}`);
    };
    return [row.key, row.read(textsOf(row, parsed, refuse), refuse)] as const;
  });
  return Object.fromEntries(told.filter(([, value]) => value !== undefined)) as Told<Rows>;
}

const listRows = (table: OptionRows) =>
  Object.entries(table).map(([key, row]) => ({ ...row, key, name: row.name ?? toOptionName(key) }));

type Row = ReturnType<typeof listRows>[number];

function parse(args: readonly string[], rows: readonly Row[]) {
  const words = rows.filter(({ isOperand, isBare }) => isOperand || isBare).length;
  const options = Object.fromEntries(
    rows
      .filter(({ isOperand }) => !isOperand)
      .map(({ name, value }) => [
        name,
        value === undefined
          ? ({ type: 'boolean' } as const)
          : ({ type: 'string', multiple: true } as const),
      ]),
  );
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: words > 0 });
    const stray = parsed.positionals[words];
    if (stray !== undefined) throw new Error(`Unexpected argument '${stray}'`);
    return parsed;
  } catch (error) {
    // The message of Node has several sentences and lines. The first names the argument.
    const [sentence = ''] = (error instanceof Error ? error.message : '').split(/\. |\n/, 1);
    throw new WrongUsage(sentence);
  }
}

/** The texts of an option as they are written. A flag that is on has none. */
function textsOf(
  { name, isMany, isOperand, isBare }: Row,
  { values, positionals }: ReturnType<typeof parse>,
  refuse: Refuse,
): readonly string[] | undefined {
  const named = isOperand ? positionals : values[name];
  const written = isBare && positionals.length > 0 ? [...positionals, ...listOf(named)] : named;
  if (!Array.isArray(written)) return written === undefined ? undefined : [];
  return written.length > 1 && !isMany ? refuse('must be given once') : written.map(String);
}

const listOf = (named: unknown): readonly unknown[] => (Array.isArray(named) ? named : []);

const COLUMN = 25;
const WIDTH = 100;

/** Lists each option with its help on the same line, or on the next if the option is too long. */
export function formatOptions(table: OptionRows): string {
  const lines = listRows(table).flatMap(({ name, value = '', help, isOperand }) => {
    if (help === undefined) return [];
    const head = isOperand ? `  ${value}` : `  --${name} ${value}`.trimEnd();
    const start = head.length < COLUMN ? head.padEnd(COLUMN) : `${head}\n${' '.repeat(COLUMN)}`;
    return [start + wrap(help).join(`\n${' '.repeat(COLUMN)}`)];
  });
  return lines.join('\n');
}

function wrap(help: string): string[] {
  const lines: string[] = [];
  for (const word of help.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || COLUMN + last.length + word.length + 1 > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
