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
  /** The drive with the least weight comes first; `[]`: there is no way. */
  readonly drives: readonly Drive[];
  /**
   * Closed sections that the best drive would lead over if they were open, and when it would reach them without waits
   * at gates.
   */
  readonly avoided: readonly { readonly id: string; readonly atS: number }[];
}

/**
 * Another way is looked for if a wait is longer by this than the usual wait, which was assumed when the way was chosen.
 * The value is chosen to save searches, and is no fact. A way that is sooner by less than this is not found.
 */
const LONG_WAIT_MS = 60 * 60_000;

/** Gives the waits of a trip that sets out at a moment, Unix milliseconds. */
export type WaitFrom = (startMs: number) => WaitFor;

/** What avoiding tolls means on a day. */
export interface Avoiding extends Required<Pick<Closing, 'idle'>> {
  /** Does a drive pass a gate that is not idle, or come onto a private toll road? */
  readonly hasTolls: (drive: Drive) => boolean;
}

interface SeasonTerms {
  /** Ids of the sections, by their number in the network. */
  readonly ids: readonly string[];
  readonly sections: readonly RoadSection[];
  /** By ride: the usual wait. */
  readonly usualWaitMs: Int32Array;
  readonly waitFrom: WaitFrom;
  /** Gives the rides, ascending, that have ended by a day. */
  readonly endedOn: (day: Day) => readonly number[];
}

/** Gives the numbers, ascending, of the sections that are closed at a moment, Unix milliseconds. */
export function openClosed({ ids, sections }: Pick<SeasonTerms, 'ids' | 'sections'>) {
  const indexOf = new Map(ids.map((id, i) => [id, i]));
  const closedOnDay = memoizeKeys((day: Day): readonly number[] =>
    closedOn(sections, day)
      .flatMap(({ id }) => indexOf.get(id) ?? [])
      .sort((a, b) => a - b),
  );
  return (atMs: number) => closedOnDay(toOsloTime(atMs).day);
}

/** Tells whether a section is closed for the night at a moment, and how long the wait is until it opens. */
export function openNights({ ids, sections }: Pick<SeasonTerms, 'ids' | 'sections'>) {
  const byId = new Map(sections.map((section) => [section.id, section]));
  const byNumber = ids.map((id) => byId.get(id));
  return {
    isShut(number: number, atMs: number): boolean {
      const section = byNumber[number];
      return section !== undefined && isShutAtNight(section, toOsloTime(atMs));
    },
    /** 0: the section is open, or it is closed by day, too. */
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
  /** A way without a toll counts before a sooner one. No drive is worse than any. */
  const openComparing = (avoiding: Avoiding | undefined) => {
    const costOf = ([best]: readonly Drive[]) =>
      best === undefined ? Number.POSITIVE_INFINITY : Number(avoiding?.hasTolls(best) ?? false);
    return (one: readonly Drive[], other: readonly Drive[]): boolean =>
      costOf(one) === costOf(other)
        ? durationOf(one) < durationOf(other)
        : costOf(one) < costOf(other);
  };

  /** Sections at whose gates drives wait. */
  const listWaits = (drives: readonly Drive[]): number[] =>
    drives.flatMap((drive) =>
      drive.sections.flatMap(({ section, waitMs }) => (waitMs > 0 ? [section] : [])),
    );

  /**
   * Most ways lead over no closed road, so a way is first looked for as if all roads were open. If it comes to a closed
   * section, the sections that are closed on the day of departure are left out. So is any other section that is closed
   * when a drive comes to it. A drive waits at a section that is closed for the night, unless another way takes no
   * longer. If no way is left, the way leads over closed roads, as little as possible. A ferry that has ended is never
   * used.
   *
   * @param find gives the drives with some sections closed, the recommended drive first.
   * @param avoiding given where tolls are to be avoided: a wait is longer rather than a toll paid. Where every way has
   *   one, time decides: the number of stations says little of what is paid.
   */
  return async (
    startMs: number,
    find: (closing: Closing) => Promise<readonly Drive[]>,
    avoiding?: Avoiding,
  ): Promise<SeasonDrives> => {
    const isBetter = openComparing(avoiding);
    const timed = { waitFor: waitFrom(startMs), ...(avoiding && { idle: avoiding.idle }) };
    const ended = endedOn(toOsloTime(startMs).day);
    const sailing = ended.length > 0 ? { laidUp: ended } : {};
    const { listClosed, listAvoided } = closedFrom(startMs);

    let closed: readonly number[] = [];
    /**
     * Looks again without the roads that are closed when a drive comes to them, until no such road is left. Then tries
     * to go round the gates at which a drive waits.
     */
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
      if (!isBetter(open, round)) return round;
      closed = before;
      return open;
    };
    /** Goes round a ferry with a long wait, if that way arrives sooner. */
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
        if (isBetter(next, best)) best = next;
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
