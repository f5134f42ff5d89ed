/** When the price of a station may change, and at which moments a bill may turn while its stations are passed some minutes earlier or later. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/duration.ts';
import { groupJoined } from '../../base/lists.ts';
import { memoize } from '../../base/memoize.ts';
import { nextOsloMidnightMs } from '../../base/oslo-time.ts';
import type { TollStation } from './law.ts';
import type { ChargeTerms, TollPassage } from './terms.ts';

/** A station that is passed at one of some moments, Unix milliseconds; of all passages there are as many. */
export interface TimedPassage extends Pick<TollPassage, 'station'> {
  readonly atMs: readonly number[];
}

/**
 * Passages parted so that no rule looks from one part at another, whichever of their moments it is: the bills of the
 * parts add up to the bill of all. The order is kept.
 *
 * @param passages in travel order.
 */
export const partPassages = <Passage extends TimedPassage>(
  passages: readonly Passage[],
  terms: ChargeTerms,
): Passage[][] => groupJoined(passages, (one, other) => mayMeet(one, other, terms));

/** Two of a window or of one drive past lie no farther apart; linked stations, rules that are not applied, caps and times in which one is paid ask for no time between. */
function mayMeet(one: TimedPassage, other: TimedPassage, terms: ChargeTerms): boolean {
  const [a, b] = [one.station, other.station];
  if (terms.capUse !== undefined && a.cap !== undefined && a.cap.key === b.cap?.key) return true;
  const { rulesBetweenPassages } = terms;
  const isOfProject = rulesBetweenPassages && a.project.id === b.project.id;
  const { linkedStations, unappliedRules } = a.project;
  if (isOfProject && linkedStations.length + unappliedRules.length > 0) return true;
  const spansMs = listSpans(a, b, rulesBetweenPassages);
  if (spansMs.length === 0) return false;
  const rules = [a, b].flatMap(({ project }) => project.hourRules);
  if (isGrouped(a, b) && rules.some(({ onceBetween }) => onceBetween !== undefined)) return true;
  return Math.min(...listApart(one, other)) <= Math.max(...spansMs);
}

/**
 * Where a bill may turn, as places in the list of moments: 0.5 is half way between the first and the second. All
 * stations are passed at the first ones, or all at the second ones, and so on; between two, all times move evenly.
 *
 * @param passages in travel order.
 * @param betweenPassages whether rules between passages are priced.
 * @returns in ascending order; `[]` where the bill is surely the same throughout.
 */
export function listTurns(
  passages: readonly TimedPassage[],
  betweenPassages: boolean,
): readonly number[] {
  const turns = passages.flatMap((one, i) => [
    ...listTurnsOfClock(one),
    ...passages.slice(i + 1).flatMap((other) => listTurnsBeside(one, other, betweenPassages)),
  ]);
  return [...new Set(turns)].sort((a, b) => a - b);
}

/** Where the clock comes to a moment at which the station may ask something else. */
function listTurnsOfClock({ station, atMs }: TimedPassage): number[] {
  const steps = listPriceSteps(station, Math.min(...atMs), Math.max(...atMs));
  return steps.flatMap((ms) => listPlaces(atMs, ms));
}

/** Where a rule between two passages turns: by the time between them, and by the clock that the other project goes by. */
function listTurnsBeside(
  one: TimedPassage,
  other: TimedPassage,
  betweenPassages: boolean,
): number[] {
  const spansMs = listSpans(one.station, other.station, betweenPassages);
  if (spansMs.length === 0) return [];
  const apartMs = listApart(one, other);
  return [
    ...spansMs.flatMap((ms) => listPlaces(apartMs, ms)),
    ...(one.station.project === other.station.project
      ? []
      : [
          ...listTurnsOfClock({ ...one, station: other.station }),
          ...listTurnsOfClock({ ...other, station: one.station }),
        ]),
  ];
}

/** The times between two passages, milliseconds. */
const listApart = (one: TimedPassage, other: TimedPassage): number[] =>
  one.atMs.map((ms, i) => (other.atMs[i] as number) - ms);

/** Where values that move evenly from one to the next come to a value. */
function listPlaces(values: readonly number[], value: number): number[] {
  return values.slice(1).flatMap((to, i) => {
    const from = values[i] as number;
    const share = (value - from) / (to - from);
    return share >= 0 && share <= 1 ? [i + share] : [];
  });
}

const isGrouped = (one: TollStation, other: TollStation): boolean =>
  one.hourGroup !== undefined && one.hourGroup === other.hourGroup;

/** What the time between two passages is held against. Milliseconds; `[]`: no rule asks for it. */
function listSpans(one: TollStation, other: TollStation, betweenPassages: boolean): number[] {
  const isOneStation = one.passageKey === other.passageKey;
  const hasHour = betweenPassages && isGrouped(one, other);
  const projects = [one.project, other.project];
  const mayReverse =
    betweenPassages && projects.some(({ reversedRules }) => reversedRules.length > 0);
  // Of most pairs.
  if (!isOneStation && !hasHour && !mayReverse) return [];
  const isReversed = (stations: readonly string[]) =>
    betweenPassages && stations.includes(one.passageKey) && stations.includes(other.passageKey);
  return projects.flatMap(({ hourRules, reversedRules, drivePasts }) => [
    ...(hasHour ? hourRules.map(({ windowMin }) => windowMin * MINUTE_MS) : []),
    ...reversedRules.flatMap(({ stations, windowMin }) =>
      isReversed(stations) ? [windowMin * MINUTE_MS] : [],
    ),
    ...(isOneStation ? drivePasts.map(({ withinS }) => withinS * 1000) : []),
  ]);
}

/**
 * Moments behind `fromMs` and up to `untilMs` at which a passage of the station may begin to cost something else, or
 * fall under another rule; ascending. Between two of them its price by itself is the same. Unix milliseconds.
 */
export function listPriceSteps(station: TollStation, fromMs: number, untilMs: number): number[] {
  const minutes = minutesOf(station);
  const steps = new Set<number>();
  for (let midnightMs = nextOsloMidnightMs(fromMs - 2 * DAY_MS); midnightMs <= untilMs; ) {
    const nextMs = nextOsloMidnightMs(midnightMs);
    // On a day on which the clocks are changed a time of day lies an hour off behind the change.
    const shiftMs = nextMs - midnightMs === DAY_MS ? [0] : [-HOUR_MS, 0, HOUR_MS];
    for (const minute of minutes)
      for (const ms of shiftMs) steps.add(midnightMs + minute * MINUTE_MS + ms);
    midnightMs = nextMs;
  }
  return [...steps].filter((ms) => fromMs < ms && ms <= untilMs).sort((a, b) => a - b);
}

/** The minutes of a day at which anything of a station begins or ends. */
const minutesOf = memoize((station: TollStation): ReadonlySet<number> => {
  const { tariffs, vehicleTariffs, periods = [], project } = station;
  const windows = [
    ...tariffs.flatMap(({ rush }) => rush?.windows ?? []),
    ...project.hourRules.flatMap(({ onceBetween }) => onceBetween ?? []),
  ];
  return new Set([
    0,
    ...windows.flatMap(({ fromMin, untilMin }) => [fromMin, untilMin]),
    ...[...tariffs, ...vehicleTariffs].map(({ fromMin = 0 }) => fromMin),
    ...tariffs.map(({ untilMin = 0 }) => untilMin),
    ...vehicleTariffs.map(({ end }) => end?.minuteOfDay ?? 0),
    ...periods.flatMap(({ openFrom, openTo }) => [
      openFrom?.minuteOfDay ?? 0,
      openTo?.minuteOfDay ?? 0,
    ]),
  ]);
});
