import type { LatLon } from '../base/point.ts';
import { readBundled, readBundledText } from '../facts/schema/read-bundled.ts';
import type { LinkRow } from '../facts/schema/road-network.ts';
import { decodePolyline, encodePolyline } from '../geo/polyline.ts';

/** A piece of road or of a car-ferry line, as `data/road-network/links.ndjson` holds it. */
export interface RoadLink extends Omit<LinkRow, 'line'> {
  /** Centre line, at least two points, six decimals. Both directions of a two-way road share it. */
  readonly line: readonly LatLon[];
}

/** What road or ferry a piece belongs to. */
export type RoadFacts = Pick<RoadLink, 'kind' | 'category' | 'number' | 'ramp'>;

export type RoadCategory = LinkRow['category'];

/** `E39`; `K` alone where the link has no number. */
export const roadName = ({ category, number }: Pick<RoadLink, 'category' | 'number'>) =>
  `${category}${number ?? ''}`;

const CATEGORIES: readonly RoadCategory[] = ['E', 'R', 'F', 'K', 'P'];
const NUMBERS = 1_000_000;

/** A road name as a number; 0 for a road without one. */
export const codeRoad = ({ category, number }: Pick<RoadLink, 'category' | 'number'>): number =>
  number === undefined ? 0 : CATEGORIES.indexOf(category) * NUMBERS + number;

/** The road name behind a number; undefined for 0. */
export const nameRoad = (code: number): string | undefined =>
  code === 0 ? undefined : `${CATEGORIES[Math.floor(code / NUMBERS)]}${code % NUMBERS}`;

/** One line of the links file; facts that do not hold are left out. */
export function formatLink({ line, ...facts }: RoadLink): string {
  return JSON.stringify({ ...facts, line: encodePolyline(line) });
}

/** The links of `links.ndjson`. The meaning of each row is checked where the file is made. */
export const parseLinks = (text: string): RoadLink[] =>
  text
    .trimEnd()
    .split('\n')
    .map((row) => {
      const { line, ...facts }: LinkRow = JSON.parse(row);
      return { ...facts, line: decodePolyline(line) };
    });

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
