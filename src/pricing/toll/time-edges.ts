/**
 * The moments at which the price of a station may change, and at which a bill may change while its stations are passed
 * some minutes earlier or later.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/duration.ts';
import { groupJoined } from '../../base/lists.ts';
import { memoize } from '../../base/memoize.ts';
import { nextOsloMidnightMs } from '../../base/oslo-time.ts';
import type { TollStation } from './law.ts';
import type { ChargeTerms, TollPassage } from './terms.ts';

/**
 * A station that is passed at one of several moments, Unix milliseconds. All passages have the same number of moments.
 */
export interface TimedPassage extends Pick<TollPassage, 'station'> {
  readonly atMs: readonly number[];
}

/**
 * Parts the passages so that no rule looks from one part at another, at any of their moments. The bills of the parts
 * add up to the bill of all. The order is kept.
 *
 * @param passages in travel order.
 */
export const partPassages = <Passage extends TimedPassage>(
  passages: readonly Passage[],
  terms: ChargeTerms,
): Passage[][] => groupJoined(passages, (one, other) => mayMeet(one, other, terms));

/**
 * May a rule look at both passages? Passages of one window, or of one drive past, lie no farther apart than its time.
 * Linked stations, rules that are not applied, caps and once-between times have no such limit.
 */
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
 * The places in the list of moments at which a bill may change; 0.5 is half way between the first moment and the
 * second. All stations are passed at their first moments, or all at their second moments, and so on. Between two
 * moments all times move evenly.
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

/** The places at which a station is passed just when its price may change. */
function listTurnsOfClock({ station, atMs }: TimedPassage): number[] {
  const steps = listPriceSteps(station, Math.min(...atMs), Math.max(...atMs));
  return steps.flatMap((ms) => listPlaces(atMs, ms));
}

/**
 * The places at which a rule between two passages may change: by the time between them, and by the clock times of the
 * other project.
 */
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

/** The places at which values that move evenly from one to the next reach a value. */
function listPlaces(values: readonly number[], value: number): number[] {
  return values.slice(1).flatMap((to, i) => {
    const from = values[i] as number;
    const share = (value - from) / (to - from);
    return share >= 0 && share <= 1 ? [i + share] : [];
  });
}

const isGrouped = (one: TollStation, other: TollStation): boolean =>
  one.hourGroup !== undefined && one.hourGroup === other.hourGroup;

/** The times that rules hold the time between two passages against. Milliseconds; `[]`: no rule looks at it. */
function listSpans(one: TollStation, other: TollStation, betweenPassages: boolean): number[] {
  const isOneStation = one.passageKey === other.passageKey;
  const hasHour = betweenPassages && isGrouped(one, other);
  const projects = [one.project, other.project];
  const mayReverse =
    betweenPassages && projects.some(({ reversedRules }) => reversedRules.length > 0);
  // True for most pairs.
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
 * The moments after `fromMs` and up to `untilMs` at which the price of a passage, or the rule that it falls under, may
 * change; ascending. Between two of them the price by itself is the same. Unix milliseconds.
 */
export function listPriceSteps(station: TollStation, fromMs: number, untilMs: number): number[] {
  const minutes = minutesOf(station);
  const steps = new Set<number>();
  const add = (ms: number) => {
    if (fromMs < ms && ms <= untilMs) steps.add(ms);
  };
  for (let midnightMs = nextOsloMidnightMs(fromMs - 2 * DAY_MS); midnightMs <= untilMs; ) {
    const nextMs = nextOsloMidnightMs(midnightMs);
    // On a day on which the clocks change, every time of day after the change is an hour off.
    const shiftMs = nextMs - midnightMs === DAY_MS ? [0] : [-HOUR_MS, 0, HOUR_MS];
    for (const minute of minutes)
      for (const ms of shiftMs) add(midnightMs + minute * MINUTE_MS + ms);
    midnightMs = nextMs;
  }
  return [...steps].sort((a, b) => a - b);
}

/** The minutes of a day at which a tariff, a window or a period of a station begins or ends. */
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
