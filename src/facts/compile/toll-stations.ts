/**
 * `data/toll-stations.json` from the rows of the road database and the decisions in
 * `data/curated/toll-stations*.json`. Every row is kept.
 */
import type { Day } from '../../base/day.ts';
import type { StationRow } from '../../upstream/road-database/parse-station.ts';
import type { StationRecord } from '../schema/toll-stations.ts';
import { listPeriods } from '../toll-project.ts';
import { type OnUndecided, refuseUndecided, type StationCuration } from './station-curation.ts';
import {
  type DirectionSources,
  type Draft,
  decideDirections,
  mergeDirection,
} from './station-directions.ts';
import { groupStation, listGroupNumbers } from './station-hour-group.ts';
import { findOutdatedDuplicates, keyStations } from './station-key.ts';
import type { Metered } from './station-metering.ts';
import { cleanName } from './station-name.ts';
import { readTariff, tariffOf } from './station-rush.ts';

export interface StationSources extends DirectionSources {
  readonly stations: readonly StationRow[];
  /** The data in force, by id. It is used where no decision exists; absent: there is none. */
  readonly known?: ReadonlyMap<string, StationRecord>;
  /** Absent: every row must be decided. */
  readonly onUndecided?: OnUndecided;
}

export interface CompiledStations {
  /** In the order of their ids. */
  readonly stations: readonly StationRecord[];
  /** How the direction of each record was decided, before old records are merged. */
  readonly metered: readonly Metered[];
}

/** Compiles all records of the source. @throws Error for a row without its decision, if `onUndecided` is absent. */
export function compileTollStations(sources: StationSources): CompiledStations {
  const rows = [...sources.stations].sort((a, b) => a.nvdbId - b.nvdbId);
  const drafts = draftStations(rows, sources);
  const metered = decideDirections(rows, drafts, sources);
  const stations = drafts.map((draft, i) => ({
    ...draft,
    ...mergeDirection(i, drafts, metered),
  }));
  return { stations, metered };
}

function draftStations(
  rows: readonly StationRow[],
  { curation, known = new Map(), onUndecided = refuseUndecided }: StationSources,
): Draft[] {
  const bare = rows.map((row) => {
    const id = String(row.nvdbId);
    const before = known.get(id);
    const kind = readKind(row, before, onUndecided);
    return {
      id,
      ...nameStation(row, before, curation),
      kind,
      ...tieStation(row, kind, curation, { known: before, onUndecided }),
      road: row.road,
      municipality: row.municipality,
      lat: row.lat,
      lon: row.lon,
      ...readTariff(row),
      ...readNumbers(row),
    };
  });
  const keysBefore = new Map([...known].map(([id, { passageKey }]) => [id, passageKey]));
  const keys = keyStations(bare, curation.keys, keysBefore);
  const stale = findOutdatedDuplicates(bare);
  const ramps = new Set(curation.ramps.map(({ id }) => id));
  const groupOfNumber = listGroupNumbers(rows, known);
  const drafts = bare.map((station, i) => {
    const current = stale.get(station.id);
    return {
      ...station,
      passageKey: keys.get(current ?? station.id) ?? station.id,
      ...(current === undefined ? {} : { staleTwinOf: current }),
      ...groupStation(rows[i] as StationRow, station, curation, {
        known: known.get(station.id),
        groupOfNumber,
        onUndecided,
      }),
      ...(ramps.has(station.id) || isRampName(station.name) ? { onRamp: true as const } : {}),
    };
  });
  return drafts.map((draft) => withEnd(withTariffOfStation(draft, drafts), curation));
}

/** A record without a tariff gets the tariff of another record of its station, if there is one. */
function withTariffOfStation(draft: Draft, drafts: readonly Draft[]): Draft {
  if (draft.smallNok !== null || draft.largeNok !== null) return draft;
  const other = drafts.find(
    ({ passageKey, smallNok }) => passageKey === draft.passageKey && smallNok !== null,
  );
  if (other === undefined) return draft;
  const tariffNote = `The source has no tariff here: that of ${other.id}, the same station.`;
  return { ...draft, ...tariffOf(other), tariffNote };
}

/** Marks a station that no longer collects. A missing tariff is then no unknown tariff. */
function withEnd(station: Draft, { projects }: StationCuration): Draft {
  const project = projects.find(({ id }) => id === station.project);
  const collectedUntil = project && findEnd(station.passageKey, project);
  if (collectedUntil === undefined) return station;
  if (station.smallNok !== null || station.largeNok !== null) return { ...station, collectedUntil };
  const tariffNote = 'The source has no price above 0: no toll is collected any more.';
  return { ...station, tariffNote, collectedUntil };
}

/** The first day on which the station certainly no longer collects; `undefined`: it still collects, or will again. */
function findEnd(
  passageKey: string,
  project: StationCuration['projects'][number],
): Day | undefined {
  const { periods = [] } = listPeriods(passageKey, project);
  return periods.every(({ openTo }) => openTo !== undefined)
    ? periods.at(-1)?.openTo?.day
    : undefined;
}

function nameStation(
  row: StationRow,
  known: Pick<StationRecord, 'name'> | undefined,
  { names }: StationCuration,
): Pick<StationRecord, 'name' | 'written'> {
  const decided = names.find(({ id }) => id === String(row.nvdbId))?.name;
  const written = row.name === null ? undefined : cleanName(row.name);
  const name = decided ?? written ?? known?.name ?? `Unnamed, ${row.road}`;
  return { name, ...(written !== undefined && written !== name && { written }) };
}

/** The facts that only the road database has about a station. A fact that it does not have is absent. */
function readNumbers(row: StationRow): Partial<StationRecord> {
  const { operatorId, stationCode, hourGroupNo, positions = [] } = row;
  return {
    ...(operatorId != null && { operatorId }),
    ...(stationCode != null && { stationCode }),
    ...(hourGroupNo != null && { hourGroupNo }),
    ...(positions.length > 0 && { positions }),
  };
}

const isRampName = (name: string) => /påkjøring|avkjøring|rampe/i.test(name);

interface Tied {
  readonly project: string;
  readonly operator: string | null;
}

const KINDS: Readonly<Record<string, StationRecord['kind']>> = {
  'AutoPASS bomstasjon': 'autopass',
  'Bomstasjon på lokal/privat veg': 'private',
  Ferjeinnkrevingspunkt: 'ferry-collection',
};

/** The facts of the data in force about a station. They are used where no decision exists. */
type KnownStation = Pick<StationRecord, 'kind' | 'project' | 'operator'>;

/**
 * The kind of a row. A category that is new in the source needs a decision. Until then the row keeps its kind. A new
 * row is AutoPASS if it has a name there, else private.
 */
function readKind(
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
 * The project and operator of a row: by decision, by the operator's spelling, by the kind, otherwise `unknown`. A new
 * spelling needs a decision. Until then the row keeps its project.
 */
function tieStation(
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
