/** When the price of a station may change. */
import { memoize } from '../../base/memoize.ts';
import { nextOsloMidnightMs } from '../../base/oslo-time.ts';
import type { TollStation } from './law.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

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
  const { tariffs, vehicleTariffs = [], periods = [], project } = station;
  const windows = [
    ...tariffs.flatMap(({ rush }) => rush?.windows ?? []),
    ...project.hourRules.flatMap(({ onceBetween }) => onceBetween ?? []),
  ];
  return new Set([
    0,
    ...windows.flatMap(({ fromMin, untilMin }) => [fromMin, untilMin]),
    ...[...tariffs, ...vehicleTariffs].map(({ fromMin = 0 }) => fromMin),
    ...vehicleTariffs.map(({ end }) => end?.minuteOfDay ?? 0),
    ...periods.flatMap(({ openFrom, openTo }) => [
      openFrom?.minuteOfDay ?? 0,
      openTo?.minuteOfDay ?? 0,
    ]),
  ]);
});
