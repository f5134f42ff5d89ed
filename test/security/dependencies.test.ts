import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isShipped, type Lock } from '../../measure/audit/shipped-lock.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

const manifest: { readonly allowScripts: Readonly<Record<string, boolean>> } = read('package.json');
const lock: Lock = read('package-lock.json');
const packages = Object.entries(lock.packages).flatMap(([place, locked]) =>
  place.includes('node_modules/') && locked.link !== true
    ? [{ place, name: place.replace(/^.*node_modules\//, ''), ...locked }]
    : [],
);
const shipped = packages.filter(({ place, ...locked }) => isShipped(place, locked));

/** What may ship, and why. */
const LICENCES: Readonly<Record<string, string>> = {
  MIT: 'asks for its text, which the packages bring along, but those named below',
  'MIT-0': 'asks for nothing',
  ISC: 'as MIT',
  'BSD-2-Clause': 'as MIT',
  'BSD-3-Clause': 'as MIT, and no use of names',
  'Apache-2.0': 'as MIT, with its notice and a grant of patents',
  'BlueOak-1.0.0': 'as MIT',
  '(MIT OR Apache-2.0)': 'one of two that may',
  '(MIT OR CC0-1.0)': 'one of two that may',
};

/** Packages whose manifest names no licence, and why they may ship. */
const BY_HAND: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf':
    'the licences of Bitstream Vera and Arev, in its LICENSE: free to ship as part of a program, not sold by themselves',
  'png-js': 'names none in its manifest; its LICENSE is MIT',
  '@mapbox/jsonlint-lines-primitives':
    'names none itself; zaach/jsonlint, of which it is a fork, is MIT',
};

/** Packages that bring no licence text along, and where it is. */
const TEXT_ELSEWHERE: Readonly<Record<string, string>> = {
  '@libsql/*': 'binaries of `libsql`, which ships beside them with its text',
  '@mapbox/jsonlint-lines-primitives': 'MIT, as zaach/jsonlint: github.com/zaach/jsonlint',
  brotli: 'MIT: github.com/foliojs/brotli.js',
  dfa: 'MIT: github.com/foliojs/dfa',
  fontkit: 'MIT: github.com/foliojs/fontkit',
  'abstract-logging': 'MIT: its README leads to jsumners.mit-license.org',
};

test('what ships has a licence that lets it ship', () => {
  expect(shipped.length).toBeGreaterThan(50);
  const strangers = shipped.filter(
    ({ name, license }) => !(license !== undefined && license in LICENCES) && !(name in BY_HAND),
  );
  expect(strangers.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test('what ships brings the text of its licence along, or is named with the place of it', () => {
  // Binaries of other platforms are not there.
  const installed = shipped.filter(({ place }) => existsSync(join(ROOT, place)));
  expect(installed.length).toBeGreaterThan(50);
  const silent = installed.flatMap(({ place, name }) =>
    hasLicenceText(place) ? [] : [name.replace(/^@libsql\/.*/, '@libsql/*')],
  );
  expect([...new Set(silent)].sort()).toEqual(Object.keys(TEXT_ELSEWHERE).sort());
});

/** In a file of its own, or in the README. */
function hasLicenceText(place: string): boolean {
  const files = readdirSync(join(ROOT, place));
  const isTold = (file: string) =>
    readFileSync(join(ROOT, place, file), 'utf8').includes('Permission is hereby granted');
  return (
    files.some((file) => /^(licen[cs]e|copying)/i.test(file)) ||
    files.some((file) => /^readme/i.test(file) && isTold(file))
  );
}

test('every package comes from the registry, and is the one that was reviewed', () => {
  // What lies inside another package is part of that one.
  for (const { name, resolved, integrity, inBundle } of packages) {
    if (inBundle === true) continue;
    // The lock leaves it out where it is the usual one.
    if (resolved !== undefined) expect(resolved, name).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    expect(integrity, name).toMatch(/^sha512-/);
  }
});

test('nothing that ships runs a script when it is installed, and nothing else does that is not named', () => {
  const { allowScripts } = manifest;
  const withScripts = new Map(
    packages.filter((one) => one.hasInstallScript).map((one) => [one.name, one]),
  );
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  expect(allowed.length).toBeGreaterThan(0);
  expect(Object.keys(allowScripts).sort()).toEqual([...withScripts.keys()].sort());
  expect(allowed.filter((name) => withScripts.get(name)?.dev !== true)).toEqual([]);
});

test('npm refuses to install a package whose script is not named, instead of running it', () => {
  const settings = readFileSync(join(ROOT, '.npmrc'), 'utf8').split('\n');
  expect(settings).toContain('strict-allow-scripts=true');
});

test('the SBOM is in the package, as it was when that was made', () => {
  const { files, scripts } = read('package.json');
  expect(files).toContain('sbom.json');
  expect(scripts.prepack).toContain('npm run --silent sbom > sbom.json');
});

test('the SBOM lists what ships, all of it and nothing else', () => {
  const { stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, encoding: 'utf8' });
  const { components }: { components: { name: string; version: string }[] } = JSON.parse(stdout);
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const shipping = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  expect([...listed].sort()).toEqual([...shipping].sort());
  // Development asks for the first two as well, which must not hide them, and alone for the others.
  expect([...shipping].filter((one) => /^(ajv|pg|vitest|veipris-client-types)@/.test(one))).toEqual(
    [expect.stringMatching(/^ajv@/), expect.stringMatching(/^pg@/)],
  );
});
