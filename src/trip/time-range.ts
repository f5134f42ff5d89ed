/** What the toll of a route would be if stations were passed early, or late, within the ranges of their moments. */
import type { Calendar } from '../base/calendar.ts';
import { type Ore, toNok } from '../base/nok.ts';
import type { Steps } from '../base/steps.ts';
import type { Warning } from '../base/warning.ts';
import type { PlannedRoute, StationPassage } from '../passages/planned-route.ts';
import { sumTolls, type TollBill } from '../pricing/toll/bill.ts';
import type { TollTerms } from '../pricing/toll/terms.ts';
import {
  EARLY,
  EXPECTED,
  LATE,
  listMiddles,
  listPasts,
  listTurns,
  partPassages,
  passAt,
  type TimedPassage,
  withSilences,
} from '../pricing/toll/time-edges.ts';
import {
  listKnown,
  type NamedPassage,
  type PassageTerms,
  withoutRepeated,
} from './list-toll-passages.ts';

interface TimeTerms extends PassageTerms {
  readonly tollTerms: TollTerms;
  readonly calendar: Calendar;
}

/**
 * Warns where an amount differs inside the range. For recordings see `warnOfSilences`. On a planned route a station is
 * passed at the edge of a rush window, or two stations at the edge of an hour rule. All moments of a drive are early
 * together, or late together, and so are the times between them. So the toll is a function of one number, the place
 * between early and late.
 *
 * @param toll the bill of the drive as it is expected.
 */
export function* warnOfTime(
  route: PlannedRoute,
  passages: readonly StationPassage[],
  toll: TollBill,
  terms: TimeTerms,
): Steps<Warning[]> {
  const timed = listKnown(passages, terms).map((passage) => toTimed(passage, route, terms));
  if (timed.every(({ atMs }) => atMs.every((ms) => ms === atMs[0]))) return [];
  if (route.isRecorded) return yield* warnOfSilences(timed, toll, terms);
  const tolls = addUp(toSums(toll), yield* listChanges(timed, terms));
  const [early, ...later] = tolls.map(formatSums) as [string, ...string[]];
  const [expected, late] = [formatSums(toSums(toll)), later.at(-1) ?? early];
  if ([early, ...later].every((told) => told === expected)) return [];
  // The expected toll may hold only for a moment.
  const between = [toSums(toll), ...tolls]
    .toSorted((a, b) => weigh(a) - weigh(b))
    .map(formatSums)
    .filter((told) => told !== early && told !== late);
  const ends = [...new Set([...between.slice(0, 1), ...between.slice(-1)])].join(' or ');
  const inside = ends === '' ? '' : `, ${ends} in between`;
  return [
    {
      code: 'time_decides',
      message: `The toll depends on how long the drive takes: ${early} if it is early, ${late} if it is late${inside}.`,
    },
  ];
}

/** Warns where the toll of a recording depends on when, between two of its points, a station was passed. */
function* warnOfSilences(
  timed: readonly Timed[],
  toll: TollBill,
  terms: TimeTerms,
): Steps<Warning[]> {
  const { tollTerms } = terms;
  let [least, most] = [toSums(toll), toSums(toll)];
  for (const part of partPassages(withSilences(timed), tollTerms)) {
    yield;
    const pasts = yield* listPasts(part, tollTerms.rulesBetweenPassages);
    if (pasts.length === 1) continue;
    const sums: Sums[] = [];
    for (const passed of pasts) {
      yield;
      sums.push(sumUp(passed, terms));
    }
    const changesOf = (k: number) => sums.map((one) => (one[k] ?? 0) - (sums[0]?.[k] ?? 0));
    least = least.map((ore, k) => ore + Math.min(...changesOf(k)));
    most = most.map((ore, k) => ore + Math.max(...changesOf(k)));
  }
  const [from, to] = [least, most].map(formatSums);
  if (from === to) return [];
  return [
    {
      code: 'time_decides',
      message: `The toll depends on when stations were passed between two points of the recording: it is ${from} at least, ${to} at most.`,
    },
  ];
}

/** The four sums, small before large, with the tag before without it; then what the vehicle pays, where one is named. */
type Sums = readonly Ore[];

/** From `place` on the sums are larger than before by `by`. */
interface Change {
  readonly place: number;
  readonly by: Sums;
}

/**
 * How the toll changes from the early drive to the late one; `[]`: it does not.
 *
 * The result is exact. The number of bills grows with the number of turns. Passages are parted so that no rule looks
 * from one part at another, so the toll is the sum of the bills of the parts. The bill of a part is the same between
 * two of its turns, so one bill between them tells it. All parts have the same place at the same time. So the changes
 * of all parts, in the order of their places, are the changes of the sum. The least sum is not the sum of the least
 * bills, which may be at different places. A toll that holds only at a turn, for a millisecond, is left out, except at
 * both ends.
 *
 * The first change leads from the expected toll to that of the early drive, the last one to that of the late drive.
 */
function* listChanges(timed: readonly Timed[], terms: TimeTerms): Steps<Change[]> {
  const { tollTerms } = terms;
  const changes: Change[] = [];
  for (const part of partPassages(timed, tollTerms)) {
    const turns = listTurns(part, tollTerms.rulesBetweenPassages);
    if (turns.length === 0) continue;
    const from = [EARLY - 1, EARLY, ...turns, LATE + 1];
    let before = sumUp(passAt(part, EXPECTED), terms);
    for (const [i, place] of listMiddles(turns).entries()) {
      yield;
      const sums = sumUp(passAt(part, place), terms);
      changes.push({ place: from[i] as number, by: sums.map((ore, k) => ore - (before[k] ?? 0)) });
      before = sums;
    }
  }
  return changes.sort((a, b) => a.place - b.place);
}

/** The sums after the changes at each place, in order; without a change the sums as they were. */
function addUp(sums: Sums, changes: readonly Change[]): Sums[] {
  const all: Sums[] = [];
  let now = sums;
  for (const [i, { place, by }] of changes.entries()) {
    now = now.map((ore, k) => ore + (by[k] ?? 0));
    if (changes[i + 1]?.place !== place) all.push(now);
  }
  return all.length === 0 ? [sums] : all;
}

interface Timed extends TimedPassage, Omit<NamedPassage, 'atMs'> {}

/**
 * When a station is passed: early, as expected and late. The moments are the same where the planner tells no range.
 * Where a passage has no range of its own, the range of the whole drive is spread evenly.
 */
function toTimed(
  { stationId, station, drive, atS, ...passage }: StationPassage & NamedPassage,
  { rangeS: whole, durationS }: PlannedRoute,
  { startMs }: PassageTerms,
): Timed {
  const isTold = whole !== undefined && durationS > 0;
  const evenly = isTold ? whole.map((second) => (second / durationS) * atS) : [];
  const [early = atS, late = atS] = passage.rangeS ?? evenly;
  const atMs = [early, atS, late].map((second) => startMs + Math.round(second * 1000));
  return { stationId, station, drive, atMs };
}

/** What some passages cost. */
function sumUp(passed: readonly NamedPassage[], { tollTerms, calendar }: TimeTerms): Sums {
  const inOrder = withoutRepeated(passed).toSorted((a, b) => a.atMs - b.atMs);
  return toSums(sumTolls(inOrder, tollTerms, calendar, false));
}

function toSums({ total, vehicle }: Pick<TollBill, 'total' | 'vehicle'>): Sums {
  const { smallOre, smallNoDiscountOre, largeOre, largeNoDiscountOre } = total;
  return [smallOre, smallNoDiscountOre, largeOre, largeNoDiscountOre, vehicle?.ore ?? []].flat();
}

/** Puts sums in order: what the vehicle pays, else both sizes together with the tag. */
const weigh = ([small = 0, , large = 0, , vehicle]: Sums): Ore => vehicle ?? small + large;

function formatSums(sums: Sums): string {
  const [small, smallFull, large, largeFull, vehicle] = sums.map((ore) => toNok(ore).toFixed(2));
  const own = vehicle === undefined ? '' : `, ${vehicle} for the vehicle`;
  return `NOK ${small}/${smallFull} small and ${large}/${largeFull} large${own}`;
}
