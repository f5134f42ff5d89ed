/** At which moments a bill may turn while its stations are passed some minutes earlier or later. */
import { memoize } from '../../base/memoize.ts';
import { toOsloTime } from '../../base/oslo-time.ts';
import type { TollStation } from './law.ts';

/** A station that is passed at one of some moments, Unix milliseconds. */
export interface TimedPassage {
  readonly station: TollStation;
  readonly atMs: readonly number[];
}

/**
 * Where a bill may turn, as places in the list of moments: 0.5 is half way between the first and the second. All
 * stations are passed at the first ones, or all at the second ones, and so on; between two, all times move evenly.
 *
 * @param betweenPassages whether rules between passages are priced.
 * @returns in ascending order; `[]` where the bill is surely the same throughout.
 */
export function listTurns(
  passages: readonly TimedPassage[],
  betweenPassages: boolean,
): readonly number[] {
  const turns = passages.flatMap((passage) => [
    ...listTurnsOfClock(passage.atMs, minutesOf(passage.station)),
    ...(betweenPassages
      ? passages.flatMap((other) => (other === passage ? [] : listTurnsBeside(passage, other)))
      : []),
  ]);
  return [...new Set(turns)].sort((a, b) => a - b);
}

/** Minutes of a day, as the clock shows them, at which the price of a station may turn: all that its law has, in force or not. */
const minutesOf = memoize(
  ({ tariffs, periods = [], vehicleTariffs = [] }: TollStation): readonly number[] => {
    const windows = tariffs.flatMap(({ rush }) => rush?.windows ?? []);
    const moments = [
      ...periods.flatMap(({ openFrom, openTo }) => [openFrom, openTo]),
      ...vehicleTariffs.map(({ end }) => end),
    ];
    const minutes = [
      ...windows.flatMap(({ fromMin, untilMin }) => [fromMin, untilMin]),
      ...[...tariffs, ...vehicleTariffs].map(({ fromMin = 0 }) => fromMin),
      ...moments.map((moment) => moment?.minuteOfDay ?? 0),
    ];
    return [...new Set(minutes)];
  },
);

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** Where the clock comes to one of some minutes, or to another day. */
function listTurnsOfClock(atMs: readonly number[], minutes: readonly number[]): number[] {
  const [firstMs, lastMs] = [Math.min(...atMs), Math.max(...atMs)];
  const turns: number[] = [];
  // The clock may be changed in between.
  for (const midnightMs of new Set([firstMs, lastMs].map(midnightOf)))
    for (const minute of [0, ...minutes]) {
      const clockMs = midnightMs + minute * MINUTE_MS;
      const nextMs = clockMs + (Math.floor((firstMs - clockMs) / DAY_MS) + 1) * DAY_MS;
      for (let ms = nextMs; ms <= lastMs; ms += DAY_MS) turns.push(...listPlaces(atMs, ms));
    }
  return turns;
}

/** The last midnight, as if the clock had not been changed since. */
const midnightOf = (ms: number): number =>
  ms - (ms % MINUTE_MS) - toOsloTime(ms).minuteOfDay * MINUTE_MS;

/** Where rules between two passages turn: by the clock, and by the time between them. */
function listTurnsBeside(one: TimedPassage, other: TimedPassage): number[] {
  const spansMs = listSpans(one.station, other.station);
  if (spansMs.length === 0) return [];
  const apartMs = one.atMs.map((ms, i) => (other.atMs[i] ?? other.atMs[0] ?? ms) - ms);
  const once = one.station.project.hourRules.flatMap(({ onceBetween }) =>
    onceBetween === undefined ? [] : [onceBetween.fromMin, onceBetween.untilMin],
  );
  return [
    ...spansMs.flatMap((spanMs) => [spanMs, -spanMs]).flatMap((ms) => listPlaces(apartMs, ms)),
    ...(once.length === 0 ? [] : [one, other].flatMap(({ atMs }) => listTurnsOfClock(atMs, once))),
  ];
}

/** Where values that move evenly from one to the next come to a value. */
function listPlaces(values: readonly number[], value: number): number[] {
  return values.slice(1).flatMap((to, i) => {
    const from = values[i] as number;
    const share = (value - from) / (to - from);
    return share >= 0 && share <= 1 ? [i + share] : [];
  });
}

/** What the time between two passages is held against. Milliseconds; `[]`: no rule asks for it. */
function listSpans(
  { project, passageKey, hourGroup }: TollStation,
  { passageKey: otherKey, hourGroup: otherGroup }: TollStation,
): number[] {
  const rules = [
    ...(hourGroup !== undefined && hourGroup === otherGroup ? project.hourRules : []),
    ...project.reversedRules.filter(
      ({ stations }) => stations.includes(passageKey) && stations.includes(otherKey),
    ),
  ];
  const pasts = passageKey === otherKey ? project.drivePasts : [];
  return [
    ...rules.map(({ windowMin }) => windowMin * 60_000),
    ...pasts.map(({ withinS }) => withinS * 1000),
  ];
}
