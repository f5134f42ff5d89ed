/**
 * Trips through every toll ring on the bundled network, as receipts. What is paid follows from what
 * the operators publish and from where the stations stand.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { type AskProduct, type AuditAnswer, openProduct } from '../../../measure/audit/product.ts';
import { ALESUND } from './alesund.ts';
import { ASKOY } from './askoy.ts';
import { BERGEN } from './bergen.ts';
import { BODO } from './bodo.ts';
import type { City } from './city.ts';
import { FORDE } from './forde.ts';
import { GRENLAND } from './grenland.ts';
import { HARSTAD } from './harstad.ts';
import { HAUGESUND } from './haugesund.ts';
import { KRISTIANSAND } from './kristiansand.ts';
import { NEDRE_GLOMMA } from './nedre-glomma.ts';
import { NORD_JAEREN } from './nord-jaeren.ts';
import { NORDHORDLAND } from './nordhordland.ts';
import { OSLO } from './oslo.ts';
import type { Receipt, ReceiptLine } from './receipts.ts';
import { TROMSO } from './tromso.ts';
import { TRONDHEIM } from './trondheim.ts';

const CITIES = [
  OSLO,
  BERGEN,
  TRONDHEIM,
  NORD_JAEREN,
  KRISTIANSAND,
  TROMSO,
  ALESUND,
  BODO,
  NEDRE_GLOMMA,
  GRENLAND,
  HAUGESUND,
  HARSTAD,
  FORDE,
  ASKOY,
  NORDHORDLAND,
];

let ask: AskProduct;
beforeAll(async () => {
  ask = await openProduct();
});

describe.each(CITIES)('$name', ({ places, receipts }: City) => {
  test.each(receipts)('$title', async (receipt: Receipt) => {
    const { stops, startTime, lines, smallNok, largeNok } = receipt;
    const points = stops.map((stop) => places.get(stop) ?? { lat: 0, lon: 0 });
    const [from, to] = [points[0], points.at(-1)];
    if (from === undefined || to === undefined) throw new Error('Expected two stops.');
    const { bill } = await ask({ from, via: points.slice(1, -1), to, refine: true, startTime });
    expect(linesOf(bill)).toEqual(lines);
    expect(bill.tollSmall).toBe(smallNok);
    if (largeNok !== undefined) expect(bill.tollLargeNoDiscount).toBe(largeNok);
    expect(bill.unpricedStations).toEqual([]);
  });
});

test('there are trips for every city of the list, and enough of them', () => {
  expect(CITIES).toHaveLength(15);
  for (const { name, receipts } of CITIES) expect(receipts.length, name).toBeGreaterThan(7);
});

/** What the product charges, in the order of the drive. */
function linesOf({ chargedStations, freePassages }: AuditAnswer['bill']): ReceiptLine[] {
  const nameOf = new Map([...chargedStations, ...freePassages].map(({ id, name }) => [id, name]));
  const toFree = <One extends { readonly name: string; readonly paidAt?: string }>(one: One) => {
    const { name, paidAt = '' } = one;
    return { ...one, line: { station: name, freeBy: nameOf.get(paidAt) ?? paidAt } };
  };
  const charged = chargedStations.map((one) =>
    one.rule === undefined
      ? { ...one, line: { station: one.name, paidNok: one.smallNok } }
      : toFree(one),
  );
  return [...charged, ...freePassages.map(toFree)]
    .toSorted((a, b) => `${a.passedAt} ${a.id}`.localeCompare(`${b.passedAt} ${b.id}`))
    .map(({ line }) => line);
}
