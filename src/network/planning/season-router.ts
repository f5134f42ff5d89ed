/** Drives on the roads and ferries that are open on the day. */
import type { Day } from '../../base/day.ts';
import { memoizeKeys } from '../../base/memoize.ts';
import { toOsloTime } from '../../base/oslo-time.ts';
import type { Drive, WaitFor } from '../../routing/drive.ts';
import type { Closing } from '../../routing/router.ts';
import { closedOn, isShutAtNight, type RoadSection } from '../../trip/road-section.ts';

export interface SeasonDrives {
  /** The lightest first; `[]` where there is no way. */
  readonly drives: readonly Drive[];
  /** Ids of closed sections that the best drive would lead over if they were open. */
  readonly avoided: readonly string[];
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

/** Tells of a section, by its number, whether it is closed at the hour of night of a moment. */
function openShutAtNight({ ids, sections }: Pick<SeasonTerms, 'ids' | 'sections'>) {
  const byId = new Map(sections.map((section) => [section.id, section]));
  return (number: number, atMs: number): boolean => {
    const section = byId.get(ids[number] as string);
    return section !== undefined && isShutAtNight(section, toOsloTime(atMs));
  };
}

export function openSeasonRouter({ ids, sections, usualWaitMs, waitFrom, endedOn }: SeasonTerms) {
  const closedAt = openClosed({ ids, sections });
  const isShut = openShutAtNight({ ids, sections });

  const listIdle = ([best]: readonly Drive[]): number[] =>
    (best?.boardings ?? []).flatMap(({ ride, waitMs }) =>
      ride >= 0 && waitMs - (usualWaitMs[ride] ?? 0) >= LONG_WAIT_MS ? [ride] : [],
    );
  const durationOf = ([best]: readonly Drive[]): number =>
    best?.durationMs ?? Number.POSITIVE_INFINITY;

  /**
   * Most ways lead over no closed road, so a way is first looked for as if all were open. If it comes to a closed
   * section, the sections that are closed on the day of departure are left out. So is any other section that is
   * closed on the day, or at the hour of the night, at which a drive comes to it. Where no way is left, closed roads
   * are driven, as little as may be; a ferry that has ended never is.
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
    const listClosed = (drives: readonly Drive[]): number[] =>
      drives.flatMap((drive) =>
        drive.sections.flatMap(({ section, atMs }) => {
          const ms = startMs + atMs;
          return closedAt(ms).includes(section) || isShut(section, ms) ? [section] : [];
        }),
      );

    let closed: readonly number[] = [];
    /** Looks again without the roads that are closed when a drive comes to them, until none is left. */
    const keepOpen = async (
      found: readonly Drive[],
      ferries: Pick<Closing, 'laidUp'> = sailing,
    ): Promise<readonly Drive[]> => {
      let open = found;
      for (let shut = listClosed(open); shut.length > 0; shut = listClosed(open)) {
        closed = [...new Set([...closed, ...closedAt(startMs), ...shut])].sort((a, b) => a - b);
        open = await find({ closed, ...ferries, ...timed });
      }
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
    const avoided = listClosed(first.slice(0, 1)).map((section) => ids[section] as string);
    const drives = await keepOpen(first);
    if (drives.length === 0 && closed.length > 0)
      return { drives: await find({ closed, ...sailing, ...timed, evenClosed: true }), avoided };
    return { drives: await sailByDay(drives), avoided };
  };
}
