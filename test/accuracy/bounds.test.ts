import { expect, test } from 'vitest';
import { boundTrips, isLeft } from '../../measure/audit/bounds.ts';
import { loadAuditNetwork } from '../../measure/audit/network.ts';
import { openProduct } from '../../measure/audit/product.ts';
import { listSeededTrips } from '../../measure/audit/seeded-trips.ts';

test('no refined toll leaves the bounds of its preliminary answer, in a sample of the audit', async () => {
  const trips = listSeededTrips(await loadAuditNetwork()).filter((_, i) => i % 5 === 2);
  const tolls = await boundTrips(trips, await openProduct());
  expect(tolls.length).toBeGreaterThan(90);
  expect(tolls.filter(isLeft)).toEqual([]);
  // Bounds from nothing to everything would hold as well.
  const narrow = tolls.filter(({ minNok, maxNok }) => minNok === maxNok && maxNok > 0);
  expect(narrow.length).toBeGreaterThan(40);
});
