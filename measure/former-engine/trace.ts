/** Which edges the former engine has driven, by its line. */
import type { LatLon } from '../../src/base/point.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import { type Cost, type CostTerms, costOfEdge, costOfTurn, listNext } from './cost.ts';
import type { EdgePlace, EdgePlaces } from './edge-places.ts';
import type { TileEdge } from './tiles.ts';

/** A part of an edge that is driven without a break, in metres as `EdgePlaces` measures. */
export interface Driven {
  readonly edge: TileEdge;
  readonly fromM: number;
  readonly toM: number;
}

export interface Traced extends Cost {
  readonly driven: readonly Driven[];
}

/** One way to drive a line so far; those behind it hang together backwards. */
interface Way extends Cost {
  readonly edge: TileEdge;
  readonly fromM: number;
  readonly toM: number;
  readonly before: Way | undefined;
}

/** Vertices are told to a tenth of a metre, stops lie between them. Metres. */
const OFF_M = { vertex: 0.4, stop: 2 } as const;
/** A leg of the line is as long as the part of the edge it follows, but for so much. */
const LONGER = { m: 1.5, share: 0.001 } as const;
/** Points within a metre of the one before may be missing in a line: so short an edge is stepped over. */
const STEPPED_OVER_M = 1.5;
/** So many ways that end at one place are followed up: roads may lie on each other. */
const MOST_WAYS = 4;

/**
 * The edges of a line; of several ways to drive it the one that takes the engine's time.
 *
 * @param isStop is a point one of the stops, where one may turn?
 * @returns undefined when the line is not on the network.
 */
export function traceLine(
  line: readonly LatLon[],
  isStop: (index: number) => boolean,
  places: EdgePlaces,
  terms: CostTerms,
  engine: Cost,
): Traced | undefined {
  const placesAt = (i: number) =>
    places.near(line[i] as LatLon, isStop(i) ? OFF_M.stop : OFF_M.vertex);
  let ways = startAt(placesAt(0));
  for (let i = 1; i < line.length; i++) {
    const legM = flatDistanceM(line[i - 1] as LatLon, line[i] as LatLon);
    if (legM === 0) continue;
    ways = prune(goOn(withTurns(ways, places, terms), legM, placesAt(i), places));
    if (isStop(i) && i < line.length - 1) ways = prune([...ways, ...turnAt(ways, placesAt(i))]);
  }
  const [best] = ways.toSorted((a, b) => farFrom(a, engine) - farFrom(b, engine));
  return best && { ...unroll(best), cost: best.cost, seconds: best.seconds };
}

const farFrom = (way: Cost, { cost, seconds }: Cost) =>
  Math.abs(way.cost - cost) + Math.abs(way.seconds - seconds);

const startAt = (places: readonly EdgePlace[]): Way[] =>
  places.map(({ edge, alongM }) => ({
    edge,
    fromM: alongM,
    toM: alongM,
    before: undefined,
    cost: 0,
    seconds: 0,
  }));

/** At a stop a way may go on with any edge there, and pays nothing for it. */
const turnAt = (ways: readonly Way[], places: readonly EdgePlace[]): Way[] =>
  ways.flatMap((way) =>
    startAt(places.filter(({ edge }) => edge !== way.edge)).map((start) => ({
      ...start,
      before: way,
      cost: way.cost,
      seconds: way.seconds,
    })),
  );

/** The ways, and from each that has come to the end of its edge those over the junction. */
function withTurns(ways: readonly Way[], places: EdgePlaces, terms: CostTerms): Way[] {
  const all = [...ways];
  for (const way of all) {
    const lengthM = places.lengthM(way.edge);
    if (lengthM - way.toM > (lengthM < STEPPED_OVER_M ? STEPPED_OVER_M : OFF_M.stop)) continue;
    const ended = moveTo(way, lengthM, lengthM);
    for (const edge of listNext(way.edge)) {
      const turn = costOfTurn(way.edge, edge, terms);
      const cost = ended.cost + turn.cost;
      const seconds = ended.seconds + turn.seconds;
      if (!hasBeenOn(ended, edge))
        all.push({ edge, fromM: 0, toM: 0, before: ended, cost, seconds });
    }
  }
  return all;
}

/** Steps over tiny edges must come to an end. */
function hasBeenOn(way: Way, edge: TileEdge): boolean {
  for (
    let w: Way | undefined = way;
    w !== undefined && w.toM - w.fromM < STEPPED_OVER_M;
    w = w.before
  )
    if (w.edge === edge) return true;
  return false;
}

/** Follows a leg of the line to one of the places at its end. */
const goOn = (
  ways: readonly Way[],
  legM: number,
  at: readonly EdgePlace[],
  places: EdgePlaces,
): Way[] =>
  ways.flatMap((way) =>
    at.flatMap(({ edge, alongM }) => {
      const isLeg =
        edge === way.edge &&
        alongM > way.toM &&
        Math.abs(alongM - way.toM - legM) <= LONGER.m + LONGER.share * legM;
      return isLeg ? moveTo(way, alongM, places.lengthM(edge)) : [];
    }),
  );

function moveTo(way: Way, toM: number, lengthM: number): Way {
  const share = lengthM === 0 ? 1 : (toM - way.toM) / lengthM;
  const { cost, seconds } = costOfEdge(way.edge);
  return { ...way, toM, cost: way.cost + share * cost, seconds: way.seconds + share * seconds };
}

function prune(ways: readonly Way[]): Way[] {
  const byPlace = new Map<string, Way[]>();
  for (const way of ways) {
    const key = `${way.edge.number} ${way.toM.toFixed(1)}`;
    const others = byPlace.get(key) ?? [];
    if (others.length < MOST_WAYS && !others.some((other) => farFrom(other, way) < 0.01))
      byPlace.set(key, [...others, way]);
  }
  return [...byPlace.values()].flat();
}

function unroll(last: Way): { readonly driven: readonly Driven[] } {
  const driven: Driven[] = [];
  for (let way: Way | undefined = last; way !== undefined; way = way.before)
    if (way.toM > way.fromM) driven.push({ edge: way.edge, fromM: way.fromM, toM: way.toM });
  return { driven: driven.reverse() };
}
