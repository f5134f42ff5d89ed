/** Where the nearest road to a point lies, on a network that fits into memory. */
import Flatbush from 'flatbush';
import type { LatLon } from '../base/point.ts';
import { chooseRoad } from './choose-road.ts';
import { flatDistanceM, nearestOnLeg } from './on-line.ts';
import { toUtm33 } from './utm33.ts';
import { toVertex } from './vertex.ts';

/** A piece of road that a trip can begin on. */
export interface FindableRoad {
  readonly line: readonly LatLon[];
  readonly tunnel?: true;
  readonly ramp?: true;
}

/** Gives the place on a road that a trip from a stop sets out from, as `chooseRoad` says. */
export type FindRoad = (stop: LatLon) => LatLon;

/** Most stops are nearer to a road than this, and all that may be the nearest lies in one box. Metres. */
const FIRST_REACH_M = 250;
/** Elsewhere so many boxes are looked at first; the nearest leg is mostly in one of them. */
const FIRST_LOOK = 4;

/** Roads may be none; then every stop stays where it is. */
export function buildRoadFinder(roads: readonly FindableRoad[]): FindRoad {
  const legs = listLegs(roads);
  const tree = buildTree(legs);
  if (tree === undefined) return (stop) => stop;

  const isOffRamps = (leg: number) => !legs.isRamp(leg);
  const isOpen = (leg: number) => isOffRamps(leg) && !legs.isTunnel(leg);

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
        const at = nearestOnLeg(legs.from(leg), legs.to(leg), stop);
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

/** The legs of all roads in one row, by number. */
interface Legs {
  readonly count: number;
  from(leg: number): LatLon;
  to(leg: number): LatLon;
  isTunnel(leg: number): boolean;
  isRamp(leg: number): boolean;
}

/** Degrees lie side by side: a hundred thousand points as objects would take several times as much. */
function listLegs(roads: readonly FindableRoad[]): Legs {
  const count = roads.reduce((sum, { line }) => sum + Math.max(0, line.length - 1), 0);
  const degrees = new Float64Array(4 * count);
  const [tunnels, ramps] = [new Uint8Array(count), new Uint8Array(count)];
  let leg = 0;
  for (const { line, tunnel, ramp } of roads)
    for (let i = 1; i < line.length; i++) {
      const [from, to] = [line[i - 1] as LatLon, line[i] as LatLon];
      degrees.set([from.lat, from.lon, to.lat, to.lon], 4 * leg);
      if (tunnel === true) tunnels[leg] = 1;
      if (ramp === true) ramps[leg] = 1;
      leg++;
    }
  const pointAt = (place: number) => ({
    lat: degrees[place] as number,
    lon: degrees[place + 1] as number,
  });
  return {
    count,
    from: (one) => pointAt(4 * one),
    to: (one) => pointAt(4 * one + 2),
    isTunnel: (one) => tunnels[one] === 1,
    isRamp: (one) => ramps[one] === 1,
  };
}

function buildTree({ count, from, to }: Legs): Flatbush | undefined {
  // Flatbush refuses an index without items.
  if (count === 0) return undefined;
  const tree = new Flatbush(count);
  for (let leg = 0; leg < count; leg++) {
    const [a, b] = [toUtm33(from(leg)), toUtm33(to(leg))];
    tree.add(
      Math.min(a[0], b[0]),
      Math.min(a[1], b[1]),
      Math.max(a[0], b[0]),
      Math.max(a[1], b[1]),
    );
  }
  tree.finish();
  return tree;
}
