import type { StationCuration } from './station-curation.ts';
import type { StationRecord } from './station-record.ts';
import type { SourceStation } from './station-source.ts';
import type { OnUndecided } from './undecided.ts';

export interface HourGroup {
  readonly hourGroup: string | null;
  readonly hourGroupWhy?: string;
}

/**
 * The group of stations that share an hour rule: one per project, but two in Oslo and one per
 * "snitt" in Trondheim, whose letter stands in the name. `null` where there is no hour rule.
 *
 * Source: operators' pages in reference of 2022-2026; NVDB property 9412 elsewhere.
 */
export function groupStation(
  row: SourceStation,
  { name, project }: Pick<StationRecord, 'name' | 'project'>,
  curation: StationCuration,
  { known, groupOfNumber, onUndecided }: GroupTerms,
): HourGroup {
  const id = String(row.nvdbId);
  const decided = curation.hourGroups.find((decision) => decision.id === id);
  if (decided !== undefined) return { hourGroup: decided.hourGroup, hourGroupWhy: decided.why };
  if (row.hourRule === 'unknown') {
    onUndecided(id, 'a known hour rule');
    return { hourGroup: known?.hourGroup ?? null };
  }
  if (row.hourRule === null || row.hourRule === 'none') return { hourGroup: null };
  const group = findOwnGroup(id, name, project, curation);
  if (group !== undefined) return { hourGroup: group };
  const sameNumber = groupOfNumber(project, row.hourGroupNo ?? undefined);
  if (sameNumber !== undefined)
    return { hourGroup: sameNumber, hourGroupWhy: WHY_NUMBER(row.hourGroupNo) };
  onUndecided(id, project === 'oslo' ? 'an Oslo ring' : `a snitt or a decision for "${name}"`);
  return { hourGroup: known?.hourGroup ?? `${project}-${id}` };
}

/** What a group is found with where the name does not tell it. */
export interface GroupTerms {
  /** The station in the data in force. */
  readonly known: Pick<StationRecord, 'hourGroup'> | undefined;
  /** The group that decided stations of the project with this number share, if they do. */
  readonly groupOfNumber: (project: string, hourGroupNo: number | undefined) => string | undefined;
  readonly onUndecided: OnUndecided;
}

const WHY_NUMBER = (hourGroupNo: number | null | undefined) =>
  `The group of the stations with the same number, ${hourGroupNo}, in the road database.`;

/** `undefined` where a project has several groups and nothing tells which. */
function findOwnGroup(
  id: string,
  name: string,
  project: string,
  { osloRings }: StationCuration,
): string | undefined {
  if (project === 'oslo') {
    const ring = osloRings.find((entry) => entry.id === id)?.ring;
    return ring && (ring === 'bygrensen' ? 'oslo-b' : 'oslo-a');
  }
  if (project !== 'trondheim') return project;
  const [, letter] = /\b([BKMNOST])-snitt/.exec(name) ?? [];
  return letter && `trondheim-${letter.toLowerCase()}`;
}
