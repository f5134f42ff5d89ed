import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type DraftVersion, openDataVersions } from '../../src/facts/data-versions.ts';
import { tempHome } from '../support/temp-home.ts';

let home = '';
let versions: ReturnType<typeof openDataVersions>;
beforeEach(() => {
  home = tempHome();
  versions = openDataVersions(home);
});

const draft = (text: string, facts: Partial<DraftVersion> = {}): DraftVersion => ({
  day: '2026-11-20',
  madeAtMs: 1,
  decisions: 'd',
  files: { 'a.json': text, 'b.json': '{}' },
  ...facts,
});

const make = (text: string, facts: Partial<DraftVersion> = {}) =>
  versions.make(draft(text, facts), async () => {});

const entries = async () => (await readdir(join(home, 'data'))).sort();

test('in a new home there is no version', async () => {
  expect(await versions.readCurrent()).toBeUndefined();
  expect(await versions.list()).toEqual([]);
});

test('a version is named after its day and its content, and says what it was made with', async () => {
  const made = await make('{"x":1}');
  expect(made.version).toMatch(/^2026-11-20-[0-9a-f]{8}$/);
  expect(made).toMatchObject({ day: '2026-11-20', madeAtMs: 1, decisions: 'd' });
  expect(await readFile(join(made.folder, 'a.json'), 'utf8')).toBe('{"x":1}');
  expect((await make('{"x":1}')).version).toBe(made.version);
  expect((await make('{"x":2}')).version).not.toBe(made.version);
});

test('a version is in force when it was switched to, and not before', async () => {
  const [one, two] = [await make('1'), await make('2')];
  await versions.switchTo(one.version);
  expect(await versions.readCurrent()).toBe(one.version);
  await versions.switchTo(two.version);
  expect(await versions.readCurrent()).toBe(two.version);
  expect((await entries()).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a version that can not be used leaves nothing', async () => {
  const tryOut = async (folder: string) => {
    expect((await readdir(folder)).sort()).toEqual(['a.json', 'b.json', 'manifest.json']);
    throw new Error('no good');
  };
  await expect(versions.make(draft('1'), tryOut)).rejects.toThrow('no good');
  expect(await entries()).toEqual([]);
});

describe('a version is not sound', () => {
  test.each([
    ['a changed file', (folder: string) => writeFile(join(folder, 'a.json'), '{"x":9}')],
    ['a file cut short', (folder: string) => writeFile(join(folder, 'a.json'), '{"x"')],
    ['a missing file', (folder: string) => rm(join(folder, 'b.json'))],
    [
      'a manifest that is no JSON',
      (folder: string) => writeFile(join(folder, 'manifest.json'), '{'),
    ],
    ['a manifest of nothing', (folder: string) => writeFile(join(folder, 'manifest.json'), '{}')],
    ['no manifest', (folder: string) => rm(join(folder, 'manifest.json'))],
  ])('with %s, and is made anew', async (_what, damage) => {
    const made = await make('{"x":1}');
    await damage(made.folder);
    await expect(versions.check(made.version)).rejects.toThrow(made.version);
    await make('{"x":1}');
    expect((await versions.check(made.version)).version).toBe(made.version);
  });

  test.each(['', '../etc', 'x', '2026-11-20-0a1b2c3d/..'])(
    'named "%s": nothing outside the folder is looked at',
    async (name) => {
      await expect(versions.check(name)).rejects.toThrow(
        'The file that names the renewed data in force is damaged.',
      );
    },
  );
});

describe('the sweep', () => {
  test('keeps the newest five and the one in force', async () => {
    const made = [];
    for (let i = 1; i <= 8; i++) made.push(await make(String(i), { madeAtMs: i }));
    await versions.switchTo(made[0]?.version ?? '');
    await versions.sweep();
    const kept = [made[0], ...made.slice(3)].map((version) => version?.version);
    expect(await entries()).toEqual([...kept, 'current'].sort());
    expect(await versions.list()).toEqual(
      [...made.slice(3).reverse(), made[0]].map((version) => version?.version),
    );
  });

  test('removes what a killed process has left, and nothing else', async () => {
    const { version } = await make('1');
    const data = join(home, 'data');
    await writeFile(join(data, `${version}.5e7b.part`), 'half');
    await writeFile(join(data, 'current.5e7b.part'), 'half');
    await writeFile(join(data, 'last-renewal.json.5e7b.part'), 'being written');
    await writeFile(join(data, 'notes.txt'), 'of an operator');
    await versions.sweep();
    expect(await entries()).toEqual([version, 'last-renewal.json.5e7b.part', 'notes.txt'].sort());
  });
});
