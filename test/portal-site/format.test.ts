import { describe, expect, test } from 'vitest';
import {
  formatClock,
  formatCount,
  formatDay,
  formatDistance,
  formatDuration,
  formatKroner,
  formatMoment,
  formatShortKroner,
} from '../../portal/js/base/format.js';

/** Hard spaces are hard to see in a test. */
function seen(text: string): string {
  return text.replaceAll('\u00a0', '~');
}

describe('amounts', () => {
  test.each([
    { ore: 123_450, full: 'kr~1~234,50', short: 'kr~1~234,50' },
    { ore: 4_000, full: 'kr~40,00', short: 'kr~40' },
    { ore: 7_520, full: 'kr~75,20', short: 'kr~75,20' },
    { ore: 0, full: 'kr~0,00', short: 'kr~0' },
    { ore: 100_000_000, full: 'kr~1~000~000,00', short: 'kr~1~000~000' },
  ])('$ore øre is written $full, and $short where room is short', ({ ore, full, short }) => {
    expect(seen(formatKroner(ore))).toBe(full);
    expect(seen(formatShortKroner(ore))).toBe(short);
  });

  test('counts have hard spaces between thousands', () => {
    expect(seen(formatCount(100_000))).toBe('100~000');
  });
});

describe('lengths of road and time', () => {
  test.each([
    { distanceM: 7_839, nb: '7,8~km', en: '7.8~km' },
    { distanceM: 206_782, nb: '207~km', en: '207~km' },
    { distanceM: 40, nb: '0,0~km', en: '0.0~km' },
  ])('$distanceM m is $nb', ({ distanceM, nb, en }) => {
    expect(seen(formatDistance(distanceM, 'nb'))).toBe(nb);
    expect(seen(formatDistance(distanceM, 'en'))).toBe(en);
  });

  test.each([
    { durationMin: 7, nb: '7~min' },
    { durationMin: 0.2, nb: '1~min' },
    { durationMin: 59.6, nb: '1~t' },
    { durationMin: 228.2, nb: '3~t~48~min' },
  ])('$durationMin minutes is $nb', ({ durationMin, nb }) => {
    expect(seen(formatDuration(durationMin, 'nb'))).toBe(nb);
    expect(seen(formatDuration(durationMin, 'en'))).toBe(nb.replace('~t', '~h'));
  });
});

describe('times', () => {
  test('the clock is the one in Norway, in summer and in winter', () => {
    expect(formatClock('2026-07-01T06:15:00Z')).toBe('08:15');
    expect(formatClock('2026-11-20T07:15:00Z')).toBe('08:15');
    expect(formatClock('2026-11-20T23:00:00Z')).toBe('00:00');
  });

  test('a moment is day and clock in Norway', () => {
    expect(formatMoment('2026-11-20T23:30:00Z', 'nb')).toBe('21. nov. 2026, 00:30');
    expect(formatMoment('2026-11-20T23:30:00Z', 'en')).toBe('21 Nov 2026, 00:30');
  });

  test('a day names its weekday', () => {
    expect(formatDay('2026-11-20', 'nb')).toBe('fre. 20. nov.');
    expect(formatDay('2026-11-20', 'en')).toBe('Fri 20 Nov');
  });
});
