import type { StationCuration } from './station-curation.ts';
import type { StationKind } from './station-record.ts';
import type { SourceStation } from './station-source.ts';

export interface Tied {
  readonly project: string;
  readonly operator: string | null;
}

const KINDS: Readonly<Record<string, StationKind>> = {
  'AutoPASS bomstasjon': 'autopass',
  'Bomstasjon på lokal/privat veg': 'private',
  Ferjeinnkrevingspunkt: 'ferry-collection',
};

/** The kind of a row. @throws for a category that the source has not had so far. */
export function readKind(row: SourceStation): StationKind {
  const kind = KINDS[row.category];
  if (kind === undefined)
    throw new Error(`Expected a known category for ${row.nvdbId}, got ${row.category}.`);
  return kind;
}

/**
 * The project and operator of a row: by decision, by the operator's spelling, by the kind; else
 * `unknown`. @throws for an operator whose spelling nobody has joined yet.
 */
export function tieStation(row: SourceStation, curation: StationCuration): Tied {
  const written = row.operator?.replace(/\s+/g, ' ').trim();
  const spelling = curation.operators.find(({ written: all }) => all.includes(written ?? ''));
  const operator = spelling?.operator ?? null;
  const tie = curation.ties.find(({ id }) => id === String(row.nvdbId));
  if (tie !== undefined) return { project: tie.project, operator: tie.operator ?? operator };
  const kind = readKind(row);
  if (kind !== 'autopass')
    return {
      project: kind === 'private' ? 'private-roads' : 'ferry-collection',
      operator: written ?? null,
    };
  if (written !== undefined && spelling === undefined)
    throw new Error(`Expected a curated spelling of the operator "${written}".`);
  return { project: spelling?.project ?? 'unknown', operator };
}
