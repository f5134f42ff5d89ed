import type { LatLon } from '../base/point.ts';
import { distancesAlongM, pointBetween } from '../geo/on-line.ts';
import type { PlannedRoute, StationPassage } from './planned-route.ts';

/** A place on the line of a route. */
export interface RoutePlace extends Pick<StationPassage, 'alongM' | 'atS'> {
  readonly at: LatLon;
}

/** A route whose line is measured once, however often places on it are asked for. */
export interface MeasuredRoute {
  readonly route: PlannedRoute;
  /** The place at a share (0 … 1) of the leg that starts at a point of the line. */
  placeOn(leg: number, share: number): RoutePlace;
  /** The piece of the route that reaches `reachM` before and behind a place, and where it starts. */
  around(alongM: number, reachM: number): { readonly piece: PlannedRoute; readonly startM: number };
}

/** Measures the line of a route. */
export function measureRoute(route: PlannedRoute): MeasuredRoute {
  const { line, secondsAt } = route;
  const alongM = distancesAlongM(line);
  const locate = locateOn(route);
  return {
    route,
    placeOn(leg, share) {
      const from = line[leg];
      if (from === undefined)
        throw new Error(`Expected leg ${leg} on a line of ${line.length} points.`);
      return { at: pointBetween(from, line[leg + 1] ?? from, share), ...locate(leg, share) };
    },
    around(middleM, reachM) {
      const firstIndex = Math.max(
        0,
        alongM.findLastIndex((m) => m <= middleM - reachM),
      );
      const end = alongM.findIndex((m) => m >= middleM + reachM);
      const cut = <Item>(items: readonly Item[]) =>
        items.slice(firstIndex, end === -1 ? undefined : end + 1);
      const piece = { ...route, line: cut(line), secondsAt: cut(secondsAt) };
      return { piece, startM: alongM[firstIndex] ?? 0 };
    },
  };
}

/** Gives metres and seconds at a share of the leg that starts at a point of a route. */
export function locateOn({ line, secondsAt }: Pick<PlannedRoute, 'line' | 'secondsAt'>) {
  const alongM = distancesAlongM(line);
  return (leg: number, share: number): Omit<RoutePlace, 'at'> => ({
    alongM: valueAt(alongM, leg, share),
    atS: valueAt(secondsAt, leg, share),
  });
}

function valueAt(values: readonly number[], index: number, share: number): number {
  const from = values[index] ?? 0;
  return from + ((values[index + 1] ?? from) - from) * share;
}
