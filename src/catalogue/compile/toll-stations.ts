/**
 * `data/toll-stations.json` from the extract of the road database and the decisions in
 * `data/curated/toll-stations*.json`. Every row of the source is kept.
 */
import type { ChargedRing, StationCuration } from './station-curation.ts';
import { both, type Direction, decideAlone, oneWay, undecided } from './station-direction.ts';
import { groupStation } from './station-hour-group.ts';
import { keyStations } from './station-key.ts';
import {
  findContradictions,
  findMeteredNeighbour,
  type Metered,
  meteringDeg,
} from './station-metering.ts';
import { cleanName } from './station-name.ts';
import { readKind, tieStation } from './station-project.ts';
import type { StationRecord } from './station-record.ts';
import { readTariff } from './station-rush.ts';
import type { SourceStation, StationRoad } from './station-source.ts';
import { findStaleTwins } from './station-twins.ts';

export interface StationSources {
  readonly stations: readonly SourceStation[];
  readonly roads: readonly StationRoad[];
  readonly curation: StationCuration;
}

type Draft = Omit<StationRecord, keyof Direction>;

export interface CompiledStations {
  /** In the order of their ids. */
  readonly stations: readonly StationRecord[];
  /** Pairs of ids on one road whose directions run against its metering; for a human to look at. */
  readonly contradictions: readonly (readonly [string, string])[];
}

/** All records of the source. @throws for a row that no decision covers. */
export function compileTollStations(sources: StationSources): CompiledStations {
  const rows = [...sources.stations].sort((a, b) => a.nvdbId - b.nvdbId);
  const drafts = draftStations(rows, sources.curation);
  const metered = decideDirections(rows, drafts, sources);
  const stations = drafts.map((draft, i) => ({
    ...draft,
    ...mergedDirection(draft, metered[i] as Metered, drafts, metered),
  }));
  return { stations, contradictions: findContradictions(metered) };
}

function draftStations(rows: readonly SourceStation[], curation: StationCuration): Draft[] {
  const bare = rows.map((row) => ({
    id: String(row.nvdbId),
    name: nameOf(row, curation),
    kind: readKind(row),
    ...tieStation(row, curation),
    road: row.road,
    municipality: row.municipality,
    lat: row.lat,
    lon: row.lon,
    ...readTariff(row),
  }));
  const keys = keyStations(bare, curation.keys);
  const stale = findStaleTwins(bare);
  const ramps = new Set(curation.ramps.map(({ id }) => id));
  const drafts = bare.map((station, i) => {
    const current = stale.get(station.id);
    return {
      ...station,
      passageKey: keys.get(current ?? station.id) ?? station.id,
      ...(current === undefined ? {} : { staleTwinOf: current }),
      ...groupStation(rows[i] as SourceStation, station.name, station.project, curation),
      ...(ramps.has(station.id) || isRampName(station.name) ? { onRamp: true as const } : {}),
    };
  });
  return drafts.map((draft) => withTariffOfStation(draft, drafts));
}

/** A record without a tariff has the tariff of the other record of its station, if there is one. */
function withTariffOfStation(draft: Draft, drafts: readonly Draft[]): Draft {
  if (draft.smallNok !== null || draft.largeNok !== null) return draft;
  const other = drafts.find(
    ({ passageKey, smallNok }) => passageKey === draft.passageKey && smallNok !== null,
  );
  if (other === undefined) return draft;
  const { smallNok, largeNok, smallRushNok, rush } = other;
  const tariffNote = `The source has no tariff here: that of ${other.id}, the same station.`;
  return { ...draft, smallNok, largeNok, smallRushNok, rush, tariffNote };
}

/** The direction of every row: first what can be told alone, then by twin and by metering. */
function decideDirections(
  rows: readonly SourceStation[],
  drafts: readonly Draft[],
  { roads, curation }: StationSources,
): Metered[] {
  const alone = rows.map((row, i) => {
    const draft = drafts[i] as Draft;
    const decision = curation.directions.find(({ id }) => id === draft.id);
    const ring = findRing(draft, curation);
    return decideAlone(roads, { row, name: draft.name, decision, ring });
  });
  const toMetered = (direction: Direction, i: number): Metered => {
    const { project, onRamp = false } = drafts[i] as Draft;
    return { row: rows[i] as SourceStation, project, onRamp, direction };
  };
  const known = alone.flatMap((direction, i) => (direction ? [toMetered(direction, i)] : []));
  return alone.map((direction, i) =>
    toMetered(direction ?? decideByOthers(i, rows, drafts, known, roads), i),
  );
}

function decideByOthers(
  i: number,
  rows: readonly SourceStation[],
  drafts: readonly Draft[],
  known: readonly Metered[],
  roads: readonly StationRoad[],
): Direction {
  const row = rows[i] as SourceStation;
  const draft = drafts[i] as Draft;
  if (row.direction === null)
    return both('none', 'The source names no direction, and nothing else does.');
  const neighbour = draft.onRamp ? undefined : findMeteredNeighbour(known, row, draft.project);
  const alongDeg = neighbour && meteringDeg(neighbour);
  if (neighbour !== undefined && alongDeg !== undefined) {
    const deg = row.direction === 'with' ? alongDeg : (alongDeg + 180) % 360;
    const why = `"${row.direction}" the metering, which runs on ${row.road} as at ${neighbour.row.nvdbId}.`;
    return oneWay(roads, row, deg, 'metering', why);
  }
  const opposite = row.direction === 'with' ? 'against' : 'with';
  const twin = drafts.findIndex(
    (other, j) => other.passageKey === draft.passageKey && rows[j]?.direction === opposite,
  );
  if (twin >= 0)
    return both('twin', `${drafts[twin]?.id} charges the other direction of the same station.`);
  return undecided(
    `The source says "${row.direction}", relative to a metering that it does not give; neither name, ring, twin nor road tells which way that is.`,
  );
}

/** A stale row takes over the direction of its current row, which takes over what the stale adds. */
function mergedDirection(
  draft: Draft,
  own: Metered,
  drafts: readonly Draft[],
  metered: readonly Metered[],
): Direction {
  if (draft.staleTwinOf !== undefined) {
    const current = drafts.findIndex(({ id }) => id === draft.staleTwinOf);
    const merged = mergedDirection(
      drafts[current] as Draft,
      metered[current] as Metered,
      drafts,
      metered,
    );
    return { ...merged, chargedWhy: `Never charged: an old record of ${draft.staleTwinOf}.` };
  }
  const stale = metered.filter((_, i) => drafts[i]?.staleTwinOf === draft.id);
  const adds = stale.find(({ row }) => row.direction !== own.row.direction && row.direction);
  if (adds === undefined || own.direction.charged === 'both') return own.direction;
  return both(
    'twin',
    `The source says "${own.row.direction}" here and "${adds.row.direction}" on the old record ${adds.row.nvdbId}.`,
  );
}

function findRing(draft: Draft, curation: StationCuration): ChargedRing | undefined {
  const osloRing = curation.osloRings.find(({ id }) => id === draft.id)?.ring;
  return curation.rings.find(
    ({ project, ring, ids }) =>
      project === draft.project &&
      (ring === undefined || ring === osloRing) &&
      (ids === undefined || ids.includes(draft.id)) &&
      draft.onRamp === undefined,
  );
}

function nameOf(row: SourceStation, { names }: StationCuration): string {
  const decided = names.find(({ id }) => id === String(row.nvdbId));
  return decided?.name ?? cleanName(row.name ?? `Unnamed, ${row.road}`);
}

const isRampName = (name: string) => /påkjøring|avkjøring|rampe/i.test(name);
