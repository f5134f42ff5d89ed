import { readBundled, readBundledText } from '../../facts/schema/read-data.ts';
import type { PlacingLimits, Speeds } from '../../facts/schema/road-network.ts';
import { parseLinks, type RoadLink } from '../link.ts';
import type { PlaceOverride } from '../place.ts';

/** What the bundled network is made of, the toll stations aside. */
export interface NetworkInputs {
  /** Reading them takes a while, and only a build needs them. */
  readonly readLinks: () => readonly RoadLink[];
  readonly speeds: Speeds;
  readonly limits: PlacingLimits;
  readonly overrides: readonly PlaceOverride[];
}

const LINKS = 'road-network/links.ndjson';

/**
 * @param data the project's `data/`.
 * @throws Error that names the file when one is damaged.
 */
export const loadNetworkInputs = (data: string): NetworkInputs => ({
  readLinks: () => parseLinks(readBundledText(data, LINKS)),
  speeds: readBundled(data, 'road-network/speeds.json'),
  limits: readBundled(data, 'road-network/placing.json').limits,
  overrides: readBundled(data, 'curated/station-places.json').places,
});

/** The files of them as text, for the version. */
export const listInputTexts = (data: string): readonly string[] =>
  [
    LINKS,
    'road-network/links-meta.json',
    'road-network/speeds.json',
    'road-network/placing.json',
    'curated/station-places.json',
  ].map((name) => readBundledText(data, name));
