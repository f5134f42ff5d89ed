/** Plans trips from each of several origins to each of several destinations. */
import { Fault } from '../../base/fault.ts';
import type { LatLon } from '../../base/point.ts';
import { inSteps } from '../../base/steps.ts';
import type { PlannedRoute } from '../../passages/planned-route.ts';
import type { LineDetail } from '../../routing/drive.ts';
import type { Router } from '../../routing/router.ts';
import type { RoutePlanner } from '../../trip/ports.ts';
import { MOST_ALTERNATIVES } from '../../trip/settings.ts';
import {
  type DriveUsual,
  noWay,
  type Sharing,
  type SoonestFirst,
  stepRoutes,
} from './drive-ways.ts';
import { demandSnapped, type Snapped, stepSnap } from './snap-stops.ts';

export function openTables(
  router: Router,
  { snap, write, inSeason }: Sharing,
  {
    driveUsual,
    soonestFirst,
  }: { readonly driveUsual: DriveUsual; readonly soonestFirst: SoonestFirst },
): NonNullable<RoutePlanner['planTable']> {
  return async ({ origins, destinations, startMs }, { pause } = {}) => {
    const snapAll = (stops: readonly LatLon[], i: 0 | 1) =>
      inSteps(
        stepSnap(stops, (stop) => snap(stop, i, [stop, stop])),
        pause,
      );
    const from = await snapAll(origins, 0);
    const to = await snapAll(destinations, 1);
    const [ends, goals] = [from, to].map((all) => all.filter((one) => !(one instanceof Fault)));
    const table = await inSteps(router.stepTable(ends as Snapped[], goals as Snapped[]), pause);
    const driveOne = async (
      [origin, destination]: readonly [number, number],
      detail: LineDetail,
    ) => {
      const stops = [from[origin], to[destination]].map(demandSnapped);
      const [i = -1, j = -1] = [ends, goals].map((all, k) => all?.indexOf(stops[k] as Snapped));
      const wish = { avoidTolls: false, others: MOST_ALTERNATIVES };
      const found = await inSeason(startMs, async (closing) =>
        soonestFirst(await inSteps(table.stepDrive(i, j, closing, detail), pause), () =>
          driveUsual(stops, { ...closing, ...wish }, pause),
        ),
      );
      return { stops, found };
    };
    return {
      async plan(...pair) {
        const { stops, found } = await driveOne(pair, 'whole');
        const routes = await inSteps(
          stepRoutes(stops, startMs, { ...found, write, router }),
          pause,
        );
        return routes[0] as PlannedRoute;
      },
      async measure(...pair) {
        const { stops, found } = await driveOne(pair, 'none');
        const [drive] = found.drives;
        if (drive === undefined) throw noWay(stops, router);
        return { durationS: drive.durationMs / 1000, lengthM: drive.lengthM, stops };
      },
    };
  };
}
