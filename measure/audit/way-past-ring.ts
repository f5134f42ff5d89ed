/** Tests whether a ring is tight, only by the links of the network, without the engine and the gates. */

import type { LatLon } from '../../src/base/point.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import { keyOf } from '../../src/geo/polyline.ts';
import { type RoadLink, roadName } from '../../src/network/link.ts';
import type { PlacedStation } from '../../src/network/placement/place.ts';
import { formatTable } from '../page.ts';
import type { AuditNetwork } from './network.ts';
import type { Ring } from './rings.ts';

/** A way between the inside of a ring and the outside that passes no station. */
export interface WayPast {
  /** Names of the roads, from the outside to the inside. */
  readonly roads: readonly string[];
  readonly lengthM: number;
}

/** A leg of a link that is driven without passing a station of the ring. */
interface Leg {
  readonly to: string;
  readonly lengthM: number;
  readonly road: string;
}

/** Legs beyond this many radii do not matter: the outside begins at one radius. */
const REACH = 2;
/** An open road is cut at its place to this accuracy. Metres. */
const OPEN_M = 150;

/** The shortest way past the stations of a ring; undefined: the ring is tight. */
export function findWayPast(
  network: AuditNetwork,
  ring: Ring,
  direction: 'in' | 'out',
): WayPast | undefined {
  const { places, legsFrom } = drawLegs(network, ring, direction);
  const reached = new Map([[nearestPlace(places, ring.inside), { lengthM: 0, roads: [] }]]);
  const open = new Set<string>(reached.keys());
  while (open.size > 0) {
    const here = takeNearest(open, reached);
    const way = reached.get(here) as WayPast;
    const at = places.get(here) as LatLon;
    if (flatDistanceM(at, ring.inside) > ring.radiusM) return way;
    for (const leg of legsFrom.get(here) ?? []) if (extend(reached, way, leg)) open.add(leg.to);
  }
  return undefined;
}

type Reached = Map<string, WayPast>;

const lengthTo = (reached: Reached, key: string) =>
  reached.get(key)?.lengthM ?? Number.POSITIVE_INFINITY;

/** Removes the place with the shortest way from the open places. */
function takeNearest(open: Set<string>, reached: Reached): string {
  const nearest = [...open].reduce((a, b) =>
    lengthTo(reached, a) <= lengthTo(reached, b) ? a : b,
  );
  open.delete(nearest);
  return nearest;
}

/** Reaches the end of a leg, unless a way that is no longer is known. */
function extend(reached: Reached, way: WayPast, { to, lengthM, road }: Leg): boolean {
  const thereM = way.lengthM + lengthM;
  if (thereM >= lengthTo(reached, to)) return false;
  const roads = way.roads[0] === road ? way.roads : [road, ...way.roads];
  reached.set(to, { lengthM: thereM, roads });
  return true;
}

/** The legs near a ring, from the inside outwards: against the direction of travel for `in`. */
function drawLegs(network: AuditNetwork, ring: Ring, direction: 'in' | 'out') {
  const places = new Map<string, LatLon>();
  const legsFrom = new Map<string, Leg[]>();
  const isCut = (point: LatLon) => ring.open.some(({ at }) => flatDistanceM(at, point) < OPEN_M);
  const legs = listLegs(network, ring).filter(({ from, to }) => !isCut(from) && !isCut(to));
  for (const { from, to, lengthM, road } of legs) {
    const [inner, outer] = direction === 'in' ? [to, from] : [from, to];
    places.set(keyOf(inner), inner).set(keyOf(outer), outer);
    const leg = { to: keyOf(outer), lengthM, road };
    legsFrom.set(keyOf(inner), [...(legsFrom.get(keyOf(inner)) ?? []), leg]);
  }
  return { places, legsFrom };
}

/** The free legs of all links near a ring. */
const listLegs = (network: AuditNetwork, ring: Ring) =>
  network.links.flatMap((link, i) => {
    if (link.kind !== 'road' || !isNear(link, ring)) return [];
    const stations = network.listOnLink(i).filter(({ id }) => network.isOf(id, ring.stations));
    const road = link.drawn ?? roadName(link);
    return listFreeLegs(link, stations).map((leg) => ({ ...leg, road }));
  });

const isNear = ({ line }: RoadLink, { inside, radiusM }: Ring) =>
  line.some((point) => flatDistanceM(point, inside) < REACH * radiusM);

/** The legs of a link, in the directions in which they may be driven and no station charges. */
function listFreeLegs({ line, oneWay }: RoadLink, stations: readonly PlacedStation[]) {
  let alongM = 0;
  return line.slice(1).flatMap((to, i) => {
    const from = line[i] as LatLon;
    const lengthM = flatDistanceM(from, to);
    const here = stations.filter(
      (station) => station.alongM >= alongM - 0.1 && station.alongM <= alongM + lengthM + 0.1,
    );
    alongM += lengthM;
    const isFree = (way: 'forward' | 'backward') => !here.some((station) => station[way]);
    return [
      ...(isFree('forward') ? [{ from, to, lengthM }] : []),
      ...(isFree('backward') && oneWay !== true ? [{ from: to, to: from, lengthM }] : []),
    ];
  });
}

/** The place that is nearest to a point. */
const nearestPlace = (places: ReadonlyMap<string, LatLon>, point: LatLon): string =>
  [...places].reduce(
    (best, [key, at]) => {
      const offM = flatDistanceM(at, point);
      return offM < best.offM ? { key, offM } : best;
    },
    { key: '', offM: Number.POSITIVE_INFINITY },
  ).key;

/** Whether each ring is tight, and which roads lead in without a station. */
export function reportRings(
  results: readonly { ring: Ring; direction: 'in' | 'out'; way: WayPast | undefined }[],
): string {
  const rows = results.map(({ ring, direction, way }) => [
    ring.name,
    direction,
    way === undefined ? 'yes' : `NO, ${way.roads.join(' - ')}`,
    ring.open.map(({ why }) => why).join('; '),
  ]);
  return formatTable(['ring', 'direction', 'tight', 'left open'], rows);
}
