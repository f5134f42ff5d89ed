import { parseChecked } from '../base/parse-checked.ts';
import type { LatLon } from '../base/point.ts';
import { LinkRow } from '../facts/schema/road-network.ts';
import { decodePolyline, encodePolyline } from '../geo/polyline.ts';

/** A piece of road or of a car-ferry line, as `data/road-network/links.ndjson` holds it. */
export interface RoadLink {
  readonly kind: 'road' | 'ferry';
  readonly category: RoadCategory;
  /** Road number inside its category; absent on most K and P roads. */
  readonly number?: number;
  /** Kind of motor road; absent on other roads and on ferries. */
  readonly motor?: 'motorway' | 'motor-traffic-road';
  /** Leads between two roads at a junction, and is none of them. */
  readonly ramp?: boolean;
  /** Driven in the order of its points only; absent: both ways. */
  readonly oneWay?: boolean;
  readonly tunnel?: boolean;
  readonly bridge?: boolean;
  /** Lies inside a built-up area. */
  readonly builtUp?: boolean;
  /** Crossing time where it is known; absent on roads and on most ferries. */
  readonly crossingMin?: number;
  /** Why we added the link; absent on links of the source, and on roads that we drew. */
  readonly added?: string;
  /** Name of the road, where we drew it because the source lacks it; absent on all others. */
  readonly drawn?: string;
  /** Centre line, at least two points, six decimals. Where it is driven both ways they share it. */
  readonly line: readonly LatLon[];
}

/** What road or ferry a piece belongs to. */
export type RoadFacts = Pick<RoadLink, 'kind' | 'category' | 'number' | 'ramp'>;

/** European, national, county, municipal and private road. */
export type RoadCategory = 'E' | 'R' | 'F' | 'K' | 'P';

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

/** The links of `links.ndjson`. @throws Error that names the line that is wrong. */
export const parseLinks = (text: string): RoadLink[] =>
  text
    .trimEnd()
    .split('\n')
    .map((row, i) => parseLink(row, `links.ndjson line ${i + 1}`));

function parseLink(text: string, name: string): RoadLink {
  const { line: encoded, ...facts } = parseChecked(text, LinkRow, name);
  const line = decodePolyline(encoded);
  if (line.length < 2) throw new Error(`${name}: the line has fewer than two points.`);
  return { ...facts, line };
}
