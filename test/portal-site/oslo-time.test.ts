import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextWeekday, toStartTime, toWallTime } from '../../portal/js/base/oslo-time.js';

test.each([
  { wall: '2026-11-20T08:00', instant: '2026-11-20T08:00:00+01:00', why: 'winter' },
  { wall: '2026-07-01T08:00', instant: '2026-07-01T08:00:00+02:00', why: 'summer' },
  { wall: '2026-03-29T01:59', instant: '2026-03-29T01:59:00+01:00', why: 'before spring' },
  { wall: '2026-03-29T03:00', instant: '2026-03-29T03:00:00+02:00', why: 'after spring' },
  { wall: '2026-03-29T02:30', instant: '2026-03-29T02:30:00+01:00', why: 'the hour left out' },
  { wall: '2026-10-25T02:30', instant: '2026-10-25T02:30:00+02:00', why: 'the first of two' },
  { wall: '2026-10-25T03:00', instant: '2026-10-25T03:00:00+01:00', why: 'after autumn' },
  { wall: '2026-11-20T08:00:30', instant: '2026-11-20T08:00:00+01:00', why: 'seconds fall away' },
])('$wall on the Norwegian clock is $instant: $why', ({ wall, instant }) => {
  expect(toStartTime(wall)).toBe(instant);
});

test.each(['', 'now', '2026-11-20', '2026-13-40T08:00'])('"%s" is no departure', (wall) => {
  expect(toStartTime(wall)).toBeUndefined();
});

test('what the field shows for an instant leads back to it, but in the hour that comes twice', () => {
  const minutes = fc.integer({ min: 0, max: 52_000_000 });
  fc.assert(
    fc.property(minutes, (minute) => {
      const atMs = Date.UTC(2000, 0, 2) + minute * 60_000;
      const back = Date.parse(toStartTime(toWallTime(atMs)) ?? '');
      expect([0, 3_600_000]).toContain(atMs - back);
    }),
    { numRuns: 300 },
  );
});

test('an example for the rush is driven on the next working day of the week', () => {
  expect(nextWeekday('2026-11-19')).toBe('2026-11-20');
  expect(nextWeekday('2026-11-20')).toBe('2026-11-23');
  expect(nextWeekday('2026-11-21')).toBe('2026-11-23');
});
