/** Windows, of which this machine has none: what a checkout holds for it, and what it must not hold. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  read('package.json'),
);

/** Where npm puts the programs of packages, which cmd finds as POSIX shells do. */
const isProgram = (word: string) =>
  ['node', 'npm'].includes(word) || existsSync(join(ROOT, 'node_modules/.bin', word));

test.each(Object.entries(scripts))('npm run %s needs no shell but cmd', (_, script) => {
  for (const command of script.split(' && ')) {
    const [first = ''] = command.split(' ');
    // The shell of Windows looks into the folder of the project first.
    expect(isProgram(first) || existsSync(join(ROOT, `${first}.cmd`)), first).toBe(true);
    // Single quotes, variables, substitutions, and more than one command in other ways.
    expect(command).not.toMatch(/['$`;|&*<]|2>|\\/);
  }
});

test('cmd hands the words behind exec on, each line of its file ended as it expects', () => {
  const lines = read('exec.cmd').split('\r\n');
  expect(lines).toEqual([expect.stringMatching(/^@rem /), '@%*', '']);
});

test('npm start leaves no shell between a POSIX system and the server', async () => {
  const command = (scripts.start ?? '').replace('dist/main.js', '-p process.ppid');
  const shell = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  shell.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text));
  await once(shell, 'close');
  expect(Number(said.join(''))).toBe(process.pid);
});

test('git changes no line ends, of which the sums of the data would not hold', () => {
  expect(read('.gitattributes')).toMatch(/^\* -text$/m);
});
