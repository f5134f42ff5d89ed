/** Drives on the roads and ferries that are open on the day. */
import type { Day } from '../base/day.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Drive } from '../routing/drive.ts';
import type { Closing } from '../routing/router.ts';
import { closedOn, type RoadSection } from '../trip/road-section.ts';

export interface SeasonDrives {
  /** The lightest first; `[]` where there is no way. */
  readonly drives: readonly Drive[];
  /** Ids of closed sections that the best drive would lead over if they were open. */
  readonly avoided: readonly string[];
}

/** @param ids of the sections, as the network numbers them. */
export function openSeasonRouter(ids: readonly string[], sections: readonly RoadSection[]) {
  const indexOf = new Map(ids.map((id, i) => [id, i]));
  const closedIndexes = (day: Day): ReadonlySet<number> =>
    new Set(closedOn(sections, day).flatMap((id) => indexOf.get(id) ?? []));

  /**
   * Most ways lead over no closed road, so they are looked for as if all were open. Only where one does, the sections
   * that are closed on the day of departure are left out, and those of a later day when a drive comes to them.
   * Where no way is left, closed roads are driven, as little as may be.
   *
   * @param find the drives with some sections closed, the recommended one first.
   */
  return async (
    startMs: number,
    find: (closing: Closing) => Promise<readonly Drive[]>,
  ): Promise<SeasonDrives> => {
    const closedOf = new Map<Day, ReadonlySet<number>>();
    const closedAt = (atMs: number): ReadonlySet<number> => {
      const { day } = toOsloTime(atMs);
      const closed = closedOf.get(day) ?? closedIndexes(day);
      closedOf.set(day, closed);
      return closed;
    };
    const listClosed = (drives: readonly Drive[]): number[] =>
      drives.flatMap((drive) =>
        drive.sections.flatMap(({ section, atMs }) =>
          closedAt(startMs + atMs).has(section) ? [section] : [],
        ),
      );

    let drives = await find({ closed: [] });
    const avoided = listClosed(drives.slice(0, 1)).map((section) => ids[section] as string);
    let closed = new Set<number>();
    for (let shut = listClosed(drives); shut.length > 0; shut = listClosed(drives)) {
      closed = new Set([...closed, ...closedAt(startMs), ...shut]);
      const closing = { closed: [...closed].sort((a, b) => a - b) };
      drives = await find(closing);
      if (drives.length === 0)
        return { drives: await find({ ...closing, evenClosed: true }), avoided };
    }
    return { drives, avoided };
  };
}
