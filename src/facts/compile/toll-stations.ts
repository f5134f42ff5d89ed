/**
 * `data/toll-stations.json` from the rows of the road database and the decisions in
 * `data/curated/toll-stations*.json`. Every row is kept.
 */
import type { Day } from '../../base/day.ts';
import { groupBy } from '../../base/lists.ts';
import type { StationRow } from '../../upstream/road-database/parse-station.ts';
import type { StationRecord } from '../schema/toll-stations.ts';
import { listPeriods } from '../toll-project.ts';
import { type OnUndecided, refuseUndecided, type StationCuration } from './station-curation.ts';
import type { Metered } from './station-direction.ts';
import {
  type DirectionSources,
  type Draft,
  decideDirections,
  mergeDirection,
} from './station-directions.ts';
import { cleanName, findOutdatedDuplicates, keyStations } from './station-name.ts';
import { readTariff, tariffOf } from './station-rush.ts';

interface StationSources extends DirectionSources {
  readonly stations: readonly StationRow[];
  /** The data in force, by id. It is used where no decision exists; absent: there is none. */
  readonly known?: ReadonlyMap<string, StationRecord>;
  /** Absent: every row must be decided. */
  readonly onUndecided?: OnUndecided;
}

interface CompiledStations {
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

interface HourGroup {
  readonly hourGroup: string | null;
  readonly hourGroupWhy?: string;
}

/**
 * The group of stations that share an hour rule. Each project has one group, but Oslo has two, and Trondheim has one
 * for each "snitt", whose letter stands in the name. `null`: there is no hour rule.
 *
 * Source: operators' pages in reference of 2022-2026; NVDB property 9412 elsewhere.
 */
function groupStation(
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
interface GroupTerms {
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
function listGroupNumbers(
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
