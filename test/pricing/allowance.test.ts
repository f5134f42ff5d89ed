import { describe, expect, test } from 'vitest';
import { loadAllowance } from '../../src/facts/load-country.ts';
import { priceAllowance } from '../../src/pricing/allowance.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { table } from '../support/table.ts';

const RATES = loadAllowance(DATA_DIR);
const DRIVE = {
  day: '2026-11-20',
  km10: 1000,
  forestKm10: 0,
  passengers: 0,
  hasTrailer: false,
  isElectric: false,
};

describe('the kilometre allowance of the state', () => {
  test.each(
    table<'day' | 'km' | 'electric' | 'sure' | 'because'>(`
      day        | km    | electric | sure | because
      2015-01-01 | 410   | 420      | no   | beyond 10 000 km of the year it is 3.45, and nothing tells how far the car went
      2018-06-21 | 410   | 420      | no   | the last day of that agreement
      2018-06-22 | 390   | 390      | yes  | one rate for all cars at any length
      2019-01-01 | 403   | 403      | yes  |
      2022-12-31 | 403   | 403      | yes  |
      2023-01-01 | 448   | 448      | yes  |
      2024-06-01 | 490   | 490      | yes  |
      2025-12-31 | 500   | 500      | yes  |
      2026-01-01 | 530   | 530      | yes  |
      2026-12-31 | 530   | 530      | yes  | the last day that is known
    `),
  )('of 100 km on $day is $km, electric $electric', ({ day, km, electric, sure }) => {
    const [own] = priceAllowance({ ...DRIVE, day }, RATES) ?? [];
    expect(own).toMatchObject({ ore: Number(km) * 100, estimated: sure === 'no' });
    const [ev] = priceAllowance({ ...DRIVE, day, isElectric: true }, RATES) ?? [];
    expect(ev).toMatchObject({ ore: Number(electric) * 100, estimated: false });
  });

  test('is not known before 2015, nor for a year whose agreement is not made', () => {
    for (const day of ['2014-12-31', '2027-01-01'])
      expect(priceAllowance({ ...DRIVE, day }, RATES)).toBeUndefined();
  });

  test.each(
    table<'day' | 'passengers' | 'nok' | 'sure' | 'because'>(`
      day        | passengers | nok | sure | because
      2026-11-20 | 0          |     |      | no supplement without passengers
      2026-11-20 | 1          | 100 | yes  |
      2026-11-20 | 3          | 300 | yes  | for each passenger
      2018-12-31 | 3          | 100 | yes  | once, however many there were
      2017-01-01 | 3          | 300 | yes  | for each passenger
      2020-01-01 | 1          | 100 | yes  | the same whichever rule it was
      2020-01-01 | 3          | 100 | no   | no source tells which rule it was
    `),
  )('$day with $passengers passengers: $nok for 100 km', ({ day, passengers, nok, sure }) => {
    const drive = { ...DRIVE, day, passengers: Number(passengers) };
    const found = priceAllowance(drive, RATES)?.find(({ kind }) => kind === 'passengers');
    expect(found && [found.ore / 100, found.estimated]).toEqual(
      nok === '' ? undefined : [Number(nok), sure === 'no'],
    );
  });

  test('has supplements for forest roads and a trailer, each line rounded half up', () => {
    const drive = { ...DRIVE, km10: 123, forestKm10: 35, hasTrailer: true };
    const lines = priceAllowance(drive, RATES)?.map(({ kind, ore }) => `${kind} ${ore}`);
    expect(lines).toEqual(['kilometres 6519', 'forest-road 350', 'trailer 1230']);
    expect(priceAllowance({ ...DRIVE, km10: 5 }, RATES)?.[0]?.ore).toBe(265);
    expect(priceAllowance({ ...DRIVE, km10: 0 }, RATES)).toEqual([]);
  });
});
