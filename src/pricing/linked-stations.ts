import type { Day } from '../base/day.ts';
import type { Ore } from '../base/nok.ts';
import { isInForce } from './dated.ts';
import type { TollStation } from './tariff.ts';

export interface LinkablePassage {
  readonly station: TollStation;
  readonly day: Day;
  /** What a vehicle with a tag pays for the passage after the hour rule. */
  readonly chargeOre: Ore;
}

/**
 * The passages that are free because the trip is paid at a linked station, and the index of the
 * passage that pays. A passage that the hour rule makes free is not paid and frees nothing.
 *
 * @param passages one trip, in travel order.
 *
 * Source: vegamot.no/Kundeservice/Takster/Regler-1.aspx, Bøckmans veg and Tonstad, about 2022.
 */
export function findLinkedFree(passages: readonly LinkablePassage[]): ReadonlyMap<number, number> {
  const payers = new Map<number, number>();
  for (const rule of new Set(passages.flatMap(({ station }) => station.project.linkedStations))) {
    const isListed = (keys: readonly string[]) => (passage: LinkablePassage) =>
      passage.chargeOre > 0 &&
      keys.includes(passage.station.passageKey) &&
      isInForce(rule, passage.day);

    const payer = passages.findIndex(isListed(rule.paid));
    if (payer === -1) continue;
    const isFree = isListed(rule.free);
    passages.forEach((passage, i) => {
      if (!payers.has(i) && isFree(passage)) payers.set(i, payer);
    });
  }
  return payers;
}
