/** Finds the ways of a trip by time alone, and has the state that the trips of a planner share. */
import { MINUTE_MS } from '../../base/duration.ts';
import { Fault } from '../../base/fault.ts';
import { inSteps, type Pause, type Steps } from '../../base/steps.ts';
import type { PlannedRoute } from '../../passages/planned-route.ts';
import { ALTERNATIVE_LIMITS } from '../../routing/alternatives.ts';
import type { Drive, DrivenEdge, WaitFor } from '../../routing/drive.ts';
import type { WindowWaits } from '../../routing/money-search.ts';
import type { Closing, Router } from '../../routing/router.ts';
import type { NearToll } from '../../trip/ports.ts';
import { noWayTo } from '../../trip/quoted-stops.ts';
import type { openSeasonRouter, SeasonDrives } from './season-router.ts';
import type { Snapped, SnapStop } from './snap-stops.ts';
import type { WriteRoute } from './write-routes.ts';

export type FoundWay = readonly DrivenEdge[];

/** The tools and the shared state for planning the trips of a planner. */
export interface Sharing {
  readonly share: ShareWays;
  readonly snap: SnapStop;
  readonly write: WriteRoute;
  readonly reaches: Map<string, Reach>;
  /**
   * The last ways that searches by money found, by the roads that are closed; absent: the trips are not departures of
   * the same trip.
   */
  readonly found?: Map<string, readonly FoundWay[]>;
  /**
   * The same for the ways that the kernel lists by time alone. Ways over all stops, and ways over the ends alone, have
   * keys of their own.
   */
  readonly listed?: Map<string, readonly FoundWay[]>;
  readonly ofWindow?: WindowWaits;
  readonly inSeason: ReturnType<typeof openSeasonRouter>;
}

/** The stations that the ways of a trip may pass, and the longest time that a way may take. */
export interface Reach {
  readonly near: readonly NearToll[];
  readonly withinMs: number;
}

export type DriveUsual = (
  stops: readonly Snapped[],
  wish: Parameters<Router['stepDrive']>[1],
  pause: Pause | undefined,
) => Promise<readonly Drive[]>;

/** Lists the ways by time alone. Which ways these are does not depend on waits; how long they take does. */
export const driveBy =
  (router: Router, { share, listed }: Sharing): DriveUsual =>
  async (stops, wish, pause) => {
    const key = `${stops.length} ${keyOf(wish)}`;
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

/**
 * Puts the soonest of some drives first.
 *
 * @param listAll gives the best drive, and all others that a driver would consider.
 */
export type SoonestFirst = (
  found: readonly Drive[],
  listAll: () => Promise<readonly Drive[]>,
) => Promise<readonly Drive[]>;

/**
 * Other ways are looked for if the waits of the best way are longer than assumed by at least this. The value is chosen to
 * save searches, and is no fact. A way that is sooner by less than this may be missed.
 */
const LATE_MS = 10 * MINUTE_MS;

/**
 * The ways are chosen by assumed waits. If those of the best way are longer at its hour, the other ways are looked for,
 * and the soonest way comes first. If another way takes too long at its hour, the other ways are looked for as
 * well, so that the next one stands in for it. This does not depend on how many ways were asked for.
 */
export const openSoonestFirst =
  (assumedWaitMs: Int32Array): SoonestFirst =>
  async (found, listAll) => {
    const lateMs = ({ boardings }: Drive) =>
      boardings.reduce((sum, { ride, waitMs }) => {
        const assumedMs = ride >= 0 ? (assumedWaitMs[ride] as number) : waitMs;
        return sum + waitMs - assumedMs;
      }, 0);
    const isLate = found.slice(0, 1).some((best) => lateMs(best) >= LATE_MS);
    if (!isLate) return leaveOutLong(found).length < found.length ? listAll() : found;
    const all = await listAll();
    const leastMs = Math.min(...all.map(({ durationMs }) => durationMs));
    const soonest = all.find(({ durationMs }) => durationMs === leastMs);
    return soonest === undefined ? all : [soonest, ...all.filter((one) => one !== soonest)];
  };

/**
 * Leaves out the other drives that take much longer than the best one, which comes first. Ways are found by usual
 * waits, and at its hour a ferry may be waited for all night.
 */
export const leaveOutLong = (drives: readonly Drive[]): readonly Drive[] => {
  const mostMs = ALTERNATIVE_LIMITS.stretch * (drives[0]?.durationMs ?? 0);
  return drives.filter(({ durationMs }, i) => i === 0 || durationMs <= mostMs);
};

/** A key for the drives of a trip: everything that they depend on except the waits. */
export const keyOf = ({
  waitFor: _,
  ...wish
}: Closing & { readonly avoidTolls?: boolean; readonly others?: number }): string =>
  JSON.stringify(wish);

/** @throws Fault `route_not_possible` where there is no drive. */
export function* stepRoutes(
  stops: readonly Snapped[],
  startMs: number,
  {
    drives,
    avoided,
    write,
    router,
  }: SeasonDrives & { readonly write: WriteRoute; readonly router: Pick<Router, 'isApart'> },
): Steps<PlannedRoute[]> {
  if (drives.length === 0) throw noWay(stops, router);
  const onRoads = stops.map(({ places: _, link: __, ...onRoad }) => onRoad);
  const routes: PlannedRoute[] = [];
  for (const drive of drives) {
    yield;
    const route = write(drive, String(routes.length + 1), { stops: onRoads, startMs });
    const round = avoided.filter(({ id }) => !route.sections?.some((driven) => driven.id === id));
    routes.push(round.length === 0 ? route : { ...route, avoided: round });
  }
  return routes;
}

/** The fault of a trip without a way: it names the first stop that lies apart. */
export function noWay(stops: readonly Snapped[], { isApart }: Pick<Router, 'isApart'>) {
  const apart = stops.findIndex(isApart);
  const message = 'No way leads over these stops.';
  if (apart === -1) return new Fault('route_not_possible', undefined, { message });
  const why = 'lies where no known road or car ferry leads to the others.';
  return noWayTo(apart, stops.length, why, message);
}

export interface SharedWays {
  /** The result holds for every later question with the same key and the same waits. */
  readonly isKept: boolean;
  /** By ride: until when a wait for it matters, milliseconds after departure; absent: all waits matter. */
  readonly lastBoardings?: ReadonlyMap<number, number> | undefined;
}

/** Gives an earlier result for the key if every wait for a ferry that it depends on is the same, else finds it anew. */
type ShareWays = <Found extends SharedWays>(
  key: string,
  waitFor: WaitFor | undefined,
  find: (waitFor: WaitFor | undefined) => Promise<Found>,
) => Promise<Found>;

/** Finds the result of every question anew. */
export const shareNothing: ShareWays = (_, waitFor, find) => find(waitFor);

interface AskedWait {
  readonly ride: number;
  readonly atMs: number;
  readonly wait: ReturnType<WaitFor>;
}

interface Known {
  readonly asked: readonly AskedWait[];
  readonly found: SharedWays;
}

/** A result that depends on more waits is not kept: finding it again is quicker than comparing the waits. */
const MOST_ASKED = 2000;

/** For questions that come one after the other. */
export function openSharedWays(): ShareWays {
  const known = new Map<string, Known[]>();
  return async <Found extends SharedWays>(
    key: string,
    waitFor: WaitFor | undefined,
    find: (waitFor: WaitFor | undefined) => Promise<Found>,
  ): Promise<Found> => {
    const all = known.get(key) ?? [];
    const same = all.find(({ asked }) =>
      asked.every(({ ride, atMs, wait }) => isSame(waitFor?.(ride, atMs), wait)),
    );
    // All results of a key have the same type.
    if (same !== undefined) return same.found as Found;
    const noted = waitFor && noteWaits(waitFor);
    const found = await find(noted?.waitFor);
    const asked = noted?.list(found.lastBoardings) ?? [];
    if (found.isKept && asked.length <= MOST_ASKED) known.set(key, [...all, { asked, found }]);
    return found;
  };
}

/** Notes each wait that is asked for, once. */
function noteWaits(waitFor: WaitFor) {
  const noted = new Map<number, Map<number, ReturnType<WaitFor>>>();
  return {
    waitFor(ride: number, atMs: number) {
      const ofRide = noted.get(ride) ?? new Map<number, ReturnType<WaitFor>>();
      noted.set(ride, ofRide);
      const wait = ofRide.get(atMs) ?? waitFor(ride, atMs);
      ofRide.set(atMs, wait);
      return wait;
    },
    list(last?: SharedWays['lastBoardings']): AskedWait[] {
      return [...noted].flatMap(([ride, ofRide]) => {
        const untilMs = last ? (last.get(ride) ?? -1) : Number.POSITIVE_INFINITY;
        return [...ofRide].flatMap(([atMs, wait]) => (atMs <= untilMs ? { ride, atMs, wait } : []));
      });
    },
  };
}

const isSame = (one: ReturnType<WaitFor> | undefined, other: ReturnType<WaitFor>): boolean =>
  one?.meanMs === other.meanMs && one.earlyMs === other.earlyMs && one.lateMs === other.lateMs;
