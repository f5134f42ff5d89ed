import { expect, test } from 'vitest';
import { FERRY_CLASSES, type FerryClass } from '../../../src/base/vehicle.ts';
import { table } from '../../support/table.ts';
import { priceRun } from './price-run.ts';

// Source: svelvikverket.basto-fosen.no/priser/, undated, between 2021-10 and 2024-02.
test.each(
  table<FerryClass | 'fare'>(`
    fare            | MC | AP1 | AP2 | AP3 | AP4 | AP5 | AP6 | AP7 | AP8 | AP9
    nok             | 32 | 63  | 146 | 218 | 282 | 339 | 421 | 463 | 524 | 577
    zeroEmissionNok | 16 | 32  | 73  | 109 | 141 | 170 | 211 | 232 | 262 | 289
  `),
)('$fare as printed, and told to be undated', (row) => {
  const fare = row.fare as 'nok' | 'zeroEmissionNok';
  for (const ferryClass of FERRY_CLASSES) {
    const price = priceRun('Verket ferjekai', 'Svelvik ferjekai', ferryClass, '2023-01-15');
    expect(price[fare]).toBe(Number(row[ferryClass]));
    expect(price.estimated).toBe(true);
  }
});
