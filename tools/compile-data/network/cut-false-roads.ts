import type { LatLon } from '../../../src/base/point.ts';
import { findPlaceOnLine, flatDistanceM } from '../../../src/geo/on-line.ts';
import { toVertex, withoutRepeats } from '../../../src/geo/polyline.ts';
import { type RoadLink, roadName } from '../../../src/network/link.ts';

/** A stretch that the source draws as a road although no car drives there: it is a ferry, or it is closed to cars. */
export interface FalseRoad {
  /** The network's name of the road, `F289`. */
  readonly road: string;
  /** The places at which the road really ends, such as the quays. */
  readonly ends: readonly [LatLon, LatLon];
}

/** An end may lie this far from its road, as a quay may. Metres. */
const END_M = 300;

/** Removes each false stretch from its link. The pieces of the link before and after it stay. */
export function cutFalseRoads(
  links: readonly RoadLink[],
  falseRoads: readonly FalseRoad[],
): RoadLink[] {
  return falseRoads.reduce<RoadLink[]>(
    (rest, falseRoad) => {
      const { road, ends } = falseRoad;
      const held = rest.find((link) => isHeldBy(link, falseRoad));
      if (held === undefined) {
        const places = ends.map(({ lat, lon }) => `${lat},${lon}`).join(' to ');
        throw new Error(`Expected a link of ${road} from ${places}; there is none.`);
      }
      return rest.flatMap((link) => (link === held ? cutBetween(link, ends) : [link]));
    },
    [...links],
  );
}

function isHeldBy(link: RoadLink, { road, ends }: FalseRoad): boolean {
  if (link.kind !== 'road' || roadName(link) !== road) return false;
  return ends.every((end) => (findPlaceOnLine(link.line, end)?.offM ?? Infinity) <= END_M);
}

/** The pieces of the link before the first end and after the last end. */
function cutBetween(link: RoadLink, ends: FalseRoad['ends']): RoadLink[] {
  const [first, last] = ends
    .flatMap((end) => findPlaceOnLine(link.line, end) ?? [])
    .sort((a, b) => a.alongM - b.alongM);
  if (first === undefined || last === undefined) return [link];
  const pieces = [
    [...link.line.slice(0, first.index + 1), toVertex(first.at)],
    [toVertex(last.at), ...link.line.slice(last.index + 1)],
  ];
  return pieces
    .map((line) => withoutRepeats(line))
    .filter((line) => line.length > 1 && isLong(line))
    .map((line) => ({ ...link, line }));
}

/** Is a line longer than the rounding of a vertex? */
const isLong = (line: readonly LatLon[]) =>
  flatDistanceM(line[0] as LatLon, line.at(-1) as LatLon) > 1 || line.length > 2;
