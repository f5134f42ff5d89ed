import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runsTest } from './runs-test.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const page = read('docs/security.md');

const NAMED = [...page.matchAll(/`(test\/[\w./-]+\.test\.ts)`: "([^"]*)"/g)].map(
  ([, file = '', title = '']) => ({ file, title }),
);

test('every risk, and every attack by name, names a test', () => {
  const [, risks = ''] = page.split('## OWASP');
  const [listed = ''] = risks.split('## Decisions');
  const sections = listed.split('\n### ').slice(1);
  expect(sections.length).toBeGreaterThan(20);
  expect(sections.filter((section) => !section.includes('.test.ts`: "'))).toEqual([]);
});

test('all ten risks of the list are there', () => {
  for (let i = 1; i <= 10; i++) expect(page).toContain(`### API${i} `);
});

test.each(NAMED)('there is $file: $title, and it runs', ({ file, title }) => {
  expect(title).not.toBe('');
  expect(existsSync(join(ROOT, file))).toBe(true);
  expect(runsTest(read(file), title)).toBe(true);
});

test('every script that the page names is there', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) expect(scripts).toHaveProperty([String(name)]);
});
