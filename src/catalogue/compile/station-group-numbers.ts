import type { GroupTerms } from './station-hour-group.ts';
import type { StationRecord } from './station-record.ts';

/**
 * Tells the hour group of a number of the road database: the one that all stations of the project
 * with that number share in the data in force. `undefined` where they share none.
 */
export function listGroupNumbers(
  known: ReadonlyMap<string, StationRecord>,
): GroupTerms['groupOfNumber'] {
  const groups = new Map<string, Set<string | null>>();
  for (const { project, hourGroup, hourGroupNo } of known.values()) {
    if (hourGroupNo === undefined) continue;
    const key = `${project} ${hourGroupNo}`;
    groups.set(key, (groups.get(key) ?? new Set()).add(hourGroup));
  }
  return (project, hourGroupNo) => {
    const [group, ...others] = groups.get(`${project} ${hourGroupNo}`) ?? [];
    return others.length === 0 ? (group ?? undefined) : undefined;
  };
}
