import { formatChoices } from '../base/fault.ts';
import { type Command, helpOf, type Option, operand, WrongUsage } from './command.ts';

/** `veipris completion`: the commands and options of the table as a script for a shell. */
export function completionCommand(commands: readonly Command[]): Command {
  const own: Command<{ shell: Option<string> }> = {
    name: 'completion',
    summary: 'complete commands and options in a shell',
    usage: 'bash|zsh|fish',
    about: 'Prints what completes the commands and their options in a shell.',
    options: { shell: operand('SHELL', WANTED) },
    more: `  bash:  source <(veipris completion bash)
  zsh:   source <(veipris completion zsh)
  fish:  veipris completion fish | source`,
    async run({ shell }, { print }) {
      const write = WRITERS.get(shell);
      if (write === undefined) throw new WrongUsage(WANTED);
      print(write([...commands, own]));
    },
  };
  return own;
}

/** The options that the help of a command names. */
const optionsOf = (command: Command) => [
  ...new Set([...helpOf(command).matchAll(/--[a-z][a-z-]*/g)].map(([option]) => option)),
];

/** The words that may follow each first word or command: second words of commands, and options. */
function listFollowers(commands: readonly Command[]): ReadonlyMap<string, readonly string[]> {
  const followers = new Map<string, string[]>();
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ');
    const after = followers.get(first) ?? [];
    followers.set(
      first,
      second === undefined ? [...after, ...optionsOf(command)] : [...after, second],
    );
    if (second !== undefined) followers.set(command.name, optionsOf(command));
  }
  return followers;
}

const firstWords = (commands: readonly Command[]) => [
  ...new Set(commands.map(({ name }) => name.split(' ')[0] ?? '')),
];

function writeBash(commands: readonly Command[]): string {
  const cases = [...listFollowers(commands)]
    .map(([words, next]) => `    '${words}') words='${[...next, '--help'].join(' ')}' ;;`)
    .join('\n');
  return `_veipris() {
  local one="\${COMP_WORDS[1]}" two="\${COMP_WORDS[2]}" cur="\${COMP_WORDS[COMP_CWORD]}" words=''
  local at="$one"
  [ "$COMP_CWORD" -gt 2 ] && case "$two" in -*) ;; *) case "$one $two" in
${[...listFollowers(commands).keys()]
  .filter((words) => words.includes(' '))
  .map((words) => `    '${words}') at='${words}' ;;`)
  .join('\n')}
  esac ;; esac
  [ "$COMP_CWORD" -eq 1 ] && at=''
  case "$at" in
    '') words='${firstWords(commands).join(' ')} --help --version' ;;
${cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "$cur"))
}
complete -F _veipris veipris`;
}

const writeZsh = (commands: readonly Command[]) =>
  `autoload -U +X bashcompinit && bashcompinit
${writeBash(commands)}`;

function writeFish(commands: readonly Command[]): string {
  const quote = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  const lines = ['complete -c veipris -f -n __fish_use_subcommand -l version'];
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ');
    const about = `-d ${quote(command.summary)}`;
    if (second === undefined)
      lines.push(`complete -c veipris -f -n __fish_use_subcommand -a ${first} ${about}`);
    else
      lines.push(
        `complete -c veipris -f -n __fish_use_subcommand -a ${first}`,
        `complete -c veipris -f -n '__fish_seen_subcommand_from ${first}' -a ${second} ${about}`,
      );
    const seen = [first, ...(second === undefined ? [] : [second])]
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    for (const option of optionsOf(command))
      lines.push(`complete -c veipris -n '${seen}' -l ${option.slice(2)}`);
  }
  return [...new Set(lines)].join('\n');
}

const WRITERS = new Map([
  ['bash', writeBash],
  ['zsh', writeZsh],
  ['fish', writeFish],
]);

const WANTED = `name a shell: ${formatChoices([...WRITERS.keys()])}`;
