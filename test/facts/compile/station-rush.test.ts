import { describe, expect, test } from 'vitest';
import { readTariff, readWindow } from '../../../src/facts/compile/station-rush.ts';
import { table } from '../../support/table.ts';

describe('a rush window', () => {
  test.each(
    table<'written' | 'read'>(`
      written     | read
      06:30-08:59 | 06:30-09:00
      14:30-16:29 | 14:30-16:30
      15:00-16:59 | 15:00-17:00
      06:30-09:00 | 06:30-09:00
      15:00-17:00 | 15:00-17:00
      00:00-00:00 | none
    `),
  )('written $written ends outside: $read', ({ written, read }) => {
    expect(readWindow(written)).toEqual(read === 'none' ? [] : [read]);
  });

  test('that is missing is no window', () => {
    expect(readWindow(null)).toEqual([]);
  });
});

const ROW = {
  smallNok: 38,
  largeNok: 88,
  smallRushNok: null,
  largeRushNok: null,
  rushMorning: null,
  rushAfternoon: null,
};

describe('the tariff of a row', () => {
  test('has the rush price with both windows', () => {
    const row = {
      ...ROW,
      smallRushNok: 70,
      rushMorning: '06:30-08:59',
      rushAfternoon: '14:30-16:29',
    };
    expect(readTariff(row)).toEqual({
      smallNok: 38,
      largeNok: 88,
      smallRushNok: 70,
      rush: ['06:30-09:00', '14:30-16:30'],
    });
  });

  test('ignores a rush price without a window, as Småstrandgaten has, and says so', () => {
    expect(readTariff({ ...ROW, smallRushNok: 36 })).toMatchObject({
      smallRushNok: null,
      rush: null,
      tariffNote: expect.stringContaining('36'),
    });
  });

  test('ignores the void windows of Rv3/25', () => {
    const row = { ...ROW, rushMorning: '00:00-00:00', rushAfternoon: '00:00-00:00' };
    expect(readTariff(row).rush).toBeNull();
  });

  test.each([
    { smallNok: 0, largeNok: 0 },
    { smallNok: null, largeNok: 0 },
    { smallNok: null, largeNok: null },
  ])('of $smallNok and $largeNok kroner is unknown, not free', (prices) => {
    expect(readTariff({ ...ROW, ...prices })).toMatchObject({
      smallNok: null,
      largeNok: null,
      tariffNote: expect.any(String),
    });
  });
});
