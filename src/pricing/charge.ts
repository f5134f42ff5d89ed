import type { Ore } from '../base/nok.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import type { FreeRule } from './free-rule.ts';
import { chargeByHourRule, type HourCharge, type HourRule, type HourWindow } from './hour-rule.ts';
import { findLinkedFree } from './linked-stations.ts';
import type { MetCap } from './monthly-cap.ts';
import type { PassagePrice } from './price-passage.ts';
import { findReversedFree } from './reversed-rule.ts';

/** One of the four ways to pay. */
export interface Way {
  readonly size: VehicleSize;
  readonly tagged: boolean;
}

/** What one passage is charged in one way to pay. */
export interface Charge {
  /** 0 where a rule makes the passage free, and where its price is not known. */
  readonly ore: Ore;
  readonly isDearestOfHour: boolean;
  /** The rule that makes it free, and the index of the passage that pays instead, if one does. */
  readonly free?: { readonly rule: FreeRule; readonly payer: number | undefined };
  /** The window of the hour rule that it belongs to; absent: none. */
  readonly window?: HourWindow;
  /** The monthly cap that it counts for; absent: none whose use is known. */
  readonly cap?: MetCap;
}

/** What each passage costs by itself, in the order given: no rule between passages is applied. */
export function chargeEach(passages: readonly PassagePrice[], way: Way): Charge[] {
  return passages.map((passage) =>
    toCharge({ chargeOre: priceOf(passage, way), isDearestOfHour: false }),
  );
}

/**
 * What each passage of a trip is charged, in the order given, with all rules between passages.
 *
 * A reversed rule looks only at what is passed, so it comes first: a passage that it makes free
 * opens no window. A passage made free by a link counts as paid, at the linked station, and keeps
 * its window open.
 */
export function chargeTrip(passages: readonly PassagePrice[], way: Way): Charge[] {
  const reversedFree = way.tagged ? findReversedFree(passages) : NO_INDEXES;
  const byHour = chargeByHourRule(
    passages.map((passage, i) => {
      const priceOre = reversedFree.has(i) ? 0 : priceOf(passage, way);
      return { atMs: passage.atMs, priceOre, rule: hourRuleFor(passage, way) };
    }),
  );
  const linkPayers = way.tagged ? findLinkedFree(toLinkable(passages, byHour)) : NO_PAYERS;

  const settled = byHour.map((charge, i): Charge => {
    const linkPayer = linkPayers.get(i);
    if (linkPayer !== undefined) return freeBy('linked-station', linkPayer);
    if (reversedFree.has(i)) return freeBy('reversed-rule');
    if (charge.free === undefined) return toCharge(charge);
    const { rule, payer } = charge.free;
    // Where the payer of the window is itself free by a link, the link is what makes this one free.
    const payerOfPayer = linkPayers.get(payer);
    return payerOfPayer === undefined
      ? freeBy(rule, payer)
      : freeBy('linked-station', payerOfPayer);
  });
  return settled.map((charge, i) => {
    const { window } = byHour[i] as HourCharge;
    return window === undefined ? charge : { ...charge, window };
  });
}

const NO_INDEXES: ReadonlySet<number> = new Set();
const NO_PAYERS: ReadonlyMap<number, number> = new Map();

function priceOf(passage: PassagePrice, { size, tagged }: Way): Ore {
  const price = passage[size];
  return (tagged ? price?.taggedOre : price?.fullOre) ?? 0;
}

function hourRuleFor({ hour }: PassagePrice, { size, tagged }: Way): HourRule | undefined {
  if (hour === undefined) return undefined;
  const { terms, rule, onceUntilMs } = hour;
  if (!terms.sizes.includes(size) || !(tagged || terms.untagged)) return undefined;
  // Paying once between two times of day needs a tag, even where the plain hour does not.
  return tagged && onceUntilMs !== undefined ? { ...rule, onceUntilMs } : rule;
}

function toLinkable(passages: readonly PassagePrice[], charges: readonly HourCharge[]) {
  return passages.map(({ station, time }, i) => {
    const { chargeOre } = charges[i] as HourCharge;
    return { station, day: time.day, chargeOre };
  });
}

function toCharge({ chargeOre, isDearestOfHour }: Omit<HourCharge, 'free' | 'window'>): Charge {
  return chargeOre === 0 ? freeBy('zero-tariff') : { ore: chargeOre, isDearestOfHour };
}

function freeBy(rule: FreeRule, payer?: number): Charge {
  return { ore: 0, isDearestOfHour: false, free: { rule, payer } };
}
