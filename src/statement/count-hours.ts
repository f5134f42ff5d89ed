/**
 * Finds lines of a bill that may lie in other hours than the lines alone tell. The passage that began an hour may be on
 * no line, on a line whose station is not known, or on another statement.
 */
import { MINUTE_MS } from '../base/duration.ts';
import { firstThat, groupBy } from '../base/lists.ts';
import type { Steps } from '../base/steps.ts';
import type { VehicleCharge } from '../pricing/toll/vehicle-toll.ts';
import {
  type Begin,
  type CountedLine,
  earliestOf,
  isOfMinutes,
  latestOf,
  lengthOf,
  mayDearestPay,
  type Openers,
  openOpeners,
  openUnseenPrices,
  reachOf,
  ruleOf,
  type UnseenPrices,
  type Untold,
} from './find-openers.ts';
import type { ReconcileTerms } from './statement.ts';

/** The lines that may be right if the hours are counted in favour of the operator. */
export interface CountedHours {
  /** Lines of amount 0 that may lie in a paid hour. */
  readonly free: ReadonlySet<VehicleCharge>;
  /** Those among them whose hour a line of the bill pays. */
  readonly billed: ReadonlySet<VehicleCharge>;
  /** Payments that may be the first one of their hour. */
  readonly own: ReadonlySet<VehicleCharge>;
  /** Those, and payments that may pay an hour that begins with a line of amount 0. */
  readonly paying: ReadonlySet<VehicleCharge>;
  /** Payments that may have the price of another passage of their hour: one behind the last line, or one at the end of the hour. */
  readonly forOther: ReadonlySet<VehicleCharge>;
}

interface CountTerms extends Untold, Pick<ReconcileTerms, 'tolls' | 'calendar' | 'vehicle'> {}

/**
 * Counts the hours as a correct bill would: each hour is paid once, and a line of amount 0 lies in a paid hour. Of all
 * hours that fit up to a line the earliest and the latest beginning are kept, so that rather too many lines may be
 * right than too few.
 *
 * @param billed in time order.
 */
export function* countHours(
  billed: readonly CountedLine[],
  terms: CountTerms,
): Steps<CountedHours> {
  const priced = billed.filter(({ line }) => line.charge.window !== undefined);
  const unseen = openUnseenPrices(terms);
  const openers = openOpeners(billed, { ...terms, unseen });
  const before = { fromMs: Number.NEGATIVE_INFINITY, untilMs: terms.beginMs - 1 };
  const openSet = () => new Set<VehicleCharge>();
  const counted = {
    free: openSet(),
    billed: openSet(),
    own: openSet(),
    paying: openSet(),
    forOther: openSet(),
  };
  for (const ofGroup of groupBy(priced, ({ line }) => ruleOf(line)?.group).values()) {
    const last = yield* countGroup(ofGroup, { before, openers, counted });
    countBehind(ofGroup, last, { unseen, counted, endMs: terms.endMs });
    countAtEnd(ofGroup, counted);
  }
  return counted;
}

interface GroupTerms {
  readonly before: Begin;
  readonly openers: Openers;
  readonly counted: Counted;
}

/** The sets that lines are put in. */
type Counted = Readonly<Record<keyof CountedHours, Set<VehicleCharge>>>;

/** @returns the hour of the last line. */
function* countGroup(
  ofGroup: readonly CountedLine[],
  { before, openers, counted }: GroupTerms,
): Steps<Hours> {
  let hours: Hours = { paid: before };
  const payers = listPayers(ofGroup);
  for (const [i, { line, billedOre }] of ofGroup.entries()) {
    yield;
    const begun = begin(hours, line, { openers, payer: payers[i] });
    if (billedOre > 0) {
      countPayment(line, { ...hours, begun }, counted);
      hours = pay(hours, line, begun);
      continue;
    }
    hours = pass(hours, line, { begun, openers });
    if (hours.paid) counted.free.add(line);
    if (hours.paid?.isBilled) counted.billed.add(line);
  }
  return hours;
}

function countPayment(
  line: VehicleCharge,
  { begun, unpaid }: Hours & { readonly begun: Begin | undefined },
  { own, paying }: Counted,
): void {
  if (begun) own.add(line);
  if (begun ?? keep(unpaid, line)) paying.add(line);
}

interface BehindTerms {
  readonly unseen: UnseenPrices;
  readonly counted: Counted;
  readonly endMs: number;
}

/** Counts the last hour of a group. Where it ends behind the last line of the statement, the passage that pays may be on a later one. */
function countBehind(
  ofGroup: readonly CountedLine[],
  { paid, unpaid }: Hours,
  { unseen, counted, endMs }: BehindTerms,
): void {
  const listPrices = (line: VehicleCharge, hour: Begin) => {
    const untilMs = hour.untilMs + MINUTE_MS + lengthOf(line);
    return mayDearestPay(line) ? unseen.list(ruleOf(line)?.group, { fromMs: endMs, untilMs }) : [];
  };
  const last = ofGroup.findLast(({ billedOre }) => billedOre > 0);
  const isOther = last !== undefined && last.billedOre !== last.line.amount?.ore;
  if (paid && isOther && listPrices(last.line, paid).includes(last.billedOre))
    counted.forOther.add(last.line);
  const free = ofGroup.filter(
    ({ line, billedOre }) => billedOre === 0 && unpaid && line.passage.atMs >= unpaid.fromMs,
  );
  const [first] = free;
  if (first === undefined || unpaid === undefined) return;
  const mostOre = Math.max(...free.map(({ line }) => line.amount?.ore ?? 0));
  if (listPrices(first.line, unpaid).some((ore) => ore > mostOre))
    for (const { line } of free) counted.free.add(line);
}

/** Where clocks show no seconds, the passage that pays may seem to come up to a minute behind the end of its hour. */
function countAtEnd(ofGroup: readonly CountedLine[], { forOther }: Counted): void {
  const free = ofGroup.filter(({ billedOre }) => billedOre === 0);
  for (const { line, billedOre } of ofGroup) {
    if (billedOre === 0 || !isOfMinutes(line) || !mayDearestPay(line)) continue;
    const endMs = line.passage.atMs + lengthOf(line);
    const untilMs = latestOf(line) + lengthOf(line);
    const at = firstThat(free.length, (i) => atOf(free[i]) >= endMs);
    const behind = firstThat(free.length, (i) => atOf(free[i]) > untilMs);
    const isPrice = free.slice(at, behind).some((one) => one.line.amount?.ore === billedOre);
    if (isPrice) forOther.add(line);
  }
}

const atOf = (one: CountedLine | undefined): number => one?.line.passage.atMs ?? 0;

/** The next payment of each line of a group: the line itself, or a later one. */
function listPayers(ofGroup: readonly CountedLine[]): readonly (VehicleCharge | undefined)[] {
  let next: VehicleCharge | undefined;
  const backwards = ofGroup.toReversed().map(({ line, billedOre }) => {
    if (billedOre > 0) next = line;
    return next;
  });
  return backwards.toReversed();
}

/** The hour that a line lies in: `paid` if it is paid by then, `unpaid` if it is not yet; absent: that can not be. */
interface Hours {
  readonly paid?: Begin | undefined;
  readonly unpaid?: Begin | undefined;
}

/** A new hour with a line as its first one; `undefined`: the hour before has not ended. */
function begin(
  { paid, unpaid }: Hours,
  line: VehicleCharge,
  { openers, payer }: { readonly openers: Openers; readonly payer: VehicleCharge | undefined },
): Begin | undefined {
  const before = paid ?? (isWithin(unpaid, line) ? undefined : unpaid);
  const [untilMs, apartMs] = [latestOf(line), latestOf(line) - line.passage.atMs];
  if (before === undefined || before.fromMs > reachOf(line) + apartMs) return undefined;
  return { fromMs: openers.find(line, before.fromMs + lengthOf(line), payer), untilMs };
}

/** A billed line pays an hour that is not paid yet, or a new one that it begins; else it is one too many. */
function pay({ paid, unpaid }: Hours, line: VehicleCharge, begun: Begin | undefined): Hours {
  const hour = join(keep(unpaid, line), begun) ?? keep(paid, line);
  return { paid: hour && { ...hour, isBilled: true } };
}

/** A line of amount 0 lies in an hour that is paid, or that a later line pays. */
const pass = (
  { paid, unpaid }: Hours,
  line: VehicleCharge,
  { begun, openers }: { readonly begun: Begin | undefined; readonly openers: Openers },
): Hours => ({
  paid: keep(paid, line) ?? openers.findPaid(line),
  unpaid: join(keep(unpaid, line), begun),
});

const isWithin = (hour: Begin | undefined, line: VehicleCharge): boolean =>
  hour !== undefined && hour.untilMs >= earliestOf(line);

/** The beginnings of an hour with which it still includes the passage. */
const keep = (hour: Begin | undefined, line: VehicleCharge): Begin | undefined =>
  hour && isWithin(hour, line)
    ? { ...hour, fromMs: Math.max(hour.fromMs, earliestOf(line)) }
    : undefined;

const join = (one: Begin | undefined, other: Begin | undefined): Begin | undefined =>
  one && other
    ? {
        fromMs: Math.min(one.fromMs, other.fromMs),
        untilMs: Math.max(one.untilMs, other.untilMs),
      }
    : (one ?? other);
