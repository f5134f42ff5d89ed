import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countRows, showProgress } from '../../src/batch/show-progress.ts';
import { tempHome } from '../support/temp-home.ts';

/** What is written of rows that take 100 ms each. */
function shown(isTTY: boolean, rows: number, before: number): string {
  let written = '';
  let atMs = 5000;
  const write = (text: string | Uint8Array) => {
    written += text;
    return true;
  };
  const line = showProgress({ stream: { isTTY, write }, nowMs: () => atMs });
  for (let done = 1; done <= rows; done += 1) {
    atMs += 100;
    line.onRow({ rows: done, before, errors: done > 2 ? 1 : 0 });
  }
  line.end();
  return written;
}

test.each([
  [
    4,
    0,
    '\r2 rows done, 10 a second, 0 with an error \r4 rows done, 10 a second, 1 with an error \n',
  ],
  [3, 500, '\r502 rows done, 10 a second, 0 with an error \n'],
  [1, 500, ''],
])(
  '%i rows after %i that were there are shown as done, with the speed of this run',
  (rows, before, text) => {
    expect(shown(true, rows, before)).toBe(text);
  },
);

test('earlier rows that have an error still are counted among those with one', () => {
  let written = '';
  let atMs = 0;
  const write = (text: string | Uint8Array) => {
    written += text;
    return true;
  };
  const line = showProgress({ stream: { isTTY: true, write }, nowMs: () => atMs });
  atMs = 1000;
  line.onRow({ rows: 2, before: 5, errors: 1, mended: 1, unmended: 3 });
  expect(written).toBe('\r7 rows done, 2 a second, 4 with an error ');
});

test('what is no terminal gets no progress', () => {
  expect(shown(false, 9, 0)).toBe('');
});

test('where the number of rows is known the share of them is shown, never above the whole', () => {
  let written = '';
  let atMs = 0;
  const write = (text: string | Uint8Array) => {
    written += text;
    return true;
  };
  const line = showProgress({ stream: { isTTY: true, write }, nowMs: () => atMs, rowCount: 8 });
  for (const rows of [2, 9]) {
    atMs += 1000;
    line.onRow({ rows, before: 0, errors: 0 });
  }
  expect(written).toBe(
    '\r2 rows done (25 %), 2 a second, 0 with an error \r9 rows done (100 %), 5 a second, 0 with an error ',
  );
});

test('rows are counted without header and blank lines, and not of what is no file', async () => {
  const path = join(tempHome(), 'rows.csv');
  await writeFile(path, 'from,to\n\n1,2\r\n  \n3,4');
  expect(await countRows(path, 'csv')).toBe(2);
  expect(await countRows(path, 'ndjson')).toBe(3);
  expect(await countRows('-', 'csv')).toBeUndefined();
});
