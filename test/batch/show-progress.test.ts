import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BatchResult } from '../../src/batch/price-batch.ts';
import { countRows, showProgress } from '../../src/batch/show-progress.ts';
import { tempHome } from '../support/temp-home.ts';

/** What a line writes that hears of rows, each so long after the one before. */
function written(
  rows: readonly BatchResult[],
  eachMs: number,
  { isTTY = true, rowCount }: { readonly isTTY?: boolean; readonly rowCount?: number } = {},
): string {
  let text = '';
  let atMs = 5000;
  const write = (more: string | Uint8Array) => {
    text += more;
    return true;
  };
  const line = showProgress({ stream: { isTTY, write }, nowMs: () => atMs, rowCount });
  for (const row of rows) {
    atMs += eachMs;
    line.onRow(row);
  }
  line.end();
  return text;
}

/** What is written of rows that take 100 ms each. */
const shown = (isTTY: boolean, rows: number, before: number) =>
  written(
    Array.from({ length: rows }, (_, i) => ({ rows: i + 1, before, errors: i > 1 ? 1 : 0 })),
    100,
    { isTTY },
  );

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
  const row = { rows: 2, before: 5, errors: 1, mended: 1, unmended: 3 };
  expect(written([row], 1000)).toBe('\r7 rows done, 2 a second, 4 with an error \n');
});

test('what is no terminal gets no progress', () => {
  expect(shown(false, 9, 0)).toBe('');
});

test('where the number of rows is known the share of them is shown, never above the whole', () => {
  const rows = [2, 9].map((done) => ({ rows: done, before: 0, errors: 0 }));
  expect(written(rows, 1000, { rowCount: 8 })).toBe(
    '\r2 rows done (25 %), 2 a second, 0 with an error \r9 rows done (100 %), 5 a second, 0 with an error \n',
  );
});

test('rows are counted without header and blank lines, and not of what is no file', async () => {
  const path = join(tempHome(), 'rows.csv');
  await writeFile(path, 'from,to\n\n1,2\r\n  \n3,4');
  expect(await countRows(path, 'csv')).toBe(2);
  expect(await countRows(path, 'ndjson')).toBe(3);
  expect(await countRows('-', 'csv')).toBeUndefined();
});
