/**
 * Follows roads from link to link, without the routing engine. It is an independent check of the stations that a drive
 * along a road passes.
 */
import { groupBy } from '../../src/base/lists.ts';
import type { LatLon } from '../../src/base/point.ts';
import {
  angleBetweenDeg,
  flatBearingDeg,
  flatDistanceM,
  flatLengthM,
  pointAlong,
} from '../../src/geo/on-line.ts';
import { keyOf } from '../../src/geo/polyline.ts';
import { type RoadLink, roadName } from '../../src/network/link.ts';
import type { Place, Step } from './steps.ts';

/** A place on a link, and the direction from there: 1 in the order of its points, -1 against it. */
interface Start extends Place {
  readonly way: 1 | -1;
}

/**
 * Follows a road for `lengthM` metres, or to its end. The first step begins at the start.
 *
 * @param look `behind`: the stretches before the start, nearest first.
 */
export type Walk = (start: Start, lengthM: number, look: 'ahead' | 'behind') => Step[];

/** A road continues only in a link that turns by less than this. Degrees. */
const MAX_TURN_DEG = 100;
/** The walk continues on another road only if that turns by less than this. Degrees. */
const MAX_TURN_TO_OTHER_DEG = 60;

/** Indexes the junctions of the links once, for many walks. */
export function openWalk(links: readonly RoadLink[]): Walk {
  const places = indexPlaces(links);
  return ({ link, alongM, way }, lengthM, look) => {
    const steps: Step[] = [];
    const used = new Set<number>();
    let here: Start | undefined = { link, alongM, way: look === 'ahead' ? way : opposite(way) };
    let leftM = lengthM;
    while (here !== undefined && leftM > 0 && !used.has(here.link)) {
      const step = stepToEnd(links, here, leftM);
      steps.push(step);
      used.add(here.link);
      leftM -= Math.abs(step.toM - step.fromM);
      here = leftM > 0 ? findNext(links, places, here, look) : undefined;
    }
    return steps;
  };
}

/** The step to the end of the link, or as far as the remaining length allows. */
function stepToEnd(links: readonly RoadLink[], from: Start, leftM: number): Step {
  const endM = from.way === 1 ? flatLengthM(links[from.link]?.line ?? []) : 0;
  const stepM = Math.min(leftM, Math.abs(endM - from.alongM));
  return { link: from.link, fromM: from.alongM, toM: from.alongM + from.way * stepM };
}

/** Places of links by the key of the point that they share. */
type Places = ReadonlyMap<string, readonly Place[]>;

function indexPlaces(links: readonly RoadLink[]): Places {
  const places = links.flatMap(({ kind, line }, link) => {
    if (kind !== 'road') return [];
    let alongM = 0;
    return line.map((at, i) => {
      alongM += flatDistanceM(line[i - 1] ?? at, at);
      return { link, alongM, at };
    });
  });
  return groupBy(places, ({ at }) => keyOf(at));
}

/** The link on which the road continues at the end of a link. */
function findNext(
  links: readonly RoadLink[],
  places: Places,
  from: Start,
  look: 'ahead' | 'behind',
): Start | undefined {
  const link = links[from.link] as RoadLink;
  const ordered = from.way === 1 ? link.line : link.line.toReversed();
  const end = ordered.at(-1) as LatLon;
  const headingDeg = flatBearingDeg(ordered.at(-2) ?? end, end);
  const [best] = (places.get(keyOf(end)) ?? [])
    .filter((place) => place.link !== from.link)
    .flatMap((place) => WAYS.map((way): Start => ({ ...place, way })))
    .flatMap((start) => {
      const way = rateWay(links, link, headingDeg, start);
      return way !== undefined && isDrivable(way.next, start.way, look) ? [way] : [];
    })
    .sort(
      (a, b) =>
        // A road does not continue onto a ramp, nor a ramp onto the next ramp.
        Number(a.next.ramp === true) - Number(b.next.ramp === true) ||
        Number(b.isSame) - Number(a.isSame) ||
        a.turnDeg - b.turnDeg,
    );
  return best?.start;
}

/** Rates a start as the continuation of the road; undefined: it would be a turn off the road. */
function rateWay(
  links: readonly RoadLink[],
  link: RoadLink,
  headingDeg: number,
  start: Start,
): { start: Start; next: RoadLink; isSame: boolean; turnDeg: number } | undefined {
  const next = links[start.link] as RoadLink;
  const bearingDeg = bearingFrom(next.line, start);
  if (bearingDeg === undefined) return undefined;
  const turnDeg = angleBetweenDeg(bearingDeg, headingDeg);
  const isSame = roadName(next) === roadName(link);
  const maxDeg = isSame || link.ramp === true ? MAX_TURN_DEG : MAX_TURN_TO_OTHER_DEG;
  return turnDeg < maxDeg ? { start, next, isSame, turnDeg } : undefined;
}

const WAYS = [1, -1] as const;

const opposite = (way: Start['way']): Start['way'] => (way === 1 ? -1 : 1);

/** Can the walk use a link? It follows one-way roads against their direction only to look behind the start. */
const isDrivable = ({ oneWay }: RoadLink, way: 1 | -1, look: 'ahead' | 'behind') =>
  oneWay !== true || way === (look === 'ahead' ? 1 : -1);

/** Bearing in which the way leaves a place on a line; undefined at the end of the line. */
function bearingFrom(line: readonly LatLon[], { alongM, way }: Start): number | undefined {
  const lengthM = flatLengthM(line);
  const thereM = alongM + way * Math.min(30, way === 1 ? lengthM - alongM : alongM);
  if (Math.abs(thereM - alongM) < 1) return undefined;
  return flatBearingDeg(pointAlong(line, alongM).at, pointAlong(line, thereM).at);
}
