/** Drives on the roads and ferries that are open on the day. */
import type { Day } from '../../base/day.ts';
import { memoizeKeys } from '../../base/memoize.ts';
import { toOsloTime } from '../../base/oslo-time.ts';
import type { Drive, DrivenSection, WaitFor } from '../../routing/drive.ts';
import type { Closing } from '../../routing/router.ts';
import {
  closedOn,
  isShutAtNight,
  opensAfterNight,
  type RoadSection,
} from '../../trip/road-section.ts';

export interface SeasonDrives {
  /** The lightest first; `[]` where there is no way. */
  readonly drives: readonly Drive[];
  /** Closed sections that the best drive would lead over if they were open, and when it would come there without a wait at a gate. */
  readonly avoided: readonly { readonly id: string; readonly atS: number }[];
}

/**
 * Another way is looked for where a wait is so much longer than the usual one, which the choice of the way has
 * counted. This is no fact: it spares the search. A way that is sooner by less than this is not found.
 */
const LONG_WAIT_MS = 60 * 60_000;

/** Gives the waits of a trip that sets out at a moment, Unix milliseconds. */
export type WaitFrom = (startMs: number) => WaitFor;

interface SeasonTerms {
  /** Of the sections, as the network numbers them. */
  readonly ids: readonly string[];
  readonly sections: readonly RoadSection[];
  /** By ride: the usual wait. */
  readonly usualWaitMs: Int32Array;
  readonly waitFrom: WaitFrom;
  /** Rides, ascending, that are not sailed any more on a day. */
  readonly endedOn: (day: Day) => readonly number[];
}

/** Gives the sections that are closed at a moment, Unix milliseconds, by their numbers in order. */
export function openClosed({ ids, sections }: Pick<SeasonTerms, 'ids' | 'sections'>) {
  const indexOf = new Map(ids.map((id, i) => [id, i]));
  const closedOnDay = memoizeKeys((day: Day): readonly number[] =>
    closedOn(sections, day)
      .flatMap(({ id }) => indexOf.get(id) ?? [])
      .sort((a, b) => a - b),
  );
  return (atMs: number) => closedOnDay(toOsloTime(atMs).day);
}

/** Tells of a section, by its number, whether it is closed at night at a moment, and how long one waits until it opens. */
export function openNights({ ids, sections }: Pick<SeasonTerms, 'ids' | 'sections'>) {
  const byId = new Map(sections.map((section) => [section.id, section]));
  const byNumber = ids.map((id) => byId.get(id));
  return {
    isShut(number: number, atMs: number): boolean {
      const section = byNumber[number];
      return section !== undefined && isShutAtNight(section, toOsloTime(atMs));
    },
    /** 0 where it is open, or closed by day, too. */
    waitMs(number: number, atMs: number): number {
      const section = byNumber[number];
      return ((section && opensAfterNight(section, atMs)) ?? atMs) - atMs;
    },
  };
}

/** Lists the closed sections of drives that set out at a moment, Unix milliseconds. */
function openListing(
  { isShut }: Pick<ReturnType<typeof openNights>, 'isShut'>,
  closedAt: ReturnType<typeof openClosed>,
  ids: readonly string[],
) {
  return (startMs: number) => {
    const isClosed = ({ section, atMs, waitMs }: DrivenSection): boolean => {
      const ms = startMs + atMs + waitMs;
      return closedAt(ms).includes(section) || isShut(section, ms);
    };
    return {
      listClosed: (drives: readonly Drive[]): number[] =>
        drives.flatMap((drive) => drive.sections.filter(isClosed).map(({ section }) => section)),
      listAvoided([best]: readonly Drive[]): SeasonDrives['avoided'] {
        let waitedMs = 0;
        return (best?.sections ?? []).flatMap(({ section, waitMs, ...reached }) => {
          const atMs = reached.atMs - waitedMs;
          waitedMs += waitMs;
          const isAvoided = isClosed({ section, atMs, waitMs: 0 });
          return isAvoided ? [{ id: ids[section] as string, atS: atMs / 1000 }] : [];
        });
      },
    };
  };
}

export function openSeasonRouter({ ids, sections, usualWaitMs, waitFrom, endedOn }: SeasonTerms) {
  const closedAt = openClosed({ ids, sections });
  const closedFrom = openListing(openNights({ ids, sections }), closedAt, ids);

  const listIdle = ([best]: readonly Drive[]): number[] =>
    (best?.boardings ?? []).flatMap(({ ride, waitMs }) =>
      ride >= 0 && waitMs - (usualWaitMs[ride] ?? 0) >= LONG_WAIT_MS ? [ride] : [],
    );
  const durationOf = ([best]: readonly Drive[]): number =>
    best?.durationMs ?? Number.POSITIVE_INFINITY;

  /** Sections at whose gate drives wait. */
  const listWaits = (drives: readonly Drive[]): number[] =>
    drives.flatMap((drive) =>
      drive.sections.flatMap(({ section, waitMs }) => (waitMs > 0 ? [section] : [])),
    );

  /**
   * Most ways lead over no closed road, so a way is first looked for as if all were open. If it comes to a closed
   * section, the sections that are closed on the day of departure are left out. So is any other section that is
   * closed on the day on which a drive comes to it. One that is closed at night is waited for, unless another way takes
   * no longer. Where no way is left, closed roads are driven, as little as may be; a ferry that has ended never is.
   *
   * @param find the drives with some sections closed, the recommended one first.
   */
  return async (
    startMs: number,
    find: (closing: Closing) => Promise<readonly Drive[]>,
  ): Promise<SeasonDrives> => {
    const timed = { waitFor: waitFrom(startMs) };
    const ended = endedOn(toOsloTime(startMs).day);
    const sailing = ended.length > 0 ? { laidUp: ended } : {};
    const { listClosed, listAvoided } = closedFrom(startMs);

    let closed: readonly number[] = [];
    /** Looks again without the roads that are closed when a drive comes to them, and those whose gate it waits at, until none is left. */
    const keepOpen = async (
      found: readonly Drive[],
      ferries: Pick<Closing, 'laidUp'> = sailing,
    ): Promise<readonly Drive[]> => {
      const findWithout = (roads: readonly number[]) => {
        closed = [...new Set([...closed, ...closedAt(startMs), ...roads])].sort((a, b) => a - b);
        return find({ closed, ...ferries, ...timed });
      };
      let open = found;
      for (let shut = listClosed(open); shut.length > 0; shut = listClosed(open))
        open = await findWithout(shut);
      const waits = listWaits(open);
      if (waits.length === 0) return open;
      const before = closed;
      const round = await keepOpen(await findWithout(waits), ferries);
      if (durationOf(round) <= durationOf(open)) return round;
      closed = before;
      return open;
    };
    /** Goes round a ferry that does not sail for hours, where that is sooner there. */
    const sailByDay = async (found: readonly Drive[]): Promise<readonly Drive[]> => {
      const idle = new Set<number>();
      let [best, next] = [found, found];
      for (
        let rides = listIdle(next);
        rides.some((ride) => !idle.has(ride));
        rides = listIdle(next)
      ) {
        for (const ride of rides) idle.add(ride);
        const laidUp = [...ended, ...idle].sort((a, b) => a - b);
        next = await keepOpen(await find({ closed, laidUp, ...timed }), { laidUp });
        if (durationOf(next) < durationOf(best)) best = next;
      }
      return best;
    };
    const usual = await find({ closed, ...timed });
    const isSailed = usual.every(({ boardings }) =>
      boardings.every(({ ride }) => !ended.includes(ride)),
    );
    const first = isSailed ? usual : await find({ closed, ...sailing, ...timed });
    const avoided = listAvoided(first);
    const drives = await keepOpen(first);
    if (drives.length === 0 && closed.length > 0)
      return { drives: await find({ closed, ...sailing, ...timed, evenClosed: true }), avoided };
    return { drives: await sailByDay(drives), avoided };
  };
}
