import type { LatLon } from '../../base/point.ts';
import type { DataFile } from '../../facts/schema/data-files.ts';
import { readBundled } from '../../facts/schema/read-data.ts';
import type { RoadLink } from '../link.ts';
import type { PlaceOverride } from '../place.ts';
import { listRoadNames, type RoadName } from './road-names.ts';

/** By which stations are placed on a network that is true to metres. */
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

/** A road near a toll station, as stations are placed on it. */
export interface PlacingRoad {
  /** Numbers with their letters, `E6;R150`; '' where it has none. */
  readonly ref: string;
  /** Name of the street; '' where it has none. */
  readonly street: string;
  /** Municipal, or private where it only leads to a house or a field. */
  readonly category: 'K' | 'P';
  readonly ramp: boolean;
  /** Driven in the order of the line only; otherwise both ways. */
  readonly oneWay: boolean;
  readonly line: readonly LatLon[];
  /** One for each point of the line: where roads share one they meet. */
  readonly nodeIds: readonly number[];
}

/**
 * The road as links: one for each of its names, or one without number. A ramp has no name of its
 * own and is given those in `rampNames`.
 */
export function toLinks(
  { ref, category, ramp, oneWay, line }: PlacingRoad,
  rampNames: readonly RoadName[],
): RoadLink[] {
  const facts = { kind: 'road', line, ...(oneWay && { oneWay }) } as const;
  if (ramp) return rampNames.map((name) => ({ ...facts, ...name, ramp: true }));
  const names = listRoadNames(ref);
  return names.length === 0
    ? [{ ...facts, category }]
    : names.map((name) => ({ ...facts, ...name }));
}

/** Are the two parts of one road: of one number, or of one street and kind where they have none. */
export function isSameRoad(a: PlacingRoad, b: PlacingRoad): boolean {
  if (a.ramp !== b.ramp) return false;
  const [namesOfA, namesOfB] = [a, b].map(({ ref }) =>
    listRoadNames(ref).map(({ category, number }) => `${category}${number}`),
  ) as [string[], string[]];
  if (namesOfA.length > 0 || namesOfB.length > 0)
    return namesOfA.some((name) => namesOfB.includes(name));
  return a.street === b.street && a.category === b.category;
}
