import type { StationCuration } from './station-curation.ts';
import type { SourceStation } from './station-source.ts';

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
  name: string,
  project: string,
  curation: StationCuration,
): HourGroup {
  const id = String(row.nvdbId);
  const decided = curation.hourGroups.find((decision) => decision.id === id);
  if (decided !== undefined) return { hourGroup: decided.hourGroup, hourGroupWhy: decided.why };
  if (row.hourRule === null || row.hourRule === 'none') return { hourGroup: null };
  if (project === 'oslo') return { hourGroup: osloGroup(id, curation) };
  if (project === 'trondheim') return { hourGroup: trondheimGroup(name) };
  return { hourGroup: project };
}

function osloGroup(id: string, { osloRings }: StationCuration): string {
  const ring = osloRings.find((entry) => entry.id === id)?.ring;
  if (ring === undefined) throw new Error(`Expected an Oslo ring for ${id}.`);
  return ring === 'bygrensen' ? 'oslo-b' : 'oslo-a';
}

function trondheimGroup(name: string): string {
  const [, letter] = /\b([BKMNOST])-snitt/.exec(name) ?? [];
  if (letter === undefined) throw new Error(`Expected a snitt or a decision for "${name}".`);
  return `trondheim-${letter.toLowerCase()}`;
}
