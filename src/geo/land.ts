/** Where land and sea lie, by the rings of a coast: what a straight line crosses. */
import Flatbush from 'flatbush';
import type { LatLon } from '../base/point.ts';
import { flatDistanceM } from './on-line.ts';

export interface Land {
  /** Which ring a place lies in, by its place in the list; undefined: at sea. */
  find(place: LatLon): number | undefined;
  /** The longest stretch of sea on the straight line between two places; 0: it stays on land. Metres. */
  seaBetweenM(a: LatLon, b: LatLon): number;
}

/** The last point of a ring is its first one. */
export type LandRing = readonly (readonly [lon: number, lat: number])[];

/** Coasts are drawn with four decimals, some 10 m. */
const STEPS = 1e4;
/** Cells of a degree, in which places share their way to the edge of the map. */
const CELLS = 10;

/** @param rings of land that do not overlap. */
export function openLand(rings: readonly LandRing[]): Land {
  const count = rings.reduce((sum, ring) => sum + ring.length - 1, 0);
  if (count === 0) return { find: () => undefined, seaBetweenM: flatDistanceM };
  // Leg i runs from point i to point i + 1; the one that would join two rings has no number in the tree.
  const [x, y] = [new Int32Array(count + rings.length), new Int32Array(count + rings.length)];
  const [ringOf, pointOf] = [new Int32Array(count), new Int32Array(count)];
  const tree = new Flatbush(count, 16, Int32Array);
  let [point, leg] = [0, 0];
  rings.forEach((ring, index) => {
    ring.forEach(([lon, lat], i) => {
      x[point] = Math.round(lon * STEPS);
      y[point] = Math.round(lat * STEPS);
      if (i > 0) {
        const [ax, ay] = [x[point - 1] as number, y[point - 1] as number];
        const [bx, by] = [x[point] as number, y[point] as number];
        tree.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
        ringOf[leg] = index;
        pointOf[leg++] = point - 1;
      }
      point++;
    });
  });
  tree.finish();

  /** Rings around a place: those that a line due east meets an odd number of times. */
  const lookEast = ({ lat, lon }: LatLon): Set<number> => {
    const [east, north] = [lon * STEPS, lat * STEPS];
    const found = new Set<number>();
    for (const leg of tree.search(east, north, 180 * STEPS, north)) {
      const at = pointOf[leg] as number;
      const [ay, by] = [y[at] as number, y[at + 1] as number];
      if (ay > north === by > north) continue;
      const [ax, bx] = [x[at] as number, x[at + 1] as number];
      if (east < ax + ((north - ay) / (by - ay)) * (bx - ax)) toggle(found, ringOf[leg] as number);
    }
    return found;
  };

  /** Where a line meets the coast: the share of the line before it, and the ring. */
  const meet = (a: LatLon, b: LatLon): { readonly share: number; readonly ring: number }[] => {
    const [fromX, fromY] = [a.lon * STEPS, a.lat * STEPS];
    const [dx, dy] = [b.lon * STEPS - fromX, b.lat * STEPS - fromY];
    const [minX, minY] = [Math.min(fromX, fromX + dx), Math.min(fromY, fromY + dy)];
    const legs = tree.search(minX, minY, minX + Math.abs(dx), minY + Math.abs(dy));
    return legs.flatMap((leg) => {
      const at = pointOf[leg] as number;
      const [ax, ay] = [(x[at] as number) - fromX, (y[at] as number) - fromY];
      const [bx, by] = [(x[at + 1] as number) - fromX, (y[at + 1] as number) - fromY];
      const [left, right] = [dx * ay - dy * ax, dx * by - dy * bx];
      if (left > 0 === right > 0) return [];
      const along = left / (left - right);
      const [meetX, meetY] = [ax + along * (bx - ax), ay + along * (by - ay)];
      const share = (meetX * dx + meetY * dy) / (dx * dx + dy * dy);
      return share >= 0 && share < 1 ? [{ share, ring: ringOf[leg] as number }] : [];
    });
  };

  /** The middle of the cell that a place lies in, and the rings around it. */
  const middles = new Map<number, readonly [LatLon, ReadonlySet<number>]>();
  const middleNear = ({ lat, lon }: LatLon): readonly [LatLon, ReadonlySet<number>] => {
    const [row, column] = [Math.floor(lat * CELLS), Math.floor(lon * CELLS)];
    const cell = row * 360 * CELLS + column;
    const known = middles.get(cell);
    if (known !== undefined) return known;
    const middle = { lat: (row + 0.5) / CELLS, lon: (column + 0.5) / CELLS };
    const made = [middle, lookEast(middle)] as const;
    middles.set(cell, made);
    return made;
  };
  /** A short line to the middle of its cell costs less than one across the country. */
  const around = (place: LatLon): Set<number> => {
    const [middle, rings] = middleNear(place);
    const found = new Set(rings);
    for (const { ring } of meet(place, middle)) toggle(found, ring);
    return found;
  };

  return {
    find: (place) => [...around(place)][0],
    seaBetweenM(a, b) {
      const rings = around(a);
      let [longest, from] = [0, 0];
      const meets = meet(a, b).sort((one, other) => one.share - other.share);
      for (const { share, ring } of [...meets, { share: 1, ring: -1 }]) {
        if (rings.size === 0) longest = Math.max(longest, share - from);
        toggle(rings, ring);
        from = share;
      }
      return longest * flatDistanceM(a, b);
    },
  };
}

function toggle(rings: Set<number>, ring: number): void {
  if (!rings.delete(ring)) rings.add(ring);
}
