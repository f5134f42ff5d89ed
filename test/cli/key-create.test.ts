import { expect, test } from 'vitest';
import { isKeyText } from '../../src/account/key-text.ts';
import { openDesk } from '../support/desk.ts';

const OLA = ['--email', 'ola@example.no'];

test('prints the key alone, and says beside it whose it is', async () => {
  const { run } = await openDesk();
  const { code, out, err } = await run('key', 'create', ...OLA);
  expect(code).toBe(0);
  expect(isKeyText(out)).toBe(true);
  expect(err).toHaveLength(1);
  expect(err[0]).toMatch(/of the new account ola@example\.no, plan free, 500 calls a day;/);
  expect(err[0]).not.toContain(out);
});

test('a second key of an account is another one, and the account stays one', async () => {
  const { run, ask } = await openDesk();
  const first = await ask('key', 'create', ...OLA, '--name', 'one');
  const second = await run('key', 'create', '--email', ' Ola@Example.NO', '--name', 'two');
  expect(second.code).toBe(0);
  expect(second.out).not.toBe(first);
  expect(second.err[0]).not.toContain('new account');
  const listed: { email: string; name: string }[] = JSON.parse(await ask('key', 'list', '--json'));
  expect(listed.map(({ email, name }) => `${email} ${name}`).sort()).toEqual([
    'ola@example.no one',
    'ola@example.no two',
  ]);
});

test.each([
  [['--plan', 'free'], 'plan free, 500 calls'],
  [['--plan', 'pilot'], 'plan pilot, 5000 calls'],
  [['--plan', 'enterprise'], 'plan enterprise, 100000 calls'],
  [['--plan', 'enterprise', '--daily-limit', '20000'], 'plan enterprise, 20000 calls'],
  [['--daily-limit', '3'], 'plan free, 3 calls'],
])('%j: %s a day', async (terms, says) => {
  const { run } = await openDesk();
  const { code, err } = await run('key', 'create', ...OLA, ...terms);
  expect(code).toBe(0);
  expect(err[0]).toContain(says);
});

test.each([
  [['--plan', 'pilot'], '--plan pilot'],
  [['--daily-limit', '501'], '--daily-limit 501'],
  [['--plan', 'free', '--daily-limit', '7'], '--plan free --daily-limit 7'],
])(
  '%j does not change an account that is there: it names the command that would',
  async (terms, change) => {
    const { run, ask } = await openDesk();
    await ask('key', 'create', ...OLA);
    const before = await ask('key', 'list', '--json');
    const { code, out, err } = await run('key', 'create', ...OLA, ...terms);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toHaveLength(1);
    expect(err[0]).toBe(
      'veipris key create: there is ola@example.no, plan free, 500 calls a day; ' +
        `change it with veipris account set --email ola@example.no ${change}`,
    );
    expect(await ask('key', 'list', '--json')).toBe(before);
  },
);

test('the same terms again are no change', async () => {
  const { ask } = await openDesk();
  const terms = ['--plan', 'enterprise', '--daily-limit', '20000'];
  await ask('key', 'create', ...OLA, ...terms);
  expect(isKeyText(await ask('key', 'create', ...OLA, ...terms))).toBe(true);
  expect(isKeyText(await ask('key', 'create', ...OLA))).toBe(true);
});

test.each(['kjøre 🚗 bok', '👨‍👩‍👧 familie', '🚗'.repeat(100)])(
  'a key may be called %s',
  async (name) => {
    const { ask } = await openDesk();
    await ask('key', 'create', ...OLA, '--name', name);
    expect(JSON.parse(await ask('key', 'list', '--json'))).toMatchObject([{ name }]);
  },
);

const NOT_A_NAME = '--name must be one line of at most 100 visible characters';

test.each([
  [[], '--email is missing'],
  [['--email', 'ola'], '--email must be an e-mail address'],
  [['--email', ''], '--email must be an e-mail address'],
  [[...OLA, ...OLA], '--email must be given once'],
  [[...OLA, '--plan', 'gold'], '--plan must be free, pilot or enterprise'],
  [[...OLA, '--daily-limit', '0'], '--daily-limit must be a whole number from 1 to 1000000000'],
  [[...OLA, '--daily-limit', '1.5'], '--daily-limit must be a whole number'],
  [[...OLA, '--daily-limit=-1'], '--daily-limit must be a whole number'],
  [[...OLA, '--daily-limit', '1e3'], '--daily-limit must be a whole number'],
  [[...OLA, '--name', 'a\nb'], NOT_A_NAME],
  [[...OLA, '--name', 'a\u2028b'], NOT_A_NAME],
  [[...OLA, '--name', 'a\u202Eb'], NOT_A_NAME],
  [[...OLA, '--name', 'a'.repeat(101)], NOT_A_NAME],
  [[...OLA, '--days', '3651'], '--days must be at most 3650'],
  [[...OLA, '--subscription', 'active'], "Unknown option '--subscription'"],
  [[...OLA, 'pilot'], "Unexpected argument 'pilot'"],
])('%j is wrong usage: %s', async (args, sentence) => {
  const { run, ask } = await openDesk();
  const { code, out, err } = await run('key', 'create', ...args);
  expect({ code, out, lines: err.length }).toEqual({ code: 2, out: '', lines: 1 });
  expect(err[0]).toContain(`veipris key create: ${sentence}`);
  expect(await ask('key', 'list', '--json')).toBe('[]');
});
