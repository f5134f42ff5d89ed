/**
 * The bill of a way that is still being looked for. It grows passage by passage, by the same rules that bill a whole
 * trip. So what a search adds up is what the bill says.
 */
import type { Calendar } from '../base/calendar.ts';
import { type Day, fromDayNumber, toDayNumber } from '../base/day.ts';
import { groupBy } from '../base/lists.ts';
import { memoize } from '../base/memoize.ts';
import type { Ore } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import { isInForce } from '../pricing/dated.ts';
import { countUnknownFares, type FerryBill, priceFerries } from '../pricing/ferry/bill.ts';
import type { FerryCrossing } from '../pricing/ferry/terms.ts';
import type { TollBill } from '../pricing/toll/bill.ts';
import { type Charge, chargePassages, hourRuleFor } from '../pricing/toll/charge.ts';
import { mergeDrivePasts } from '../pricing/toll/drive-past.ts';
import { amountOf } from '../pricing/toll/four-ways.ts';
import type { LinkedStations, TollStation } from '../pricing/toll/law.ts';
import type { Way } from '../pricing/toll/terms.ts';
import type { Clocked, FareState } from '../routing/money-fares.ts';
import { type AskedPrices, openAskedPrices, type PricedPassage } from './asked-prices.ts';
import {
  type FareRule,
  groupOffers,
  groupRules,
  hourRuleOf,
  type LinkedPaid,
  type LookBack,
  type Mark,
  NOT_LINKED,
  type OfferGroups,
  slackOre,
  toOffer,
} from './fare-slack.ts';
import { boardedOn, isBoardedAtStop, joinRides, withBoarding } from './list-crossings.ts';
import { isRepeated, type NamedPassage } from './list-toll-passages.ts';
import type { FerryCatalogue, NearToll, OpenTripFares, TollCatalogue, TripFares } from './ports.ts';
import type { QuoteRequest } from './quote.ts';

/**
 * What a trip costs the vehicle of a request. Without a vehicle it is the toll of the size with a tag, and the ordinary
 * fare.
 */
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

/** The part of a request that its fares depend on. */
export type FareRequest = Pick<
  QuoteRequest,
  'startMs' | 'via' | 'size' | 'vehicle' | 'ferry' | 'capUse'
>;

/** A bill with what the rules between passages look back at. */
interface Bill extends FareState, Omit<LookBack, 'nowMs'> {
  readonly passed: readonly NamedPassage[];
  readonly priced: readonly PricedPassage[];
  readonly charges: readonly Charge[];
  readonly tollOre: Ore;
  readonly unknownFares: number;
  readonly crossings: readonly FerryCrossing[];
  /** The amount that the last fare may fall by where its ferry is sailed farther. */
  readonly lastFareOre: Ore;
}

const NOTHING_PASSED: Bill = {
  ...{ ore: 0, mayFallOre: 0, unknowns: 0, unknownFares: 0, tollOre: 0, lastFareOre: 0 },
  ...{ passed: [], priced: [], charges: [], crossings: [] },
  ...{ windows: new Map(), marks: new Map(), linked: new Map() },
};

/**
 * The mark of a ferry. A crossing that follows is joined with it, which may lower the bill. On a way that anyone wants,
 * that crossing follows within `HARBOUR_MS`.
 */
const SAILED = 'sailed';
const HARBOUR_MS = 10 * 60_000;

/** @param prices what stations ask; absent: they are opened for this departure. */
export function openTripFares(
  parts: FareParts,
  request: FareRequest,
  prices = openAskedPrices(parts, request, {
    earliestMs: request.startMs,
    latestMs: request.startMs,
  }),
): OpenTripFares {
  const { startMs } = request;
  const { tolls } = parts;
  const fareOf = openFares(parts, request);

  return (near, withinMs) => {
    const stations = listStations(tolls, near);
    const rules = groupRules(listRules(stations));
    const isShared = (station: TollStation) => (stations.get(station)?.rows ?? 1) > 1;
    const { offerOf, listGroups } = openOffers(prices, stations, [startMs, startMs + withinMs]);
    const lookBack = ({ state, ms }: Clocked<FareState>): LookBack => {
      const { windows, linked, marks } = state as Bill;
      return { nowMs: startMs + ms, windows, linked, marks };
    };

    return {
      start: NOTHING_PASSED,
      groups: rules.groups,
      pass: openPassing(parts, request, { prices, isShared }),
      ...openSailing(parts, request, fareOf, withinMs),
      fallOre({ state, ms }, rest) {
        const { linked, lastFareOre, marks } = state as Bill;
        const isNear = (marks.get(SAILED)?.untilMs ?? 0) >= startMs + ms;
        let ore = isNear ? lastFareOre : 0;
        for (const [law, { isPaid, freeOre }] of linked)
          if (!isPaid && rules.reach(law.paid, rest) !== undefined) ore += freeOre;
        return ore;
      },
      slackOre: (one, other, rest, mostOre) =>
        slackOre(lookBack(one), lookBack(other), rest, { rules, groups: listGroups(), mostOre }),
      leastOre(stationId) {
        const station = tolls.findStation(stationId);
        if (station === undefined || isRuled(station, request, isShared)) return 0;
        const { rules: hours, leastOre } = offerOf(station);
        return hours.length > 0 ? 0 : leastOre;
      },
      mostOre(stationId) {
        const station = tolls.findStation(stationId);
        // A reversed rule may charge a passage that was free before.
        const isOpen = station === undefined || station.project.reversedRules.length > 0;
        const offer = isOpen ? undefined : offerOf(station);
        return offer?.isKnown ? offer.mostOre : Number.POSITIVE_INFINITY;
      },
    };
  };
}

/**
 * The prices of stations near a trip between two moments, and the groups in which they pay together. Each is worked out
 * when it is asked for.
 */
function openOffers(
  prices: AskedPrices,
  stations: NearStations,
  [fromMs, untilMs]: readonly [number, number],
) {
  const offerOf = memoize((station: TollStation) => toOffer(prices, station, fromMs, untilMs));
  let groups: OfferGroups | undefined;
  return {
    offerOf,
    listGroups(): OfferGroups {
      groups ??= groupOffers(
        [...stations.keys()].map((station) => ({ station, offer: offerOf(station) })),
        listLaws(stations, [fromMs, untilMs]),
      );
      return groups;
    },
  };
}

/** The stations near a trip, each with its ids and the number of its records there. */
type NearStations = ReadonlyMap<
  TollStation,
  { readonly ids: readonly string[]; readonly rows: number }
>;

function listStations({ findStation }: TollCatalogue, near: readonly NearToll[]): NearStations {
  const ids = [...new Set(near.map(({ stationId }) => stationId))];
  const found = ids.flatMap((id) => {
    const station = findStation(id);
    return station ? [{ id, station }] : [];
  });
  const byKey = groupBy(found, ({ station }) => station.passageKey);
  const byStation = groupBy(found, ({ station }) => station);
  return new Map(
    [...byStation].map(([station, own]) => [
      station,
      { ids: own.map(({ id }) => id), rows: byKey.get(station.passageKey)?.length ?? 1 },
    ]),
  );
}

/** The rules, each with the ids of the stations that it looks at. */
function listRules(stations: NearStations): ReadonlyMap<FareRule, readonly string[]> {
  const rules = new Map<FareRule, readonly string[]>();
  for (const [station, { ids }] of stations)
    for (const rule of rulesOf(station)) rules.set(rule, [...(rules.get(rule) ?? []), ...ids]);
  return rules;
}

function rulesOf(station: TollStation): FareRule[] {
  const { passageKey, hourGroup, cap, project } = station;
  const isNamed = (keys: readonly string[]) => keys.includes(passageKey);
  return [
    station,
    pastRuleOf(passageKey),
    ...(hourGroup === undefined ? [] : [hourRuleOf(hourGroup)]),
    ...(cap === undefined ? [] : [capRuleOf(cap.key)]),
    ...project.linkedStations.flatMap(({ paid, free }) => [paid, free].filter(isNamed)),
    ...project.reversedRules.filter((rule) => isNamed(rule.stations)),
  ];
}

/** The laws of linked stations that are in force on the day of one of the moments. */
function listLaws(stations: NearStations, moments: readonly number[]): LinkedStations[] {
  const days = moments.map((ms) => toOsloTime(ms).day);
  const laws = new Set([...stations.keys()].flatMap(({ project }) => project.linkedStations));
  return [...laws].filter((law) => days.some((day) => isInForce(law, day)));
}

const pastRuleOf = (passageKey: string): FareRule => `past ${passageKey}`;
const capRuleOf = (key: string): FareRule => `cap ${key}`;

/** Does the price of a station depend on other passages, apart from the hour rule? */
function isRuled(
  station: TollStation,
  { capUse }: FareRequest,
  isShared: (station: TollStation) => boolean,
): boolean {
  const { linkedStations, reversedRules } = station.project;
  return (
    isShared(station) ||
    (station.cap !== undefined && capUse !== undefined) ||
    linkedStations.length + reversedRules.length > 0
  );
}

interface PassingTerms {
  readonly prices: AskedPrices;
  /** Has a station several records on roads near by? */
  isShared(station: TollStation): boolean;
}

/** Makes the function that adds a passage to a bill. */
function openPassing(
  { tolls }: FareParts,
  { startMs, capUse }: FareRequest,
  { prices, isShared }: PassingTerms,
) {
  const { way } = prices;
  const terms = { rulesBetweenPassages: true, ...(capUse && { capUse }) };
  return (state: FareState, stationId: string, atMs: number): Bill => {
    const before = state as Bill;
    const station = tolls.findStation(stationId);
    // The bill leaves out a station that the catalogue does not have.
    if (station === undefined) return { ...before, unknowns: before.unknowns + 1 };
    // A route counts in seconds, and its bill rounds them to milliseconds.
    const passage = { stationId, station, atMs: startMs + Math.round((atMs / 1000) * 1000) };
    if (before.passed.some((one) => isRepeated(one, passage))) return before;
    const passed = [...before.passed, passage];
    const merged = mergeDrivePasts(passed);
    const last = merged.at(-1) === passage ? prices.priceOf(passage) : undefined;
    if (last === undefined) return { ...before, passed };
    const priced = [...before.priced, last];
    const charges = chargePassages(
      priced.map(({ price }) => price),
      priced.map(({ ore }) => ore),
      way,
      terms,
    );
    const tollOre = charges.reduce((sum, { ore }) => sum + ore, 0);
    const linked = listLinked(priced, charges, way);
    const sailed = before.marks.get(SAILED);
    return {
      ...before,
      ore: before.ore - before.tollOre + tollOre,
      mayFallOre: before.lastFareOre + fallOf(linked),
      unknowns: before.unknowns + (last.isKnown ? 0 : 1),
      passed,
      priced,
      charges,
      tollOre,
      linked,
      windows: listWindows(priced, charges, way),
      marks: new Map([
        ...listMarks(priced, charges, way),
        ...listPasts(merged.filter((one) => isShared(one.station))),
        ...(sailed ? [[SAILED, sailed] as const] : []),
      ]),
    };
  };
}

const fallOf = (linked: Bill['linked']): Ore =>
  [...linked.values()].reduce((sum, { isPaid, freeOre }) => sum + (isPaid ? 0 : freeOre), 0);

/** Makes the functions that add a run of ferry to a bill, and tell what a run costs at least. */
function openSailing(
  parts: FareParts,
  { startMs, via }: FareRequest,
  fareOf: FareOf,
  withinMs: number,
): Pick<TripFares, 'sail' | 'leastFareOre'> {
  const days = listDays(startMs, startMs + withinMs);
  const leastOf = (crossing: FerryCrossing) =>
    Math.min(...days.map((day) => fareOf(crossing, day).ore));
  const leastFareOre: TripFares['leastFareOre'] = (run) => {
    const crossings = parts.ferries.matchCrossings(run);
    // A crossing that goes on with the same line may cost less.
    const isWhole = crossings.every(({ connection }) => connection?.quayIds.length === 2);
    return isWhole ? crossings.reduce((sum, crossing) => sum + leastOf(crossing), 0) : 0;
  };
  const sail: TripFares['sail'] = (state, run, hasStopped, atMs) => {
    const before = state as Bill;
    const found = withBoarding(parts.ferries.matchCrossings(run), {
      atS: atMs / 1000 - run.durationS,
    });
    const crossings = joinRides(
      before.crossings,
      found,
      () => hasStopped || isBoardedAtStop(run.line, via),
    );
    const fares = crossings.map((crossing) => fareOf(crossing, boardedOn(crossing, startMs)));
    const ferryOre = fares.reduce((sum, { ore }) => sum + ore, 0);
    const unknownFares = fares.filter(({ isKnown }) => !isKnown).length;
    const last = crossings.at(-1);
    // A longer ride on the same line may cost less.
    const mayGoOn = (last?.connection?.quayIds.length ?? 0) > 2;
    const lastFareOre = mayGoOn ? (fares.at(-1)?.ore ?? 0) : 0;
    const marks = new Map(before.marks);
    marks.delete(SAILED);
    if (mayGoOn)
      marks.set(SAILED, {
        text: `${last?.connection?.id} ${last?.fromQuay?.id} ${last?.toQuay?.id}`,
        untilMs: startMs + atMs + HARBOUR_MS,
      });
    const next: Bill = {
      ...before,
      ore: before.tollOre + ferryOre,
      mayFallOre: fallOf(before.linked) + lastFareOre,
      unknowns: before.unknowns - before.unknownFares + unknownFares,
      ...{ unknownFares, crossings, lastFareOre, marks },
    };
    return next;
  };
  return { sail, leastFareOre };
}

/** The Norwegian days from a moment to another one. */
function listDays(fromMs: number, toMs: number): Day[] {
  const [first = 0, last = 0] = [fromMs, toMs].map((ms) => toDayNumber(toOsloTime(ms).day));
  return Array.from({ length: last - first + 1 }, (_, i) => fromDayNumber(first + i));
}

type FareOf = ReturnType<typeof openFares>;

/** What the vehicle pays for a crossing on a day. */
function openFares({ ferries: { tariffs } }: FareParts, { ferry }: FareRequest) {
  const known = new Map<string, { readonly ore: Ore; readonly isKnown: boolean }>();
  return (crossing: FerryCrossing, day: Day) => {
    const { connection, fromQuay, toQuay } = crossing;
    const key = `${day} ${connection?.id} ${fromQuay?.id} ${toQuay?.id}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const bill = priceFerries([crossing], ferry, day, tariffs);
    const isKnown =
      countUnknownFares(bill) === 0 &&
      bill.priced.every(({ vehicle }) => vehicle === undefined || vehicle.amount !== undefined);
    const made = { ore: bill.vehicle?.ore ?? bill.ordinaryOre, isKnown };
    known.set(key, made);
    return made;
  };
}

/** What is paid under each law of linked stations; laws under which nothing is paid are left out. */
function listLinked(
  priced: readonly PricedPassage[],
  charges: readonly Charge[],
  { tagged }: Way,
): Bill['linked'] {
  const linked = new Map<LinkedStations, LinkedPaid>();
  if (!tagged) return linked;
  for (const [i, { price }] of priced.entries()) {
    const ore = charges[i]?.ore ?? 0;
    const { station, time } = price;
    for (const law of ore > 0 ? station.project.linkedStations : [])
      if (isInForce(law, time.day)) noteLinked(linked, law, station.passageKey, ore);
  }
  return linked;
}

function noteLinked(
  linked: Map<LinkedStations, LinkedPaid>,
  law: LinkedStations,
  key: string,
  ore: Ore,
): void {
  const { isPaid, freeOre } = linked.get(law) ?? NOT_LINKED;
  const pays = law.paid.includes(key);
  const isFree = law.free.includes(key);
  if (!pays && !isFree) return;
  linked.set(law, { isPaid: isPaid || pays, freeOre: isFree ? freeOre + ore : freeOre });
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

/** What later passages look back at beside windows: caps that are used, and reversed rules. */
function listMarks(
  priced: readonly PricedPassage[],
  charges: readonly Charge[],
  { tagged }: Way,
): Map<FareRule, Mark> {
  const marks = new Map<FareRule, Mark>();
  const mark = (rule: FareRule, text: string, untilMs = Number.POSITIVE_INFINITY) =>
    marks.set(rule, { text, untilMs });
  priced.forEach(({ price: { time } }, i) => {
    const { ore = 0, cap } = charges[i] ?? {};
    if (cap !== undefined)
      mark(capRuleOf(cap.cap.key), `${time.day.slice(0, 7)} ${cap.used + (ore > 0 ? 1 : 0)}`);
  });
  if (!tagged) return marks;
  for (const { price } of priced)
    for (const rule of price.station.project.reversedRules) {
      const { stations, windowMin } = rule;
      if (!stations.includes(price.station.passageKey)) continue;
      const text = `${marks.get(rule)?.text ?? ''} ${price.station.passageKey} ${price.atMs}`;
      mark(rule, text, price.atMs + windowMin * 60_000);
    }
  return marks;
}

/**
 * The last drive past each station that has several records: for a while its next record belongs to the same drive
 * past.
 */
function listPasts(passed: readonly NamedPassage[]): Map<FareRule, Mark> {
  return new Map(
    passed.map(({ station, stationId, atMs }) => {
      const withinS = Math.max(0, ...station.project.drivePasts.map((one) => one.withinS));
      return [pastRuleOf(station.passageKey), { text: stationId, untilMs: atMs + withinS * 1000 }];
    }),
  );
}
