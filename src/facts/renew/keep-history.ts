import { type Day, nextDay, nextNewYear } from '../../base/day.ts';
import { tariffOf } from '../compile/station-rush.ts';
import type { ObservedTariff, StationRecord } from '../schema/toll-stations.ts';

/**
 * The station with the history of its tariff, so that a trip of last week keeps its price. An unchanged tariff keeps
 * the day on which it was first seen. A changed tariff ends the previous tariff.
 *
 * @param before the station in the data in force; absent: it is new.
 * @param dayBefore the day of the data in force.
 */
export function keepHistory(
  station: StationRecord,
  before: StationRecord | undefined,
  dayBefore: Day,
  today: Day,
): StationRecord {
  if (before === undefined) return station;
  const { earlier = [], observedFrom: seenFrom = dayBefore, observedUntil = dayBefore } = before;
  if (isSameTariff(station, before))
    return {
      ...station,
      ...keepLargeRush(station, before),
      ...(seenFrom !== today && { observedFrom: seenFrom }),
      ...(earlier.length > 0 && { earlier }),
    };
  const ended = {
    from: seenFrom,
    until: findEnd(observedUntil, today),
    ...tariffOf(before),
  };
  const isKnown = ended.smallNok !== null || ended.largeNok !== null;
  const all = isKnown && ended.from < ended.until ? [...earlier, ended] : earlier;
  return { ...station, ...(all.length > 0 && { earlier: all }) };
}

/**
 * The first day for which a tariff is not known any more. Tariffs change at the turn of the year more often than within
 * it, so a tariff that is another one in a later year holds to the end of the year in which it was last seen.
 */
function findEnd(lastSeen: Day, today: Day): Day {
  const newYear = nextNewYear(lastSeen);
  if (newYear <= today) return newYear;
  const dayAfter = nextDay(lastSeen);
  return dayAfter < today ? dayAfter : today;
}

/** Keeps a known rush price of large vehicles while the rest of the tariff is unchanged. */
const keepLargeRush = (
  { largeRushNok }: ObservedTariff,
  before: ObservedTariff,
): Pick<ObservedTariff, 'largeRushNok'> =>
  largeRushNok === undefined && before.largeRushNok !== undefined
    ? { largeRushNok: before.largeRushNok }
    : {};

/**
 * Do two tariffs charge the same at the same hours? A rush price of large vehicles that only one of them has is no
 * change.
 */
export function isSameTariff(a: ObservedTariff, b: ObservedTariff): boolean {
  const isKnownToBoth = a.largeRushNok !== undefined && b.largeRushNok !== undefined;
  const [one, other] = [a, b].map((tariff) => {
    const { largeRushNok, ...rest } = tariffOf(tariff);
    return JSON.stringify(isKnownToBoth ? { ...rest, largeRushNok } : rest);
  });
  return one === other;
}
