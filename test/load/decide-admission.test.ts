import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideAdmission, type Load } from '../../src/load/decide-admission.ts';

const NOW_MS = 1_000_000;
const kindOf = (load: Partial<Load>, mostRunning = 4) =>
  decideAdmission(
    { running: 4, waiting: 0, workMs: 50, risingSpans: 0, ...load },
    mostRunning,
    NOW_MS,
  ).kind;

test('as long as there is a place a call is worked on at once, whatever was before', () => {
  expect(kindOf({ running: 3, risingSpans: 9, crowdedSinceMs: 0 })).toBe('run');
});

test('a burst waits, however long its calls take, until 2 000 wait', () => {
  expect(kindOf({ waiting: 1999, workMs: 1000, crowdedSinceMs: NOW_MS - 4000 })).toBe('wait');
  expect(kindOf({ waiting: 2000, workMs: 1, crowdedSinceMs: NOW_MS })).toBe('refuse');
});

test('what stays crowded for more than four seconds has no room for more than are worked on', () => {
  const crowdedSinceMs = NOW_MS - 4001;
  expect(kindOf({ waiting: 4, crowdedSinceMs })).toBe('refuse');
  expect(kindOf({ waiting: 3, crowdedSinceMs })).toBe('wait');
});

test('when more come than end for four spans there is no room for more than are worked on', () => {
  expect(kindOf({ waiting: 4, risingSpans: 4 })).toBe('refuse');
  expect(kindOf({ waiting: 3, risingSpans: 4 })).toBe('wait');
  expect(kindOf({ waiting: 60, risingSpans: 3 })).toBe('wait');
});

test('for ten seconds after a refusal a crowd is borne for half a second, and more coming than ending for two spans', () => {
  const lately = { waiting: 4, refusedAtMs: NOW_MS - 9999 };
  expect(kindOf({ ...lately, crowdedSinceMs: NOW_MS - 501 })).toBe('refuse');
  expect(kindOf({ ...lately, crowdedSinceMs: NOW_MS - 500 })).toBe('wait');
  expect(kindOf({ ...lately, risingSpans: 2 })).toBe('refuse');
  expect(kindOf({ ...lately, risingSpans: 1 })).toBe('wait');
  const before = { waiting: 4, refusedAtMs: NOW_MS - 10_000 };
  expect(kindOf({ ...before, crowdedSinceMs: NOW_MS - 4000, risingSpans: 3 })).toBe('wait');
});

test('a refused call hears in how many seconds those before it are done, and at least one', () => {
  const load = { running: 4, waiting: 400, workMs: 50, risingSpans: 4 };
  expect(decideAdmission(load, 4, NOW_MS)).toEqual({ kind: 'refuse', retryAfterS: 6 });
  const few = { ...load, waiting: 4, workMs: 0 };
  expect(decideAdmission(few, 4, NOW_MS)).toEqual({ kind: 'refuse', retryAfterS: 1 });
});

test('a call that waits longer is never let in where one that waits shorter is refused', () => {
  const load = fc.record({
    running: fc.nat(8),
    waiting: fc.nat(500),
    workMs: fc.nat(1000),
    risingSpans: fc.nat(5),
    crowdedSinceMs: fc.nat(NOW_MS),
    refusedAtMs: fc.nat(NOW_MS),
  });
  fc.assert(
    fc.property(load, fc.integer({ min: 1, max: 8 }), (one, most) => {
      fc.pre(kindOf(one, most) === 'refuse');
      expect(kindOf({ ...one, waiting: one.waiting + 1 }, most)).toBe('refuse');
    }),
  );
});
