import type { StationRow } from '../../upstream/road-database/parse-station.ts';
import type { StationRecord } from '../schema/toll-stations.ts';
import type { OnUndecided, StationCuration } from './station-curation.ts';

export interface Tied {
  readonly project: string;
  readonly operator: string | null;
}

const KINDS: Readonly<Record<string, StationRecord['kind']>> = {
  'AutoPASS bomstasjon': 'autopass',
  'Bomstasjon på lokal/privat veg': 'private',
  Ferjeinnkrevingspunkt: 'ferry-collection',
};

/** What the data in force says of a station, which stands in where nothing decides. */
type KnownStation = Pick<StationRecord, 'kind' | 'project' | 'operator'>;

/**
 * The kind of a row. A category that the source has not had so far needs a decision; until then the
 * row is what it was, else AutoPASS if it has a name there.
 */
export function readKind(
  row: StationRow,
  known: KnownStation | undefined,
  onUndecided: OnUndecided,
): StationRecord['kind'] {
  const kind = KINDS[row.category];
  if (kind !== undefined) return kind;
  onUndecided(String(row.nvdbId), `a known category, not "${row.category}",`);
  const isInAutopass = row.operatorId != null && row.stationCode != null;
  return known?.kind ?? (isInAutopass ? 'autopass' : 'private');
}

interface TieTerms {
  readonly known: KnownStation | undefined;
  readonly onUndecided: OnUndecided;
}

/**
 * The project and operator of a row: by decision, by the operator's spelling, by the kind; else
 * `unknown`. A spelling that is not joined yet needs a decision; until then the row belongs
 * where it did.
 */
export function tieStation(
  row: StationRow,
  kind: StationRecord['kind'],
  curation: StationCuration,
  { known, onUndecided }: TieTerms,
): Tied {
  const written = row.operator?.replace(/\s+/g, ' ').trim();
  const spelling = curation.operators.find(({ written: all }) => all.includes(written ?? ''));
  const operator = spelling?.operator ?? null;
  const tie = curation.ties.find(({ id }) => id === String(row.nvdbId));
  if (tie !== undefined) return { project: tie.project, operator: tie.operator ?? operator };
  if (kind !== 'autopass')
    return {
      project: kind === 'private' ? 'private-roads' : 'ferry-collection',
      operator: written ?? null,
    };
  if (spelling !== undefined) return { project: spelling.project, operator };
  if (written !== undefined)
    onUndecided(String(row.nvdbId), `a curated spelling of the operator "${written}"`);
  return {
    project: known?.project ?? 'unknown',
    operator: known === undefined ? (written ?? null) : known.operator,
  };
}
