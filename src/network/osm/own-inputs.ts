import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseChecked } from '../../base/parse-checked.ts';
import type { Area } from '../../geo/area.ts';
import { decodePolyline } from '../../geo/polyline.ts';
import { EngineFile, SpeedsFile, StationPlacesFile } from '../network-schema.ts';
import type { FerryRules } from './ferry-tags.ts';
import { OsmFile, OutlineFile, QuaysFile } from './osm-schema.ts';
import type { OsmPlacing } from './place-on-roads.ts';

/** What an own road network is made of, the map and the toll stations aside. */
export interface OwnInputs {
  readonly placing: OsmPlacing;
  readonly ferries: FerryRules;
  /** A toll booth of the map stands for a station of ours within this distance of its gate. Metres. */
  readonly boothM: number;
  /** The country and its waters. */
  readonly norway: Area;
  /** A map of which less lies in Norway is refused. */
  readonly minShareInNorway: number;
  readonly attribution: string;
  readonly lengthFactor: number;
  /** Seconds to wait and board, once per ferry. */
  readonly boardingS: number;
  /** A stop that is moved farther than this to reach a road is worth a warning. Metres. */
  readonly movedWarnM: number;
  /** Settings of the engine. */
  readonly engine: object;
  /** What tiles and gates depend on, as text, for the version. */
  readonly texts: readonly string[];
}

/**
 * @param data the project's `data/`.
 * @throws Error that names the file, when one has not the shape of its schema.
 */
export async function loadOwnInputs(data: string): Promise<OwnInputs> {
  const texts = await Promise.all(FILES.map((path) => readFile(join(data, path), 'utf8')));
  const [
    osmText = '',
    engineText = '',
    speedsText = '',
    placesText = '',
    quaysText = '',
    norwayText = '',
  ] = texts;
  const osm = parseChecked(osmText, OsmFile, 'osm.json');
  const engine = parseChecked(engineText, EngineFile, 'engine.json');
  const { ferry } = parseChecked(speedsText, SpeedsFile, 'speeds.json');
  const { places } = parseChecked(placesText, StationPlacesFile, 'station-places.json');
  const overrides = places.filter(({ onAnyNetwork }) => onAnyNetwork === true);
  const quays = parseChecked(quaysText, QuaysFile, 'ferry-quays.json')
    .quays.filter(({ usableByCars, connectionIds }) => usableByCars && connectionIds.length > 0)
    .map(({ id, lat, lon, connectionIds }) => ({ id, at: { lat, lon }, connectionIds }));
  const { rings } = parseChecked(norwayText, OutlineFile, 'norway.json');
  const { limits, nearestRoadM, crossSectionM, parallelDeg, seriesM, quayM } = osm;
  return {
    ...osm,
    placing: { limits, overrides, nearestRoadM, crossSectionM, parallelDeg, seriesM },
    ferries: { quays, quayM, knots: ferry.knots },
    norway: rings.map(({ line }) => decodePolyline(line)),
    boardingS: ferry.boardingMin * 60,
    engine: mergeSettings(engine, osm.engine),
    texts: [osmText, engineText, JSON.stringify([ferry, quays, overrides])],
  };
}

const FILES = [
  'road-network/osm.json',
  'road-network/engine.json',
  'road-network/speeds.json',
  'curated/station-places.json',
  'ferry-quays.json',
  'norway.json',
] as const;

/** Settings inside settings; those of the second win. */
function mergeSettings(one: object, other: object): object {
  const merged: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = merged[key];
    merged[key] = isSettings(before) && isSettings(value) ? mergeSettings(before, value) : value;
  }
  return merged;
}

const isSettings = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
