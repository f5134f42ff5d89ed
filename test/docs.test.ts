import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WARNINGS } from '../src/base/warning.ts';
import { CHARGE_REASONS } from '../src/pricing/toll/bill.ts';
import { listErrorRows } from '../tools/openapi/contract.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const pages = ['.', 'docs', 'docs/decisions', 'data'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file)),
);

const listOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((m) => m[1] ?? '');

test.each(pages)('every link in %s leads to a file', (page) => {
  const links = listOf(read(page), /\]\((?!https?:|#)([^)#]+)/g);
  const broken = links.filter((link) => !existsSync(join(ROOT, dirname(page), link)));
  expect(broken).toEqual([]);
});

// A decision tells of the day it was made on; a page, of today.
test.each(pages.filter((page) => !page.startsWith('docs/decisions')))(
  'every file of the program that %s names is there',
  (page) => {
    const named = listOf(
      read(page),
      /`((?:src|test|measure|tools|portal|deploy)\/[\w./-]+\.\w+)`/g,
    );
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  },
);

test.each(pages)('no cell of a table of %s is longer than 200 characters', (page) => {
  const cells = listOf(read(page), /^\|(.*)\|$/gm).flatMap((row) => row.split('|'));
  expect(cells.filter((cell) => cell.trim().length > 200)).toEqual([]);
});

describe('the documents name all there is', () => {
  const cases: readonly (readonly [what: string, page: string, names: readonly string[]])[] = [
    [
      'warning',
      'docs/interface.md',
      Object.entries(WARNINGS).map(([code, when]) => `| \`${code}\` | ${when} |`),
    ],
    ['error', 'docs/interface.md', listErrorRows()],
    ['rule', 'docs/interface.md', CHARGE_REASONS],
    ['setting', 'docs/operations.md', listOf(read('src/service/config.ts'), /set\.\w+\('(\w+)'/g)],
    ['folder', 'docs/architecture.md', foldersOf('src')],
    ['dependency', 'CONTRIBUTING.md', dependencies()],
    ['page', 'README.md', foldersOf('docs').map((folder) => `docs/${folder}/`)],
  ];

  test.each(cases)('every %s stands in %s', (_what, page, names) => {
    expect(names.length).toBeGreaterThan(0);
    const text = read(page);
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
  });
});

describe('data/README.md counts right', () => {
  const rows = [...read('data/README.md').matchAll(/^\| `([\w./-]+)` \| ([\d ]+) \|/gm)];

  test('every file of facts has a row with a count', () => {
    const files = readdirSync(join(ROOT, 'data')).filter(
      (file) => file.endsWith('.json') && file !== 'manifest.json',
    );
    expect(rows.map(([, file]) => file).sort()).toEqual(
      [...files, 'road-network/links.ndjson'].sort(),
    );
  });

  test.each(rows.map(([, file = '', count = '']) => [file, Number(count.replaceAll(' ', ''))]))(
    '%s has %d records',
    (file, count) => {
      expect(recordsOf(read(`data/${file}`), String(file))).toBe(count);
    },
  );
});

test('decisions are numbered without gaps but those that architecture.md names', () => {
  const numbers = readdirSync(join(ROOT, 'docs/decisions')).map((file) => Number(file.slice(0, 4)));
  const [, a, b] =
    /by number; (\d+) and (\d+) were never given/.exec(read('docs/architecture.md')) ?? [];
  const all = [...numbers, Number(a), Number(b)].sort((one, other) => one - other);
  expect(all).toEqual(Array.from(all, (_, i) => i + 1));
});

function recordsOf(text: string, file: string): number {
  if (file.endsWith('.ndjson')) return text.trimEnd().split('\n').length;
  const content: Record<string, unknown> = JSON.parse(text);
  return Object.values(content).flatMap(listRecords).length;
}

/** The records of a member: a list, or records by their names. */
function listRecords(member: unknown): readonly unknown[] {
  if (Array.isArray(member)) return member;
  if (typeof member !== 'object' || member === null) return [];
  const named = Object.values(member);
  return named.every((one) => typeof one === 'object') ? named.flat() : [];
}

function foldersOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && readdirSync(join(ROOT, folder, entry.name)).length > 0,
    )
    .map(({ name }) => name);
}

function dependencies(): string[] {
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
  const all = { ...manifest.dependencies, ...manifest.devDependencies };
  return Object.keys(all).map((name) => `\`${name}\``);
}
