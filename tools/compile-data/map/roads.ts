import { groupBy } from '../../../src/base/lists.ts';
import type { LatLon } from '../../../src/base/point.ts';
import { type Feature, toPositions } from './map-layer.ts';

/** A link of the road network with the facts that are drawn. */
export interface MapRoad {
  readonly kind: 'road' | 'ferry';
  readonly category: string;
  readonly number?: number;
  readonly motor?: string;
  readonly tunnel?: boolean;
  readonly ramp?: boolean;
  readonly line: readonly LatLon[];
}

/** Roads that are drawn at every scale. Other roads are drawn only at larger scales. */
const MAIN = ['E', 'R'];

const MAIN_TOLERANCE_M = 10;
const LOCAL_TOLERANCE_M = 20;

/** The roads and car-ferry lines in two layers. Pieces that look the same and meet become one line. */
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

/** Joins lines that meet end to end where no other line meets them. */
function joinLines(lines: readonly (readonly LatLon[])[]): LatLon[][] {
  const ways = lines.flatMap((line, id) => [
    { id, line },
    { id, line: line.toReversed() },
  ]);
  const begins = groupBy(ways, ({ line }) => nameOf(line[0]));
  const left = new Set(lines.keys());
  const findNext = (line: readonly LatLon[]) => {
    const ways = begins.get(nameOf(line.at(-1))) ?? [];
    // Two lines begin here: the line itself, turned round, and the line that continues it.
    return ways.length === 2 ? ways.find(({ id }) => left.has(id)) : undefined;
  };
  return lines.flatMap((line, id) => {
    if (!left.delete(id)) return [];
    let joined = [...line];
    for (let turn = 0; turn < 2; turn++) {
      for (let next = findNext(joined); next !== undefined; next = findNext(joined)) {
        left.delete(next.id);
        joined = [...joined, ...next.line.slice(1)];
      }
      joined.reverse();
    }
    return [joined];
  });
}

const nameOf = (point: LatLon | undefined) => `${point?.lat} ${point?.lon}`;
