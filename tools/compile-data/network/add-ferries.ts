import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { keyOf, toVertex, withoutRepeats } from '../../../src/geo/polyline.ts';
import type { RoadCategory, RoadLink } from '../../../src/network/link.ts';
import { openFinder } from '../../../src/network/placement/find-near.ts';
import { isUnderground, joinedByFerry, openOwnQuays } from './boarding.ts';
import { type Draft, insertPoint, toDrafts } from './draft.ts';
import type { RunsOverWater } from './leg-index.ts';

/** A ferry connection of the road database with the places of its quays. */
export interface ConnectionToDraw {
  readonly name: string;
  readonly category: RoadCategory;
  readonly number?: number;
  /** The calls in the order of the line, at least two. */
  readonly calls: readonly Call[];
  /** Course of a simple crossing from the first quay to the last; absent when unknown. */
  readonly course?: readonly LatLon[];
  /** Time between the first quay and the last; absent when unknown. */
  readonly crossingMin?: number;
}

/** A quay at which a connection calls. */
export interface Call {
  readonly quay: string;
  readonly at: LatLon;
  /** False at quays of passenger boats and at quays out of use: no line is drawn to them. */
  readonly forCars: boolean;
  /** Road to which a decision joins it, even over drawn water; null: it is joined to none; absent: no decision. */
  readonly road?: string | null;
}

export interface AddedFerries {
  readonly links: readonly RoadLink[];
  /** The drawn legs, each by the names of its quays. */
  readonly added: readonly string[];
  /** Quays without a road nearby, on islands without roads. The line ends at the quay. */
  readonly roadless: readonly string[];
}

export interface FerryLimits {
  /** A quay is served by a ferry line that comes within this distance. Metres. */
  readonly quayM: number;
  /** A ferry line within this distance of a quay serves it even if another quay is nearer. Metres. */
  readonly harbourM: number;
  /** A quay is joined to a road within this distance, if there is no water between. Metres. */
  readonly roadM: number;
}

/**
 * Adds the ferry lines that the network lacks. If two neighbouring quays of a connection are not joined by ferry lines,
 * a line is drawn between them, and joined to the nearest road on the same side of the water.
 */
export function addFerries(
  links: readonly RoadLink[],
  connections: readonly ConnectionToDraw[],
  limits: FerryLimits,
  runsOverWater: RunsOverWater,
): AddedFerries {
  const isOwn = openOwnQuays(connections.flatMap(({ calls }) => calls));
  const isSailed = joinedByFerry(
    links,
    limits.quayM,
    (point, quay) => flatDistanceM(point, quay) <= limits.harbourM || isOwn(point, quay),
  );
  const legs = listLegs(connections).filter(({ from, to }) => !isSailed(from.at, to.at));
  const drafts = toDrafts(links);
  const find = openFinder(drafts);
  const roadless = new Set<string>();

  /** The way from the quay to the road; only the quay if there is no road. */
  const wayAshore = ({ quay, at, road }: Call): LatLon[] => {
    const near = find(
      at,
      limits.roadM,
      (link, there) =>
        link.kind === 'road' &&
        road === undefined &&
        !isUnderground(link, there) &&
        !runsOverWater(at, there.place.at),
    );
    if (near !== undefined) return [at, insertPoint(drafts[near.link] as Draft, near.place.at)];
    roadless.add(quay);
    return [at];
  };
  const added = legs.map(({ connection, from, to }): RoadLink => {
    const { name, category, number } = connection;
    const line = [...wayAshore(from).toReversed(), ...courseOf(connection, from), ...wayAshore(to)];
    return {
      kind: 'ferry',
      category,
      ...(number === undefined ? {} : { number }),
      added: `${name}: the source has no line between these quays`,
      line: withoutRepeats(line.map(toVertex)),
    };
  });
  return {
    links: [...drafts, ...added],
    added: legs.map(({ connection, from, to }) => `${connection.name}: ${from.quay} - ${to.quay}`),
    roadless: [...roadless],
  };
}

interface Leg {
  readonly connection: ConnectionToDraw;
  readonly from: Call;
  readonly to: Call;
}

/**
 * The legs from each quay for cars to the next quay for cars, past quays of passenger boats in between. A leg that two
 * connections share is listed once.
 */
function listLegs(connections: readonly ConnectionToDraw[]): Leg[] {
  const legs = new Map<string, Leg>();
  for (const connection of connections) {
    const calls = connection.calls.filter(({ forCars }) => forCars);
    calls.slice(1).forEach((to, i) => {
      const from = calls[i] as Call;
      const key = [keyOf(from.at), keyOf(to.at)].sort().join(' ');
      if (!legs.has(key)) legs.set(key, { connection, from, to });
    });
  }
  return [...legs.values()];
}

/** The inner points of the course, sailed from `from`; `[]`: the course is not known. */
function courseOf({ calls, course }: ConnectionToDraw, from: Call): readonly LatLon[] {
  const [first, last] = [course?.[0], course?.at(-1)];
  if (calls.length !== 2 || course === undefined || first === undefined || last === undefined)
    return [];
  const isTurned = flatDistanceM(last, from.at) < flatDistanceM(first, from.at);
  return (isTurned ? course.toReversed() : course).slice(1, -1);
}
