/**
 * When a trip is driven: rush, weekends, days off, the nights on which the clock is changed, and the
 * hour of the hour rule. Whole trips; each receipt is worked out by hand from the published rules.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { type AskProduct, openProduct } from '../../measure/audit/product.ts';
import { expectReceipt } from './long-trips/expect-receipt.ts';
import { parseReceipts } from './long-trips/receipt.ts';
import { CLOCK_CHANGES } from './time/clock-changes.ts';
import { DAYS_OFF } from './time/days-off.ts';
import { HOUR_RULE } from './time/hour-rule.ts';
import { MIDNIGHT } from './time/midnight.ts';
import { RUSH } from './time/rush.ts';

const PARTS = [
  { part: 'the rush is that of the passage, not of the start', receipts: parseReceipts(RUSH) },
  { part: 'over midnight', receipts: parseReceipts(MIDNIGHT) },
  { part: 'when the clock is changed', receipts: parseReceipts(CLOCK_CHANGES) },
  { part: 'on days off', receipts: parseReceipts(DAYS_OFF) },
  { part: 'the hour rule', receipts: parseReceipts(HOUR_RULE) },
];

let ask: AskProduct;
beforeAll(async () => {
  ask = await openProduct();
});

describe.each(PARTS)('$part', ({ receipts }) => {
  test.each(receipts)('$title: $why', async (receipt) => {
    await expectReceipt(ask, receipt);
  });
});

test('two ways to write one instant give one price', async () => {
  const [, , receipt] = parseReceipts(RUSH);
  if (receipt === undefined) throw new Error('Expected three receipts.');
  const utc = new Date(receipt.startTime).toISOString();
  expect(utc).not.toBe(receipt.startTime);
  await expectReceipt(ask, { ...receipt, startTime: utc });
});
