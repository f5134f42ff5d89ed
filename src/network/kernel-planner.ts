/** Plans trips with the routing kernel. */
import type { Day } from '../base/day.ts';
import { Fault } from '../base/fault.ts';
import { groupBy } from '../base/group-by.ts';
import type { LatLon } from '../base/point.ts';
import { inSteps, type Pause, type StepBudget, type Steps } from '../base/steps.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import type { PlannedRoute, StopOnRoad } from '../passages/planned-route.ts';
import {
  type Drive,
  type DrivenEdge,
  type LineDetail,
  readDrive,
  type WaitFor,
} from '../routing/drive.ts';
import type { FareState, OpenFares } from '../routing/money-fares.ts';
import type { MoneyAim } from '../routing/money-label.ts';
import { mostMsFor, mostStepsFor, type WindowWaits } from '../routing/money-search.ts';
import { pointAt, type RoadNetwork } from '../routing/network.ts';
import { type Closing, openRouter, type Router } from '../routing/router.ts';
import type { SnappedStop, WorthM } from '../routing/snap.ts';
import { SHOWN_HOURS_ORE } from '../trip/choose-ways.ts';
import type { FerryService } from '../trip/ferry-service.ts';
import type {
  NearToll,
  OpenTripFares,
  RoutePlanner,
  SailedLine,
  TripRequest,
} from '../trip/ports.ts';
import { nameStop } from '../trip/quoted-stops.ts';
import type { RoadSection } from '../trip/road-section.ts';
import { FARTHEST_ROAD_M, MOST_ALTERNATIVES } from '../trip/settings.ts';
import { nameRoad } from './link.ts';
import type { OpenNetwork } from './open-network.ts';
import { openSeasonRouter, type SeasonDrives, type WaitFrom } from './season-router.ts';
import { openSharedWays, type SharedWays, type ShareWays, shareNothing } from './share-ways.ts';
import { openRouteWriter, openWaits, shareRoutes, type WriteRoute } from './write-routes.ts';

export interface KernelTerms {
  /** Which sections of the network are closed on which day; absent: none is. */
  readonly sections?: readonly RoadSection[];
  /** When ferries sail; absent: they are waited for as on average. */
  readonly services?: readonly FerryService[];
  /** Where stops are not moved to; absent: nowhere. */
  readonly worthM?: WorthM;
}

/** The planner of our own kernel on a network. */
export function openKernelPlanner(
  { source, prepared }: Pick<OpenNetwork, 'source' | 'prepared'>,
  { sections = [], services = [], worthM }: KernelTerms = {},
): RoutePlanner {
  const { network, index, metric } = prepared;
  const router = openRouter(network, index, worthM, metric);
  const waitAtQuay = openWaits(network.ferries, services);
  const write = openRouteWriter(network, waitAtQuay);
  const waitFrom: WaitFrom = (startMs) => (ride, atMs) => {
    const { p10Min, meanMin, p90Min } = waitAtQuay(ride, startMs + atMs);
    return { earlyMs: p10Min * 60_000, meanMs: meanMin * 60_000, lateMs: p90Min * 60_000 };
  };
  const endedRides = services.flatMap(({ id, endedOn: day }) =>
    day === undefined
      ? []
      : network.ferries.connectionIds.flatMap((of, ride) => (of === id ? [{ ride, day }] : [])),
  );
  const endedOn = (today: Day) =>
    endedRides.flatMap(({ ride, day }) => (day <= today ? [ride] : [])).sort((a, b) => a - b);
  const openSeasons = (waits: WaitFrom) =>
    openSeasonRouter({
      ids: network.sections.ids,
      sections,
      usualWaitMs: network.ferries.waitMs,
      waitFrom: waits,
      endedOn,
    });
  const inSeason = openSeasons(waitFrom);
  const { stationIds } = network.gates;
  const kernel = { source, router, openFares: openFaresOf(network), stationIds };
  const snap = openSnapping(router, prepared);
  return {
    ...planBy(kernel, { share: shareNothing, snap, write, reaches: new Map(), inSeason }),
    shareWays: ({ earliestMs, latestMs }) =>
      planBy(kernel, {
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

interface Kernel {
  readonly source: string;
  readonly router: Router;
  readonly openFares: ReturnType<typeof openFaresOf>;
  readonly stationIds: readonly string[];
}

type InSeason = ReturnType<typeof openSeasonRouter>;

/** Departures of one trip share what they find: the places of its stops, its drives, and their lines. */
function planBy(kernel: Kernel, sharing: Sharing): RoutePlanner {
  const { source, router } = kernel;
  const { snap, write, inSeason } = sharing;
  const driveUsual = driveBy(router, sharing);
  return {
    source,
    countsTolls: true,
    takesBearings: true,
    async planTrip(trip, { pause } = {}) {
      const stops = snapStops(trip, snap);
      const { avoidTolls, alternatives: others = MOST_ALTERNATIVES } = trip;
      const found = await inSeason(trip.startMs, (closing) =>
        driveUsual(stops, { ...closing, avoidTolls, others }, pause),
      );
      return inSteps(stepRoutes(stops, trip.startMs, { ...found, write }), pause);
    },
    planByMoney: planMoneyBy(kernel, sharing, driveUsual),
    planTable: openTables(router, sharing),
  };
}

function planMoneyBy(
  kernel: Kernel,
  sharing: Sharing,
  driveUsual: DriveUsual,
): NonNullable<RoutePlanner['planByMoney']> {
  const { share, snap, write, reaches, inSeason } = sharing;
  const readWays = readBy(kernel, driveUsual);
  return async (trip, asked, openTripFares, { pause, signFares, ...terms } = {}) => {
    const aim = asked.hourOre === 'pareto' ? { ...asked, hoursOre: SHOWN_HOURS_ORE } : asked;
    const stops = snapStops(trip, snap);
    const { budget = { left: mostStepsFor(aim) } } = terms;
    const fares = kernel.openFares(openTripFares);
    const { avoidTolls } = trip;
    const search = searchBy(kernel, sharing, {
      ...{ stops, avoidTolls, aim, budget, fares, pause },
    });
    let [isCut, knowsCheapest] = [false, true];
    const planned = await inSeason(trip.startMs, async (closing) => {
      const key = keyOf(closing);
      const known = reaches.get(key);
      const signed = known && signFares?.(known.near, known.withinMs);
      const once = signed === undefined ? shareNothing : share;
      const ways = await once(`${key} ${signed}`, closing.waitFor, async (waitFor) => {
        const { listWaits, ...made } = await search({ ...closing, ...(waitFor && { waitFor }) });
        const isWider = made.reach.withinMs > (known?.withinMs ?? 0);
        if (isWider && signFares) reaches.set(key, made.reach);
        // A later departure may be searched to its end.
        const isKept = !isWider && !made.isCut;
        return { ...made, isKept, ...(isKept && (await listWaits?.())) };
      });
      isCut ||= ways.isCut;
      knowsCheapest &&= ways.knowsCheapest;
      return readWays(stops, { ...closing, avoidTolls }, ways, pause);
    });
    const routes = stepRoutes(stops, trip.startMs, { ...planned, write });
    return { routes: await inSteps(routes, pause), isCut, knowsCheapest };
  };
}

interface MoneyTrip {
  readonly stops: readonly Snapped[];
  readonly avoidTolls: boolean;
  readonly aim: MoneyAim;
  readonly budget: StepBudget;
  readonly fares: OpenFares<FareState>;
  readonly pause: Pause | undefined;
}

/** The ways that a search by money has found. */
interface MoneyFound {
  readonly edges: readonly FoundWay[];
  /** They were found for another departure: no steps were left for this one. */
  readonly isOther?: true;
  readonly reach: Reach;
  readonly isCut: boolean;
  readonly knowsCheapest: boolean;
  /** Of a departure that shares: until when waits matter. */
  readonly listWaits?: () => Promise<Pick<SharedWays, 'lastBoardings'>>;
}

/** Searches a trip by money with some sections closed. */
function searchBy(
  { router, stationIds }: Kernel,
  { found, ofWindow }: Sharing,
  { stops, avoidTolls, aim, budget, fares, pause }: MoneyTrip,
) {
  return async (closing: Closing): Promise<MoneyFound> => {
    const key = keyOf(closing);
    // No steps are left: the way of another departure has to do.
    if (found !== undefined && budget.left <= 0) {
      const way = found.get(key);
      return { edges: way ? [way] : [], isOther: true, reach: NOWHERE, ...UNKNOWN };
    }
    const wish = { ...closing, avoidTolls, ofWindow };
    const opened = await inSteps(router.openMoney(stops, wish, fares), pause);
    if (opened === undefined)
      return { edges: [], reach: NOWHERE, isCut: false, knowsCheapest: true };
    const { ways, withinMs, ...told } = await inSteps(opened.find(aim, budget), pause);
    const [best] = ways;
    for (const { edges } of ways) found?.set(key, edges);
    const passed = opened.near.filter((one) => one.fromStartMs + one.toEndMs <= withinMs);
    const near = [...groupBy(passed, ({ station }) => station)].map(([station, places]) => ({
      stationId: stationIds[station] as string,
      soonestMs: Math.min(...places.map(({ soonestMs }) => soonestMs)),
      toEndMs: Math.min(...places.map(({ toEndMs }) => toEndMs)),
    }));
    return {
      ...{ edges: ways.map(({ edges }) => edges), reach: { near, withinMs } },
      ...told,
      ...(ofWindow &&
        best && {
          listWaits: async () => ({
            lastBoardings: await inSteps(opened.listLastBoardings(aim, best, budget), pause),
          }),
        }),
    };
  };
}

const UNKNOWN = { isCut: true, knowsCheapest: false };

/** Drives the ways that a search has found, behind those that the kernel lists anyway. */
function readBy({ router }: Kernel, driveUsual: DriveUsual) {
  return async (
    stops: readonly Snapped[],
    wish: Closing & { readonly avoidTolls: boolean },
    { edges: ways, isOther }: MoneyFound,
    pause: Pause | undefined,
  ): Promise<readonly Drive[]> => {
    const others = isOther ? 0 : MOST_ALTERNATIVES;
    const usual = await driveUsual(stops, { ...wish, others }, pause);
    const mostMs = isOther ? mostMsFor(usual[0]?.durationMs ?? 0) : Number.POSITIVE_INFINITY;
    const drives = [...usual];
    for (const edges of ways) {
      if (usual.some((drive) => isSameWay(drive.edges, edges))) continue;
      await pause?.();
      const drive = router.toDrive(edges, wish.waitFor);
      if (drive.durationMs <= mostMs) drives.push(drive);
    }
    return drives;
  };
}

const isSameWay = (one: FoundWay, other: FoundWay): boolean =>
  one.length === other.length && one.every(({ edge }, i) => edge === other[i]?.edge);

type DriveUsual = (
  stops: readonly Snapped[],
  wish: Parameters<Router['stepDrive']>[1],
  pause: Pause | undefined,
) => Promise<readonly Drive[]>;

/** The ways that the kernel lists by time alone: these do not depend on waits, and how long they take does. */
const driveBy =
  (router: Router, { share, listed }: Sharing): DriveUsual =>
  async (stops, wish, pause) => {
    const key = keyOf(wish);
    const { drives } = await share(key, wish.waitFor, async (waitFor) => {
      const timed = waitFor && { waitFor };
      const known: Drive[] = [];
      for (const edges of listed?.get(key) ?? []) {
        await pause?.();
        known.push(router.toDrive(edges, waitFor));
      }
      const find = () => inSteps(router.stepDrive(stops, { ...wish, ...timed }), pause);
      const drives = known.length > 0 ? known : await find();
      listed?.set(
        key,
        drives.map(({ edges }) => edges),
      );
      return { drives, isKept: true };
    });
    return drives;
  };

function openSnapping(
  router: Router,
  { roads, streets }: Pick<OpenNetwork['prepared'], 'roads' | 'streets'>,
): SnapStop {
  return (stop, i, { length }, bearing) => {
    const isPassed = i > 0 && i < length - 1;
    const snapped = router.snap(stop, { bearing, isPassed });
    const movedM = snapped && flatDistanceM(snapped.at, stop);
    if (snapped === undefined || movedM === undefined || movedM > FARTHEST_ROAD_M)
      throw noRoute(
        `A stop lies ${Math.round(movedM ?? FARTHEST_ROAD_M)} m or more from the nearest road.`,
        `${nameStop(i, length)} lies more than ${FARTHEST_ROAD_M / 1000} km from the nearest known road.`,
      );
    const street = streets?.texts[streets.of[snapped.link] ?? 0];
    const road = street || nameRoad(roads[snapped.link] ?? 0);
    return { ...snapped, movedM, ...(road !== undefined && { road }) };
  };
}

function* stepRoutes(
  stops: readonly Snapped[],
  startMs: number,
  { drives, avoided, write }: SeasonDrives & { readonly write: WriteRoute },
): Steps<PlannedRoute[]> {
  if (drives.length === 0) throw noWay();
  const onRoads = stops.map(({ places: _, link: __, ...onRoad }) => onRoad);
  const routes: PlannedRoute[] = [];
  for (const drive of drives) {
    yield;
    const route = write(drive, String(routes.length + 1), { stops: onRoads, startMs });
    const round = avoided.filter((id) => !route.sections?.some((driven) => driven.id === id));
    routes.push(round.length === 0 ? route : { ...route, avoided: round });
  }
  return routes;
}

type FoundWay = readonly DrivenEdge[];

/** What the trips of one planner are planned with. */
interface Sharing {
  readonly share: ShareWays;
  readonly snap: SnapStop;
  readonly write: WriteRoute;
  readonly reaches: Map<string, Reach>;
  /** By what is closed the way that a search by money found last; absent: the trips are not departures of one. */
  readonly found?: Map<string, FoundWay>;
  /** The same for those that the kernel lists by time alone. */
  readonly listed?: Map<string, readonly FoundWay[]>;
  readonly ofWindow?: WindowWaits;
  readonly inSeason: InSeason;
}

/** The stations that ways of a trip may pass, and how long it may take. */
interface Reach {
  readonly near: readonly NearToll[];
  readonly withinMs: number;
}

const NOWHERE: Reach = { near: [], withinMs: 0 };

type SnapStop = (
  stop: LatLon,
  i: number,
  stops: readonly LatLon[],
  bearing?: number | undefined,
) => Snapped;

const snapStops = ({ from, via, to, bearings }: TripRequest, snap: SnapStop): Snapped[] =>
  [from, ...via, to].map((stop, i, stops) => snap(stop, i, stops, bearings?.[i]));

/**
 * Keeps the waits at whole minutes of a trip: searches look ahead by these, and departures of a window do so at the same
 * moments again and again.
 */
function rememberWaits(waitFrom: WaitFrom): WaitFrom {
  /** By the seconds within a minute, by ride, by minute: numbers that a map finds at once. */
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

const MINUTE_MS = 60_000;

/** What tells the drives of a trip apart. */
const keyOf = ({
  waitFor: _,
  ...wish
}: Closing & { readonly avoidTolls?: boolean; readonly others?: number }): string =>
  JSON.stringify(wish);

function shareStops(snap: SnapStop): SnapStop {
  const known = new Map<string, Snapped>();
  return (stop, i, stops, bearing) => {
    const key = `${i} ${stop.lat} ${stop.lon}`;
    const found = known.get(key) ?? snap(stop, i, stops, bearing);
    known.set(key, found);
    return found;
  };
}

/** Opens what plans from each of some places to each of others. */
function openTables(
  router: Router,
  { snap, write, inSeason }: Sharing,
): NonNullable<RoutePlanner['planTable']> {
  return async ({ origins, destinations, startMs }, { pause } = {}) => {
    const from = await inSteps(
      stepSnap(origins, (stop) => snap(stop, 0, [stop, stop])),
      pause,
    );
    const to = await inSteps(
      stepSnap(destinations, (stop) => snap(stop, 1, [stop, stop])),
      pause,
    );
    const [ends, goals] = [from, to].map((all) => all.filter((one) => !(one instanceof Fault)));
    const table = await inSteps(router.stepTable(ends as Snapped[], goals as Snapped[]), pause);
    const driveOne = async (
      [origin, destination]: readonly [number, number],
      detail: LineDetail,
    ) => {
      const stops = [from[origin], to[destination]].map(demandSnapped);
      const [i = -1, j = -1] = [ends, goals].map((all, k) => all?.indexOf(stops[k] as Snapped));
      const found = await inSeason(startMs, (closing) =>
        inSteps(table.stepDrive(i, j, closing, detail), pause),
      );
      return { stops, found };
    };
    return {
      async plan(...pair) {
        const { stops, found } = await driveOne(pair, 'whole');
        const routes = await inSteps(stepRoutes(stops, startMs, { ...found, write }), pause);
        return routes[0] as PlannedRoute;
      },
      async measure(...pair) {
        const { stops, found } = await driveOne(pair, 'none');
        const [drive] = found.drives;
        if (drive === undefined) throw noWay();
        return { durationS: drive.durationMs / 1000, lengthM: drive.lengthM, stops };
      },
    };
  };
}

/** A stop that no road is near is a fault, which the pairs with it meet. */
function* stepSnap(
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

function demandSnapped(stop: Snapped | Fault | undefined): Snapped {
  if (stop === undefined) throw new Error('Expected an index of a stop.');
  if (stop instanceof Fault) throw stop;
  return stop;
}

/** The fares of a trip as the kernel asks for them: by numbers of its own. */
function openFaresOf(network: RoadNetwork) {
  const { stationIds } = network.gates;
  const idOf = (station: number) => stationIds[station] as string;
  const numberOf = new Map(stationIds.map((id, station) => [id, station]));
  const runs = new Map<string, SailedLine>();
  const runOf = (edges: readonly number[]): SailedLine => {
    const key = edges.join();
    const known = runs.get(key);
    if (known !== undefined) return known;
    const drive = readDrive(
      network,
      edges.map((edge) => ({ edge, from: 0, to: 1 })),
    );
    const line = Array.from(drive.points, (point) => pointAt(network.graph.links, point));
    const { lengthM, durationMs } = drive;
    const run = { line, lengthM, durationS: durationMs / 1000 };
    runs.set(key, run);
    return run;
  };
  return (open: OpenTripFares): OpenFares<FareState> =>
    (near, withinMs) => {
      const fares = open(
        near.map(({ station, soonestMs, toEndMs }) => ({
          stationId: idOf(station),
          soonestMs,
          toEndMs,
        })),
        withinMs,
      );
      return {
        start: fares.start,
        pass: (bill, station, atMs) => fares.pass(bill, idOf(station), atMs),
        sail: (bill, run, ashoreM, atMs) => fares.sail(bill, runOf(run), ashoreM, atMs),
        leastFareOre: (run) => fares.leastFareOre(runOf(run)),
        fallOre: fares.fallOre,
        slackOre: fares.slackOre,
        groups: fares.groups.map((ids) => ids.flatMap((id) => numberOf.get(id) ?? [])),
        leastOre: (station) => fares.leastOre(idOf(station)),
        mostOre: (station) => fares.mostOre(idOf(station)),
      };
    };
}

type Snapped = SnappedStop & StopOnRoad;

const noRoute = (message: string, sentence?: string) =>
  new Fault('route_not_possible', sentence, { message });

const noWay = () => noRoute('No way leads over these stops.');
