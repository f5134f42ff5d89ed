/** Lines of one drive past a station as one passage, where they are parts of it. */
import type { Ore } from '../base/nok.ts';
import { isOneDrivePast } from '../pricing/toll/drive-past.ts';
import { pricePassage } from '../pricing/toll/price-passage.ts';
import { priceVehicle } from '../pricing/toll/price-vehicle.ts';
import {
  addAmounts,
  type BilledPassage,
  isOneStation,
  type Located,
  type ReconcileTerms,
} from './statement.ts';

/**
 * Parts are a line of nothing beside another one, and amounts of one moment that differ. Where one of these is the price
 * by itself it stands first: the other bills the passage twice, as does the same amount again.
 *
 * @param located in time order.
 */
export function joinLines(
  located: readonly Located[],
  terms: Pick<ReconcileTerms, 'vehicle' | 'calendar'>,
): Located[] {
  const joined: Located[] = [];
  const openOf = new Map<string, { readonly beganMs: number; readonly at: number }>();
  for (const { row, found } of located) {
    const [station] = isOneStation(found) ? found : [];
    const open = station && openOf.get(station.passageKey);
    const before = open && joined[open.at]?.row;
    const isSame = station && open && isOneDrivePast(station, open.beganMs, row.atMs);
    if (!station || !before || !isSame) {
      if (station) openOf.set(station.passageKey, { beganMs: row.atMs, at: joined.length });
      joined.push({ row, found });
      continue;
    }
    const findPrice = () => {
      const passage = pricePassage({ station, atMs: row.atMs }, terms.calendar);
      return priceVehicle(passage, terms.vehicle).amount?.ore;
    };
    const [first, ...others] = addLines(before, row, findPrice);
    joined[open.at] = { row: first, found };
    joined.push(...others.map((other) => ({ row: other, found })));
  }
  return joined;
}

/**
 * Two lines as one, or the one that pays before the one that pays again.
 *
 * @param findPrice what the passage costs by itself; `undefined`: not known.
 */
function addLines(
  one: BilledPassage,
  other: BilledPassage,
  findPrice: () => Ore | undefined,
): readonly [BilledPassage, ...BilledPassage[]] {
  if (one.ore === 0) return [addAmounts(other, one)];
  if (other.ore === 0) return [addAmounts(one, other)];
  if (one.atMs !== other.atMs || one.ore === other.ore) return [one, other];
  const ore = findPrice();
  if (one.ore === ore) return [one, other];
  if (other.ore === ore) return [other, one];
  return [{ ...addAmounts(one, other), andLines: [...(one.andLines ?? []), other.line] }];
}
