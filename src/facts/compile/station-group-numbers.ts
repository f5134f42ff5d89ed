import type { GroupTerms } from './station-hour-group.ts';
import type { StationRecord } from './station-record.ts';
import type { SourceStation } from './station-source.ts';

/**
 * Tells the hour group of a number of the road database: the one that all stations of the project
 * with that number belong to in the data in force. `undefined` where they belong to several, or none.
 */
export function listGroupNumbers(
  rows: readonly Pick<SourceStation, 'nvdbId' | 'hourGroupNo'>[],
  known: ReadonlyMap<string, Pick<StationRecord, 'project' | 'hourGroup'>>,
): GroupTerms['groupOfNumber'] {
  const groups = new Map<string, Set<string | null>>();
  for (const { nvdbId, hourGroupNo } of rows) {
    const station = known.get(String(nvdbId));
    if (station === undefined || hourGroupNo == null) continue;
    const key = `${station.project} ${hourGroupNo}`;
    groups.set(key, (groups.get(key) ?? new Set()).add(station.hourGroup));
  }
  return (project, hourGroupNo) => {
    const [group, ...others] = groups.get(`${project} ${hourGroupNo}`) ?? [];
    return others.length === 0 ? (group ?? undefined) : undefined;
  };
}
