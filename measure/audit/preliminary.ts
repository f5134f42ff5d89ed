/** How far the preliminary toll is from the refined one. */
import type { AskProduct } from './product.ts';
import type { SeededTrip } from './seeded-trips.ts';

/** The toll of one trip, small vehicle with tag, both ways. NOK. */
export interface TollPair {
  readonly region: string;
  readonly preliminaryNok: number;
  readonly refinedNok: number;
}

/** Both tolls of the recommended route; a trip without a route is left out. */
export async function compareTolls(
  trips: readonly SeededTrip[],
  ask: AskProduct,
): Promise<TollPair[]> {
  const pairs: TollPair[] = [];
  for (const { region, from, to } of trips) {
    const [preliminary, refined] = [
      await ask({ from, to, refine: false }).catch(() => undefined),
      await ask({ from, to, refine: true }).catch(() => undefined),
    ];
    if (preliminary === undefined || refined === undefined) continue;
    pairs.push({
      region,
      preliminaryNok: preliminary.bill.tollSmall,
      refinedNok: refined.bill.tollSmall,
    });
  }
  return pairs;
}

/** Off by more than this share of the refined toll counts as wrong. */
const OFF_SHARE = 0.2;

/** Is the preliminary toll off by more than 20 %? Any toll is, where there is none. */
export const isOff = ({ preliminaryNok, refinedNok }: TollPair) =>
  Math.abs(preliminaryNok - refinedNok) > OFF_SHARE * refinedNok;
