/**
 * `data/toll-stations.json` from the extract of the road database and the decisions in
 * `data/curated/toll-stations*.json`. Every row of the source is kept.
 */
import type { StationCuration } from './station-curation.ts';
import { type Draft, decideDirections, mergeDirection } from './station-directions.ts';
import { groupStation } from './station-hour-group.ts';
import { keyStations } from './station-key.ts';
import { findContradictions } from './station-metering.ts';
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
    ...mergeDirection(i, drafts, metered),
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

function nameOf(row: SourceStation, { names }: StationCuration): string {
  const decided = names.find(({ id }) => id === String(row.nvdbId));
  return decided?.name ?? cleanName(row.name ?? `Unnamed, ${row.road}`);
}

const isRampName = (name: string) => /påkjøring|avkjøring|rampe/i.test(name);
