/**
 * No more is asked back than all lines of an hour, or of a passage, together bill too much. Passages that a line has made
 * free have to be paid where that line is not due.
 */
import { MINUTE_MS } from '../base/duration.ts';
import { groupBy } from '../base/lists.ts';
import { memoize } from '../base/memoize.ts';
import { fromNok, type Ore, sumOre } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import { findInForce, isInForce } from '../pricing/dated.ts';
import { markTrips } from '../trip/journey.ts';
import { type BilledPassage, excessOf, type Finding, type Passed, tellNok } from './statement.ts';

/**
 * Limits the findings of one hour, which is paid once: one line may bill too much, and another one too little. Of
 * several lines that bill too much the first ones are asked back.
 *
 * @param excessOre what all lines of the hour bill beyond what it costs at most.
 * @param unseen how a passage on no line may make them right: what is not asked back is a guess then; absent: none may.
 */
export function limitExcess(
  told: readonly Finding[],
  excessOre: Ore,
  unseen?: string,
): readonly Finding[] {
  let leftOre = Math.max(0, excessOre);
  return told.map((finding) => {
    // A guess is not asked back.
    if (finding.estimated) return finding;
    const ownOre = excessOf(finding);
    const askedOre = Math.min(ownOre, leftOre);
    leftOre -= askedOre;
    if (ownOre === 0 || (askedOre === ownOre && unseen === undefined)) return finding;
    const rest = unseen === undefined ? tellRest(askedOre) : tellUnseen(askedOre, unseen);
    const reason = `${finding.reason} ${rest}`;
    return unseen !== undefined && askedOre === 0
      ? { ...finding, estimated: true, reason }
      : { ...finding, excessOre: askedOre, reason };
  });
}

/** An hour whose lines bill less than it costs at most. */
export interface ShortHour {
  readonly shortOre: Ore;
  /** A monthly cap may have made it free, and no other hour can have. */
  readonly mayBeCapped?: boolean;
}

/** Short hours by each of their passages: by its row where it is billed, else by itself. */
export type ShortHours = ReadonlyMap<BilledPassage | Passed, ShortHour>;

/** A finding of an hour. */
export interface Judged {
  readonly finding: Finding;
  /** The passages of the hour, as keys of `ShortHours`. */
  readonly passed: readonly (BilledPassage | Passed)[];
}

/** A line that is wrong whatever its amount is. */
export interface Wrong {
  readonly finding: Finding;
  /** Passages that are due where the line is not, as keys of `ShortHours`: an hour of theirs may be short by the line. */
  readonly others: readonly (BilledPassage | Passed)[];
  /** Later passages that are due if the line has met a monthly cap; absent: there are none. */
  readonly capped?: Wrong['others'];
  /** What the line bills as a passage: it may have made others free. Absent: it made none free. */
  readonly undue?: Passed;
}

interface AllFindings {
  readonly wrong: readonly Wrong[];
  readonly judged: readonly Judged[];
  /** Runs whose hours may be parted otherwise than the operator has done. */
  readonly openRuns: readonly Wrong['others'][];
}

/**
 * Limits the findings of lines that bill a passage again, or one that was not driven, and those of hours in an open run:
 * what the hours of the others are short of is not asked back. Of several lines the first ones are asked back.
 */
export function limitExcesses(
  { wrong, judged, openRuns }: AllFindings,
  shortOf: ShortHours,
): readonly Finding[] {
  // A line with few others is granted first, as it has no other hour.
  const inTurn = wrong.toReversed().toSorted((a, b) => countOf(a) - countOf(b));
  const left = new Map<ShortHour, Ore>();
  const leftOf = (hour: ShortHour) => left.get(hour) ?? hour.shortOre;
  const limited = new Map<Finding, readonly Finding[]>();
  /** Takes what some hours are short of from what a finding asks back. */
  const grant = (finding: Finding, hours: Iterable<ShortHour>) => {
    let askedOre = excessOf(finding);
    for (const hour of hours) {
      const grantedOre = Math.min(askedOre, leftOf(hour));
      left.set(hour, leftOf(hour) - grantedOre);
      askedOre -= grantedOre;
      if (askedOre === 0) break;
    }
    limited.set(finding, limitExcess([finding], askedOre));
  };
  for (const { finding, others, capped = [] } of inTurn) {
    const hours = others.flatMap((one) => shortOf.get(one) ?? []);
    const ofCap = capped.flatMap((one) => shortOf.get(one) ?? []);
    grant(finding, new Set([...hours, ...ofCap.filter((one) => one.mayBeCapped)]));
  }
  const runOf = new Map(openRuns.flatMap((run) => run.map((one) => [one, run] as const)));
  const shortIn = memoize((run: Wrong['others']) => [
    ...new Set(run.flatMap((one) => shortOf.get(one) ?? [])),
  ]);
  for (const { finding, passed } of judged) {
    const key = passed.find((one) => runOf.has(one));
    const run = key && runOf.get(key);
    if (run === undefined || finding.estimated || excessOf(finding) === 0) continue;
    const hours = shortIn(run);
    // A run may be as long as the statement: what is granted is looked at once.
    while (hours.length > 0 && leftOf(hours[0] as ShortHour) === 0) hours.shift();
    grant(finding, hours);
  }
  return [...wrong, ...judged].flatMap(({ finding }) => limited.get(finding) ?? finding);
}

/** Less than this is what a sum is rounded by: a choice of ours. */
const LEAST_NOK = 1;

/**
 * Limits what is asked back where lines pay back without telling for which passage, as a discount or a cap at the end of
 * a statement. The findings of one kind that bill as much too much are paid back by them. Else any may be, and what all
 * bill too much beyond these lines is asked back of those that bill the most too much.
 *
 * @param backOre what these lines pay back.
 */
export function limitByCredits(findings: readonly Finding[], backOre: Ore): readonly Finding[] {
  if (backOre < fromNok(LEAST_NOK)) return findings;
  const asked = findings.filter((one) => !one.estimated && excessOf(one) > 0);
  const kinds = [asked, ...groupBy(asked, ({ kind }) => kind).values()];
  const paid = kinds.find((some) => sumOre(some, excessOf) === backOre) ?? asked;
  const most = paid.toSorted((a, b) => excessOf(b) - excessOf(a));
  const wrongOre = sumOre(most, excessOf);
  const restOre = wrongOre - backOre < fromNok(LEAST_NOK) ? 0 : wrongOre - backOre;
  const limited = limitExcess(most, restOre, tellCredits(backOre, wrongOre));
  const limitedOf = new Map(most.map((one, i) => [one, limited[i]]));
  return findings.map((one) => limitedOf.get(one) ?? one);
}

const tellCredits = (backOre: Ore, wrongOre: Ore): string =>
  `lines bill ${tellNok(wrongOre)} too much, and lines that do not tell for which passage pay back ${tellNok(backOre)}.`;

const countOf = ({ others, capped = [] }: Wrong): number => others.length + capped.length;

const tellRest = (askedOre: Ore): string =>
  askedOre === 0
    ? 'Nothing of it is asked back: another line bills less than may be due.'
    : `Of it ${tellNok(askedOre)} are asked back: another line bills less than may be due, and no more is too much for sure.`;

const tellUnseen = (askedOre: Ore, unseen: string): string =>
  `${askedOre === 0 ? 'Nothing' : tellNok(askedOre)} of it is asked back: ${unseen}`;

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

/** @param inOrder passages in the order of time: each of them as a drive by itself. */
export const markEach = (inOrder: readonly Passed[]) =>
  markTrips(
    inOrder.map((one) => ({
      pieces: [{ startMs: one.atMs, endMs: one.atMs, passages: [one] }],
    })),
  ).flat();

interface Trips {
  tripOf(one: Passed): number | undefined;
  /** The paid passages of the trip of a passage. */
  paidWith(one: Passed): readonly Passed[];
}

function listTrips(all: readonly Passed[]): Trips {
  const inOrder = all.toSorted((a, b) => a.atMs - b.atMs);
  const marked = markEach(inOrder);
  const trips = new Map(inOrder.map((one, i) => [one, marked[i]?.drive?.trip]));
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
