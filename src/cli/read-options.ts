import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Outcome } from './command.ts';

/** The options that a command knows, by name without the dashes. */
export type OptionKinds = Readonly<Record<string, 'flag' | 'once' | 'many'>>;

/** What was written for each option; a flag that is on has one empty text. */
export type OptionValues = ReadonlyMap<string, readonly string[]>;

/** Reads the arguments after the command's name: options only, and no option it does not know. */
export function readOptions(
  args: readonly string[],
  kinds: OptionKinds,
): { readonly values: OptionValues } | { readonly problem: Outcome } {
  try {
    const { values } = parseArgs({ args: [...args], options: toParseArgs(kinds), strict: true });
    const given = Object.entries(values).map(([name, value]) => [name, textsOf(value)] as const);
    const repeated = given.find(([name, texts]) => kinds[name] === 'once' && texts.length > 1);
    if (repeated !== undefined) return refuseUsage(`--${repeated[0]} must be given once`);
    return { values: new Map(given) };
  } catch (error) {
    return refuseUsage(error instanceof Error ? firstSentence(error.message) : String(error));
  }
}

/** Reads the arguments of a command that works on a file, which is named first. @param what is in the file. */
export function readFileOptions(
  [file, ...args]: readonly string[],
  what: string,
  kinds: OptionKinds,
): { readonly file: string; readonly values: OptionValues } | { readonly problem: Outcome } {
  if (file === undefined || file.startsWith('-'))
    return refuseUsage(`name the file of the ${what} first`);
  const options = readOptions(args, kinds);
  return 'problem' in options ? options : { file, ...options };
}

function toParseArgs(kinds: OptionKinds): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      kind === 'flag' ? { type: 'boolean' } : { type: 'string', multiple: true },
    ]),
  );
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [''];
}

/** A command that cannot be run as it is written. */
export const refuseUsage = (line: string) => ({ problem: { kind: 'wrong-usage', line } }) as const;

/** Node explains itself in several sentences and lines; the first one names the argument. */
function firstSentence(message: string): string {
  return message.split(/\. |\n/, 1)[0] ?? message;
}
