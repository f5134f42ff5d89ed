/** Plans trips by time and money. */
import { groupBy } from '../../base/lists.ts';
import { inSteps, type Pause, type StepBudget } from '../../base/steps.ts';
import { type Drive, isSameWay, lineOf, readDrive } from '../../routing/drive.ts';
import type { FareState, OpenFares } from '../../routing/money-fares.ts';
import type { MoneyAim } from '../../routing/money-label.ts';
import { FRONT_SHARE, isSpent, mostMsFor, mostStepsFor } from '../../routing/money-search.ts';
import type { RoadNetwork } from '../../routing/network.ts';
import type { Closing, Router } from '../../routing/router.ts';
import { SHOWN_HOURS_ORE } from '../../trip/choose-ways.ts';
import type { OpenTripFares, RoutePlanner, SailedLine } from '../../trip/ports.ts';
import { MOST_ALTERNATIVES } from '../../trip/settings.ts';
import {
  type DriveUsual,
  type FoundWay,
  keyOf,
  type Reach,
  type SharedWays,
  type Sharing,
  shareNothing,
  stepRoutes,
} from './drive-ways.ts';
import type { Avoiding } from './season-router.ts';
import { type Snapped, snapStops } from './snap-stops.ts';

export interface MoneyKernel {
  readonly router: Router;
  readonly openFares: ReturnType<typeof openFaresOf>;
  readonly stationIds: readonly string[];
  /** @param startMs departure, Unix milliseconds. */
  readonly avoidOn: (startMs: number) => Avoiding;
}

export function planMoneyBy(
  kernel: MoneyKernel,
  sharing: Sharing,
  driveUsual: DriveUsual,
): NonNullable<RoutePlanner['planByMoney']> {
  const { share, snap, write, reaches, inSeason } = sharing;
  const readWays = readBy(kernel, driveUsual);
  return async (trip, asked, openTripFares, { pause, signFares, ...terms } = {}) => {
    const aim = asked.hourOre === 'pareto' ? { ...asked, hoursOre: SHOWN_HOURS_ORE } : asked;
    const stops = snapStops(trip, snap);
    const { isLate, budget = { left: mostStepsFor(aim), isLate } } = terms;
    const fares = kernel.openFares(openTripFares);
    const { avoidTolls } = trip;
    const search = searchBy(kernel, sharing, {
      ...{ stops, avoidTolls, aim, budget, fares, pause },
    });
    let [isCut, isExact, knowsCheapest] = [false, true, true];
    let former: readonly Drive[] = [];
    const find = async (closing: Closing): Promise<readonly Drive[]> => {
      const key = keyOf(closing);
      const known = reaches.get(key);
      const signed = known && signFares?.(known.near, known.withinMs);
      const once = signed === undefined ? shareNothing : share;
      const ways = await once(`${key} ${signed}`, closing.waitFor, async (waitFor) => {
        // A front is searched exactly even after a cut: up to some time a front that was cut is complete.
        const isQuick = !isExact && aim.hourOre !== 'pareto';
        const open = { ...closing, ...(waitFor && { waitFor }) };
        const { listWaits, ...made } = await search(open, isQuick);
        const isWider = made.reach.withinMs > (known?.withinMs ?? 0);
        if (isWider && signFares) reaches.set(key, made.reach);
        // A result that was cut is not kept: the search for a later departure may be complete.
        const isKept = !isWider && !made.isCut;
        return { ...made, isKept, ...(isKept && (await listWaits?.())) };
      });
      isCut ||= ways.isCut;
      isExact &&= ways.isExact;
      knowsCheapest &&= ways.knowsCheapest;
      const read = await readWays(stops, { ...closing, avoidTolls }, ways, pause);
      const drives = isLate?.(FRONT_SHARE) ? withFormer(read, former, closing) : read;
      former = drives;
      // The search by money does not know the waits at closed gates: the places after a gate are passed later than it
      // assumed. Whether a way leads round the gate is decided by time alone.
      knowsCheapest &&= !drives.some(({ sections }) => sections.some((one) => one.waitMs > 0));
      return drives;
    };
    const { router, avoidOn } = kernel;
    const avoiding = avoidTolls ? avoidOn(trip.startMs) : undefined;
    const planned = await inSeason(trip.startMs, find, avoiding);
    const routes = stepRoutes(stops, trip.startMs, { ...planned, write, router });
    return { routes: await inSteps(routes, pause), isCut, knowsCheapest };
  };
}

/** A late search finds little. What was found with fewer sections closed is as good where it leads over none of them. */
const withFormer = (
  drives: readonly Drive[],
  former: readonly Drive[],
  { closed, laidUp = [] }: Closing,
): readonly Drive[] => {
  const isOpen = ({ sections, boardings }: Drive) =>
    sections.every(({ section }) => !closed.includes(section)) &&
    boardings.every(({ ride }) => !laidUp.includes(ride));
  const isNew = ({ edges }: Drive) => !drives.some((one) => isSameWay(one.edges, edges));
  return [...drives, ...former.filter((one) => isOpen(one) && isNew(one))];
};

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
  /** The ways were found for other departures: no steps were left for this departure. */
  readonly isOther?: true;
  readonly reach: Reach;
  readonly isCut: boolean;
  /** The exact search was not cut. */
  readonly isExact: boolean;
  readonly knowsCheapest: boolean;
  /** Lists until when waits matter. Only for departures that share what they find. */
  readonly listWaits?: () => Promise<Pick<SharedWays, 'lastBoardings'>>;
}

/** Searches a trip by money with some sections closed. */
function searchBy(
  { router, stationIds }: MoneyKernel,
  { found, ofWindow }: Sharing,
  { stops, avoidTolls, aim, budget, fares, pause }: MoneyTrip,
) {
  /** @param isQuick the search need not be exact: the exact search was cut when fewer sections were closed. */
  return async (closing: Closing, isQuick: boolean): Promise<MoneyFound> => {
    const key = keyOf(closing);
    const known = found?.get(key) ?? [];
    // No steps are left, so the ways of other departures are used.
    if (found !== undefined && isSpent(budget))
      return { edges: known, isOther: true, reach: NOWHERE, ...UNKNOWN };
    const wish = { ...closing, avoidTolls, ofWindow };
    const opened = await inSteps(router.openMoney(stops, wish, fares), pause);
    if (opened === undefined)
      return { edges: [], reach: NOWHERE, isCut: false, isExact: true, knowsCheapest: true };
    const { ways, withinMs, ...told } = await inSteps(opened.find(aim, budget, isQuick), pause);
    const [best] = ways;
    const more = ways.map(({ edges }) => edges);
    const isNew = (edges: FoundWay) => !known.some((one) => isSameWay(one, edges));
    found?.set(key, [...known, ...more.filter(isNew)].slice(-MOST_FOUND));
    const passed = opened.near.filter((one) => one.fromStartMs + one.toEndMs <= withinMs);
    const near = [...groupBy(passed, ({ station }) => station)].map(([station, places]) => ({
      stationId: stationIds[station] as string,
      soonestMs: Math.min(...places.map(({ soonestMs }) => soonestMs)),
      toEndMs: Math.min(...places.map(({ toEndMs }) => toEndMs)),
    }));
    return {
      ...{ edges: more, reach: { near, withinMs } },
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

/** The most ways that a departure takes over from others: each of them is driven and billed. */
const MOST_FOUND = 12;
const NOWHERE: Reach = { near: [], withinMs: 0 };
const UNKNOWN = { isCut: true, isExact: false, knowsCheapest: false };

/** Drives the ways that a search has found, and puts them behind the ways that the kernel always lists. */
function readBy({ router }: MoneyKernel, driveUsual: DriveUsual) {
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

/** The fares of a trip for the kernel, which names stations and ferry lines by its own numbers. */
export function openFaresOf(network: RoadNetwork) {
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
    const line = lineOf(network.graph.links, drive);
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
        sail: (bill, run, hasStopped, atMs) => fares.sail(bill, runOf(run), hasStopped, atMs),
        leastFareOre: (run) => fares.leastFareOre(runOf(run)),
        fallOre: fares.fallOre,
        slackOre: fares.slackOre,
        groups: fares.groups.map((ids) => ids.flatMap((id) => numberOf.get(id) ?? [])),
        leastOre: (station) => fares.leastOre(idOf(station)),
        mostOre: (station) => fares.mostOre(idOf(station)),
      };
    };
}
