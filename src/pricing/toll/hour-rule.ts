/**
 * The hour rule (timesregelen): passages of one group inside one window cost as one passage.
 *
 * The window opens at the first passage that costs something and does not slide. Which passage
 * pays is the project's choice: the dearest (Oslo, Bergen) or the first (Nord-Jæren, Kristiansand).
 * Stations of different projects share a window when they name the same group.
 *
 * Source: NVDB object type 45, properties 9412 (rule), 10951 (group), 10952 (minutes); which
 * passage pays: ferde.no and fjellinjen.no since 2021-05-01, "dyreste passering".
 */
import type { Ore } from '../../base/nok.ts';
import { spanOf, type TollRange } from './terms.ts';

export interface HourRule {
  readonly group: string;
  readonly pays: 'dearest' | 'first';
  /** Length of the window; 60 in most projects, 90 in Kvam. */
  readonly windowMin: number;
  /**
   * End of the wall-clock window in which only one passage is paid, Unix milliseconds. A window
   * opened by this passage lasts at least until then. Absent outside such a time.
   */
  readonly onceUntilMs?: number;
}

export interface PricedPassage {
  /** Unix time, milliseconds. */
  readonly atMs: number;
  /** What the passage costs by itself. A passage that costs 0 neither opens a window nor joins one. */
  readonly priceOre: Ore;
  /** Absent where the station knows no hour rule, or the rule does not cover the vehicle. */
  readonly rule?: HourRule | undefined;
}

/** A passage whose price may be one of several amounts. */
export interface PossiblePrices extends Omit<PricedPassage, 'priceOre'> {
  /**
   * `undefined`: the station is not passed, or costs nothing. 0: the passage costs so little that it opens a window and
   * adds nothing.
   */
  readonly pricesOre: readonly (Ore | undefined)[];
}

/** What a passage is charged, and its part in the window it belongs to. */
export interface HourCharge {
  readonly chargeOre: Ore;
  /** Set when another passage pays: the rule, and the index of the passage that pays. */
  readonly free?: { readonly rule: 'hour-rule' | 'once-between'; readonly payer: number };
  /** True for the dearest passage of a window that makes at least one other free. */
  readonly isDearestOfHour: boolean;
  /** The window that it belongs to; absent: none. */
  readonly window?: HourWindow;
}

/** The passage that opened a window, by its index, and the end, Unix milliseconds. */
export interface HourWindow {
  readonly opener: number;
  readonly untilMs: number;
}

/**
 * What each passage is charged, in the order given.
 *
 * @param passages in travel order; `atMs` must not fall.
 */
export function chargeByHourRule(passages: readonly PricedPassage[]): HourCharge[] {
  const open = new Map<string, OpenWindow>();
  const windows = passages.map((passage, i) => {
    const { atMs, priceOre, rule } = passage;
    if (rule === undefined || priceOre === 0) return undefined;

    const found = open.get(rule.group);
    if (found === undefined || atMs >= found.window.untilMs) {
      const opened = openWindow(passage, rule, i);
      open.set(rule.group, opened);
      return opened;
    }

    found.count += 1;
    if (found.pays === 'dearest' && priceOre > found.paid.priceOre) {
      found.payer = i;
      found.paid = passage;
    }
    return found;
  });
  return passages.map((passage, i) => settle(passage, i, windows[i]));
}

/**
 * The least and the most that passages of one group cost, over all choices of their prices.
 *
 * Choices that leave the same window open, paid with the same amount, continue in the same way. Only the least and the
 * most of their sums are kept. The time grows with the passages times the windows that they may open.
 *
 * @param passages in travel order; `atMs` must not fall.
 */
export function boundByHourRule(passages: readonly PossiblePrices[]): TollRange {
  let ways = new Map<string, Chosen>([['', { minOre: 0, maxOre: 0 }]]);
  passages.forEach((passage, i) => {
    const next = new Map<string, Chosen>();
    for (const way of ways.values())
      for (const priceOre of passage.pricesOre) {
        const chosen = priceOre === undefined ? way : choose(way, { ...passage, priceOre }, i);
        const key = `${chosen.paid?.opener} ${chosen.paid?.ore}`;
        next.set(key, { ...chosen, ...spanOf([chosen, next.get(key) ?? chosen]) });
      }
    ways = next;
  });
  return spanOf([...ways.values()]);
}

/** Choices up to a passage, with the window that they leave open. */
interface Chosen extends TollRange {
  readonly paid?: HourWindow & { readonly ore: Ore; readonly pays: HourRule['pays'] };
}

function choose(way: Chosen, passage: PricedPassage, i: number): Chosen {
  const { atMs, priceOre: ore, rule } = passage;
  const { paid } = way;
  const isInside = rule !== undefined && paid !== undefined && atMs < paid.untilMs;
  const isDearer = paid?.pays === 'dearest' && ore > paid.ore;
  if (isInside && !isDearer) return way;

  const more = isInside ? ore - paid.ore : ore;
  const sums = { minOre: way.minOre + more, maxOre: way.maxOre + more };
  if (isInside) return { ...sums, paid: { ...paid, ore } };
  if (rule === undefined) return { ...way, ...sums };
  const { window, pays } = openWindow(passage, rule, i);
  return { ...sums, paid: { ...window, ore, pays } };
}

interface OpenWindow {
  /** In a once-between time it ends later than the plain hour. */
  readonly window: HourWindow;
  readonly hourUntilMs: number;
  readonly pays: HourRule['pays'];
  count: number;
  /** The passage that pays, by its index. */
  payer: number;
  paid: PricedPassage;
}

function openWindow(passage: PricedPassage, rule: HourRule, opener: number): OpenWindow {
  const hourUntilMs = passage.atMs + rule.windowMin * 60_000;
  const untilMs = Math.max(hourUntilMs, rule.onceUntilMs ?? hourUntilMs);
  const window = { opener, untilMs };
  return { window, hourUntilMs, pays: rule.pays, count: 1, payer: opener, paid: passage };
}

function settle({ atMs, priceOre }: PricedPassage, i: number, found?: OpenWindow): HourCharge {
  if (found === undefined) return { chargeOre: priceOre, isDearestOfHour: false };
  const { window, payer, paid, hourUntilMs } = found;
  const isDearestOfHour = found.pays === 'dearest' && found.count > 1;
  if (payer === i) return { chargeOre: priceOre, isDearestOfHour, window };

  // The hour alone explains it only when both the payer and the passage lie inside the hour.
  const rule = Math.max(atMs, paid.atMs) < hourUntilMs ? 'hour-rule' : 'once-between';
  return { chargeOre: 0, free: { rule, payer }, isDearestOfHour: false, window };
}
