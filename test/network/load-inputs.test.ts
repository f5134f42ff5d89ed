import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listInputTexts, loadNetworkInputs } from '../../src/network/link.ts';
import { checkDataFile } from '../../tools/compile-data/check-data.ts';
import { dataWith, drawnNetwork } from '../support/drawn-network.ts';

const map = drawnNetwork('a---b---c');
const LINKS = [map.link('E6', 'ab'), map.link('F1', 'bc')];

const folders = await dataWith(LINKS, afterAll);

/** What is said of the inputs when one file has another text. */
async function sayWith(file: string, change: (text: string) => string): Promise<string> {
  const path = join(folders.data, file);
  const whole = await readFile(path, 'utf8');
  await writeFile(path, change(whole));
  try {
    listInputTexts(folders.data);
    const { readLinks } = loadNetworkInputs(folders.data);
    return `${readLinks().length} links`;
  } catch (cause) {
    return (cause as Error).message;
  } finally {
    await writeFile(path, whole);
  }
}

const half = (text: string) => text.slice(0, text.length / 2);

test('whole files are read', async () => {
  expect(await sayWith('road-network/speeds.json', (text) => text)).toBe('2 links');
});

test.each([
  'road-network/links.ndjson',
  'road-network/links-meta.json',
  'road-network/speeds.json',
  'road-network/placing.json',
  'curated/station-places.json',
])('%s that was cut short is named', async (file) => {
  expect(await sayWith(file, half)).toMatch(new RegExp(`^${file} is damaged [^\\n]*$`));
});

/** What is said of the meaning of a file that has been changed so. */
async function judge(file: string, change: (text: string) => string): Promise<string> {
  const path = join(folders.data, file);
  const whole = await readFile(path, 'utf8');
  await writeFile(path, change(whole));
  try {
    checkDataFile(folders.data, file);
    return 'nothing';
  } catch (cause) {
    return (cause as Error).message;
  } finally {
    await writeFile(path, whole);
  }
}

const rename = (from: string, to: string) => (text: string) => {
  expect(text).toContain(`"${from}"`);
  return text.replace(`"${from}"`, `"${to}"`);
};

test.each([
  ['road-network/speeds.json', 'boardingMin', /^speeds\.json, ferry: .*boardingMin/],
  ['road-network/speeds.json', 'kmh', /^speeds\.json, roads 0: .*kmh/],
  ['road-network/placing.json', 'streetM', /^placing\.json, limits: .*streetM/],
  ['road-network/links-meta.json', 'links', /^links-meta\.json, meta counts: .*links/],
  ['curated/station-places.json', 'places', /^station-places\.json: .*places/],
])('in %s a wrong key for %s is named', async (file, key, sentence) => {
  expect(await judge(file, rename(key, 'x'))).toMatch(sentence);
});

test('a mistyped field of a place is refused, and its station named', async () => {
  const places =
    '{"meta":{"about":"a","date":"2026-11-20","source":"s"},"places":[{"id":"7","maxm":100,"why":"moved"}]}';
  expect(await judge('curated/station-places.json', () => places)).toBe(
    'station-places.json, places 0 (7) maxm: no such field.',
  );
});

test.each([
  ['cut inside a line', (text: string) => text.slice(0, -9), 'links.ndjson line 2 is not JSON.'],
  [
    'cut at the end of a line',
    (text: string) => `${text.split('\n')[0]}\n`,
    'links.ndjson has 1 links and links-meta.json counts 2: one of them is not of the same compilation, or cut short.',
  ],
  ['emptied', () => '', 'links.ndjson line 1 is not JSON.'],
  [
    'given a link of one point',
    (text: string) => text.replace(/"line":"[^"]*"/, '"line":"??"'),
    'links.ndjson line 1: the line has fewer than two points.',
  ],
])('links that were %s are refused', async (_what, change, sentence) => {
  expect(await judge('road-network/links.ndjson', change)).toBe(sentence);
});

test('a link with a wrong key is refused, and its line named', async () => {
  expect(await judge('road-network/links.ndjson', rename('kind', 'kin'))).toMatch(
    /^links\.ndjson line 1(, kin: no such field|: .*kind.*)\.$/,
  );
});
