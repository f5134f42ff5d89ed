/** Where the nearest road to a point lies, on a network that fits into memory. */
import Flatbush from 'flatbush';
import type { LatLon } from '../base/point.ts';
import { chooseRoad } from './choose-road.ts';
import { flatDistanceM, nearestOnLeg } from './on-line.ts';
import { toUtm33 } from './utm33.ts';
import { toStep, toVertex } from './vertex.ts';
import { pointOfSteps } from './vertex-numbers.ts';

/** A piece of road that a trip can begin on. */
export interface FindableRoad {
  readonly line: readonly LatLon[];
  readonly tunnel?: boolean | undefined;
  readonly ramp?: boolean | undefined;
}

/** Gives the place on a road that a trip from a stop sets out from, as `chooseRoad` says. */
export type FindRoad = (stop: LatLon) => LatLon;

/** Most stops are nearer to a road than this, and all that may be the nearest lies in one box. Metres. */
const FIRST_REACH_M = 250;
/** Elsewhere so many boxes are looked at first; the nearest leg is mostly in one of them. */
const FIRST_LOOK = 4;

/** All that roads are found with, as it can be kept in a file. */
export interface FinderRows {
  /** The legs of all roads: four steps for each, of latitude and longitude at both ends; see `toStep`. */
  readonly legs: Int32Array;
  /** By leg: `TUNNEL` and `RAMP`, added up. */
  readonly kinds: Uint8Array;
  /** The index of Flatbush over the legs; empty where there are none. */
  readonly tree: Uint8Array;
}

const TUNNEL = 1;
const RAMP = 2;

/** Names the form of the index: a later version of what writes it may not read those of today. */
export const nameIndexForm = (): string => {
  const [magic, versionAndType] = new Uint8Array(new Flatbush(1).data);
  return `${magic}.${versionAndType}`;
};

/** Places are rounded to six decimals. What is kept of them changes with this, see `FORMAT` of a network. */
export function layRoads(roads: readonly FindableRoad[]): FinderRows {
  const rows = listLegs(roads);
  return { ...rows, tree: buildTree(rows.legs) };
}

/** @internal Outside this file only tests ask for roads that were never kept. */
export const buildRoadFinder = (roads: readonly FindableRoad[]): FindRoad =>
  openRoadFinder(layRoads(roads));

/**
 * Roads may be none; then every stop stays where it is.
 *
 * @param rows as `layRoads` gives them; they stay in use.
 */
export function openRoadFinder({ legs, kinds, tree: index }: FinderRows): FindRoad {
  if (kinds.length === 0) return (stop) => stop;
  const tree = Flatbush.from(index.buffer, index.byteOffset);

  const isOffRamps = (leg: number) => ((kinds[leg] as number) & RAMP) === 0;
  const isOpen = (leg: number) => kinds[leg] === 0;

  return (stop) => {
    const [x, y] = toUtm33(stop);

    /** The nearest of the legs that count, and the place on it. */
    const findNearest = (counts: (leg: number) => boolean): Near | undefined => {
      const near = within(FIRST_REACH_M, counts);
      if (near !== undefined && reachOf(near) <= FIRST_REACH_M) return near;
      const first = closest(tree.neighbors(x, y, FIRST_LOOK, Number.POSITIVE_INFINITY, counts));
      return first && within(reachOf(first), counts);
    };
    const within = (reachM: number, counts: (leg: number) => boolean) =>
      closest(tree.search(x - reachM, y - reachM, x + reachM, y + reachM, counts));
    const closest = (found: readonly number[]): Near | undefined =>
      found.reduce<Near | undefined>((best, leg) => {
        const at = nearestOnLeg(fromOf(legs, leg), toOf(legs, leg), stop);
        const offM = flatDistanceM(at, stop);
        return best !== undefined && best.offM <= offM ? best : { leg, at, offM };
      }, undefined);

    const any = findNearest(() => true);
    const find = (counts: (leg: number) => boolean) =>
      any === undefined || counts(any.leg) ? any?.at : findNearest(counts)?.at;
    const near = { onAny: any?.at, inTheOpen: find(isOpen), offRamps: find(isOffRamps) };
    return toVertex(chooseRoad(stop, near));
  };
}

/** A metre of the grid is up to 0.7 % off a true one in the west of the country. */
const ROUND_UP = 1.02;

/** Boxes are nearer than what they hold: whatever is as near as a leg lies within this distance. Metres. */
const reachOf = ({ offM }: Near): number => offM * ROUND_UP + 1;

interface Near {
  readonly leg: number;
  readonly at: LatLon;
  readonly offM: number;
}

const fromOf = (legs: Int32Array, leg: number) => pointOfSteps(legs, 4 * leg);
const toOf = (legs: Int32Array, leg: number) => pointOfSteps(legs, 4 * leg + 2);

function listLegs(roads: readonly FindableRoad[]): Pick<FinderRows, 'legs' | 'kinds'> {
  const count = roads.reduce((sum, { line }) => sum + Math.max(0, line.length - 1), 0);
  const legs = new Int32Array(4 * count);
  const kinds = new Uint8Array(count);
  let leg = 0;
  for (const { line, tunnel, ramp } of roads)
    for (let i = 1; i < line.length; i++) {
      const [from, to] = [line[i - 1] as LatLon, line[i] as LatLon];
      legs.set([from.lat, from.lon, to.lat, to.lon].map(toStep), 4 * leg);
      kinds[leg] = (tunnel === true ? TUNNEL : 0) + (ramp === true ? RAMP : 0);
      leg++;
    }
  return { legs, kinds };
}

function buildTree(legs: Int32Array): Uint8Array {
  const count = legs.length / 4;
  // Flatbush refuses an index without items.
  if (count === 0) return new Uint8Array();
  const tree = new Flatbush(count);
  for (let leg = 0; leg < count; leg++) {
    const [a, b] = [toUtm33(fromOf(legs, leg)), toUtm33(toOf(legs, leg))];
    tree.add(
      Math.min(a[0], b[0]),
      Math.min(a[1], b[1]),
      Math.max(a[0], b[0]),
      Math.max(a[1], b[1]),
    );
  }
  tree.finish();
  return new Uint8Array(tree.data);
}
