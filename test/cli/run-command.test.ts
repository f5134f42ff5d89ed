import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { type Command, WrongUsage } from '../../src/cli/command.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { run } from '../support/terminal.ts';

const command = (name: string, work = async () => {}): Command => ({
  name,
  summary: `does ${name}`,
  about: `What ${name} does.`,
  run: work,
});

const failing = (thrown: unknown) =>
  command('break', async () => {
    throw thrown;
  });

describe('exit codes', () => {
  test('success is 0, and says nothing on standard error', async () => {
    expect(await run([command('ok')], 'ok')).toEqual({ code: 0, out: '', err: [] });
  });

  test('a failure is 1, with one line', async () => {
    const ran = await run([failing(new Error('no such\n  file'))], 'break');
    expect(ran).toEqual({ code: 1, out: '', err: ['veipris break: no such file'] });
  });

  test('a fault shows its public sentence alone', async () => {
    const fault = new Fault('upstream_down', 'The planner is away.', { message: 'secret' });
    expect((await run([failing(fault)], 'break')).err).toEqual([
      'veipris break: The planner is away.',
    ]);
  });

  test.each([
    [
      'ENOENT',
      '/trips.csv',
      '/trips.csv can not be read or written: there is no such file or folder.',
    ],
    ['EISDIR', undefined, 'A file can not be read or written: it is a folder.'],
    ['ENOSPC', undefined, 'A file can not be read or written: its disk is full.'],
    ['EOTHER', '/trips.csv', 'EOTHER: words of the system'],
  ])('a file with the error %s is named in a sentence', async (code, path, sentence) => {
    const error = Object.assign(new Error(`${code}: words of the system`), { code, path });
    expect((await run([failing(error)], 'break')).err).toEqual([`veipris break: ${sentence}`]);
  });

  test('wrong usage is 2, and points to the help', async () => {
    const line = '--at is missing.';
    for (const thrown of [new WrongUsage(line), new Fault('invalid_parameter', line)])
      expect(await run([failing(thrown)], 'break')).toEqual({
        code: 2,
        out: '',
        err: ['veipris break: --at is missing; see veipris break --help'],
      });
  });

  test.each([
    [[], 'veipris: name a command; see veipris --help'],
    [['fly'], 'veipris: there is no command "fly"; see veipris --help'],
    [['fly\n now'], 'veipris: there is no command "fly now"; see veipris --help'],
    [['network'], 'veipris: "network" must be followed by build; see veipris --help'],
    [['network', 'fly'], 'veipris: "network" must be followed by build; see veipris --help'],
  ])('%j names no command: 2', async (args, line) => {
    expect(await run([command('network build')], ...args)).toEqual({
      code: 2,
      out: '',
      err: [line],
    });
  });
});

describe('--help', () => {
  const commands = [command('quote'), command('network build')];

  test.each([
    ['key', '--help'],
    ['help', 'key'],
  ])('%s %s lists the commands that begin so, and no other', async (...args) => {
    const { code, out } = await run(
      [command('quote'), command('key list'), command('key rotate')],
      ...args,
    );
    expect(code).toBe(0);
    expect(out).toMatch(/veipris key list .*\n.*veipris key rotate /);
    expect(out).not.toContain('veipris quote');
  });

  test('alone lists every command', async () => {
    const { code, out } = await run(commands, '--help');
    expect(code).toBe(0);
    expect(out).toContain('veipris quote          does quote');
    expect(out).toContain('veipris network build  does network build');
  });

  test.each([
    ['quote', '--help'],
    ['quote', '--nonsense', '-h'],
    ['help', 'quote'],
  ])('%s %s shows the help of the command, and does not run it', async (...args) => {
    expect(await run([failing('ran'), ...commands], ...args)).toEqual({
      code: 0,
      out: 'veipris quote\n\nWhat quote does.',
      err: [],
    });
  });
});

test.each(['--version', '-v', 'version'])('%s prints the release alone', async (arg) => {
  const printed: string[] = [];
  const terminal = { print: (text: string) => void printed.push(text), report: () => undefined };
  expect(await runCommand([arg], [command('ok')], terminal, async () => '1.2.3')).toBe(0);
  expect(printed).toEqual(['1.2.3']);
});
