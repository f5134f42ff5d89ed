/** Every file of data/, damaged in every way, is refused: by a start, and where it is made by its meaning. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyBundled } from '../../src/facts/schema/read-bundled.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { checkData, checkDataFile, formatManifest } from '../../tools/compile-data/check-data.ts';
import { leanData } from '../support/lean-data.ts';

const FILES = readdirSync(DATA_DIR, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !['README.md', 'manifest.json'].includes(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(DATA_DIR.length + 1))
  .sort();

/** Answers of the register have numbers that are not read. */
const UNREAD = 'demo-vehicles.json';

const INSANE = 'with a number that cannot be';

const DAMAGES: readonly (readonly [what: string, damage: (text: string) => string])[] = [
  ['cut', (text) => text.slice(0, text.length / 2)],
  ['not JSON', () => 'facts\n'],
  ['empty', () => ''],
  ['of a wrong type', () => '[1, 2, 3]\n'],
  ['without its content', () => '{"meta": {}}\n'],
  [INSANE, withInsaneNumber],
];

/** The first number of the first record, made absurd; the same where there is none. */
function withInsaneNumber(text: string): string {
  const start = text.search(/"(?!meta)\w+"\s*:\s*\[|^\{"id"/);
  const [head, body] = [text.slice(0, start), text.slice(start)];
  return start < 0
    ? text
    : head + body.replace(/(?<=":\s*|[[,]\s*\[)-?\d+(?:\.\d+)?(?=[,\]}\s])/, '-9e15');
}

function problemOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test('there are files', () => {
  expect(FILES.length).toBeGreaterThan(30);
});

test.each(FILES)('%s is refused in one line that names it, however it is damaged', async (file) => {
  const { data, put } = await leanData();
  expect(
    problemOf(() => verifyBundled(data)),
    'undamaged',
  ).toBeUndefined();
  const text = readFileSync(join(DATA_DIR, file), 'utf8');
  await put(file, text);
  expect(
    problemOf(() => checkDataFile(data, file)),
    'undamaged',
  ).toBeUndefined();
  for (const [what, damage] of DAMAGES) {
    const damaged = damage(text);
    // Decisions that are words.
    if (damaged === text) continue;
    await put(file, damaged);
    expect(
      problemOf(() => verifyBundled(data)),
      what,
    ).toBe(`${file} is damaged or was changed: its SHA-256 is not that of manifest.json.`);
    if (what === INSANE && file === UNREAD) continue;
    const problem = problemOf(() => checkDataFile(data, file));
    expect(problem, what).toMatch(/^[^\n]+$/);
    expect(problem, what).toContain(basename(file));
  }
});

test('a file that is missing, and a manifest that is, are named', async () => {
  const { data, put } = await leanData();
  await put('plans.json');
  expect(() => verifyBundled(data)).toThrow(`plans.json is missing in ${data}.`);
  await put('manifest.json');
  expect(() => verifyBundled(data)).toThrow(`manifest.json is missing in ${data}.`);
});

test('the manifest of data/ is that of the files as they are: npm run manifest renews it', () => {
  expect(readFileSync(join(DATA_DIR, 'manifest.json'), 'utf8')).toBe(formatManifest(DATA_DIR));
});

test('what data/ says can be true', () => {
  expect(() => checkData(DATA_DIR)).not.toThrow();
});
