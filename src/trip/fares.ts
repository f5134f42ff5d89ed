/**
 * The bill of a way that is still being looked for, grown passage by passage by the same rules that bill a whole trip:
 * what a search adds up is what the bill says.
 */
import type { Calendar } from '../base/calendar.ts';
import { groupBy } from '../base/group-by.ts';
import type { Ore } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import { type FerryBill, priceFerries } from '../pricing/ferry/bill.ts';
import type { FerryCrossing } from '../pricing/ferry/terms.ts';
import type { TollBill } from '../pricing/toll/bill.ts';
import { type Charge, chargePassages, hourRuleFor } from '../pricing/toll/charge.ts';
import { mergeDrivePasts } from '../pricing/toll/drive-past.ts';
import { amountOf } from '../pricing/toll/four-ways.ts';
import type { HourRule } from '../pricing/toll/hour-rule.ts';
import { isCollecting } from '../pricing/toll/in-force.ts';
import type { LinkedStations, TollStation } from '../pricing/toll/law.ts';
import { amountFor, type PassagePrice, pricePassage } from '../pricing/toll/price-passage.ts';
import { listPriceSteps } from '../pricing/toll/price-steps.ts';
import { priceVehicle } from '../pricing/toll/price-vehicle.ts';
import type { Way } from '../pricing/toll/terms.ts';
import { joinRides } from './list-crossings.ts';
import { isSamePast, type NamedPassage } from './list-toll-passages.ts';
import type {
  BillAt,
  FerryCatalogue,
  OpenTripFares,
  SignFares,
  TollCatalogue,
  TripBill,
} from './ports.ts';
import type { QuoteRequest } from './quote.ts';

/** What a trip costs the vehicle of a request; without a vehicle its size with a tag, and the ordinary fare. */
export const moneyOf = (
  { toll, ferry }: { readonly toll: TollBill; readonly ferry: FerryBill },
  { size }: Pick<QuoteRequest, 'size'>,
): Ore =>
  (toll.vehicle?.ore ?? toll.total[amountOf({ size, tagged: true })]) +
  (ferry.vehicle?.ore ?? ferry.ordinaryOre);

export interface FareParts {
  readonly tolls: TollCatalogue;
  readonly ferries: FerryCatalogue;
  readonly calendar: Calendar;
}

/** What is asked of a request. */
export type FareRequest = Pick<QuoteRequest, 'startMs' | 'size' | 'vehicle' | 'ferry' | 'capUse'>;

/** A bill with what the rules between passages look back at. */
interface Bill extends TripBill {
  readonly passed: readonly NamedPassage[];
  readonly priced: readonly PricedPassage[];
  readonly charges: readonly Charge[];
  readonly tollOre: Ore;
  readonly unknownFares: number;
  readonly crossings: readonly FerryCrossing[];
  /** Windows of the hour rule that may be open. Unix milliseconds. */
  readonly windows: ReadonlyMap<string, { readonly untilMs: number; readonly paidOre: Ore }>;
  /** What else a later passage may depend on: for good, and for a while. */
  readonly mark: string;
  readonly marks: readonly TimedMark[];
}

interface TimedMark {
  readonly text: string;
  /** Unix milliseconds. */
  readonly untilMs: number;
}

interface PricedPassage {
  readonly price: PassagePrice;
  readonly ore: Ore;
  readonly isKnown: boolean;
}

/** The crossing behind one is joined with it near the quay alone; so long it may matter. */
const HARBOUR_MS = 10 * 60_000;

export function openTripFares(parts: FareParts, request: FareRequest): OpenTripFares {
  const { startMs, capUse } = request;
  const way: Way = request.vehicle ?? { size: request.size, tagged: true };
  const prices = openPrices(parts, request, way);
  const fareOf = openFares(parts, request);
  const terms = { rulesBetweenPassages: true, ...(capUse && { capUse }) };

  /** A bill with one more passage in its list; the last price may be new. */
  const bill = (before: Bill, passed: readonly NamedPassage[], isShared: IsShared): Bill => {
    const last = passed.at(-1);
    const isNew = last !== undefined && mergeDrivePasts(passed).at(-1) === last;
    const priced = isNew ? prices.priceOf(last) : undefined;
    if (priced === undefined) return { ...before, passed };
    const all = [...before.priced, priced];
    const ores = all.map(({ ore }) => ore);
    const charges = chargePassages(
      all.map(({ price }) => price),
      ores,
      way,
      terms,
    );
    const tollOre = charges.reduce((sum, { ore }) => sum + ore, 0);
    return {
      ...before,
      ore: before.ore - before.tollOre + tollOre,
      mayFallOre:
        before.mayFallOre + mayFall(all, charges) - mayFall(before.priced, before.charges),
      unknowns: before.unknowns + (priced.isKnown ? 0 : 1),
      passed,
      priced: all,
      charges,
      tollOre,
      windows: listWindows(all, charges, way),
      mark: markForGood(all, charges, way),
      marks: [
        ...before.marks.filter(({ text }) => text.startsWith(SAILED)),
        ...listMarks(all, passed, { way, isShared }),
      ],
    };
  };

  return (near, withinMs) => {
    const rows = new Map<string, Set<string>>();
    const offers = new Map<TollStation, { station: TollStation; toEndMs: number }>();
    for (const { stationId, toEndMs } of near) {
      const station = parts.tolls.findStation(stationId);
      if (station === undefined) continue;
      rows.set(station.passageKey, (rows.get(station.passageKey) ?? new Set()).add(stationId));
      const known = offers.get(station)?.toEndMs ?? toEndMs;
      offers.set(station, { station, toEndMs: Math.min(known, toEndMs) });
    }
    const isShared = (station: TollStation) => (rows.get(station.passageKey)?.size ?? 0) > 1;
    const offerOf = openOffers({
      prices,
      way,
      startMs,
      untilMs: startMs + withinMs,
      capUse,
      isShared,
    });
    let groups: OfferGroups | undefined;
    const listGroups = () => {
      groups ??= groupOffers(
        [...offers.values()].map(({ station, toEndMs }) => ({ ...offerOf(station), toEndMs })),
      );
      return groups;
    };

    return {
      start: NOTHING_PASSED,
      pass(state, stationId, atMs) {
        const before = state as Bill;
        const station = parts.tolls.findStation(stationId);
        // The bill leaves a station out that the catalogue does not have.
        if (station === undefined) return { ...before, unknowns: before.unknowns + 1 };
        const passage = { stationId, station, atMs: startMs + Math.round((atMs / 1000) * 1000) };
        if (before.passed.some((one) => isSamePast(one, passage))) return before;
        return bill(before, [...before.passed, passage], isShared);
      },
      sail(state, run, ashoreM, atMs) {
        const before = state as Bill;
        const found = parts.ferries.matchCrossings(run);
        const crossings = joinRides(before.crossings, found, ashoreM ?? Number.POSITIVE_INFINITY);
        const fares = crossings.map(fareOf);
        const ferryOre = fares.reduce((sum, { ore }) => sum + ore, 0);
        const unknown = fares.filter(({ isKnown }) => !isKnown).length;
        const last = crossings.at(-1);
        const name = `${SAILED} ${last?.connection?.id} ${last?.fromQuay?.id} ${last?.toQuay?.id}`;
        // A longer ride on the same line may cost less.
        const mayGoOn = (last?.connection?.quayIds.length ?? 0) > 2;
        const lastOre = mayGoOn ? (fares.at(-1)?.ore ?? 0) : 0;
        const next: Bill = {
          ...before,
          ore: before.tollOre + ferryOre,
          mayFallOre: mayFall(before.priced, before.charges) + lastOre,
          unknowns: before.unknowns - before.unknownFares + unknown,
          unknownFares: unknown,
          crossings,
          marks: [
            ...before.marks.filter(({ text }) => !text.startsWith(SAILED)),
            ...(mayGoOn ? [{ text: name, untilMs: startMs + atMs + HARBOUR_MS }] : []),
          ],
        };
        return next;
      },
      slackOre: (one, other, leftMs) => {
        const [a, b] = [toView(one, startMs), toView(other, startMs)];
        // The earlier one could wait: that it comes sooner to what is dearer then is no matter.
        let least = Number.POSITIVE_INFINITY;
        for (const nowMs of listWaits(a, b)) {
          const waited = { ...a, nowMs };
          if (isSameMark(waited, b))
            least = Math.min(least, slackBetween(waited, b, leftMs, listGroups()));
          if (least === 0) return 0;
        }
        return least;
      },
      leastOre(stationId) {
        const station = parts.tolls.findStation(stationId);
        return station === undefined ? 0 : offerOf(station).aloneOre;
      },
    };
  };
}

/**
 * Tells departures of a window apart by what stations ask of the vehicle of a request.
 *
 * @param window of departures, Unix milliseconds.
 */
export function openFareSigns(
  parts: FareParts,
  request: FareRequest,
  { earliestMs, latestMs }: { readonly earliestMs: number; readonly latestMs: number },
): (request: Pick<FareRequest, 'startMs'>) => SignFares {
  const way: Way = request.vehicle ?? { size: request.size, tagged: true };
  const prices = openPrices(parts, request, way);
  /** By station: what it asks from a moment on. */
  const asked = new Map<string, { readonly untilMs: number; readonly from: readonly Asked[] }>();
  const listAsked = (stationId: string, untilMs: number): readonly Asked[] => {
    const known = asked.get(stationId);
    if (known !== undefined && known.untilMs >= untilMs) return known.from;
    const station = parts.tolls.findStation(stationId);
    const moments = station ? [earliestMs, ...listPriceSteps(station, earliestMs, untilMs)] : [];
    const from = moments.map((fromMs) => {
      const priced = station && prices.priceOf({ station, stationId, atMs: fromMs });
      const rule = priced && hourRuleFor(priced.price, way);
      return { fromMs, text: JSON.stringify([priced?.ore, priced?.isKnown, rule]) };
    });
    asked.set(stationId, { untilMs, from });
    return from;
  };
  return ({ startMs }) =>
    (near, withinMs) => {
      // Fares of ferries and monthly caps are those of the day.
      const texts = [toOsloTime(startMs).day];
      for (const { stationId, toEndMs } of near) {
        const from = listAsked(stationId, latestMs + withinMs);
        const first = from.findLast(({ fromMs }) => fromMs <= startMs);
        const untilMs = startMs + withinMs - toEndMs;
        for (const { fromMs, text } of from)
          if (startMs < fromMs && fromMs <= untilMs && text !== first?.text) return undefined;
        texts.push(first?.text ?? '');
      }
      return texts.join();
    };
}

interface Asked {
  /** Unix milliseconds. */
  readonly fromMs: number;
  readonly text: string;
}

type IsShared = (station: TollStation) => boolean;

const SAILED = 'sailed';

const NOTHING_PASSED: Bill = {
  ore: 0,
  mayFallOre: 0,
  unknowns: 0,
  unknownFares: 0,
  passed: [],
  priced: [],
  charges: [],
  tollOre: 0,
  crossings: [],
  windows: new Map(),
  mark: '',
  marks: [],
};

interface Prices {
  /** `undefined` where the station does not collect at that moment. */
  priceOf(passage: NamedPassage): PricedPassage | undefined;
}

/** Prices are the same for a minute, and asked for again and again. */
function openPrices({ calendar }: FareParts, { vehicle }: FareRequest, way: Way): Prices {
  const known = new Map<TollStation, Map<number, PricedPassage>>();
  const price = (station: TollStation, atMs: number): PricedPassage => {
    const made = pricePassage({ station, atMs }, calendar);
    const ore = (vehicle ? priceVehicle(made, vehicle).amount : amountFor(made, way))?.ore;
    return { price: made, ore: ore ?? 0, isKnown: ore !== undefined };
  };
  return {
    priceOf({ station, atMs }) {
      const minute = Math.floor(atMs / 60_000);
      const ofStation = known.get(station) ?? new Map<number, PricedPassage>();
      known.set(station, ofStation);
      const found = ofStation.get(minute) ?? price(station, atMs);
      ofStation.set(minute, found);
      if (!isCollecting(station, found.price.time)) return undefined;
      return found.price.atMs === atMs ? found : { ...found, price: { ...found.price, atMs } };
    },
  };
}

/** What the vehicle pays for a crossing on the day of departure. */
function openFares({ ferries: { tariffs } }: FareParts, { ferry, startMs }: FareRequest) {
  const { day } = toOsloTime(startMs);
  const known = new Map<string, { readonly ore: Ore; readonly isKnown: boolean }>();
  return (crossing: FerryCrossing) => {
    const { connection, fromQuay, toQuay } = crossing;
    const key = `${connection?.id} ${fromQuay?.id} ${toQuay?.id}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const bill = priceFerries([crossing], ferry, day, tariffs);
    const isKnown =
      bill.unpriced.length === 0 &&
      bill.priced.every(({ vehicle }) => vehicle === undefined || vehicle.amount !== undefined);
    const made = { ore: bill.vehicle?.ore ?? bill.ordinaryOre, isKnown };
    known.set(key, made);
    return made;
  };
}

/** What a linked station that is passed later makes free. */
function mayFall(priced: readonly PricedPassage[], charges: readonly Charge[]): Ore {
  return priced.reduce((sum, { price: { station } }, i) => {
    const isLinked = station.project.linkedStations.some(({ free }) =>
      free.includes(station.passageKey),
    );
    return isLinked ? sum + (charges[i]?.ore ?? 0) : sum;
  }, 0);
}

/** The newest window of each group, and what is paid in it. */
function listWindows(
  priced: readonly PricedPassage[],
  charges: readonly Charge[],
  way: Way,
): Bill['windows'] {
  const windows = new Map<string, { opener: number; untilMs: number; paidOre: Ore }>();
  priced.forEach(({ price, ore }, i) => {
    const [group, window] = [hourRuleFor(price, way)?.group, charges[i]?.window];
    if (group === undefined || window === undefined) return;
    const open = windows.get(group);
    const paidOre = open?.opener === window.opener ? Math.max(open.paidOre, ore) : ore;
    windows.set(group, { ...window, paidOre });
  });
  return windows;
}

/** What later passages look back at for good: caps that are used, and of linked stations who has paid, and what may become free. */
function markForGood(
  priced: readonly PricedPassage[],
  charges: readonly Charge[],
  { tagged }: Way,
): string {
  const used = new Map<string, string>();
  const laws = new Set<LinkedStations>();
  priced.forEach(({ price: { station, time } }, i) => {
    const charge = charges[i];
    if (charge?.cap !== undefined) {
      const key = `${charge.cap.cap.key} ${time.day.slice(0, 7)}`;
      used.set(key, `${key} ${charge.cap.used + (charge.ore > 0 ? 1 : 0)}`);
    }
    if (tagged) for (const law of station.project.linkedStations) laws.add(law);
  });
  const oreAt = (keys: readonly string[]) =>
    priced.reduce(
      (sum, { price: { station } }, i) =>
        keys.includes(station.passageKey) ? sum + (charges[i]?.ore ?? 0) : sum,
      0,
    );
  const linked = [...laws].map(({ paid, free }) => `${paid} ${oreAt(paid) > 0} ${oreAt(free)}`);
  return [...used.values(), ...linked].toSorted().join();
}

/** What later passages look back at for a while, beside the windows of the hour rule. */
function listMarks(
  priced: readonly PricedPassage[],
  passed: readonly NamedPassage[],
  { way, isShared }: { readonly way: Way; readonly isShared: IsShared },
): TimedMark[] {
  const marks: TimedMark[] = [];
  const pasts = new Map<string, TimedMark>();
  for (const { station, stationId, atMs } of mergeDrivePasts(passed)) {
    if (!isShared(station)) continue;
    const withinS = Math.max(0, ...station.project.drivePasts.map((one) => one.withinS));
    const mark = { text: `past ${stationId}`, untilMs: atMs + withinS * 1000 };
    pasts.set(station.passageKey, mark);
  }
  marks.push(...pasts.values());
  if (!way.tagged) return marks;
  for (const { price } of priced)
    for (const { stations, windowMin } of price.station.project.reversedRules)
      if (stations.includes(price.station.passageKey)) {
        const text = `reversed ${price.station.passageKey} ${price.atMs}`;
        marks.push({ text, untilMs: price.atMs + windowMin * 60_000 });
      }
  return marks;
}

/** What a station asks of any way of a trip. */
interface Offer {
  /** Its prices, from the moments on at which they may change; Unix milliseconds, ascending. */
  readonly prices: readonly { readonly fromMs: number; readonly ore: Ore }[];
  /** These moments but the first; `[]`: it is the same all the time. */
  readonly steps: readonly number[];
  readonly leastOre: Ore;
  readonly mostOre: Ore;
  /** What it adds to any bill at least. */
  readonly aloneOre: Ore;
  /** `[]`: no hour rule holds for the vehicle. */
  readonly rules: readonly HourRule[];
  /** It is not collected all the time, or a rule ends by the clock: windows of two ways do not compare. */
  readonly isOdd: boolean;
}

interface OfferTerms {
  readonly prices: Prices;
  readonly way: Way;
  readonly startMs: number;
  readonly untilMs: number;
  readonly capUse: FareRequest['capUse'];
  readonly isShared: IsShared;
}

function openOffers({ prices, way, startMs, untilMs, capUse, isShared }: OfferTerms) {
  const known = new Map<TollStation, Offer>();
  const make = (station: TollStation): Offer => {
    const moments = [startMs, ...listPriceSteps(station, startMs, untilMs)];
    const found = moments.map((atMs) => prices.priceOf({ station, stationId: station.id, atMs }));
    const ores = found.map((one) => one?.ore ?? 0);
    const [leastOre, mostOre] = [Math.min(...ores), Math.max(...ores)];
    const rules = found.flatMap((one) => (one && hourRuleFor(one.price, way)) ?? []);
    const isOnce = station.project.hourRules.some(({ onceBetween }) => onceBetween !== undefined);
    const { linkedStations, reversedRules } = station.project;
    const isRuled =
      rules.length > 0 ||
      isShared(station) ||
      (station.cap !== undefined && capUse !== undefined) ||
      linkedStations.length + reversedRules.length > 0;
    const isOdd = isOnce || (leastOre === 0 && mostOre > 0);
    const isSame = leastOre === mostOre && !isOnce;
    return {
      prices: moments.map((fromMs, k) => ({ fromMs, ore: ores[k] ?? 0 })),
      steps: isSame ? [] : moments.slice(1),
      leastOre,
      mostOre,
      aloneOre: isRuled ? 0 : leastOre,
      rules,
      isOdd,
    };
  };
  return (station: TollStation): Offer => {
    const offer = known.get(station) ?? make(station);
    known.set(station, offer);
    return offer;
  };
}

/** Stations that pay together, or one by itself. */
interface OfferGroup {
  /** `undefined`: a station without hour rule. */
  readonly name: string | undefined;
  readonly windowMs: number;
  readonly isFirst: boolean;
  readonly leastOre: Ore;
  readonly mostOre: Ore;
  /** How far the prices of its stations lie apart at one and the same moment, at most. */
  readonly spreadOre: Ore;
  readonly steps: readonly number[];
  readonly toEndMs: number;
}

type NearOffer = Offer & { readonly toEndMs: number };

interface OfferGroups {
  readonly all: readonly OfferGroup[];
  readonly byName: ReadonlyMap<string, OfferGroup>;
}

function groupOffers(offers: readonly NearOffer[]): OfferGroups {
  const paid = offers.filter(({ mostOre }) => mostOre > 0);
  const alone = paid.filter(({ rules, steps }) => rules.length === 0 && steps.length > 0);
  const ruled = groupBy(
    paid.filter(({ rules }) => rules.length > 0),
    ({ rules }) => rules[0]?.group,
  );
  const byName = new Map(
    [...ruled].map(([name, members]) => [name ?? '', toGroup(name, members)] as const),
  );
  return {
    all: [...byName.values(), ...alone.map((offer) => toGroup(undefined, [offer]))],
    byName,
  };
}

function toGroup(name: string | undefined, offers: readonly NearOffer[]): OfferGroup {
  const rules = offers.flatMap((offer) => offer.rules);
  const steps = [...new Set(offers.flatMap((offer) => offer.steps))].sort((a, b) => a - b);
  const mostOre = Math.max(...offers.map((offer) => offer.mostOre));
  const moments = [offers[0]?.prices[0]?.fromMs ?? 0, ...steps];
  const spreads = moments.map((ms) => {
    const ores = offers.map(
      ({ prices }) => prices.findLast(({ fromMs }) => fromMs <= ms)?.ore ?? 0,
    );
    return Math.max(...ores) - Math.min(...ores);
  });
  const isOdd = offers.some((offer) => offer.isOdd);
  return {
    name,
    windowMs: Math.min(...rules.map(({ windowMin }) => windowMin * 60_000)),
    isFirst: rules.every(({ pays }) => pays === 'first'),
    // Where a passage is free at times it opens no window then, and where a rule ends by the clock one is longer.
    leastOre: isOdd ? 0 : Math.min(...offers.map((offer) => offer.leastOre)),
    mostOre,
    spreadOre: isOdd ? mostOre : Math.max(...spreads),
    steps,
    toEndMs: Math.min(...offers.map((offer) => offer.toEndMs)),
  };
}

/** A bill at a moment, Unix milliseconds. */
interface View extends Pick<Bill, 'windows' | 'mark' | 'marks'> {
  readonly nowMs: number;
}

function toView({ state, ms }: BillAt, startMs: number): View {
  const { windows, mark, marks } = state as Bill;
  return { nowMs: startMs + ms, windows, mark, marks };
}

/** When `a` may go on, until `b` has come: at once, with `b`, and with the same windows of time left. */
function listWaits(a: View, b: View): number[] {
  if (a.nowMs >= b.nowMs) return [a.nowMs];
  const waits = [a.nowMs, b.nowMs];
  for (const [group, { untilMs }] of a.windows) {
    const nowMs = untilMs - openWindow(b, group).leftMs;
    if (a.nowMs < nowMs && nowMs < b.nowMs) waits.push(nowMs);
  }
  return waits;
}

function isSameMark(a: View, b: View): boolean {
  if (a.mark !== b.mark) return false;
  return a.marks.length + b.marks.length === 0 || liveMarks(a) === liveMarks(b);
}

const liveMarks = ({ marks, nowMs }: View): string =>
  marks.flatMap(({ text, untilMs }) => (untilMs >= nowMs ? [text] : [])).join();

/** By how much `a` may grow more than `b`, group by group. */
function slackBetween(a: View, b: View, leftMs: number, groups: OfferGroups): Ore {
  let slack = 0;
  const add = (group: OfferGroup | undefined) => {
    if (group === undefined || leftMs < group.toEndMs) return;
    const reachMs = leftMs - group.toEndMs;
    slack +=
      group.name === undefined
        ? slackAlone(a, b, reachMs, group)
        : slackOfHours(a, b, reachMs, group);
  };
  // The one that comes no later pays no more, but for the windows that are open.
  if (a.nowMs > b.nowMs) for (const group of groups.all) add(group);
  else {
    for (const name of a.windows.keys()) add(groups.byName.get(name));
    for (const name of b.windows.keys()) if (!a.windows.has(name)) add(groups.byName.get(name));
  }
  return slack;
}

/**
 * May a station cost more for the one than for the other, at the same place of the rest of the way, because the one comes
 * there later? That it comes earlier is no matter: it is compared as if it could wait.
 */
function isLater(a: View, b: View, reachMs: number, { steps }: OfferGroup): boolean {
  return steps.length > 0 && steps.some((ms) => b.nowMs < ms && ms <= a.nowMs + reachMs);
}

const slackAlone = (a: View, b: View, reachMs: number, group: OfferGroup): Ore =>
  a.nowMs > b.nowMs && isLater(a, b, reachMs, group) ? group.mostOre - group.leastOre : 0;

/**
 * Each new window of the hour rule is paid once, by a price of its group. The windows of the one whose open window ends
 * later begin no earlier than those of the other, one by one, so they are no more; if it ends earlier, they are one more
 * at most. That a longer open window is never worse does not follow: a passage that it makes free would have opened a
 * window with what comes behind it. Where the prices of a group differ, by so much it may be worse with each window.
 */
function slackOfHours(a: View, b: View, reachMs: number, group: OfferGroup): Ore {
  const { name, windowMs, isFirst, leastOre, mostOre, spreadOre } = group;
  const [ours, theirs] = [openWindow(a, name), openWindow(b, name)];
  const mayRise = a.nowMs > b.nowMs && isLater(a, b, reachMs, group);
  if (!mayRise && ours.leftMs === theirs.leftMs && ours.paidOre >= theirs.paidOre) return 0;
  const count = ours.leftMs > reachMs ? 0 : 1 + Math.floor((reachMs - ours.leftMs) / windowMs);
  const apartOre = mayRise ? mostOre - leastOre : spreadOre;
  const isAhead = ours.leftMs >= theirs.leftMs;
  const isCovered =
    isAhead && !mayRise && ours.paidOre >= theirs.paidOre && (count === 0 || spreadOre === 0);
  // In an open window a dearer passage is paid in place of what has been.
  const moreOre =
    ours.leftMs > 0 && !isFirst && !isCovered ? Math.max(0, mostOre - ours.paidOre) : 0;
  return moreOre + count * apartOre + (isAhead || count === 0 ? 0 : mostOre - apartOre);
}

/** What is left of a window, and what is paid in it; nothing where none is open. */
function openWindow({ nowMs, windows }: View, name: string | undefined) {
  const open = name === undefined ? undefined : windows.get(name);
  return open === undefined || open.untilMs <= nowMs
    ? { leftMs: 0, paidOre: 0 }
    : { leftMs: open.untilMs - nowMs, paidOre: open.paidOre };
}
