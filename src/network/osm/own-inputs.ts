import { readBundled, readBundledText } from '../../facts/schema/read-data.ts';
import type { Area } from '../../geo/area.ts';
import { decodePolyline } from '../../geo/polyline.ts';
import type { OsmPlacing } from '../compile/place-on-roads.ts';
import type { FerryRules } from './ferry-tags.ts';

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
 * @throws Error that names the file when one is damaged.
 */
export async function loadOwnInputs(data: string): Promise<OwnInputs> {
  const osm = readBundled(data, OSM);
  const { places } = readBundled(data, 'curated/station-places.json');
  const overrides = places.filter(({ onAnyNetwork }) => onAnyNetwork === true);
  const quays = readBundled(data, 'ferry-quays.json')
    .quays.filter(({ usableByCars, connectionIds }) => usableByCars && connectionIds.length > 0)
    .map(({ id, lat, lon, connectionIds }) => ({ id, at: { lat, lon }, connectionIds }));
  const { limits, nearestRoadM, crossSectionM, parallelDeg, seriesM, quayM } = osm;
  return {
    ...osm,
    placing: { limits, overrides, nearestRoadM, crossSectionM, parallelDeg, seriesM },
    ferries: { quays, quayM, knots: osm.knots },
    norway: readBundled(data, 'norway.json').rings.map(({ line }) => decodePolyline(line)),
    boardingS: osm.boardingMin * 60,
    engine: mergeSettings(readBundled(data, ENGINE), osm.engine),
    texts: [
      readBundledText(data, OSM),
      readBundledText(data, ENGINE),
      JSON.stringify([quays, overrides]),
    ],
  };
}

const OSM = 'road-network/osm.json';
const ENGINE = 'road-network/engine.json';

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
