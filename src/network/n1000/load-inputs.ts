import { readBundled, readBundledText } from '../../facts/schema/read-data.ts';
import { parseLinks } from '../link.ts';

const LINKS = 'road-network/links.ndjson';

/**
 * What the bundled network is made of, the toll stations aside. Reading the links takes a while, and only a build needs them.
 *
 * @param data the project's `data/`.
 * @throws Error that names the file when one is damaged.
 */
export const loadNetworkInputs = (data: string) => ({
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
