/**
 * Finds lines of a bill that may lie in other hours than the lines alone tell. The passage that began an hour may be on
 * no line, on a line whose station is not known, or on another statement.
 */
import { groupBy } from '../base/lists.ts';
import type { Steps } from '../base/steps.ts';
import type { VehicleCharge } from '../pricing/toll/vehicle-toll.ts';
import {
  type Begin,
  type CountedLine,
  earliestOf,
  lengthOf,
  type Openers,
  type OpenerTerms,
  openOpeners,
  reachOf,
  ruleOf,
} from './find-openers.ts';

/** The lines that may be right if the hours are counted in favour of the operator. */
export interface CountedHours {
  /** Lines of amount 0 that may lie in a paid hour. */
  readonly free: ReadonlySet<VehicleCharge>;
  /** Payments that may be the first one of their hour. */
  readonly own: ReadonlySet<VehicleCharge>;
}

interface CountTerms extends OpenerTerms {
  /** The first passage of the vehicle: what was before it is on an earlier statement. Unix milliseconds. */
  readonly beginMs: number;
}

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
  const openers = openOpeners(billed, terms);
  const counted: CountedLine[] = [];
  const before = { fromMs: Number.NEGATIVE_INFINITY, untilMs: terms.beginMs - 1 };
  for (const ofGroup of groupBy(priced, ({ line }) => ruleOf(line)?.group).values())
    for (const one of yield* countGroup(ofGroup, before, openers)) counted.push(one);
  const listLines = (isPaid: boolean) =>
    counted.flatMap(({ line, billedOre }) => (billedOre > 0 === isPaid ? [line] : []));
  return { free: new Set(listLines(false)), own: new Set(listLines(true)) };
}

/** @returns payments that may be the first one of their hour, and lines of amount 0 that may lie in a paid hour. */
function* countGroup(
  ofGroup: readonly CountedLine[],
  before: Begin,
  openers: Openers,
): Steps<CountedLine[]> {
  let hours: Hours = { paid: before };
  const counted: CountedLine[] = [];
  for (const one of ofGroup) {
    yield;
    const { line, billedOre } = one;
    const begun = begin(hours, line, openers);
    hours = billedOre > 0 ? pay(hours, line, begun) : pass(hours, line, { begun, openers });
    if (billedOre > 0 ? begun : hours.paid) counted.push(one);
  }
  return counted;
}

/** The hour that a line lies in: `paid` if it is paid by then, `unpaid` if it is not yet; absent: that can not be. */
interface Hours {
  readonly paid?: Begin | undefined;
  readonly unpaid?: Begin | undefined;
}

/** A new hour with a line as its first one; `undefined`: the hour before has not ended. */
function begin({ paid, unpaid }: Hours, line: VehicleCharge, openers: Openers): Begin | undefined {
  const before = paid ?? (isWithin(unpaid, line) ? undefined : unpaid);
  if (before === undefined || before.fromMs > reachOf(line)) return undefined;
  const { atMs } = line.passage;
  return { fromMs: openers.find(line, before.fromMs + lengthOf(line)), untilMs: atMs };
}

/** A billed line pays an hour that is not paid yet, or a new one that it begins; else it is one too many. */
const pay = ({ paid, unpaid }: Hours, line: VehicleCharge, begun: Begin | undefined): Hours => ({
  paid: join(keep(unpaid, line), begun) ?? keep(paid, line),
});

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
