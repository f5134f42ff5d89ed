/** Drives on the roads and ferries that are open on the day. */
import type { Day } from '../base/day.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Drive } from '../routing/drive.ts';
import type { Router } from '../routing/router.ts';
import type { SnappedStop } from '../routing/snap.ts';
import { MOST_ALTERNATIVES } from '../trip/alternatives.ts';
import type { TripRequest } from '../trip/ports.ts';
import { closedOn, type RoadSection } from '../trip/road-section.ts';

interface SeasonDrives {
  /** The lightest first; `[]` where there is no way. */
  readonly drives: readonly Drive[];
  /** Ids of closed sections that the best drive would lead over if they were open. */
  readonly avoided: readonly string[];
}

/** @param ids of the sections, as the network numbers them. */
export function openSeasonRouter(
  router: Router,
  ids: readonly string[],
  sections: readonly RoadSection[],
) {
  const indexOf = new Map(ids.map((id, i) => [id, i]));
  const closedIndexes = (day: Day): ReadonlySet<number> =>
    new Set(closedOn(sections, day).flatMap((id) => indexOf.get(id) ?? []));

  /**
   * Most ways lead over no closed road, so they are looked for as if all were open. Only where one does, the sections
   * that are closed on the day of departure are left out, and those of a later day when a drive comes to them.
   * Where no way is left, closed roads are driven, as little as may be.
   */
  return (
    stops: readonly SnappedStop[],
    { startMs, avoidTolls, alternatives: others = MOST_ALTERNATIVES }: TripRequest,
  ): SeasonDrives => {
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

    let drives = router.drive(stops, { avoidTolls, others, closed: [] });
    const avoided = listClosed(drives.slice(0, 1)).map((section) => ids[section] as string);
    let closed = new Set<number>();
    for (let shut = listClosed(drives); shut.length > 0; shut = listClosed(drives)) {
      closed = new Set([...closed, ...closedAt(startMs), ...shut]);
      const wish = { avoidTolls, others, closed: [...closed].sort((a, b) => a - b) };
      drives = router.drive(stops, wish);
      if (drives.length === 0)
        return { drives: router.drive(stops, { ...wish, evenClosed: true }), avoided };
    }
    return { drives, avoided };
  };
}
