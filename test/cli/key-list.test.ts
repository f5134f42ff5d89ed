import { expect, test } from 'vitest';
import { openDesk } from '../support/desk.ts';

interface Listed {
  readonly email: string;
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly state: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly rotatedAt: string | null;
  readonly revokedAt: string | null;
}

const OSLO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/;

test('says of every key what became of it, and never its secret', async () => {
  const { ask } = await openDesk();
  const texts = [await ask('key', 'create', '--email', 'ola@example.no', '--name', 'shop')];
  texts.push(await ask('key', 'rotate', '--key', texts[0] ?? ''));
  texts.push(await ask('key', 'create', '--email', 'ola@example.no', '--name', 'old shop'));
  await ask('key', 'revoke', '--key', texts[2] ?? '');
  const out = await ask('key', 'list', '--email', 'OLA@example.no', '--json');
  const listed: readonly Listed[] = JSON.parse(out);
  expect(listed.map(({ prefix, name, state }) => `${prefix} ${name} ${state}`).sort()).toEqual(
    [
      `${texts[0]?.slice(0, 19)} shop rotated`,
      `${texts[1]?.slice(0, 19)} shop live`,
      `${texts[2]?.slice(0, 19)} old shop revoked`,
    ].sort(),
  );
  for (const { state, createdAt, lastUsedAt, rotatedAt, revokedAt } of listed) {
    expect(createdAt).toMatch(OSLO_INSTANT);
    expect(lastUsedAt).toBeNull();
    expect(rotatedAt !== null).toBe(state === 'rotated');
    expect(revokedAt !== null).toBe(state === 'revoked');
  }
  const table = await ask('key', 'list');
  for (const text of texts) expect(`${out}${table}`).not.toContain(text.slice(0, 20));
});

test('without --email every account is listed, in the order of their addresses', async () => {
  const { ask } = await openDesk();
  for (const email of ['per@example.no', 'ola@example.no'])
    await ask('key', 'create', '--email', email);
  const listed: readonly Listed[] = JSON.parse(await ask('key', 'list', '--json'));
  expect(listed.map(({ email }) => email)).toEqual(['ola@example.no', 'per@example.no']);
  const ofPer: readonly Listed[] = JSON.parse(
    await ask('key', 'list', '--email', 'per@example.no', '--json'),
  );
  expect(ofPer).toEqual([listed[1]]);
});

test('the table has one line per key', async () => {
  const { ask } = await openDesk();
  const text = await ask('key', 'create', '--email', 'ola@example.no', '--name', 'shop');
  const [head, line, ...more] = (await ask('key', 'list')).split('\n');
  expect(more).toEqual([]);
  expect(head).toMatch(/^account +id +begins +name +state +created +last used +ends$/);
  expect(line).toMatch(/^ola@example\.no +\S+ +veipris_live_\w{6} +shop +live +[\d-]+ \d\d:\d\d$/);
  expect(line).toContain(text.slice(0, 19));
});

test('an address without an account is exit code 1', async () => {
  const { run } = await openDesk();
  expect(await run('key', 'list', '--email', 'kari@example.no')).toEqual({
    code: 1,
    out: '',
    err: ['veipris key list: there is no account kari@example.no'],
  });
});
