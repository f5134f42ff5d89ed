/** What the passages of a trip are charged in one way to pay, by the rules between them. */
import type { Ore } from '../../base/nok.ts';
import { atOnce, mapInSteps, type Steps } from '../../base/steps.ts';
import { findInForce } from '../dated.ts';
import { chargeByHourRule, type HourCharge, type HourRule, type HourWindow } from './hour-rule.ts';
import type { CapOfSize, LinkedStations, ReversedRule } from './law.ts';
import { findLinkedFree, findReversedFree } from './local-rules.ts';
import type { PassagePrice } from './price-passage.ts';
import type { CapUse, ChargeTerms, Way } from './terms.ts';

/** The rules that make a passage free. */
export const FREE_RULES = [
  /** Another passage of the group inside the window pays. */
  'hour-rule',
  /** Only one passage is paid between two times of day. */
  'once-between',
  /** Paid at a linked station. */
  'linked-station',
  /** Reversed hour rule: no other station of the rule was passed inside the window. */
  'reversed-rule',
  /** The tariff is known, and is 0. */
  'zero-tariff',
  /** The month has had as many paid passages as its cap asks for. */
  'monthly-cap',
] as const;

export type FreeRule = (typeof FREE_RULES)[number];

/** What one passage is charged in one way to pay. */
export interface Charge {
  /** 0 where a rule makes the passage free, and where its price is not known. */
  readonly ore: Ore;
  readonly isDearestOfHour: boolean;
  /** `undefined`: no rule makes it free. */
  readonly free: FreedBy | undefined;
  /** The window of the hour rule that it belongs to; `undefined`: none. */
  readonly window: HourWindow | undefined;
  /** The monthly cap that it counts for; `undefined`: there is none, or its use is not known. */
  readonly cap: MetCap | undefined;
}

/** The rule that makes a passage free. */
export interface FreedBy {
  readonly rule: FreeRule;
  /** Index of the passage that pays instead; absent: none does. */
  readonly payer?: number;
  /** The record of a local rule; absent: the rule is not a local one. */
  readonly law?: LinkedStations | ReversedRule;
}

/** A monthly cap as a passage meets it. */
interface MetCap {
  readonly cap: CapOfSize;
  readonly month: string;
  /** Paid passages of the month before this one. */
  readonly used: number;
}

/**
 * What each passage is charged, in the order given. The charge is the passage's own price, or follows all rules between
 * passages. Monthly caps apply to both.
 *
 * @param prices what each passage costs by itself; 0 where its price is not known.
 */
export const chargePassages = (
  passages: readonly PassagePrice[],
  prices: readonly Ore[],
  way: Way,
  terms: ChargeTerms,
): readonly Charge[] => atOnce(stepCharges(passages, prices, way, terms));

/**
 * `chargePassages` in steps, for journeys of thousands of passages.
 *
 * A reversed rule looks only at which stations are passed, so it comes first. A link looks at what is paid after the hour
 * rule. A passage that either makes free is not paid, and opens no window.
 */
export function* stepCharges(
  passages: readonly PassagePrice[],
  prices: readonly Ore[],
  way: Way,
  { rulesBetweenPassages, capUse }: ChargeTerms,
): Steps<readonly Charge[]> {
  if (!rulesBetweenPassages) {
    const alone = prices.map((chargeOre) => toCharge({ chargeOre, isDearestOfHour: false }));
    return yield* applyCaps(passages, alone, way, capUse);
  }
  const reversedFree = way.tagged ? findReversedFree(passages) : NOTHING_FREE;
  const isReversed = (i: number) => reversedFree.has(i);
  const byHour = yield* chargeHours(passages, prices, way, isReversed);
  const linkedFree = way.tagged ? findLinkedFree(passages, prices, byHour) : NOTHING_FREE;
  const isUnpaid = (law?: LinkedStations) => law !== undefined && law.opensHour !== true;
  const isFree = (i: number) => isReversed(i) || isUnpaid(linkedFree.get(i)?.law);
  const paid = linkedFree.size === 0 ? byHour : yield* chargeHours(passages, prices, way, isFree);
  const charges = yield* mapInSteps(paid, (charge, i) => {
    const linked = linkedFree.get(i);
    if (linked !== undefined) return toCharge(charge, { rule: 'linked-station', ...linked });
    const law = reversedFree.get(i);
    return toCharge(charge, law ? { rule: 'reversed-rule', law } : charge.free);
  });
  return yield* applyCaps(passages, charges, way, capUse);
}

/** The charges after the hour rule. @param isFree does another rule make a passage free? */
function* chargeHours(
  passages: readonly PassagePrice[],
  prices: readonly Ore[],
  way: Way,
  isFree: (passage: number) => boolean,
): Steps<HourCharge[]> {
  const priced = yield* mapInSteps(passages, (passage, i) => {
    const priceOre = isFree(i) ? 0 : (prices[i] as Ore);
    return { atMs: passage.atMs, priceOre, rule: hourRuleFor(passage, way) };
  });
  yield;
  return chargeByHourRule(priced);
}

const NOTHING_FREE: ReadonlyMap<number, never> = new Map<number, never>();

/** The hour rule that a passage falls under in a way to pay; `undefined`: none. */
export function hourRuleFor({ hour }: PassagePrice, { size, tagged }: Way): HourRule | undefined {
  if (hour === undefined) return undefined;
  const { terms, rule, onceUntilMs } = hour;
  if (!terms.sizes.includes(size) || !(tagged || terms.untagged)) return undefined;
  // Paying once between two times of day needs a tag, even where the plain hour does not.
  return tagged && onceUntilMs !== undefined ? { ...rule, onceUntilMs } : rule;
}

/** @param freed absent: no rule between passages makes it free. */
function toCharge({ chargeOre, isDearestOfHour, window }: HourCharge, freed?: FreedBy): Charge {
  const free = freed ?? (chargeOre === 0 ? ZERO_TARIFF : undefined);
  return free === undefined
    ? { ore: chargeOre, isDearestOfHour, free, window, cap: undefined }
    : { ore: 0, isDearestOfHour: false, free, window, cap: undefined };
}

const ZERO_TARIFF: FreedBy = { rule: 'zero-tariff' };

/** The monthly cap that a passage counts for; `undefined`: there is none, or its use is not known. */
export function findCap(
  { station: { cap }, time }: PassagePrice,
  { size, tagged }: Way,
  use: CapUse | undefined,
): CapOfSize | undefined {
  if (cap === undefined || !tagged || use?.counts[cap.key] === undefined) return undefined;
  const { key, name, bySize } = cap;
  const terms = findInForce(bySize[size] ?? [], time.day);
  return terms && { key, name, ...terms };
}

/**
 * Applies the monthly caps: after a number of paid passages in a calendar month a vehicle with a tag passes for
 * nothing. A passage that a rule makes free does not count. A passage whose payer is beyond the cap is beyond it, too.
 *
 * Source: the operators' pages named with each cap; passages inside the hour count once.
 */
function* applyCaps(
  passages: readonly PassagePrice[],
  charges: readonly Charge[],
  way: Way,
  use: CapUse | undefined,
): Steps<readonly Charge[]> {
  if (use === undefined || !way.tagged) return charges;
  const isPaid = (i: number) => (charges[i] as Charge).ore > 0;
  const { isCounted = () => true } = use;
  const countOf = (passage: PassagePrice, i: number) => (isPaid(i) && isCounted(passage) ? 1 : 0);
  const counts = new Map<string, number>();
  const met = yield* mapInSteps(passages, (passage, i): MetCap | undefined => {
    const cap = findCap(passage, way, use);
    if (cap === undefined) return undefined;
    const counted = use.counts[cap.key] ?? 0;
    const month = passage.time.day.slice(0, 7);
    const key = `${month} ${cap.key}`;
    const used = counts.get(key) ?? (month === use.month ? counted : 0);
    counts.set(key, used + countOf(passage, i));
    return { cap, month, used };
  });
  const isBeyond = (i: number) => {
    const here = met[i];
    return here !== undefined && here.used >= here.cap.perMonth && isPaid(i);
  };
  return yield* mapInSteps(charges, (charge, i): Charge => {
    const cap = met[i];
    if (cap === undefined) return charge;
    const payer = charge.free?.payer;
    if (!isBeyond(i) && (payer === undefined || !isBeyond(payer))) return { ...charge, cap };
    return { ...charge, ore: 0, isDearestOfHour: false, free: { rule: 'monthly-cap' }, cap };
  });
}
