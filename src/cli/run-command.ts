import { Fault, formatChoices, reasonIn } from '../base/fault.ts';
import { type Command, helpOf, readOptions, type Terminal, WrongUsage } from './command.ts';

const isVersion = ([arg = '', ...others]: readonly string[]) =>
  others.length === 0 && ['--version', '-v', 'version'].includes(arg);

const EXIT_CODES = { done: 0, failed: 1, wrongUsage: 2 } as const;

/** Finds the command that the arguments name, runs it, and gives its exit code. */
export async function runCommand(
  args: readonly string[],
  commands: readonly Command[],
  terminal: Terminal,
  version: () => Promise<string> = async () => '',
): Promise<number> {
  const command = findCommand(args, commands);
  const isHelp = args.some((arg) => arg === '--help' || arg === '-h') || args[0] === 'help';
  if (isHelp || isVersion(args)) {
    const help = command ? helpOf(command) : overview(listOfGroup(args, commands));
    terminal.print(isHelp ? help : await version());
    return EXIT_CODES.done;
  }
  const name = ['veipris', ...(command === undefined ? [] : [command.name])].join(' ');
  try {
    if (command === undefined) throw unknownCommand(args, commands);
    const own = args.slice(command.name.split(' ').length);
    const told = readOptions(command.joinArgs?.(own) ?? own, command.options ?? {});
    await command.run(told, terminal);
    return EXIT_CODES.done;
  } catch (error) {
    return tellFailure(error, name, terminal);
  }
}

function tellFailure(error: unknown, name: string, { report }: Terminal): number {
  const isUsage = isWrongUsage(error);
  const line = isUsage ? `${withoutStop(reasonIn(error))}; see ${name} --help` : reasonIn(error);
  report(hideKeys(`${name}: ${toLine(line)}`));
  return isUsage ? EXIT_CODES.wrongUsage : EXIT_CODES.failed;
}

/** Whether an error is a mistake of the caller. A refused parameter is one, even if only the facts can refuse it. */
const isWrongUsage = (error: unknown): boolean =>
  error instanceof WrongUsage || (error instanceof Fault && error.code === 'invalid_parameter');

function findCommand(args: readonly string[], commands: readonly Command[]): Command | undefined {
  const words = args[0] === 'help' ? args.slice(1) : args;
  return commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '));
}

/** The commands with the first word that is typed, such as `key`; all commands if there are none with it. */
function listOfGroup(args: readonly string[], commands: readonly Command[]): readonly Command[] {
  const word = args.find((arg) => arg !== 'help' && !arg.startsWith('-'));
  const group = commands.filter(({ name }) => name.split(' ')[0] === word);
  return group.length === 0 ? commands : group;
}

function unknownCommand([first]: readonly string[], commands: readonly Command[]): WrongUsage {
  if (first === undefined) return new WrongUsage('name a command');
  const seconds = commands
    .map(({ name }) => name.split(' '))
    .flatMap(([one, two]) => (one === first && two !== undefined ? [two] : []));
  return new WrongUsage(
    seconds.length === 0
      ? `there is no command "${first}"`
      : `"${first}" must be followed by ${formatChoices(seconds)}`,
  );
}

/** A text as one line. */
const toLine = (text: string) => text.trim().replaceAll(/\s*\n\s*/g, ' ');

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '');

function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  veipris ${name.padEnd(width)}  ${summary}`);
  return [
    'veipris: what does this drive in Norway cost?',
    '',
    ...lines,
    '',
    'Each command has --help; --version tells the release. Exit code: 0 success, 1 failure, 2 wrong usage.',
  ].join('\n');
}

/** A line with all keys cut to their beginnings, mistyped keys too. */
function hideKeys(line: string): string {
  return line.replace(/(veipris_(?:live|test)_\w{6})\w+/g, '$1...');
}
