import { beforeEach, expect, test, vi } from 'vitest';

let newId: (atMs: number) => string;

/** As in a process that has made no id yet. */
beforeEach(async () => {
  vi.resetModules();
  ({ newId } = await import('../../src/store/schema.ts'));
});

test('an id is a UUID of version 7 that begins with the millisecond', () => {
  // The time and the beginning of the id in the example of RFC 9562, appendix A.6.
  const id = newId(0x017f22e279b0);
  expect(id).toMatch(/^017f22e2-79b0-7000-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('ids sort in the order they are made in, while the clock stands, runs on or is set back', () => {
  const clock = [...Array.from({ length: 5000 }, () => 1_800_000_000_000), 1_800_000_000_001, 0];
  const ids = clock.map((atMs) => newId(atMs));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});
