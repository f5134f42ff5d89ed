import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideAdmission, type Load, orderOf, waitMsOf } from '../../src/load/decide-admission.ts';

const NOW_MS = 1_000_000;
const LOAD: Load = {
  running: 4,
  waiting: 0,
  leftBehind: 0,
  room: 4,
  workMs: 50,
  risingSpans: 0,
  standingSpans: 0,
  overfullSpans: 0,
  cameLast: 0,
  endedLast: 0,
};
const kindOf = (load: Partial<Load>) => decideAdmission({ ...LOAD, ...load }, 4, NOW_MS).kind;

test('as long as there is a place a call is worked on at once', () => {
  expect(kindOf({ running: 3 })).toBe('run');
});

test('a burst waits, however long its calls take, until 2 000 wait', () => {
  const crowdedSinceMs = NOW_MS - 20_000;
  expect(kindOf({ waiting: 1999, workMs: 1000, standingSpans: 3, crowdedSinceMs })).toBe('wait');
  expect(kindOf({ waiting: 2000, workMs: 1, crowdedSinceMs: NOW_MS })).toBe('refuse');
  expect(kindOf({ waiting: 1000, leftBehind: 1000 })).toBe('refuse');
});

test('what stays crowded for more than four seconds, and does not become shorter, is no burst', () => {
  const crowded = { crowdedSinceMs: NOW_MS - 4001, standingSpans: 4 };
  expect(kindOf(crowded)).toBe('refuse');
  expect(kindOf({ ...crowded, standingSpans: 3 })).toBe('wait');
  expect(kindOf({ ...crowded, crowdedSinceMs: NOW_MS - 4000 })).toBe('wait');
});

test('when more come than end for four spans it is no burst', () => {
  expect(kindOf({ risingSpans: 4 })).toBe('refuse');
  expect(kindOf({ waiting: 60, risingSpans: 3 })).toBe('wait');
});

test('then as many are let in as there is room for, also where more could be worked on', () => {
  const over = { risingSpans: 4 };
  expect(kindOf({ ...over, room: 2.5, running: 2 })).toBe('run');
  expect(kindOf({ ...over, room: 2.5, running: 3 })).toBe('refuse');
  expect(kindOf({ ...over, room: 6, waiting: 1 })).toBe('wait');
  expect(kindOf({ ...over, room: 6, waiting: 2 })).toBe('refuse');
  expect(kindOf({ ...over, room: 6, waiting: 1, leftBehind: 500 })).toBe('wait');
});

test('an overload is over when no more come than were answered before it, with everybody let in', () => {
  const over = { overrunSinceMs: NOW_MS - 2000, overfullSpans: 9, endedOpen: 100 };
  expect(kindOf({ ...over, cameLast: 95 })).toBe('wait');
  expect(kindOf({ ...over, cameLast: 96 })).toBe('refuse');
  expect(kindOf({ ...over, cameLast: 95, overrunSinceMs: NOW_MS - 1999 })).toBe('refuse');
  expect(kindOf({ ...over, cameLast: 0, endedOpen: 0 })).toBe('refuse');
});

test('an overload lasts for two seconds, and until for a span no tenth more came than ended', () => {
  expect(kindOf({ overrunSinceMs: NOW_MS - 1999 })).toBe('refuse');
  expect(kindOf({ overrunSinceMs: NOW_MS - 2000 })).toBe('wait');
  expect(kindOf({ overrunSinceMs: 0, overfullSpans: 1 })).toBe('refuse');
  expect(kindOf({ overfullSpans: 9 })).toBe('wait');
});

test('for ten seconds after a refusal a crowd is borne for half a second, and more coming than ending for two spans', () => {
  const lately = { refusedAtMs: NOW_MS - 9999, standingSpans: 1 };
  expect(kindOf({ ...lately, crowdedSinceMs: NOW_MS - 501 })).toBe('refuse');
  expect(kindOf({ ...lately, crowdedSinceMs: NOW_MS - 501, standingSpans: 0 })).toBe('wait');
  expect(kindOf({ ...lately, crowdedSinceMs: NOW_MS - 500 })).toBe('wait');
  expect(kindOf({ ...lately, risingSpans: 2 })).toBe('refuse');
  expect(kindOf({ ...lately, risingSpans: 1 })).toBe('wait');
  const before = { refusedAtMs: NOW_MS - 10_000, standingSpans: 3 };
  expect(kindOf({ ...before, crowdedSinceMs: NOW_MS - 4000, risingSpans: 3 })).toBe('wait');
});

test('the first come first: in turns with the newest in a crowd, and after a refusal in any queue', () => {
  const order = (load: Partial<Load>) => orderOf({ ...LOAD, ...load }, 4, NOW_MS);
  expect([order({ waiting: 64 }), order({ waiting: 65 })]).toEqual(['oldest', 'in turns']);
  const refusedAtMs = NOW_MS - 9999;
  expect(order({ waiting: 4, refusedAtMs })).toBe('oldest');
  expect(order({ waiting: 5, refusedAtMs })).toBe('in turns');
});

test('who came with a burst waits for eight seconds in an overload, who came later for half a second', () => {
  expect(waitMsOf(LOAD, NOW_MS).inOverrun).toBe(8000);
  expect(waitMsOf({ ...LOAD, refusedAtMs: NOW_MS - 9999 }, NOW_MS).inOverrun).toBe(500);
});

test('a refused call hears in how many seconds those before it are done, and at least one', () => {
  const load = { ...LOAD, waiting: 400, risingSpans: 4 };
  expect(decideAdmission(load, 4, NOW_MS)).toEqual({ kind: 'refuse', retryAfterS: 6 });
  const few = { ...load, waiting: 4, workMs: 0 };
  expect(decideAdmission(few, 4, NOW_MS)).toEqual({ kind: 'refuse', retryAfterS: 1 });
});

test('where one is refused nobody is let in who finds more waiting', () => {
  const load = fc.record({
    running: fc.nat(8),
    waiting: fc.nat(500),
    leftBehind: fc.nat(500),
    room: fc.integer({ min: 2, max: 8 }),
    workMs: fc.nat(1000),
    risingSpans: fc.nat(5),
    standingSpans: fc.nat(5),
    overfullSpans: fc.nat(5),
    crowdedSinceMs: fc.nat(NOW_MS),
    refusedAtMs: fc.nat(NOW_MS),
  });
  fc.assert(
    fc.property(load, (one) => {
      fc.pre(kindOf(one) === 'refuse');
      expect(kindOf({ ...one, waiting: one.waiting + 1 })).toBe('refuse');
    }),
  );
});
