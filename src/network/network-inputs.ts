import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseLink, type RoadLink } from './link.ts';
import type { PlaceOverride } from './place.ts';
import type { PlacingLimits } from './place-stations.ts';
import type { Speeds } from './speeds.ts';

/** What the bundled network is made of, the toll stations aside. */
export interface NetworkInputs {
  /** Reading them takes a while, and only a build needs them. */
  readonly readLinks: () => readonly RoadLink[];
  readonly speeds: Speeds;
  readonly limits: PlacingLimits;
  readonly overrides: readonly PlaceOverride[];
  /** Settings of the engine. */
  readonly engine: object;
  /** The files as text, for the version. */
  readonly texts: readonly string[];
}

/** @param data the project's `data/`. */
export async function loadNetworkInputs(data: string): Promise<NetworkInputs> {
  const paths = ['links.ndjson', 'speeds.json', 'placing.json', 'engine.json'];
  const texts = await Promise.all([
    ...paths.map((path) => readFile(join(data, 'road-network', path), 'utf8')),
    readFile(join(data, 'curated', 'station-places.json'), 'utf8'),
  ]);
  const [links = '', speeds = '', placing = '', engine = '', places = ''] = texts;
  return {
    readLinks: () => links.trimEnd().split('\n').map(parseLink),
    speeds: JSON.parse(speeds) as Speeds,
    limits: (JSON.parse(placing) as { limits: PlacingLimits }).limits,
    overrides: (JSON.parse(places) as { places: PlaceOverride[] }).places,
    engine: JSON.parse(engine) as object,
    texts,
  };
}
