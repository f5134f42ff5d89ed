import { describe, expect, test } from 'vitest';
import { findOutdatedDuplicates } from '../../../src/facts/compile/station-name.ts';

const CURRENT = {
  id: '1',
  name: 'Fv 5254 Kleppevegen',
  project: 'askoy',
  road: 'F5254',
  lat: 60.41246,
  lon: 5.22755,
  smallNok: 44,
  largeNok: 88,
};
const OLD = { ...CURRENT, id: '2', name: 'Kleppevegen', smallNok: 31, largeNok: 52 };

describe('an outdated duplicate', () => {
  test('is the record of the same place and name with the lower tariff', () => {
    expect([...findOutdatedDuplicates([CURRENT, OLD])]).toEqual([['2', '1']]);
  });

  test.each([
    ['of another project', { project: 'bergen' }],
    ['of another road, as the side road beside the main road', { road: 'E39' }],
    ['of another name', { name: 'Storeklubben' }],
    ['more than 100 m away', { lat: 60.4136 }],
    ['with the same tariff', { smallNok: 44, largeNok: 88 }],
    ['that is dearer for large vehicles', { largeNok: 90 }],
    ['without a tariff', { smallNok: null, largeNok: null }],
  ])('is not a record %s', (_, other) => {
    expect(findOutdatedDuplicates([CURRENT, { ...OLD, ...other }]).has('2')).toBe(false);
  });
});
