import { expect, test } from 'vitest';
import { passTime } from '../src/call-pace.ts';

const PACE = { sinceMs: 1000, came: 126, ended: 100, risingSpans: 1 };

test('a span of half a second in which more than a quarter more came than ended is a rising one', () => {
  expect(passTime(PACE, 1500)).toEqual({ sinceMs: 1500, came: 0, ended: 0, risingSpans: 2 });
  expect(passTime({ ...PACE, came: 125 }, 1500).risingSpans).toBe(0);
});

test('until it is over nothing is said of a span', () => {
  expect(passTime(PACE, 1499)).toBe(PACE);
});

test('nothing is known of the time in which nobody asked', () => {
  expect(passTime(PACE, 2000).risingSpans).toBe(0);
});
