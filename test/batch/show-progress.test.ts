import { expect, test } from 'vitest';
import { showProgress } from '../../src/batch/show-progress.ts';

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

test('what is no terminal gets no progress', () => {
  expect(shown(false, 9, 0)).toBe('');
});
