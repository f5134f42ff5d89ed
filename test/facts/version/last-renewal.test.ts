import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { noteRenewal, readLastRenewal } from '../../../src/facts/version/last-renewal.ts';
import { tempHome } from '../../support/temp-home.ts';

let home = '';
beforeEach(() => {
  home = tempHome();
});

test('there was none before the first', async () => {
  expect(await readLastRenewal(home)).toBeUndefined();
});

test('failures are counted until one succeeds, and the last success is remembered', async () => {
  await noteRenewal(home, { atMs: 1, ok: true });
  await noteRenewal(home, { atMs: 2, ok: false, reason: 'away', retryAfterS: 17 });
  await noteRenewal(home, { atMs: 3, ok: false, reason: 'away' });
  expect(await readLastRenewal(home)).toEqual({
    atMs: 3,
    ok: false,
    reason: 'away',
    succeededAtMs: 1,
    failures: 2,
  });
  await noteRenewal(home, { atMs: 4, ok: true });
  expect(await readLastRenewal(home)).toEqual({ atMs: 4, ok: true, succeededAtMs: 4, failures: 0 });
});

test('a note that nobody can read is none', async () => {
  await noteRenewal(home, { atMs: 1, ok: true });
  await writeFile(join(home, 'data/last-renewal.json'), '{"atMs":');
  expect(await readLastRenewal(home)).toBeUndefined();
});
