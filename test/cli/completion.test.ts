import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../src/cli/command.ts';
import { completionCommand } from '../../src/cli/completion.ts';
import { table } from '../support/table.ts';
import { run } from '../support/terminal.ts';

const command = (name: string, about: string): Command => ({
  name,
  about,
  summary: "what it's for",
  run: async () => {},
});
const COMMANDS = [
  command('quote', 'quote --from P [--no-refine]'),
  command('key create', 'key create --email E'),
  command('key list', 'key list'),
];
const scriptOf = async (shell: string) =>
  (await run([completionCommand(COMMANDS)], 'completion', shell)).out;

const TYPED = table<'typed' | 'offered'>(`
  typed              | offered
  veipris ke         | key
  veipris key        | create list --help
  veipris key cr     | create
  veipris quote --no | --no-refine
  veipris key create | --email --help
  veipris comp       | completion
  veipris --v        | --version
`);

describe('bash', () => {
  test.each(TYPED)('"$typed" is offered "$offered"', async ({ typed, offered }) => {
    const words = typed.split(' ');
    const isBegun = /(?:ke|cr|no|comp|--v)$/.test(typed);
    const all = isBegun ? words : [...words, ''];
    const out = execFileSync('bash', [
      '-c',
      `${await scriptOf('bash')}
       COMP_WORDS=(${all.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${all.length - 1}; _veipris
       echo "\${COMPREPLY[@]}"`,
    ]);
    expect(String(out).trim()).toBe(offered);
  });
});

test('fish is told commands, their second words and options, quotes escaped', async () => {
  const script = await scriptOf('fish');
  expect(script).toContain("-n '__fish_seen_subcommand_from key' -a create -d 'what it\\'s for'");
  expect(script).toContain("-n '__fish_seen_subcommand_from quote' -l no-refine");
});

test('another shell is wrong usage', async () => {
  expect((await run([completionCommand(COMMANDS)], 'completion', 'tcsh')).code).toBe(2);
});
