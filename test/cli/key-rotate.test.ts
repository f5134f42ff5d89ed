import { expect, test } from 'vitest';
import { isKeyText } from '../../src/account/key-text.ts';
import { formatInstant } from '../../src/cli/format-table.ts';
import { openDesk } from '../support/desk.ts';

const OLA = ['--email', 'ola@example.no'];

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly prefix: string;
}

test.each(['whole key', 'prefix', 'id'] as const)(
  'by its %s: the new key alone, the name kept',
  async (by) => {
    const { run, ask } = await openDesk();
    const old = await ask('key', 'create', ...OLA, '--name', 'shop');
    const before: readonly Listed[] = JSON.parse(await ask('key', 'list', '--json'));
    const named = {
      'whole key': ['--key', old],
      prefix: ['--key', old.slice(0, 17)],
      id: ['--id', before[0]?.id ?? ''],
    };
    const { code, out, err } = await run('key', 'rotate', ...named[by]);
    expect(code).toBe(0);
    expect(isKeyText(out)).toBe(true);
    expect(out).not.toBe(old);
    expect(err.join('\n')).not.toMatch(/veipris_live_\w{7}/);
    const listed: readonly Listed[] = JSON.parse(await ask('key', 'list', '--json'));
    expect(listed.map(({ name, state }) => `${name} ${state}`).sort()).toEqual([
      'shop live',
      'shop rotated',
    ]);
    expect(listed.find(({ state }) => state === 'live')?.prefix).toBe(out.slice(0, 19));
  },
);

test('a key that is not in use is not rotated, and the line says since when', async () => {
  const { run, ask } = await openDesk();
  const first = await ask('key', 'create', ...OLA);
  const second = await ask('key', 'rotate', '--key', first);
  await ask('key', 'revoke', '--key', second);
  for (const [text, state] of [[first, 'rotated'] as const, [second, 'revoked'] as const]) {
    const { code, out, err } = await run('key', 'rotate', '--key', text);
    expect({ code, out, lines: err.length }).toEqual({ code: 1, out: '', lines: 1 });
    expect(err[0]).toMatch(
      new RegExp(
        `^veipris key rotate: the key ${text.slice(0, 19)}\\.\\.\\. \\(\\S+\\) was ${state} [\\d-]+ [\\d:]+$`,
      ),
    );
  }
});

test('--overlap 24h says until when the old key works, and both are listed as such', async () => {
  const { run, ask } = await openDesk();
  const first = await ask('key', 'create', ...OLA, '--days', '30');
  const { out, err } = await run('key', 'rotate', '--key', first, '--overlap', '24h');
  expect(err.join()).toMatch(/which works until [\d-]+ [\d:]+; it is shown this once:$/);
  const listed: readonly (Listed & { endsAt: string })[] = JSON.parse(
    await ask('key', 'list', '--json'),
  );
  const byState = Object.fromEntries(listed.map((key) => [key.state, key]));
  expect(byState.live?.prefix).toBe(out.slice(0, 19));
  expect(byState.replaced?.prefix).toBe(first.slice(0, 19));
  const days =
    (Date.parse(byState.live?.endsAt ?? '') - Date.parse(byState.replaced?.endsAt ?? '')) / DAY_MS;
  expect(days).toBe(29);
  const [, told = ''] = /works until ([\d-]+ [\d:]+);/.exec(err.join()) ?? [];
  expect(told).toBe(formatInstant(Date.parse(byState.replaced?.endsAt ?? '')));
  expect((await run('key', 'rotate', '--key', first)).err[0]).toMatch(/was rotated [\d-]+ [\d:]+$/);
});

const DAY_MS = 86_400_000;

test.each([
  ['73h', '--overlap must be at most 72 hours'],
  ['1d', '--overlap must be a whole number of hours, such as 24h'],
])('--overlap %s is wrong usage: %s', async (overlap, sentence) => {
  const { run, ask } = await openDesk();
  const key = await ask('key', 'create', ...OLA);
  const { code, err } = await run('key', 'rotate', '--key', key, '--overlap', overlap);
  expect([code, err[0]]).toEqual([2, expect.stringContaining(sentence)]);
});
