import { type Day, yearOf } from '../base/day.ts';
import type { Warning } from '../base/warning.ts';
import type { PassagePrice } from './price-passage.ts';
import type { AbsentStation, Moment } from './tariff.ts';

type PastPassage = Pick<PassagePrice, 'station' | 'time'>;

/**
 * What a bill of a past day misses, because all stations are those of one extract: the stations of
 * the passed projects that still stood, each by its name, and the day of the extract, once.
 *
 * Source: NVDB shows the stations of the day it is read; what has been removed by then is not in it.
 */
export function listPastDayWarnings(passages: readonly PastPassage[]): Warning[] {
  return [...listMissing(passages), ...tellExtract(passages)];
}

/** A station is told once, for the first moment at which its project is passed. */
function listMissing(passages: readonly PastPassage[]): Warning[] {
  const missing = new Map<AbsentStation, Warning>();
  for (const { station, time } of passages)
    for (const absent of station.project.absentStations)
      if (stoodAt(absent, time) && !missing.has(absent))
        missing.set(absent, toWarning(absent, time));
  return [...missing.values()];
}

const stoodAt = ({ until, untilMin = 0 }: AbsentStation, { day, minuteOfDay }: Moment) =>
  day < until || (day === until && minuteOfDay < untilMin);

const toWarning = ({ name }: AbsentStation, { day }: Moment): Warning => ({
  code: 'station_missing',
  message: `${name} still stood on ${day} and is not in the data: if the trip passes it, the sums leave it out.`,
  about: name,
});

function tellExtract(passages: readonly PastPassage[]): Warning[] {
  const extractDay = findExtractDay(passages);
  const past = passages.find(
    ({ time }) => extractDay !== undefined && yearOf(time.day) < yearOf(extractDay),
  );
  if (past === undefined) return [];
  const message = `The stations are those of ${extractDay}: on ${past.time.day} some of them may not have stood, and others are missing.`;
  return [{ code: 'stations_of_extract', message }];
}

/** The first day of a tariff that was observed is the day on which the stations were. */
function findExtractDay(passages: readonly PastPassage[]): Day | undefined {
  for (const { station } of passages) {
    const observed = station.tariffs.find((tariff) => tariff.observed === true);
    if (observed !== undefined) return observed.from;
  }
  return undefined;
}
