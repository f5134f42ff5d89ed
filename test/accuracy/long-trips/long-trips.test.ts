/**
 * Trips over all regions against what the operators' descriptions of their roads say: the stations in
 * order, and the sum of the bundled tariffs. Worked out by hand, never from our own answers.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { type AskProduct, openProduct } from '../../../measure/audit/product.ts';
import { expectReceipt } from './expect-receipt.ts';
import { NORD_NORGE } from './nord-norge.ts';
import { OSTLANDET } from './ostlandet.ts';
import { parseReceipts } from './receipt.ts';
import { SORLANDET } from './sorlandet.ts';
import { TRONDELAG } from './trondelag.ts';
import { VESTLANDET } from './vestlandet.ts';

const REGIONS = [
  { region: 'Østlandet', receipts: parseReceipts(OSTLANDET) },
  { region: 'Sørlandet', receipts: parseReceipts(SORLANDET) },
  { region: 'Vestlandet', receipts: parseReceipts(VESTLANDET) },
  { region: 'Trøndelag', receipts: parseReceipts(TRONDELAG) },
  { region: 'Nord-Norge', receipts: parseReceipts(NORD_NORGE) },
];

let ask: AskProduct;
beforeAll(async () => {
  ask = await openProduct();
});

describe.each(REGIONS)('$region', ({ receipts }) => {
  test.each(receipts)('$title', async (receipt) => {
    await expectReceipt(ask, receipt);
  });
});

test('every receipt says how long the trip is', () => {
  const receipts = REGIONS.flatMap((region) => region.receipts);
  expect(receipts.length).toBeGreaterThan(50);
  expect(receipts.filter(({ band }) => band === undefined)).toEqual([]);
});
