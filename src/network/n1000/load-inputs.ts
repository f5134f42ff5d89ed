import { readBundled, readBundledText } from '../../facts/schema/read-data.ts';
import { parseLinks } from '../link.ts';

const LINKS = 'road-network/links.ndjson';

/**
 * The inputs of the bundled network without the toll stations. Reading the links takes a while, and only a build needs
 * them.
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

/** The texts of the input files. The version of the network depends on them. */
export const listInputTexts = (data: string): readonly string[] =>
  [
    LINKS,
    'road-network/links-meta.json',
    'road-network/speeds.json',
    'road-network/placing.json',
    'curated/station-places.json',
  ].map((name) => readBundledText(data, name));
