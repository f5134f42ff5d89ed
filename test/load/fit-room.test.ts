import { expect, test } from 'vitest';
import { type EndedCall, fitRoom, type Room, roomFor } from '../../src/load/fit-room.ts';

const EASY: EndedCall = { tookMs: 10, wasOverrun: false, wasEasy: true };
const after = (room: Room, call: Partial<EndedCall>, times: number) => {
  let fitted = room;
  for (let i = 0; i < times; i++) fitted = fitRoom(fitted, { ...EASY, ...call }, 4);
  return fitted;
};
const learnt = after(roomFor(4), {}, 100);

test('what a call takes when it is alone is learnt from the mean of such calls', () => {
  expect(learnt).toEqual({ calls: 4, easyMs: 10, learntBy: 100 });
  expect(after(roomFor(4), { tookMs: 30 }, 2).easyMs).toBe(30);
  expect(after(learnt, { tookMs: 30, wasEasy: false }, 100).easyMs).toBe(10);
});

test('the room stays as it is while no more come than can be answered', () => {
  expect(after(learnt, { tookMs: 500, wasEasy: false }, 100).calls).toBe(4);
});

test('until it is known what a call takes there is room for as many as are worked on', () => {
  const crowded = { tookMs: 500, wasEasy: false, wasOverrun: true };
  expect(after(roomFor(4), crowded, 100).calls).toBe(4);
});

test.each([
  ['longer than they may', 25, 2],
  ['hardly longer', 12, 4],
  ['less', 11, 4],
])('when accepted calls take %s, %d ms instead of 10, there is room for %d', (_, tookMs, calls) => {
  const crowded = { tookMs, wasEasy: false, wasOverrun: true };
  expect(after(learnt, crowded, 1000).calls).toBeCloseTo(calls, 1);
});

test('what had no room has it again when the calls are quick', () => {
  const crowded = { wasEasy: false, wasOverrun: true };
  const small = after(learnt, { ...crowded, tookMs: 25 }, 1000);
  expect(after(small, { ...crowded, tookMs: 11 }, 1000).calls).toBe(4);
});

test('one slow call, as while the engine starts anew, takes away a fiftieth of a place and no more', () => {
  const slow = { tookMs: 5000, wasEasy: false, wasOverrun: true };
  expect(after(learnt, slow, 1).calls).toBeCloseTo(3.98, 5);
});
