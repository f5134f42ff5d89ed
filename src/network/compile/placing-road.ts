import type { DataFile } from '../../facts/schema/data-files.ts';
import { readBundled } from '../../facts/schema/read-bundled.ts';
import { type RoadCategory, type RoadLink, roadName } from '../link.ts';
import type { PlaceOverride } from '../placement/place.ts';

/** Limits and decisions for placing stations on a network that is true to metres. */
export interface OsmPlacing
  extends Pick<
    DataFile<'road-network/osm.json'>,
    'limits' | 'nearestRoadM' | 'crossSectionM' | 'parallelDeg' | 'seriesM'
  > {
  /** Decisions by hand that hold on any network. */
  readonly overrides: readonly PlaceOverride[];
}

/** @param data the project's `data/`. */
export function readPlacing(data: string): OsmPlacing {
  const { places } = readBundled(data, 'curated/station-places.json');
  const overrides = places.filter(({ onAnyNetwork }) => onAnyNetwork === true);
  return { ...readBundled(data, 'road-network/osm.json'), overrides };
}

/**
 * A road near a toll station, as a link without number. Its category is municipal, or private if it leads only to a
 * house or a field.
 */
export interface PlacingRoad extends Omit<RoadLink, 'number'> {
  /** The road names that it has; `[]`: none. */
  readonly names: readonly RoadName[];
  /** '' where it has none. */
  readonly street: string;
  /** One node for each point of the line. Roads that share a node meet there. */
  readonly nodeIds: readonly number[];
}

/**
 * The road as links: one for each of its names, or one without number. A ramp has no name of its own and gets the names
 * in `rampNames`.
 */
export const toLinks = (road: PlacingRoad, rampNames: readonly RoadName[]): RoadLink[] =>
  road.names.length === 0 && !road.ramp
    ? [road]
    : (road.ramp ? rampNames : road.names).map((name) => ({ ...road, ...name }));

/** Are the two parts of one road? They have a number in common, or no number and the same street and category. */
export function isSameRoad(a: PlacingRoad, b: PlacingRoad): boolean {
  if (a.ramp !== b.ramp) return false;
  const [ofA, ofB] = [a.names.map(roadName), b.names.map(roadName)];
  if (ofA.length + ofB.length > 0) return ofA.some((name) => ofB.includes(name));
  return a.street === b.street && a.category === b.category;
}

/** Category and number of a road. */
export type RoadName = Required<Pick<RoadLink, 'category' | 'number'>>;

/**
 * How Norwegian roads are written: `E 18`, and other roads as the number alone or with a prefix. Two roads on one way
 * are separated by a semicolon.
 *
 * Source: wiki.openstreetmap.org/wiki/No:Map_Features, "Vegnummer"; wiki.openstreetmap.org/wiki/Key:ref.
 */
const REF = /^(?<prefix>E|Rv|R|Fv|F|Kv|K|Pv|P)?[.\s]*(?<number>\d{1,5})$/i;

/**
 * The names of a road whose numbers are separated by semicolons; `[]`: it has none. National and county roads share one
 * series of numbers and are reclassified, so a number without E stands for both.
 */
export function listRoadNames(refs: string): RoadName[] {
  const names = refs.split(';').flatMap((text) => {
    const { prefix = '', number = '' } = REF.exec(text.trim())?.groups ?? {};
    return number === '' ? [] : toNames(prefix, Number(number));
  });
  return [...new Map(names.map((name) => [roadName(name), name])).values()];
}

function toNames(prefix: string, number: number): RoadName[] {
  if (number === 0) return [];
  const letter = prefix.slice(0, 1).toUpperCase();
  const categories: readonly RoadCategory[] =
    letter === 'E' || letter === 'K' || letter === 'P' ? [letter] : ['R', 'F'];
  return categories.map((category) => ({ category, number }));
}
