import type { LatLon } from '../../../base/point.ts';
import { groupBy } from './group-by.ts';
import { type Feature, toPositions } from './map-layer.ts';

/** A link of the road network, as far as it is drawn. */
export interface MapRoad {
  readonly kind: 'road' | 'ferry';
  readonly category: string;
  readonly number?: number;
  readonly motor?: string;
  readonly tunnel?: boolean;
  readonly line: readonly LatLon[];
}

/** Roads that are drawn at every scale; the others when one looks closer. */
const MAIN = ['E', 'R'];

const MAIN_TOLERANCE_M = 10;
const LOCAL_TOLERANCE_M = 20;

/** The roads and car-ferry lines in two layers; pieces that look the same and meet are one line. */
export function compileRoads(links: readonly MapRoad[]): { main: Feature[]; local: Feature[] } {
  const isMain = ({ kind, category }: MapRoad) => kind === 'ferry' || MAIN.includes(category);
  return {
    main: draw(links.filter(isMain), MAIN_TOLERANCE_M),
    local: draw(
      links.filter((link) => !isMain(link)),
      LOCAL_TOLERANCE_M,
    ),
  };
}

function draw(links: readonly MapRoad[], toleranceM: number): Feature[] {
  const alike = groupBy(links, (link) => JSON.stringify(describe(link)));
  return [...alike].flatMap(([text, group]) =>
    joinLines(group.map(({ line }) => line))
      .map((line) => toPositions(line, toleranceM))
      .filter((coordinates) => coordinates.length > 0)
      .map((coordinates) => ({
        properties: JSON.parse(text),
        geometry: { type: 'LineString' as const, coordinates },
      })),
  );
}

const describe = ({ kind, category, number, motor, tunnel }: MapRoad) => ({
  category,
  ...(number !== undefined && { road: `${category}${number}` }),
  ...(motor === 'motorway' && { motor: true }),
  ...(tunnel && { tunnel: true }),
  ...(kind === 'ferry' && { ferry: true }),
});

/** Lines that meet end to end, and nothing else there, become one. */
function joinLines(lines: readonly (readonly LatLon[])[]): LatLon[][] {
  const ends = groupBy(
    lines.flatMap((line) => [line, line.toReversed()]),
    ([first]) => nameOf(first),
  );
  const left = new Set(lines.map(sortedName));
  const next = (line: readonly LatLon[]) => {
    const going = ends.get(nameOf(line.at(-1))) ?? [];
    // Two end here: the line itself, turned round, and one that goes on.
    return going.length === 2 ? going.find((one) => left.has(sortedName(one))) : undefined;
  };
  return lines.flatMap((line) => {
    if (!left.delete(sortedName(line))) return [];
    let joined = [...line];
    for (let turn = 0; turn < 2; turn++) {
      for (let more = next(joined); more !== undefined; more = next(joined)) {
        left.delete(sortedName(more));
        joined = [...joined, ...more.slice(1)];
      }
      joined.reverse();
    }
    return [joined];
  });
}

const nameOf = (point: LatLon | undefined) => `${point?.lat} ${point?.lon}`;

/** The same for a line and the line turned round. */
const sortedName = (line: readonly LatLon[]) => {
  const [a, b] = [nameOf(line[0]), nameOf(line.at(-1))];
  return `${a < b ? `${a} ${b}` : `${b} ${a}`} ${line.length}`;
};
