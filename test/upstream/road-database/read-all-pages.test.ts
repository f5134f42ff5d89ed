import { expect, test } from 'vitest';
import { readAllPages } from '../../../src/upstream/road-database/road-database.ts';

/** Pages that never end, each of so many characters, and how many of them were asked for. */
function endless(length: number, objects: readonly unknown[]) {
  let asked = 0;
  const reading = readAllPages(async () => {
    asked += 1;
    return { objects, length, nextStart: String(asked) };
  });
  return { reading, asked: () => asked };
}

test.each([
  { length: 16_000_000, pages: 7, why: 'more text than any list has', because: 'large pages' },
  { length: 100, pages: 501, why: 'pages without end', because: 'small ones' },
])('pages that never end are given up after $pages $because', async ({ length, pages, why }) => {
  const { reading, asked } = endless(length, [{}]);
  await expect(reading).rejects.toMatchObject({
    code: 'upstream_broken',
    publicMessage: `The road database gave ${why}.`,
  });
  expect(asked()).toBe(pages);
});

test('a page may have more objects than a call can have arguments', async () => {
  const objects = new Array(1_000_000).fill(0);
  expect(await readAllPages(async () => ({ objects, length: 2_000_000 }))).toEqual(objects);
});
