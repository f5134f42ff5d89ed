import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseChecked } from '../base/parse-checked.ts';
import type { RoadLink } from './link.ts';
import { LinksMetaFile, PlacingFile, SpeedsFile, StationPlacesFile } from './network-schema.ts';
import { parseLinks } from './parse-links.ts';
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
  /** The files as text, for the version. */
  readonly texts: readonly string[];
}

/**
 * @param data the project's `data/`.
 * @throws Error that names the file, when one has not the shape of its schema; `readLinks` names the
 * line, too.
 */
export async function loadNetworkInputs(data: string): Promise<NetworkInputs> {
  const texts = await Promise.all(FILES.map((path) => readFile(join(data, path), 'utf8')));
  const [links = '', linksMeta = '', speeds = '', placing = '', places = ''] = texts;
  const { counts } = parseChecked(linksMeta, LinksMetaFile, 'links-meta.json').meta;
  return {
    readLinks: () => parseLinks(links, counts.links),
    speeds: parseChecked(speeds, SpeedsFile, 'speeds.json'),
    limits: parseChecked(placing, PlacingFile, 'placing.json').limits,
    overrides: parseChecked(places, StationPlacesFile, 'station-places.json').places,
    texts,
  };
}

const FILES = [
  'road-network/links.ndjson',
  'road-network/links-meta.json',
  'road-network/speeds.json',
  'road-network/placing.json',
  'curated/station-places.json',
] as const;
