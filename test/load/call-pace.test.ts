import { expect, test } from 'vitest';
import { paceFrom, passTime } from '../../src/load/call-pace.ts';

const PACE = {
  sinceMs: 1000,
  came: 126,
  ended: 100,
  risingSpans: 1,
  standingSpans: 1,
  overfullSpans: 1,
  cameLast: 0,
  endedLast: 0,
};

test('a span of a second in which more than a quarter more came than ended is a rising one', () => {
  expect(passTime(PACE, 2000)).toEqual({
    ...paceFrom(2000),
    risingSpans: 2,
    standingSpans: 2,
    overfullSpans: 2,
    cameLast: 126,
    endedLast: 100,
  });
  expect(passTime({ ...PACE, came: 125 }, 2000).risingSpans).toBe(0);
});

test('one in which hardly fewer came than ended is a standing one', () => {
  expect(passTime({ ...PACE, came: 96 }, 2000).standingSpans).toBe(2);
  expect(passTime({ ...PACE, came: 95 }, 2000).standingSpans).toBe(0);
});

test('one in which more came than ended by a tenth is an overfull one', () => {
  expect(passTime({ ...PACE, came: 111 }, 2000).overfullSpans).toBe(2);
  expect(passTime({ ...PACE, came: 110 }, 2000).overfullSpans).toBe(0);
});

test('until it is over nothing is said of a span', () => {
  expect(passTime(PACE, 1999)).toBe(PACE);
});

test('nothing is known of the time in which nobody asked', () => {
  expect(passTime(PACE, 3000)).toEqual(paceFrom(3000));
});
