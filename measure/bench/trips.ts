import type { LatLon } from '../../src/base/point.ts';
import type { Facts } from '../../src/facts/open-facts.ts';
import { isInside } from '../../src/geo/area.ts';
import type { PlannedRoute } from '../../src/passages/planned-route.ts';
import type { RoutePlanner } from '../../src/trip/ports.ts';
import { seeded } from './measure.ts';

/** A trip of the benchmarks, and the traits of its recommended route. */
export interface BenchTrip {
  readonly from: LatLon;
  readonly to: LatLon;
  readonly length: TripLength;
  readonly hasFerry: boolean;
}

type TripLength = (typeof LENGTHS)[number]['name'];

/** Driven lengths of each third of the trips, kilometres, and the distance at which ends are tried, degrees. */
const LENGTHS = [
  { name: 'near', fromKm: 5, toKm: 60, apartDeg: 0.4 },
  { name: 'middle', fromKm: 60, toKm: 250, apartDeg: 1.5 },
  { name: 'long', fromKm: 250, toKm: 1500, apartDeg: 6 },
] as const;

/** The interface's table of trips is drawn from this seed, always. */
const SEED = 42;
const STARTS = [
  { lat: 59.9139, lon: 10.7522 },
  { lat: 60.3913, lon: 5.3221 },
  { lat: 63.4305, lon: 10.3951 },
  { lat: 58.9701, lon: 5.7331 },
  { lat: 58.1467, lon: 7.9956 },
  { lat: 61.1153, lon: 10.4662 },
  { lat: 62.4722, lon: 6.1495 },
  { lat: 67.2804, lon: 14.405 },
];

/**
 * Trips between seeded places: near, middle and long trips in turn, every other one with a ferry. They start at towns,
 * toll stations and ferry quays, so that they pass stations and ferries that have a price.
 */
export async function drawTrips(
  count: number,
  planner: RoutePlanner,
  { tolls, quays, land, norway }: Facts,
): Promise<BenchTrip[]> {
  const random = seeded(SEED);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const carQuays = quays.list.flatMap(({ usableByCars, at }) => (usableByCars ? [at] : []));
  const places = [...STARTS, ...tolls.stations.map(({ at }) => at)];
  const aside = ({ lat, lon }: LatLon, deg: number): LatLon => ({
    lat: toFour(lat + (random() - 0.5) * deg),
    lon: toFour(lon + (random() - 0.5) * deg * 2),
  });

  const trips: BenchTrip[] = [];
  while (trips.length < count) {
    const length = LENGTHS[trips.length % LENGTHS.length] as (typeof LENGTHS)[number];
    const hasFerry = trips.length % 2 === 1;
    const middle = pick(hasFerry ? carQuays : places);
    const [from, to] = [aside(middle, length.apartDeg), aside(middle, length.apartDeg)];
    const [route] = await planner.planTrip({ ...REQUEST, from, to }).catch(() => []);
    if (route === undefined || !isFit(route, length, hasFerry)) continue;
    // A stop that would be moved over the sea, out of a lake or over the border has no price.
    const isAshore = (stop: LatLon) => isInside(norway, stop) && !land.isInWater(stop);
    if (![from, to].every(isAshore)) continue;
    if ([from, to].some((stop, i) => land.seaBetweenM(stop, endOf(route, i)) > 0)) continue;
    trips.push({ from, to, length: length.name, hasFerry });
  }
  return trips;
}

const endOf = ({ line }: PlannedRoute, i: number) => line.at(i === 0 ? 0 : -1) as LatLon;

/** Friday morning, in the rush of the cities. */
export const RUSH_START = '2026-11-20T08:00:00+01:00';
const REQUEST = {
  via: [],
  startMs: Date.parse(RUSH_START),
  avoidTolls: false,
  alternatives: 0,
} as const;

function isFit(
  { lengthM, ferries }: PlannedRoute,
  { fromKm, toKm }: (typeof LENGTHS)[number],
  hasFerry: boolean,
): boolean {
  return lengthM >= fromKm * 1000 && lengthM < toKm * 1000 && ferries.length > 0 === hasFerry;
}

const toFour = (degrees: number) => Math.round(degrees * 1e4) / 1e4;

/**
 * The call of `/api/route` for a trip.
 *
 * @param isAlone only the recommended route is wanted, as for an expense claim.
 */
export function toUrl(
  { from, to }: Pick<BenchTrip, 'from' | 'to'>,
  refine: boolean,
  isAlone = false,
): string {
  const query = new URLSearchParams({
    from: `${from.lat},${from.lon}`,
    to: `${to.lat},${to.lon}`,
    startTime: RUSH_START,
    ...(refine && { refine: '1' }),
    ...(isAlone && { alternatives: '0' }),
  });
  return `/api/route?${query}`;
}
