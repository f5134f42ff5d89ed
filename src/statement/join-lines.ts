/** Joins lines of one drive past a station that are parts of one passage. */
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
 * Lines are parts of a passage if one of them has amount 0, or if they have one moment and different amounts. If one of
 * two different amounts is the whole price, both stay, with that one first: the other one bills the passage twice. So
 * does a line that has the same amount again.
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
