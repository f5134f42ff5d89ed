/**
 * What must be said of the stations of a past day: the data has those of today, and of others that stood
 * at most their names and places. A route without any passage is told of them, too: its 0 may be wrong.
 */
import { yearOf } from '../base/day.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Warning } from '../base/warning.ts';
import { toUtm33 } from '../geo/utm33.ts';
import { projectUtm33 } from '../geo/utm33-cells.ts';
import { findPassages, LEAVE_FACTOR } from '../passages/passage.ts';
import { lineBetween, type PlannedRoute } from '../passages/planned-route.ts';
import { buildStationIndex } from '../passages/station-index.ts';
import { stoodAt } from '../pricing/toll/in-force.ts';
import type { AbsentStation } from '../pricing/toll/law.ts';
import { warnOfExtract } from '../pricing/toll/warning.ts';
import { listLegsNear } from './legs-near.ts';
import type { TollCatalogue } from './ports.ts';
import { GONE_M } from './settings.ts';

/** A route, and its departure in Unix milliseconds. */
interface PastRoute {
  readonly route: Pick<PlannedRoute, 'line' | 'rows' | 'secondsAt'>;
  readonly startMs: number;
}

/**
 * The warnings of a bill, and those of the stations that the route drives past and that no bill can name. A station whose
 * place is known is told once where that is driven past, and else not: a bill knows no more than its project.
 */
export function withGoneStations(
  warnings: readonly Warning[],
  past: PastRoute,
  { absentStations = [], seenFrom }: Pick<TollCatalogue, 'absentStations' | 'seenFrom'>,
): Warning[] {
  const gone = listDrivenPast(past, absentStations);
  const placed = new Set(absentStations.flatMap(({ name, places }) => (places ? name : [])));
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
  const departure = toOsloTime(startMs);
  const spots = absentStations
    .filter((station) => stoodAt(station, departure))
    .flatMap((station) => (station.places ?? []).map((at) => ({ station, at })));
  if (spots.length === 0) return [];
  const index = buildStationIndex(spots.map(({ at }) => toUtm33(at)));
  const places = spots.map(({ at }) => at);
  const told = new Map<string, Warning>();
  for (const { from, to } of listLegsNear(route, places, LEAVE_FACTOR * GONE_M)) {
    const line = lineBetween(route, from, to + 1).map(projectUtm33);
    for (const { point, leg } of findPassages(line, index, GONE_M)) {
      const station = spots[point]?.station;
      const time = toOsloTime(startMs + Math.round((route.secondsAt[from + leg] ?? 0) * 1000));
      if (station !== undefined && stoodAt(station, time) && !told.has(station.name))
        told.set(station.name, warn(station.name, time.day));
    }
  }
  return [...told.values()];
}

const warn = (name: string, day: string): Warning => ({
  code: 'station_missing',
  message: `${name}, which may still have stood on ${day}, was within ${GONE_M} m of the route and is not in the data: if the trip passes it, the sums leave it out.`,
  about: name,
});
