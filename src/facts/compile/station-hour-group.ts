import { groupBy } from '../../base/lists.ts';
import type { StationRow } from '../../upstream/road-database/parse-station.ts';
import type { StationRecord } from '../schema/toll-stations.ts';
import type { OnUndecided, StationCuration } from './station-curation.ts';

export interface HourGroup {
  readonly hourGroup: string | null;
  readonly hourGroupWhy?: string;
}

/**
 * The group of stations that share an hour rule. Each project has one group, but Oslo has two, and Trondheim has one
 * for each "snitt", whose letter stands in the name. `null`: there is no hour rule.
 *
 * Source: operators' pages in reference of 2022-2026; NVDB property 9412 elsewhere.
 */
export function groupStation(
  row: StationRow,
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
  const sameNumber = groupOfNumber(project, row.hourGroupNo);
  if (sameNumber !== undefined)
    return { hourGroup: sameNumber, hourGroupWhy: WHY_NUMBER(row.hourGroupNo) };
  onUndecided(id, project === 'oslo' ? 'an Oslo ring' : `a snitt or a decision for "${name}"`);
  return { hourGroup: known?.hourGroup ?? `${project}-${id}` };
}

/** The data that gives the group if the name does not tell it. */
export interface GroupTerms {
  /** The station in the data in force. */
  readonly known: Pick<StationRecord, 'hourGroup'> | undefined;
  /** The group that all known stations of the project with this number share, if they share one. */
  readonly groupOfNumber: (project: string, hourGroupNo: number | null) => string | undefined;
  readonly onUndecided: OnUndecided;
}

const WHY_NUMBER = (hourGroupNo: number | null) =>
  `The group of the stations with the same number, ${hourGroupNo}, in the road database.`;

/** `undefined`: the project has several groups, and nothing tells which of them. */
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

/**
 * Gives the hour group for a number of the road database: the group that all stations of the project with this number
 * have in the data in force. `undefined`: they have several groups, or none.
 */
export function listGroupNumbers(
  rows: readonly Pick<StationRow, 'nvdbId' | 'hourGroupNo'>[],
  known: ReadonlyMap<string, Pick<StationRecord, 'project' | 'hourGroup'>>,
): GroupTerms['groupOfNumber'] {
  const numbered = rows.flatMap(({ nvdbId, hourGroupNo }) => {
    const station = known.get(String(nvdbId));
    return station === undefined || hourGroupNo === null ? [] : [{ ...station, hourGroupNo }];
  });
  const groups = groupBy(numbered, ({ project, hourGroupNo }) => `${project} ${hourGroupNo}`);
  return (project, hourGroupNo) => {
    const [group, ...others] = new Set(
      groups.get(`${project} ${hourGroupNo}`)?.map(({ hourGroup }) => hourGroup),
    );
    return others.length === 0 ? (group ?? undefined) : undefined;
  };
}
