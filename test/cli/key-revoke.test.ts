import { describe, expect, test } from 'vitest';
import { openDesk } from '../support/desk.ts';

const OLA = ['--email', 'ola@example.no'];

interface Listed {
  readonly id: string;
  readonly state: string;
}

test('ends the key that is named, and no other', async () => {
  const { run, ask } = await openDesk();
  const [first, second] = [
    await ask('key', 'create', ...OLA, '--name', 'first'),
    await ask('key', 'create', ...OLA, '--name', 'second'),
  ];
  const { code, out, err } = await run('key', 'revoke', '--key', first);
  expect({ code, err }).toEqual({ code: 0, err: [] });
  expect(out).toMatch(
    new RegExp(`^The key ${first.slice(0, 19)}\\.\\.\\. \\(\\S+\\) is revoked\\.$`),
  );
  const table = await ask('key', 'list');
  expect(table).toMatch(new RegExp(`${first.slice(0, 19)} +first +revoked`));
  expect(table).toMatch(new RegExp(`${second.slice(0, 19)} +second +live`));
  expect((await run('key', 'revoke', '--key', first)).code).toBe(1);
});

test('a beginning that several keys share ends none, and the line lists their ids', async () => {
  const { run, ask } = await openDesk();
  for (const name of ['a', 'b']) await ask('key', 'create', ...OLA, '--name', name);
  const listed: readonly Listed[] = JSON.parse(await ask('key', 'list', '--json'));
  const { code, err } = await run('key', 'revoke', '--key', 'veipris_live_');
  expect(code).toBe(1);
  expect(err).toHaveLength(1);
  expect(err[0]).toContain('2 keys begin so; name one with --id: ');
  for (const { id } of listed) expect(err[0]).toContain(id);
  const after: readonly Listed[] = JSON.parse(await ask('key', 'list', '--json'));
  expect(after.map(({ state }) => state)).toEqual(['live', 'live']);
});

test('of many such keys ten are listed', async () => {
  const { run, ask } = await openDesk();
  for (let i = 0; i < 12; i += 1) await ask('key', 'create', ...OLA);
  const { err } = await run('key', 'revoke', '--key', 'veipris_live_');
  expect(err[0]).toMatch(/12 keys begin so; name one with --id: (?:\S+, ){10}2 more$/);
});

describe('a key that does not exist is exit code 1, and nothing of it is repeated', () => {
  test.each([
    ['unknown', 'veipris_live_000000000000000000000000000000000000000000000'],
    ['mistyped', 'veipris_live_4fG7aBQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ'],
    ['other text', 'my-secret'],
    ['a wildcard', '%'],
    ['another wildcard', 'veipris_live_______'],
  ])('%s', async (_what, text) => {
    const { run, ask } = await openDesk();
    await ask('key', 'create', ...OLA);
    expect(await run('key', 'revoke', '--key', text)).toEqual({
      code: 1,
      out: '',
      err: ['veipris key revoke: there is no such key'],
    });
  });

  test('an id', async () => {
    const { run } = await openDesk();
    expect((await run('key', 'revoke', '--id', '7')).err).toEqual([
      'veipris key revoke: there is no such key',
    ]);
  });
});

test.each([
  [[], 'name one key with --key or --id'],
  [['--key', 'veipris_live_4', '--id', '1'], 'name one key with --key or --id'],
  [['--key', ''], '--key must be a key or the beginning of one'],
  [['--id', ''], '--id must be the id of a key'],
  [['--key'], "Option '--key <value>' argument missing"],
])('%j is wrong usage: %s', async (args, sentence) => {
  const { run } = await openDesk();
  const { code, err } = await run('key', 'revoke', ...args);
  expect(code).toBe(2);
  expect(err).toHaveLength(1);
  expect(err[0]).toContain(`veipris key revoke: ${sentence}`);
});

test.each([[['key', 'revoke']], [['key', 'revoke', '--key=x']], [['key']], [[]]])(
  '%j and a key where none belongs: the line shows its beginning only',
  async (args) => {
    const { run, ask } = await openDesk();
    const text = await ask('key', 'create', ...OLA);
    const { code, err } = await run(...args, text);
    expect(code).toBe(2);
    expect(err).toHaveLength(1);
    expect(err[0]).not.toContain(text.slice(0, 20));
  },
);
