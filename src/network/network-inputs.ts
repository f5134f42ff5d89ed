import { readBundled, readBundledText } from '../facts/schema/read-data.ts';
import type { PlacingLimits, Speeds } from '../facts/schema/road-network.ts';
import type { RoadLink } from './link.ts';
import { parseLinks } from './link.ts';
import type { PlaceOverride } from './place.ts';

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
 * @throws Error that names the file when one is damaged.
 */
export async function loadNetworkInputs(data: string): Promise<NetworkInputs> {
  const texts = FILES.map((path) => readBundledText(data, path));
  const [links = ''] = texts;
  return {
    readLinks: () => parseLinks(links),
    speeds: readBundled(data, 'road-network/speeds.json'),
    limits: readBundled(data, 'road-network/placing.json').limits,
    overrides: readBundled(data, 'curated/station-places.json').places,
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
