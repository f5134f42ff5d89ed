/** Whether it matters to a bill when within some minutes its stations are passed. */
import { memoize } from '../../base/memoize.ts';
import { toOsloTime } from '../../base/oslo-time.ts';
import type { TollStation } from './law.ts';

/** A station that is passed at one of some moments, Unix milliseconds. */
export interface TimedPassage {
  readonly station: TollStation;
  readonly atMs: readonly number[];
}

/**
 * Is the bill surely the same at each of the moments? All stations are passed at the first ones, or all at the second
 * ones, and so on.
 *
 * @returns false where it may not be.
 */
export const isSteady = (passages: readonly TimedPassage[]): boolean =>
  passages.every(
    (passage) =>
      comesToNone(passage.atMs, minutesOf(passage.station)) &&
      passages.every((other) => other === passage || isSteadyBeside(passage, other)),
  );

/** Minutes of a day, as the clock shows them, at which the price of a station may turn: all that its law has, in force or not. */
const minutesOf = memoize(
  ({ tariffs, periods = [], vehicleTariffs = [] }: TollStation): readonly number[] => {
    const windows = tariffs.flatMap(({ rush }) => rush?.windows ?? []);
    const moments = [
      ...periods.flatMap(({ openFrom, openTo }) => [openFrom, openTo]),
      ...vehicleTariffs.map(({ end }) => end),
    ];
    return [
      ...windows.flatMap(({ fromMin, untilMin }) => [fromMin, untilMin]),
      ...[...tariffs, ...vehicleTariffs].map(({ fromMin = 0 }) => fromMin),
      ...moments.map((moment) => moment?.minuteOfDay ?? 0),
    ];
  },
);

/** Does the clock come to none of some minutes, nor to another day, between the earliest moment and the latest? */
function comesToNone(atMs: readonly number[], minutes: readonly number[]): boolean {
  const [firstMs, lastMs] = [Math.min(...atMs), Math.max(...atMs)];
  const [first, last] = [toOsloTime(firstMs), toOsloTime(lastMs)];
  const [from, to] = [first.minuteOfDay, last.minuteOfDay];
  const isClockEven = Math.abs((to - from) * 60_000 - (lastMs - firstMs)) < 60_000;
  return (
    first.day === last.day &&
    isClockEven &&
    minutes.every((minute) => minute <= from || minute > to)
  );
}

/** No rule between two passages turns: not by the clock, and not by the time between them. */
function isSteadyBeside(one: TimedPassage, other: TimedPassage): boolean {
  const spansMs = listSpans(one.station, other.station);
  if (spansMs.length === 0) return true;
  const apartMs = one.atMs.map((ms, i) => Math.abs(ms - (other.atMs[i] ?? ms)));
  const [least, most] = [Math.min(...apartMs), Math.max(...apartMs)];
  const once = one.station.project.hourRules.flatMap(({ onceBetween }) => onceBetween ?? []);
  return (
    spansMs.every((spanMs) => least === most || spanMs < least || spanMs > most) &&
    once.every(({ fromMin, untilMin }) => comesToNone(other.atMs, [fromMin, untilMin])) &&
    once.every(({ fromMin, untilMin }) => comesToNone(one.atMs, [fromMin, untilMin]))
  );
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
