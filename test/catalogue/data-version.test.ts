import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDataVersion } from '../../src/catalogue/data-version.ts';

const DATA = join(import.meta.dirname, '../../data');

test('the version names the day and is the same for the same facts', () => {
  const version = readDataVersion(DATA, '2026-09-10', 'n1');
  expect(version).toMatch(/^2026-09-10\+[0-9a-f]{8}$/);
  expect(readDataVersion(DATA, '2026-09-10', 'n1')).toBe(version);
  expect(readDataVersion(DATA, '2026-09-10', 'n2')).not.toBe(version);
});

test.each([
  'toll-stations.json',
  'toll-projects.json',
  'holidays.json',
  'ferry-quays.json',
  'ferry-connections.json',
  'ferry-tariffs.json',
  'ferry-payments.json',
])('one changed byte in %s is another version', (file) => {
  const copy = mkdtempSync(join(tmpdir(), 'veipris-version-'));
  cpSync(DATA, copy, { recursive: true });
  const before = readDataVersion(copy, '2026-09-10', 'n1');
  writeFileSync(join(copy, file), `${readFileSync(join(copy, file), 'utf8')} `);
  expect(readDataVersion(copy, '2026-09-10', 'n1')).not.toBe(before);
});
