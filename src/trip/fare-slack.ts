/**
 * How much the bills of two ways may come apart when both drive the same rest. By this a search by money drops ways.
 */
import { groupBy } from '../base/lists.ts';
import type { Ore } from '../base/nok.ts';
import { hourRuleFor } from '../pricing/toll/charge.ts';
import type { HourRule } from '../pricing/toll/hour-rule.ts';
import type { LinkedStations, TollStation } from '../pricing/toll/law.ts';
import { ALWAYS, type Reach, type Rest } from '../routing/money-fares.ts';
import type { AskedPrices } from './asked-prices.ts';

/** The part of a bill that later passages look back at. Moments are Unix milliseconds. */
export interface LookBack {
  readonly nowMs: number;
  /** Windows of the hour rule that may be open, by group. */
  readonly windows: ReadonlyMap<string, OpenWindow>;
  readonly linked: ReadonlyMap<LinkedStations, LinkedPaid>;
  /** What else later passages depend on, by the rule that asks for it. */
  readonly marks: ReadonlyMap<FareRule, Mark>;
}

/**
 * What is paid under a law of linked stations: whether one of its paying stations is, and how much at the stations that
 * it then makes free.
 */
export interface LinkedPaid {
  readonly isPaid: boolean;
  readonly freeOre: Ore;
}

interface OpenWindow {
  readonly untilMs: number;
  readonly paidOre: Ore;
}

/** A rule, by its record or name. The stations that it looks at are a group of the fares. */
export type FareRule = object | string;

export interface Mark {
  readonly text: string;
  readonly untilMs: number;
}

/** The stations that each rule looks at, as groups of the fares. */
export interface RuleGroups {
  readonly groups: readonly (readonly string[])[];
  /** When the rest of a way may meet a rule; undefined: it does not. */
  reach(rule: FareRule, rest: Rest): Reach | undefined;
}

export function groupRules(rules: ReadonlyMap<FareRule, readonly string[]>): RuleGroups {
  const indexOf = new Map([...rules.keys()].map((rule, i) => [rule, i]));
  return {
    groups: [...rules.values()],
    reach(rule, rest) {
      const index = indexOf.get(rule);
      return index === undefined ? ALWAYS : rest.reach(index);
    },
  };
}

/** The prices that a station may ask of the ways of a trip. */
interface Offer {
  /** Its prices, each with the moment from which it holds; ascending. */
  readonly prices: readonly { readonly fromMs: number; readonly ore: Ore }[];
  /** The moments of `prices` without the first; `[]`: the price is the same all the time. */
  readonly steps: readonly number[];
  readonly leastOre: Ore;
  readonly mostOre: Ore;
  /** All its prices are known. */
  readonly isKnown: boolean;
  /** `[]`: no hour rule holds for the vehicle. */
  readonly rules: readonly HourRule[];
  /** The station does not collect all the time, or a rule ends by the clock: windows of two ways do not compare. */
  readonly isOdd: boolean;
}

export function toOffer(
  { list, way }: AskedPrices,
  station: TollStation,
  startMs: number,
  untilMs: number,
): Offer {
  const asked = list(station, startMs, untilMs);
  const prices = asked.map(({ fromMs, priced }, i) => ({
    fromMs: i === 0 ? startMs : fromMs,
    ore: priced?.ore ?? 0,
  }));
  const ores = prices.map(({ ore }) => ore);
  const [leastOre, mostOre] = [Math.min(...ores), Math.max(...ores)];
  const rules = asked.flatMap(({ priced }) => (priced && hourRuleFor(priced.price, way)) ?? []);
  const isOnce = station.project.hourRules.some(({ onceBetween }) => onceBetween !== undefined);
  const isSame = leastOre === mostOre && !isOnce;
  return {
    prices,
    steps: isSame ? [] : prices.slice(1).map(({ fromMs }) => fromMs),
    leastOre,
    mostOre,
    isKnown: asked.every(({ priced }) => priced?.isKnown !== false),
    rules,
    isOdd: isOnce || (leastOre === 0 && mostOre > 0),
  };
}

/** Stations that share an hour rule, or one station by itself. */
interface OfferGroup {
  readonly rule: FareRule;
  /** `undefined`: a station without hour rule. */
  readonly name: string | undefined;
  readonly windowMs: number;
  readonly isFirst: boolean;
  readonly leastOre: Ore;
  readonly mostOre: Ore;
  /** How far the prices of its stations lie apart at one moment, at most. */
  readonly spreadOre: Ore;
  readonly steps: readonly number[];
  /** The dearest price from each moment on; the first one holds before as well. */
  readonly dearest: readonly { readonly fromMs: number; readonly ore: Ore }[];
  /** Each window that it opens is paid by a price of the group, and ends by the hour. */
  readonly isSure: boolean;
}

interface NearOffer {
  readonly offer: Offer;
  readonly station: TollStation;
}

/** A law of linked stations, with the hour groups of its paying stations and of the stations that it makes free. */
interface LinkedOffers {
  readonly law: LinkedStations;
  readonly payers: readonly string[];
  readonly free: readonly OfferGroup[];
}

export interface OfferGroups {
  readonly all: readonly OfferGroup[];
  readonly byName: ReadonlyMap<string, OfferGroup>;
  readonly links: readonly LinkedOffers[];
}

/** @param laws the laws of linked stations that are in force. */
export function groupOffers(
  near: readonly NearOffer[],
  laws: readonly LinkedStations[],
): OfferGroups {
  const paid = near.filter(({ offer }) => offer.mostOre > 0);
  const ruled = groupBy(
    paid.filter(({ offer }) => offer.rules.length > 0),
    ({ offer }) => offer.rules[0]?.group ?? '',
  );
  const byName = new Map(
    [...ruled].map(([name, members]) => [name, toGroup(hourRuleOf(name), name, members)] as const),
  );
  const alone = paid.filter(({ offer }) => offer.rules.length === 0 && offer.steps.length > 0);
  return {
    all: [...byName.values(), ...alone.map((one) => toGroup(one.station, undefined, [one]))],
    byName,
    links: laws.map((law) => ({
      law,
      payers: namesOf(near, law.paid),
      free: [
        ...namesOf(near, law.free).flatMap((name) => byName.get(name) ?? []),
        // Without an hour rule each passage is paid.
        ...paid
          .filter(({ station, offer }) => isOf(station, law.free) && offer.rules.length === 0)
          .map((one) => ({ ...toGroup(one.station, undefined, [one]), windowMs: 1 })),
      ],
    })),
  };
}

const isOf = ({ passageKey }: TollStation, keys: readonly string[]) => keys.includes(passageKey);

/** The hour groups of some stations. */
const namesOf = (near: readonly NearOffer[], keys: readonly string[]): string[] => [
  ...new Set(near.flatMap(({ station }) => (isOf(station, keys) ? (station.hourGroup ?? []) : []))),
];

/** The hour rule of a group, by its name. */
export const hourRuleOf = (group: string): FareRule => `hours ${group}`;

function toGroup(rule: FareRule, name: string | undefined, near: readonly NearOffer[]): OfferGroup {
  const offers = near.map(({ offer }) => offer);
  const rules = offers.flatMap((offer) => offer.rules);
  const steps = [...new Set(offers.flatMap((offer) => offer.steps))].sort((a, b) => a - b);
  const mostOre = Math.max(...offers.map((offer) => offer.mostOre));
  const moments = [offers[0]?.prices[0]?.fromMs ?? 0, ...steps];
  const asked = moments.map((fromMs) => {
    const ores = offers.map(
      ({ prices }) => prices.findLast((price) => price.fromMs <= fromMs)?.ore ?? 0,
    );
    return { fromMs, ore: Math.max(...ores), spreadOre: Math.max(...ores) - Math.min(...ores) };
  });
  const isOdd = offers.some((offer) => offer.isOdd);
  return {
    rule,
    name,
    windowMs: Math.min(...rules.map(({ windowMin }) => windowMin * 60_000)),
    isFirst: rules.every(({ pays }) => pays === 'first'),
    // A passage that is free at times opens no window then. A rule that ends by the clock makes a window longer.
    leastOre: isOdd ? 0 : Math.min(...offers.map((offer) => offer.leastOre)),
    mostOre,
    spreadOre: isOdd ? mostOre : Math.max(...asked.map(({ spreadOre }) => spreadOre)),
    steps,
    dearest: asked,
    isSure: !isOdd && near.every(({ station }) => isAlwaysPaid(station)),
  };
}

/** No rule beside the hour rule makes a passage free. */
const isAlwaysPaid = ({ cap, passageKey, project }: TollStation): boolean =>
  cap === undefined &&
  !project.linkedStations.some(({ free }) => free.includes(passageKey)) &&
  !project.reversedRules.some(({ stations }) => stations.includes(passageKey));

interface SlackTerms {
  readonly rules: RuleGroups;
  readonly groups: OfferGroups;
  /** A larger slack is as good as `Infinity`. */
  readonly mostOre: Ore;
}

/**
 * How much more `one` may grow than `other`. `one` may wait until `other` has come, so it does not matter where `one`
 * would come earlier and a station is dearer then.
 */
export function slackOre(one: LookBack, other: LookBack, rest: Rest, terms: SlackTerms): Ore {
  const { windows, linked, marks } = one;
  for (const nowMs of listWaits(one, other)) {
    const waited = { nowMs, windows, linked, marks };
    if (!isSameMark(waited, other, rest, terms.rules)) continue;
    const slack = slackBetween(waited, other, rest, terms);
    if (slack <= terms.mostOre) return slack;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * The moments at which `a` may go on, until `b` has come: at once, with `b`, and when the same time is left of a window
 * of both.
 */
function listWaits(a: LookBack, b: LookBack): number[] {
  if (a.nowMs >= b.nowMs) return [a.nowMs];
  const waits = [a.nowMs, b.nowMs];
  for (const [group, { untilMs }] of a.windows) {
    const nowMs = untilMs - openWindow(b, group, 0).leftMs;
    if (a.nowMs < nowMs && nowMs < b.nowMs) waits.push(nowMs);
  }
  return waits;
}

function isSameMark(a: LookBack, b: LookBack, rest: Rest, rules: RuleGroups): boolean {
  if (a.marks.size + b.marks.size === 0) return true;
  const isSame = (rule: FareRule) => {
    if (liveMark(a, rule, 0) === liveMark(b, rule, 0)) return true;
    const reach = rules.reach(rule, rest);
    if (reach === undefined) return true;
    return liveMark(a, rule, reach.soonestMs) === liveMark(b, rule, reach.soonestMs);
  };
  for (const rule of a.marks.keys()) if (!isSame(rule)) return false;
  for (const rule of b.marks.keys()) if (!isSame(rule)) return false;
  return true;
}

/** @param inMs how much later the rule of the mark is met. */
function liveMark({ marks, nowMs }: LookBack, rule: FareRule, inMs: number): string | undefined {
  const mark = marks.get(rule);
  return mark !== undefined && mark.untilMs >= nowMs + inMs ? mark.text : undefined;
}

/** How much more `a` may grow than `b`, group by group. */
function slackBetween(
  a: LookBack,
  b: LookBack,
  rest: Rest,
  { rules, groups, mostOre }: SlackTerms,
): Ore {
  let slack = 0;
  const add = (group: OfferGroup | undefined) => {
    if (group === undefined || slack > mostOre || isEven(a, b, group)) return;
    const reach = rules.reach(group.rule, rest);
    if (reach === undefined || reach.soonestMs > reach.latestMs) return;
    slack +=
      group.name === undefined
        ? slackAlone(a, b, reach, group)
        : slackOfHours(a, b, { reach, growOre: rest.moreOre }, group);
  };
  // If `a` comes no later, it pays more only because of windows that are open.
  if (a.nowMs > b.nowMs) for (const group of groups.all) add(group);
  else {
    for (const name of b.windows.keys()) add(groups.byName.get(name));
    for (const name of a.windows.keys()) if (!b.windows.has(name)) add(groups.byName.get(name));
  }
  for (const link of groups.links)
    if (slack <= mostOre) slack += slackOfLinks(a, b, link, (rule) => rules.reach(rule, rest));
  return slack;
}

/** Does `a` pay no more than `b` at a group, wherever they drive? */
function isEven(a: LookBack, b: LookBack, { name, steps }: OfferGroup): boolean {
  if (a.nowMs > b.nowMs && steps.length > 0) return false;
  const [ours, theirs] = [openWindow(a, name, 0), openWindow(b, name, 0)];
  return ours.leftMs === theirs.leftMs && ours.paidOre >= theirs.paidOre;
}

/**
 * Where a paying station of a law is paid, other stations are free. If `a` has not paid, it may pay at these in each of
 * their windows. If `b` has not paid, it may still get back what it has paid there.
 */
function slackOfLinks(
  a: LookBack,
  b: LookBack,
  { law, payers, free }: LinkedOffers,
  reachOf: (rule: FareRule) => Reach | undefined,
): Ore {
  const ours = a.linked.get(law) ?? NOT_LINKED;
  const theirs = b.linked.get(law) ?? NOT_LINKED;
  const isSameWindow = payers.every(
    (name) => openWindow(a, name, 0).leftMs === openWindow(b, name, 0).leftMs,
  );
  const isSame = isSameWindow && ours.isPaid === theirs.isPaid;
  if (isSame && ours.freeOre >= theirs.freeOre) return 0;
  const mayPay = reachOf(law.paid) !== undefined;
  const backOre = mayPay && !theirs.isPaid ? theirs.freeOre : 0;
  if (ours.isPaid) return backOre;
  if (isSame) return mayPay ? theirs.freeOre - ours.freeOre : 0;
  if (!theirs.isPaid && !mayPay) return 0;
  const reach = reachOf(law.free);
  if (reach === undefined) return backOre;
  const windows = free.map(({ mostOre, windowMs }) => mostOre * countWindows(reach, 0, windowMs));
  return backOre + windows.reduce((sum, ore) => sum + ore, 0);
}

export const NOT_LINKED: LinkedPaid = { isPaid: false, freeOre: 0 };

/** How many windows may be opened, none of them before `fromMs`. */
function countWindows({ soonestMs, latestMs }: Reach, fromMs: number, windowMs: number): number {
  const firstMs = Math.max(fromMs, soonestMs);
  return firstMs > latestMs ? 0 : 1 + Math.floor((latestMs - firstMs) / windowMs);
}

/**
 * May a station cost more for `a` than for `b`, at the same place of the rest of the way, because `a` comes there
 * later? It does not matter if `a` comes there earlier: it is compared as if it could wait.
 */
function isLater(a: LookBack, b: LookBack, reach: Reach, { steps }: OfferGroup): boolean {
  return steps.some((ms) => b.nowMs + reach.soonestMs < ms && ms <= a.nowMs + reach.latestMs);
}

const slackAlone = (a: LookBack, b: LookBack, reach: Reach, group: OfferGroup): Ore =>
  a.nowMs > b.nowMs && isLater(a, b, reach, group) ? group.mostOre - group.leastOre : 0;

/**
 * Each new window of the hour rule is paid once, by a price of its group. If the open window of `a` ends later, its new
 * windows begin no earlier than those of `b`, one by one, so they are no more. If it ends earlier, they are one more at
 * most. But a longer open window may be worse: it may make a passage free that would have opened a window for the
 * passages behind it. Where the prices of a group differ, it may be worse by the difference with each window; where
 * they rise, by the rise once.
 *
 * This goes on only while each opens a window within an hour of the other's; then they open the same ones. The number
 * of windows of `b` is bounded by how much its bill may still grow.
 */
function slackOfHours(
  a: LookBack,
  b: LookBack,
  { reach, growOre }: { readonly reach: Reach; readonly growOre: Ore },
  group: OfferGroup,
): Ore {
  const { name, windowMs, isFirst, leastOre, mostOre, spreadOre, isSure } = group;
  const { soonestMs, latestMs } = reach;
  const [ours, theirs] = [openWindow(a, name, soonestMs), openWindow(b, name, soonestMs)];
  const mayRise = a.nowMs > b.nowMs && isLater(a, b, reach, group);
  if (!mayRise && ours.leftMs === theirs.leftMs && ours.paidOre >= theirs.paidOre) return 0;
  const isAhead = ours.leftMs >= theirs.leftMs;
  const paid = isSure ? Math.floor(growOre / leastOre) + (isAhead ? 0 : 1) : mostOre;
  const count = Math.min(countWindows(reach, ours.leftMs, windowMs), paid);
  const isApart = ours.leftMs !== theirs.leftMs;
  const openMs = Math.max(ours.leftMs, theirs.leftMs);
  const untilMs = isSure && isFirst ? Math.min(latestMs, openMs + 2 * windowMs * count) : latestMs;
  const risenOre = isApart && count > 0 ? riseOf(b.nowMs, soonestMs, untilMs, group) : 0;
  const apartOre = mayRise ? mostOre - leastOre : spreadOre;
  const isCovered =
    isAhead &&
    !mayRise &&
    ours.paidOre >= theirs.paidOre &&
    (count === 0 || (spreadOre === 0 && risenOre === 0));
  // In an open window a dearer passage is paid in place of the one before.
  const moreOre =
    ours.leftMs > 0 && !isFirst && !isCovered ? Math.max(0, mostOre - ours.paidOre) : 0;
  if (isAhead || count === 0) return moreOre + count * apartOre + (mayRise ? 0 : risenOre);
  if (mayRise || !isSure || !isFirst)
    return moreOre + count * apartOre + mostOre - apartOre + (mayRise ? 0 : risenOre);
  const firstOre = dearestIn(b.nowMs, soonestMs, Math.min(openMs, latestMs), group);
  return firstOre + (count - 1) * spreadOre + risenOre;
}

/** The most that a station of a group asks between two times after `nowMs`. */
function dearestIn(nowMs: number, fromMs: number, untilMs: number, { dearest }: OfferGroup): Ore {
  let ore = dearest.findLast((one) => one.fromMs <= nowMs + fromMs)?.ore ?? dearest[0]?.ore ?? 0;
  for (const one of dearest)
    if (one.fromMs > nowMs + fromMs && one.fromMs <= nowMs + untilMs) ore = Math.max(ore, one.ore);
  return ore;
}

/** The sum of all rises of the dearest price between two times after `nowMs`. */
function riseOf(nowMs: number, fromMs: number, untilMs: number, { dearest }: OfferGroup): Ore {
  let ore = 0;
  for (let i = 1; i < dearest.length; i++) {
    const [one, before] = [dearest[i], dearest[i - 1]];
    if (one && before && one.fromMs > nowMs + fromMs && one.fromMs <= nowMs + untilMs)
      ore += Math.max(0, one.ore - before.ore);
  }
  return ore;
}

/**
 * The time that is left of a window, and what is paid in it. Both are 0 where the window ends before its group is
 * passed.
 */
function openWindow({ nowMs, windows }: LookBack, name: string | undefined, soonestMs: number) {
  const open = name === undefined ? undefined : windows.get(name);
  return open === undefined || open.untilMs <= nowMs + soonestMs
    ? { leftMs: 0, paidOre: 0 }
    : { leftMs: open.untilMs - nowMs, paidOre: open.paidOre };
}
