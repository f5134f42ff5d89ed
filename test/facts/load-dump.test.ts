import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadDump } from '../../src/facts/load-dump.ts';

const folder = mkdtempSync(join(tmpdir(), 'veipris-dump-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function load(text: string) {
  writeFileSync(join(folder, 'file.json'), text);
  return loadDump(folder, 'file.json');
}

test('the text is published as it stands, with the day that its meta names', () => {
  const text = '{ "meta": {"date":"2026-09-10"},\n"rows": [] }';
  expect(load(text)).toEqual({ json: text, date: '2026-09-10' });
  expect(load('{"meta":{"version":"2026-10-05"}}').date).toBe('2026-10-05');
});

test.each(['{}', '{"meta":{}}', '{"meta":{"date":"today"}}', '{"meta":'])(
  '%s has no day, and stops the start with one sentence that names the file',
  (text) => {
    expect(() => load(text)).toThrow(/^file\.json.*\.$/);
  },
);
