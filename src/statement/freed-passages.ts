/**
 * Finds the passages that a line may have made free although the line itself is not due: without it they have to be
 * paid.
 */
import { MINUTE_MS } from '../base/duration.ts';
import { groupBy } from '../base/lists.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import { findInForce, isInForce } from '../pricing/dated.ts';
import { markTrips } from '../trip/journey.ts';
import type { Wrong } from './limit-excess.ts';
import type { BilledPassage, Passed } from './statement.ts';

/** Wrong lines with the passages that they may have made free. */
interface Freed {
  readonly wrong: readonly Wrong[];
  /**
   * Runs from a line on that was not driven, or a passage that no line bills: the operator may have parted the hours
   * otherwise. As keys of `ShortHours`.
   */
  readonly openRuns: readonly Wrong['others'][];
}

/**
 * Adds to each wrong line the passages that it may have made free: later ones of its monthly cap, and where it was not
 * driven those of its run and those of its trip at stations that are linked with its own. A line that bills a passage
 * again opens no other hour than the passage does.
 *
 * @param passed those that are due.
 * @param apartMs how far a passage on no line may have been from its moment.
 */
export function addFreed(wrong: readonly Wrong[], passed: readonly Passed[], apartMs = 0): Freed {
  const undue = wrong.flatMap((one) => one.undue ?? []);
  const isUndriven = ({ finding }: Wrong) => finding.kind === 'not-driven';
  const undriven = new Set(wrong.filter(isUndriven).flatMap((one) => one.undue ?? []));
  const all = [...passed, ...undue];
  const runs = listRuns(all, apartMs);
  const isOpen = (one: Passed) => one.row === undefined || undriven.has(one);
  const openRuns = [...new Set(listRuns(all).values())]
    .filter((run) => run.some(isOpen))
    .map((run) => run.slice(run.findIndex(isOpen)).map(keyOf));
  if (undue.length === 0) return { wrong, openRuns };
  const unpaid = passed.filter(({ row }) => (row?.ore ?? 0) === 0);
  const byCap = groupBy(unpaid, capOf);
  const listLinked = openLinked(all, passed, unpaid);
  const withFreed = wrong.map((one) => {
    const { undue: own } = one;
    if (own === undefined) return one;
    const cap = capOf(own);
    const ofCap = cap === undefined ? [] : (byCap.get(cap) ?? []);
    const capped = ofCap.filter(({ atMs }) => atMs > own.atMs).map(keyOf);
    if (!isUndriven(one)) return { ...one, capped };
    const freed = [...(runs.get(own) ?? []), ...listLinked(own)].map(keyOf);
    return { ...one, others: [...one.others, ...freed], capped };
  });
  return { wrong: withFreed, openRuns };
}

/** A passage as `ShortHours` knows it. */
const keyOf = (one: Passed): BilledPassage | Passed => one.row ?? one;

/** The monthly cap that a passage counts for, and the month; `undefined`: there is none. */
const capOf = ({ station, atMs }: Passed): string | undefined =>
  station.cap && `${station.cap.key} ${toOsloTime(atMs).day.slice(0, 7)}`;

/**
 * Lists the unpaid passages of the trip of a line that a link makes free, and that none of those that are due makes free
 * by a link. The line may have paid at the linked station, or have held the trip together.
 */
function openLinked(all: readonly Passed[], due: readonly Passed[], unpaid: readonly Passed[]) {
  const [withAll, withDue] = [listTrips(all), listTrips(due)];
  const isFree = (one: Passed, trips: Trips) =>
    one.station.project.linkedStations.some(
      (law) =>
        law.free.includes(one.station.passageKey) &&
        isInForce(law, toOsloTime(one.atMs).day) &&
        trips.paidWith(one).some(({ station }) => law.paid.includes(station.passageKey)),
    );
  const freed = unpaid.filter((one) => isFree(one, withAll) && !isFree(one, withDue));
  const ofTrip = groupBy(freed, withAll.tripOf);
  return (own: Passed): readonly Passed[] => ofTrip.get(withAll.tripOf(own)) ?? [];
}

interface Trips {
  tripOf(one: Passed): number | undefined;
  /** The paid passages of the trip of a passage. */
  paidWith(one: Passed): readonly Passed[];
}

function listTrips(all: readonly Passed[]): Trips {
  const inOrder = all.toSorted((a, b) => a.atMs - b.atMs);
  const pieces = inOrder.map((one) => [{ startMs: one.atMs, endMs: one.atMs, passages: [one] }]);
  const marked = markTrips(pieces.map((one) => ({ pieces: one })));
  const trips = new Map(inOrder.map((one, i) => [one, marked[i]?.[0]?.drive?.trip]));
  const tripOf = (one: Passed) => trips.get(one);
  const paid = groupBy(
    inOrder.filter(({ row }) => (row?.ore ?? 0) > 0),
    tripOf,
  );
  return { tripOf, paidWith: (one) => paid.get(tripOf(one)) ?? [] };
}

/**
 * The run of each passage: passages of one hour group, none of them further than an hour from those before. Where one of
 * them is not due, the others may be of other hours than they are billed for.
 */
function listRuns(
  all: readonly Passed[],
  unbilledApartMs = 0,
): ReadonlyMap<Passed, readonly Passed[]> {
  const runs = new Map<Passed, readonly Passed[]>();
  const inTime = all
    .filter(({ station }) => station.hourGroup !== undefined)
    .map((one) => ({ one, apartMs: one.row === undefined ? unbilledApartMs : 0 }))
    .toSorted((a, b) => a.one.atMs - a.apartMs - (b.one.atMs - b.apartMs));
  for (const own of groupBy(inTime, ({ one }) => one.station.hourGroup).values()) {
    let run: Passed[] = [];
    let untilMs = Number.NEGATIVE_INFINITY;
    for (const { one, apartMs } of own) {
      if (one.atMs - apartMs > untilMs) run = [];
      run.push(one);
      runs.set(one, run);
      untilMs = Math.max(untilMs, one.atMs + apartMs + hourMsOf(one));
    }
  }
  return runs;
}

/** The longest time that one payment at a passage holds for. */
function hourMsOf({ station, atMs }: Passed): number {
  const rule = findInForce(station.project.hourRules, toOsloTime(atMs).day);
  const { fromMin = 0, untilMin = 0 } = rule?.onceBetween ?? {};
  return Math.max(rule?.windowMin ?? 0, untilMin - fromMin) * MINUTE_MS;
}
