import type { LatLon } from '../../base/point.ts';
import { findPlaceOnLine, flatDistanceM } from '../../geo/on-line.ts';
import { openFinder } from '../find-near.ts';
import type { RoadCategory, RoadLink } from '../link.ts';
import { type Draft, insertPoint, keyOf, toSixDecimals } from './join-ends.ts';

/** A ferry connection of the road database with the places of its quays. */
export interface ConnectionToDraw {
  readonly id: string;
  readonly name: string;
  readonly category: RoadCategory;
  readonly number?: number;
  /** In the order of the line, at least two. */
  readonly quays: readonly LatLon[];
  /** Course of a simple crossing from the first quay to the last; absent when unknown. */
  readonly course?: readonly LatLon[];
  /** Time between the first quay and the last; absent when unknown. */
  readonly crossingMin?: number;
}

export interface AddedFerries {
  readonly links: readonly RoadLink[];
  readonly added: readonly string[];
  /** Ends that touch no road, on islands without one: the line ends at the quay itself. */
  readonly roadless: readonly string[];
}

export interface FerryLimits {
  /** A quay is served by a ferry line that ends within this distance. Metres. */
  readonly quayM: number;
  /** A quay is joined to a road within this distance, if there is no water between. Metres. */
  readonly roadM: number;
}

/**
 * Adds the ferry lines that the network lacks: where two neighbouring quays of a connection are
 * not joined by ferry lines already, a line is drawn between them and joined to the nearest road.
 */
export function addFerries(
  links: readonly RoadLink[],
  connections: readonly ConnectionToDraw[],
  limits: FerryLimits,
  runsOverWater: (quay: LatLon, road: LatLon) => boolean,
): AddedFerries {
  const ferries = links.filter(({ kind }) => kind === 'ferry');
  const sailed = joinedByFerry(ferries);
  const draft = links.map((link) => ({ ...link, line: [...link.line] }));
  const findRoad = openFinder(draft);
  const extra: RoadLink[] = [];
  const added: string[] = [];
  const roadless: string[] = [];

  for (const connection of connections) {
    connection.quays.slice(1).forEach((to, i) => {
      const from = connection.quays[i] as LatLon;
      const leg = `${connection.name}, leg ${i + 1}`;
      if (sailed(from, to, limits.quayM)) return;
      const ends = [from, to].map((quay) => {
        const near = findRoad(quay, limits.roadM, ({ kind }) => kind === 'road');
        if (near === undefined || runsOverWater(quay, near.place.at)) return undefined;
        return insertPoint(draft[near.link] as Draft, near.place);
      });
      extra.push(drawLeg(connection, from, to, ends));
      added.push(leg);
      ends.forEach((end, k) => {
        if (end === undefined) roadless.push(`${leg}: quay ${i + 1 + k} has no road beside it`);
      });
    });
  }
  return { links: [...draft, ...extra], added, roadless };
}

function drawLeg(
  { name, category, number, quays, course }: ConnectionToDraw,
  from: LatLon,
  to: LatLon,
  [start, end]: readonly (LatLon | undefined)[],
): RoadLink {
  const sailing = quays.length === 2 && course !== undefined ? towards(course, from) : [];
  const points = [start ?? from, from, ...sailing, to, end ?? to].map(toSixDecimals);
  return {
    kind: 'ferry',
    category,
    ...(number === undefined ? {} : { number }),
    added: `${name}: the source has no line between these quays`,
    line: points.filter((point, i) => i === 0 || keyOf(point) !== keyOf(points[i - 1] as LatLon)),
  };
}

/** The inner points of the course, beginning at the end nearer to `from`. */
function towards(course: readonly LatLon[], from: LatLon): readonly LatLon[] {
  const first = course[0] as LatLon;
  const last = course.at(-1) as LatLon;
  const turned = flatDistanceM(last, from) < flatDistanceM(first, from);
  return (turned ? course.toReversed() : course).slice(1, -1);
}

/** Tells whether ferry lines alone lead from near one point to near another. */
function joinedByFerry(ferries: readonly RoadLink[]) {
  const groupOf = ferries.map((_, i) => i);
  const find = (i: number): number => {
    while (groupOf[i] !== i) i = groupOf[i] as number;
    return i;
  };
  const seen = new Map<string, number>();
  ferries.forEach(({ line }, i) => {
    for (const point of line) {
      const other = seen.get(keyOf(point));
      if (other === undefined) seen.set(keyOf(point), i);
      else groupOf[find(i)] = find(other);
    }
  });
  const groupsNear = (point: LatLon, limitM: number) =>
    new Set(
      ferries.flatMap(({ line }, i) =>
        (findPlaceOnLine(line, point)?.offM ?? Number.POSITIVE_INFINITY) <= limitM ? [find(i)] : [],
      ),
    );
  return (from: LatLon, to: LatLon, limitM: number) => {
    const there = groupsNear(to, limitM);
    return [...groupsNear(from, limitM)].some((group) => there.has(group));
  };
}
