import { expect } from 'vitest';
import type { AskProduct } from '../../../measure/audit/product.ts';
import { placeOf } from './places.ts';
import { listFerries, readBill } from './read-bill.ts';
import type { Receipt } from './receipt.ts';

/** Source: docs/accuracy.md, "Lengths and times". */
const MAX_KMH = 110;

/** Drives a trip and holds its bill to the receipt: stations in order, ferries, sums, length, pace. */
export async function expectReceipt(ask: AskProduct, receipt: Receipt): Promise<void> {
  const { stops, startTime, band, lines, ferries, full, withTag } = receipt;
  const [from, ...via] = stops.map(placeOf);
  const to = via.pop();
  if (from === undefined || to === undefined) throw new Error('Expected two stops.');
  const { bill } = await ask({ from, via, to, refine: true, startTime });

  expect(readBill(bill, lines)).toEqual(lines);
  expect(listFerries(bill)).toEqual(ferries);
  expect(bill.ferryCount).toBe(ferries.length);
  expect([bill.tollSmallNoDiscount, bill.tollLargeNoDiscount]).toEqual([full.small, full.large]);
  expect([bill.tollSmall, bill.tollLarge]).toEqual([withTag.small, withTag.large]);
  const km = bill.distance / 1000;
  if (band !== undefined) {
    expect(km).toBeGreaterThan(band[0]);
    expect(km).toBeLessThan(band[1]);
  }
  expect(km / (bill.durationMin / 60)).toBeLessThanOrEqual(MAX_KMH);
}
