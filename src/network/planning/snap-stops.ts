/** Puts stops of trips on roads. */
import { Fault } from '../../base/fault.ts';
import type { LatLon } from '../../base/point.ts';
import type { Steps } from '../../base/steps.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { StopOnRoad } from '../../passages/planned-route.ts';
import type { Router } from '../../routing/router.ts';
import type { SnappedStop } from '../../routing/snap.ts';
import type { TripRequest } from '../../trip/ports.ts';
import { noWayTo } from '../../trip/quoted-stops.ts';
import { FARTHEST_ROAD_M } from '../../trip/settings.ts';
import { nameRoad } from '../link.ts';
import type { OpenNetwork } from '../open-network.ts';

export type Snapped = SnappedStop & StopOnRoad;

/** @throws Fault `route_not_possible` for a stop without a road nearby. */
export type SnapStop = (
  stop: LatLon,
  i: number,
  stops: readonly LatLon[],
  bearing?: number | undefined,
) => Snapped;

export const snapStops = ({ from, via, to, bearings }: TripRequest, snap: SnapStop): Snapped[] =>
  [from, ...via, to].map((stop, i, stops) => snap(stop, i, stops, bearings?.[i]));

export function openSnapping(
  router: Router,
  { roads, streets }: Pick<OpenNetwork['prepared'], 'roads' | 'streets'>,
): SnapStop {
  return (stop, i, { length }, bearing) => {
    const isPassed = i > 0 && i < length - 1;
    const snapped = router.snap(stop, { bearing, isPassed });
    const movedM = snapped && flatDistanceM(snapped.at, stop);
    if (snapped === undefined || movedM === undefined || movedM > FARTHEST_ROAD_M)
      throw noWayTo(
        i,
        length,
        `lies more than ${FARTHEST_ROAD_M / 1000} km from the nearest known road.`,
        `A stop lies ${Math.round(movedM ?? FARTHEST_ROAD_M)} m or more from the nearest road.`,
      );
    const street = streets?.texts[streets.of[snapped.link] ?? 0];
    const road = street || nameRoad(roads[snapped.link] ?? 0);
    return { ...snapped, movedM, ...(road !== undefined && { road }) };
  };
}

/** Stops of trips that share them are put on roads once. */
export function shareStops(snap: SnapStop): SnapStop {
  const known = new Map<string, Snapped>();
  return (stop, i, stops, bearing) => {
    const key = `${i} ${stop.lat} ${stop.lon}`;
    const found = known.get(key) ?? snap(stop, i, stops, bearing);
    known.set(key, found);
    return found;
  };
}

/** Gives a fault for each stop without a road nearby. Only the pairs with this stop fail. */
export function* stepSnap(
  stops: readonly LatLon[],
  snap: (stop: LatLon) => Snapped,
): Steps<(Snapped | Fault)[]> {
  const snapped: (Snapped | Fault)[] = [];
  for (const stop of stops) {
    yield;
    try {
      snapped.push(snap(stop));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      snapped.push(error);
    }
  }
  return snapped;
}

export function demandSnapped(stop: Snapped | Fault | undefined): Snapped {
  if (stop === undefined) throw new Error('Expected an index of a stop.');
  if (stop instanceof Fault) throw stop;
  return stop;
}
