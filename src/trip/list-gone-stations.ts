/**
 * Warnings about the stations of a past day. The data has the stations of today; of others that stood it has at most
 * their names and places. A route without any passage has these warnings, too: its toll of 0 may be wrong.
 */
import { type Day, yearOf } from '../base/day.ts';
import { memoize, memoizeKeys } from '../base/memoize.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Warning } from '../base/warning.ts';
import type { PlannedRoute } from '../passages/planned-route.ts';
import { stoodAt } from '../pricing/toll/in-force.ts';
import type { AbsentStation } from '../pricing/toll/law.ts';
import { warnOfExtract } from '../pricing/toll/warning.ts';
import { openPasses } from './passes-near.ts';
import type { TollCatalogue } from './ports.ts';
import { GONE_M } from './settings.ts';

/** A route, and its departure in Unix milliseconds. */
interface PastRoute {
  readonly route: Pick<PlannedRoute, 'line' | 'rows' | 'secondsAt'>;
  readonly startMs: number;
}

/**
 * The warnings of a bill, and those of stations that the route drives past and that no bill can name. A bill knows only
 * the project of a station that is gone. So its warning is left out where the place of the station is known: such a
 * station is told of once where the route passes its place, else never.
 */
export function withGoneStations(
  warnings: readonly Warning[],
  past: PastRoute,
  { absentStations = NO_STATIONS, seenFrom }: Pick<TollCatalogue, 'absentStations' | 'seenFrom'>,
): Warning[] {
  const gone = listDrivenPast(past, absentStations);
  const placed = listPlaced(absentStations);
  const { day } = toOsloTime(past.startMs);
  const isOld = seenFrom !== undefined && yearOf(day) < yearOf(seenFrom);
  const isTold = warnings.some(({ code }) => code === 'stations_of_extract');
  return [
    ...warnings.filter(({ code, about = '' }) => code !== 'station_missing' || !placed.has(about)),
    ...gone,
    ...(isOld && !isTold ? [warnOfExtract(seenFrom, day)] : []),
  ];
}

/** Each station once, where the route first passes its place while it stood. */
function listDrivenPast(
  { route, startMs }: PastRoute,
  absentStations: readonly AbsentStation[],
): Warning[] {
  const { spots, listPasses } = standingFrom(absentStations)(toOsloTime(startMs).day);
  if (spots.length === 0) return [];
  const told = new Map<string, Warning>();
  for (const { point, leg } of listPasses(route)) {
    const station = spots[point]?.station;
    const time = toOsloTime(startMs + Math.round((route.secondsAt[leg] ?? 0) * 1000));
    if (station !== undefined && stoodAt(station, time) && !told.has(station.name))
      told.set(station.name, warn(station.name, time.day));
  }
  return [...told.values()];
}

const NO_STATIONS: readonly AbsentStation[] = [];

/** Names of the stations whose places are known. */
const listPlaced = memoize(
  (stations: readonly AbsentStation[]): ReadonlySet<string> =>
    new Set(stations.flatMap(({ name, places }) => (places ? name : []))),
);

/** The places of the stations that stood when a day began, and the search for where a route passes them. */
const standingFrom = memoize((stations: readonly AbsentStation[]) =>
  memoizeKeys((day: Day) => {
    const spots = stations
      .filter((station) => stoodAt(station, { day, minuteOfDay: 0 }))
      .flatMap((station) => (station.places ?? []).map((at) => ({ station, at })));
    const places = spots.map(({ at }) => at);
    return { spots, listPasses: openPasses(places, GONE_M) };
  }),
);

const warn = (name: string, day: string): Warning => ({
  code: 'station_missing',
  message: `${name}, which may still have stood on ${day}, was within ${GONE_M} m of the route and is not in the data: if the trip passes it, the sums leave it out.`,
  about: name,
});
