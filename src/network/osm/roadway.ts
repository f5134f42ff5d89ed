/** What the tags of a way say of cars. Source: wiki.openstreetmap.org/wiki/Key:highway and Key:access. */
import type { OsmTags } from '../osm-pbf.ts';
import type { PbfWay } from './read-ways.ts';

/** Kinds of `highway` that cars use, without `_link`, and the category of a road that has no number. */
const HIGHWAYS: Readonly<Record<string, 'K' | 'P'>> = {
  motorway: 'K',
  trunk: 'K',
  primary: 'K',
  secondary: 'K',
  tertiary: 'K',
  unclassified: 'K',
  residential: 'K',
  living_street: 'K',
  road: 'K',
  service: 'P',
  track: 'P',
};
const LINKED = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary'];
const CLASSES: ReadonlySet<string> = new Set([
  ...Object.keys(HIGHWAYS),
  ...LINKED.map((name) => `${name}_link`),
]);
/** The tags that say whether cars may drive, the most particular first. */
const ACCESS_KEYS = ['motorcar', 'motor_vehicle', 'vehicle', 'access'] as const;
const NOT_FOR_CARS: ReadonlySet<string> = new Set([
  'no',
  'agricultural',
  'forestry',
  'emergency',
  'psv',
  'bus',
  'taxi',
  'official',
]);

/** A road for cars, as its tags describe it. */
export interface Roadway {
  /** Municipal, or private where it only leads to a house or a field. */
  readonly category: 'K' | 'P';
  readonly ramp: boolean;
  /** In the order of the nodes, against it, or both. */
  readonly driven: 'forward' | 'backward' | 'both';
}

/** The road that a way is; undefined where cars do not drive, as on paths and ferries. */
export function toRoadway(tags: OsmTags): Roadway | undefined {
  const { highway = '' } = tags;
  if (!CLASSES.has(highway) || tags.area === 'yes' || !isForCars(tags, true)) return undefined;
  const ramp = highway.endsWith('_link');
  return {
    category: HIGHWAYS[highway] ?? 'K',
    ramp,

    driven: drivenIn(tags),
  };
}

/** May cars drive here; what no tag decides is `unsaid`. */
export function isForCars(tags: OsmTags, unsaid: boolean): boolean {
  const said = ACCESS_KEYS.map((key) => tags[key]).find((value) => value !== undefined);
  return said === undefined ? unsaid : !NOT_FOR_CARS.has(said);
}

function drivenIn({ oneway, junction, highway }: OsmTags): Roadway['driven'] {
  if (oneway === '-1' || oneway === 'reverse') return 'backward';
  if (junction === 'roundabout' || junction === 'circular') return 'forward';
  if (oneway === undefined) return highway === 'motorway' ? 'forward' : 'both';
  return ['yes', 'true', '1'].includes(oneway) ? 'forward' : 'both';
}

/** Tells the ways of a block that may be roads or ferries from all others, without reading their tags. */
export function openWayFilter(texts: readonly string[]): (way: PbfWay) => boolean {
  const indicesOf = (isWanted: (text: string) => boolean) =>
    new Set(texts.flatMap((text, i) => (isWanted(text) ? [i] : [])));
  const highway = indicesOf((text) => text === 'highway');
  const route = indicesOf((text) => text === 'route');
  const classes = indicesOf((text) => CLASSES.has(text));
  const ferry = indicesOf((text) => text === 'ferry');
  return ({ keys, values }) =>
    keys.some((key, i) => {
      const value = values[i] ?? -1;
      return (highway.has(key) && classes.has(value)) || (route.has(key) && ferry.has(value));
    });
}
