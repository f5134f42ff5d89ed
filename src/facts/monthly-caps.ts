import type { MonthlyCap, TollStation } from '../pricing/toll/law.ts';
import type { ProjectRecord } from './toll-projects-schema.ts';
import type { StationRecord } from './toll-stations-schema.ts';

/** The monthly cap that the passages of a station count for; nothing where none is published. */
export function findMonthlyCap(
  { hourGroup, passageKey }: Pick<StationRecord, 'hourGroup' | 'passageKey'>,
  { caps = [], name: project }: Pick<ProjectRecord, 'caps' | 'name'>,
): { readonly cap?: MonthlyCap } {
  const found = caps.find(
    ({ key, ungrouped }) =>
      key === undefined || key === hourGroup || (hourGroup === null && ungrouped === true),
  );
  if (found === undefined) return {};
  const { key, group, perMonth, sizes = ['small', 'large'], knownOn, source } = found;
  const name = key === undefined ? `${group}, ${project}` : group;
  return { cap: { key: key ?? passageKey, name, perMonth, sizes, knownOn, source } };
}

/** The names that a caller may count the passages of a month by: hour groups and caps, sorted. */
export function listCapGroups(stations: readonly TollStation[]): readonly string[] {
  const names = stations.flatMap(({ hourGroup, cap }) => [hourGroup ?? [], cap?.key ?? []].flat());
  return [...new Set(names)].toSorted();
}
