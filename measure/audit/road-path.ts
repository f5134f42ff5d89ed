import type { LatLon } from '../../src/base/point.ts';
import { pointAlong } from '../../src/geo/on-line.ts';
import { openFinder } from '../../src/network/placement/find-near.ts';
import type { AuditNetwork } from './network.ts';
import {
  drawSteps,
  joinSteps,
  keepFirst,
  type Place,
  placeOn,
  pointOf,
  type Step,
  sumM,
  turnRound,
} from './steps.ts';
import { openWalk } from './walk.ts';

/** A drive along a road past a place, on the links of the network. */
export interface RoadPath {
  /** In travel order. */
  readonly steps: readonly Step[];
  readonly line: readonly LatLon[];
  /** A point of the path before the place and a point after it. They keep a trip on the path. */
  readonly near: readonly LatLon[];
  /** At most eight points, evenly along the path. */
  readonly all: readonly LatLon[];
}

/**
 * A drive past a place; undefined: its road is not driven in this direction.
 *
 * @param way 1 in the order of the link's points, -1 against it.
 * @param reachM the drive begins this far before the place and ends this far after it, if the road is long enough.
 */
export type PathPast = (place: Place, way: 1 | -1, reachM: number) => RoadPath | undefined;

/** A stop this near to another road or to a station does not tell on which side of it the stop lies. Metres. */
const CLEAR_M = 25;
/** Distance between the places that are tried as a stop. Metres. */
const TRY_M = 20;
/** A point that keeps a trip on the path lies this far from the place, if the path is long enough. Metres. */
const HOLD_M = 250;
/** Source: interface decision "at most 8 via points", docs/interface.md. */
const MAX_VIA = 8;

/** Indexes the network once, for many paths. */
export function openRoadPaths(network: AuditNetwork): PathPast {
  const { links } = network;
  const walk = openWalk(links);
  const isClear = openClearances(network);

  return ({ link, alongM }, way, reachM) => {
    if (links[link]?.oneWay === true && way === -1) return undefined;
    const [ahead, behind] = (['ahead', 'behind'] as const).map((look) => {
      const steps = walk({ link, alongM, way }, reachM, look);
      return keepFirst(steps, findEnd(steps, isClear));
    }) as [Step[], Step[]];
    const [beforeM, afterM] = [sumM(behind), sumM(ahead)];
    const steps = joinSteps([...turnRound(behind), ...ahead]);
    /** The clear point of the path that is nearest to a distance from its start, metres. */
    const hold = (wishM: number): LatLon[] => {
      const places = spiral(wishM).map((m) => placeOn(steps, m));
      const clear = places.find((place) => place !== undefined && isClear(place));
      return clear === undefined ? [] : [pointOf(links, clear)];
    };
    const near = [beforeM - Math.min(HOLD_M, beforeM / 2), beforeM + Math.min(HOLD_M, afterM / 2)];
    return {
      steps,
      line: drawSteps(links, steps),
      near: near.flatMap(hold),
      all: spread(beforeM + afterM, MAX_VIA).flatMap(hold),
    };
  };
}

/** Tells whether a place is clear of stations, junctions and other roads. */
function openClearances({ links, listOnLink }: AuditNetwork): (place: Place) => boolean {
  const find = openFinder(links);
  return ({ link, alongM }) => {
    const self = links[link];
    if (listOnLink(link).some((station) => Math.abs(station.alongM - alongM) < CLEAR_M))
      return false;
    const { at } = pointAlong(self?.line ?? [], alongM);
    return find(at, CLEAR_M, (other) => other !== self && other.kind === 'road') === undefined;
  };
}

/** How far along the steps a drive ends: as far as possible, at a clear place if there is one. */
function findEnd(steps: readonly Step[], isClear: (place: Place) => boolean): number {
  const lengthM = sumM(steps);
  for (let m = lengthM; m > CLEAR_M; m -= TRY_M) {
    const place = placeOn(steps, m);
    if (place !== undefined && isClear(place)) return m;
  }
  return lengthM;
}

/** Distances around a wish, the nearest first. */
const spiral = (wishM: number): number[] =>
  Array.from({ length: (2 * HOLD_M) / TRY_M + 1 }, (_, i) =>
    Math.max(0, wishM + Math.ceil(i / 2) * TRY_M * (i % 2 === 0 ? -1 : 1)),
  );

/** Evenly spread distances between 0 and the length, without the ends. */
const spread = (lengthM: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => (lengthM * (i + 1)) / (count + 1));
