/** Plans trips with the routing kernel. */
import { type Day, nextDay } from '../../base/day.ts';
import { MINUTE_MS } from '../../base/duration.ts';
import { Fault } from '../../base/fault.ts';
import { memoizeKeys } from '../../base/memoize.ts';
import { toOsloTime } from '../../base/oslo-time.ts';
import type { LatLon } from '../../base/point.ts';
import { inSteps } from '../../base/steps.ts';
import type { PlannedRoute } from '../../passages/planned-route.ts';
import type { Moment } from '../../pricing/dated.ts';
import { type Drive, type LineDetail, placeOfSection, type WaitFor } from '../../routing/drive.ts';
import { listGates, listHeadings, type RoadNetwork, waitsInTurns } from '../../routing/network.ts';
import { openRouter, passesAll, type Router } from '../../routing/router.ts';
import type { WorthM } from '../../routing/snap.ts';
import type { FerryService } from '../../trip/ferry-service.ts';
import type { OwnPlanner } from '../../trip/ports.ts';
import { isUnknownToll, type RoadSection } from '../../trip/road-section.ts';
import { MOST_ALTERNATIVES } from '../../trip/settings.ts';
import type { OpenNetwork } from '../open-network.ts';
import {
  type DriveUsual,
  driveBy,
  leaveOutLong,
  noWay,
  openSharedWays,
  openSoonestFirst,
  type Sharing,
  type SoonestFirst,
  shareNothing,
  stepRoutes,
} from './drive-ways.ts';
import { type MoneyKernel, openFaresOf, planMoneyBy } from './plan-by-money.ts';
import { type Avoiding, openNights, openSeasonRouter, type WaitFrom } from './season-router.ts';
import {
  demandSnapped,
  openSnapping,
  type Snapped,
  shareStops,
  snapStops,
  stepSnap,
} from './snap-stops.ts';
import { openRouteWriter, openWaits, shareRoutes } from './write-routes.ts';

interface KernelTerms {
  /** Which sections of the network are closed on which day; absent: none is. */
  readonly sections?: readonly RoadSection[];
  /** When ferries sail; absent: the average wait holds at any time. */
  readonly services?: readonly FerryService[];
  /** Which places stops are not moved to; absent: they may be moved anywhere. */
  readonly worthM?: WorthM;
  /** Whether something is paid at a gate; absent: at all gates, always. */
  readonly charges?: (gate: DirectedGate, moment: Moment) => boolean;
}

/** A gate that is passed in one direction. */
export interface DirectedGate {
  readonly stationId: string;
  /** The directions in which drives come to it, and go on. */
  readonly headingsDeg: readonly number[];
}

/** The planner of our own kernel on a network. */
export function openKernelPlanner(
  { source, prepared }: Pick<OpenNetwork, 'source' | 'prepared'>,
  { sections = [], services = [], worthM, charges = () => true }: KernelTerms = {},
): OwnPlanner {
  const { network, index, metric, roads } = prepared;
  const { ids } = network.sections;
  const isTolled = new Set(sections.filter(isUnknownToll).map(({ id }) => id));
  const tolled = ids.flatMap((id, i) => (isTolled.has(id) ? [i] : []));
  const router = openRouter(network, index, { worthM, metric, tolled });
  const usualWaitMs = network.ferries.waitMs;
  const waitAtQuay = openWaits(network.ferries, services);
  const write = openRouteWriter(network, waitAtQuay, roads);
  const nights = openNights({ ids, sections });
  const firstSection = placeOfSection(network.ferries, 0);
  const waitFrom: WaitFrom = (startMs) => (place, atMs) => {
    if (place >= firstSection)
      return waitFully(nights.waitMs(place - firstSection, startMs + atMs));
    const { p10Min, meanMin, p90Min } = waitAtQuay(place, startMs + atMs);
    return { earlyMs: p10Min * 60_000, meanMs: meanMin * 60_000, lateMs: p90Min * 60_000 };
  };
  const endOf = new Map(services.map((service) => [service.id, service.endedOn]));
  const ends = network.ferries.connectionIds.flatMap((id, ride) => {
    const day = endOf.get(id);
    return day === undefined ? [] : [{ ride, day }];
  });
  const endedOn = memoizeKeys((today: Day) =>
    ends.flatMap(({ ride, day }) => (day <= today ? ride : [])),
  );
  const openSeasons = (waits: WaitFrom) =>
    openSeasonRouter({ ids, sections, usualWaitMs, waitFrom: waits, endedOn });
  const inSeason = openSeasons(waitFrom);
  const { stationIds } = network.gates;
  const idleOn = openIdle(network, charges);
  const avoidOn = (startMs: number): Avoiding => {
    const idle = idleOn(toOsloTime(startMs).day);
    return { idle, hasTolls: (drive) => router.hasTolls(drive, idle) };
  };
  const assumedWaitMs = waitsInTurns(network.ferries);
  const kernel = { router, openFares: openFaresOf(network), stationIds, avoidOn, assumedWaitMs };
  const snap = openSnapping(router, prepared);
  return {
    ...planBy(source, kernel, { share: shareNothing, snap, write, reaches: new Map(), inSeason }),
    shareWays: ({ earliestMs, latestMs }) =>
      planBy(source, kernel, {
        share: openSharedWays(),
        snap: shareStops(snap),
        write: shareRoutes(write, waitAtQuay),
        reaches: new Map(),
        found: new Map(),
        listed: new Map(),
        ofWindow: { waitFor: waitFrom(earliestMs), spanMs: latestMs - earliestMs },
        inSeason: openSeasons(rememberWaits(waitFrom)),
      }),
  };
}

/** Gives the rows of the gates, ascending, at which nothing is paid on a day and the next one: a trip may last so long. */
function openIdle({ graph, gates }: RoadNetwork, charges: Required<KernelTerms>['charges']) {
  const directed = Array.from(listGates(gates), ({ edge, stationId }): DirectedGate => {
    return { stationId, headingsDeg: listHeadings(graph, edge) };
  });
  return memoizeKeys((day: Day) => {
    const moments = [
      { day, minuteOfDay: 0 },
      { day: nextDay(day), minuteOfDay: 1439 },
    ];
    return directed.flatMap((gate, row) =>
      moments.some((moment) => charges(gate, moment)) ? [] : [row],
    );
  });
}

const endsOf = (stops: readonly Snapped[]) => [...stops.slice(0, 1), ...stops.slice(-1)];
/** Does the best drive come past all stops on the way, in their order? True where there are none. */
function comesPast([best]: readonly Drive[], stops: readonly Snapped[]): boolean {
  const onTheWay = stops.slice(1, -1).map(({ places }) => places);
  return onTheWay.length === 0 || (best !== undefined && passesAll(best.edges, onTheWay));
}

const waitFully = (ms: number) => ({ earlyMs: ms, meanMs: ms, lateMs: ms });

/** Departures of one trip share what they find: the places of its stops, its drives, and their lines. */
function planBy(
  source: string,
  kernel: MoneyKernel & { readonly assumedWaitMs: Int32Array },
  sharing: Sharing,
): Omit<OwnPlanner, 'shareWays'> {
  const { router, avoidOn, assumedWaitMs } = kernel;
  const { snap, write, inSeason } = sharing;
  const driveUsual = driveBy(router, sharing);
  const soonestFirst = openSoonestFirst(assumedWaitMs);
  return {
    source,
    countsTolls: true,
    takesBearings: true,
    async planTrip(trip, { pause } = {}) {
      const stops = snapStops(trip, snap);
      const { avoidTolls, alternatives = MOST_ALTERNATIVES } = trip;
      const others = stops.length > 2 ? 0 : alternatives;
      const avoiding = avoidTolls ? avoidOn(trip.startMs) : undefined;
      const listWays = (over: readonly Snapped[], others: number) =>
        inSeason(
          trip.startMs,
          async (closing) => {
            const drive = (others: number) =>
              driveUsual(over, { ...closing, avoidTolls, others }, pause);
            const drives = await drive(others);
            // Leg by leg there are no other ways. With `avoidTolls` tolls are more important than time.
            if (avoidTolls || over.length > 2) return drives;
            return soonestFirst(drives, async () =>
              others < MOST_ALTERNATIVES ? drive(MOST_ALTERNATIVES) : drives,
            );
          },
          avoiding,
        );
      const direct = await listWays(endsOf(stops), others);
      // The way without the stops on the way is the answer where it comes past them all.
      const found = comesPast(direct.drives, stops) ? direct : await listWays(stops, 0);
      // Of the ways that avoid tolls each may have the least toll.
      const drives = avoidTolls ? found.drives : leaveOutLong(found.drives);
      // The list is cut only here: without a road that is closed on another way a sooner way may be found.
      const wanted = { ...found, drives: drives.slice(0, 1 + others) };
      return inSteps(stepRoutes(stops, trip.startMs, { ...wanted, write, router }), pause);
    },
    planByMoney: planMoneyBy(kernel, sharing, driveUsual),
    planTable: openTables(router, sharing, { driveUsual, soonestFirst }),
  };
}

/**
 * Remembers the waits of a trip at whole minutes. Searches look ahead at whole minutes, and the departures of a window
 * ask for the same moments again and again.
 */
function rememberWaits(waitFrom: WaitFrom): WaitFrom {
  /** By milliseconds within a minute, by ride, by minute: a map finds numbers quickly. */
  const known = new Map<number, Map<number, ReturnType<WaitFor>>[]>();
  return (startMs) => {
    const waitFor = waitFrom(startMs);
    const ofRides = known.get(startMs % MINUTE_MS) ?? [];
    known.set(startMs % MINUTE_MS, ofRides);
    return (ride, atMs) => {
      if (atMs % MINUTE_MS !== 0) return waitFor(ride, atMs);
      const ofRide = ofRides[ride] ?? new Map<number, ReturnType<WaitFor>>();
      ofRides[ride] = ofRide;
      const minute = Math.floor((startMs + atMs) / MINUTE_MS);
      const wait = ofRide.get(minute) ?? waitFor(ride, atMs);
      ofRide.set(minute, wait);
      return wait;
    };
  };
}

/** Plans trips from each of several origins to each of several destinations. */
function openTables(
  router: Router,
  { snap, write, inSeason }: Sharing,
  {
    driveUsual,
    soonestFirst,
  }: { readonly driveUsual: DriveUsual; readonly soonestFirst: SoonestFirst },
): OwnPlanner['planTable'] {
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
