/** Finds the land, sea, lakes and rivers that a straight line crosses, by the rings around them. */
import Flatbush from 'flatbush';
import { memoizeLast } from '../base/memoize.ts';
import type { LatLon } from '../base/point.ts';
import { atOnce, type Steps, shareSteps } from '../base/steps.ts';
import { flatDistanceM } from './on-line.ts';

export interface Land {
  /** The index of the ring that a place lies in; undefined: it lies at sea. */
  find(place: LatLon): number | undefined;
  /** The longest stretch of sea on the straight line between two places; 0: it stays on land. Metres. */
  seaBetweenM(a: LatLon, b: LatLon): number;
  /** The lakes and rivers on the straight line between two places, in their order, each once; `[]`: none. */
  listWaters(a: LatLon, b: LatLon): readonly CrossedWater[];
  /** Does a place lie in a lake or river, but on no drawn island in it? */
  isInWater(place: LatLon): boolean;
  /** Opens the lakes and rivers. Otherwise the first question about them has to wait for it. */
  openInland(): Steps<void>;
}

/** The last point of a ring equals its first point. */
export type LandRing = readonly (readonly [lon: number, lat: number])[];

export interface Water {
  readonly kind: 'lake' | 'river';
  /** The shore of the water, and the shores of its islands. */
  readonly rings: readonly LandRing[];
}

/** The name of a lake or river, at a place on it. */
type WaterName = LatLon & { readonly kind: string; readonly name: string };

export interface CrossedWater {
  readonly kind: Water['kind'];
  /** Absent: not known. */
  readonly name?: string;
  /** The longest stretch over it. */
  readonly lengthM: number;
}

/** Coasts are drawn with four decimals, some 10 m. */
const STEPS = 1e4;
/** Cells in a degree. The places of a cell share the search for the areas around its middle. */
const CELLS = 10;

/** The lakes and rivers, and their names. */
export interface Inland {
  readonly waters: readonly Water[];
  readonly names: readonly WaterName[];
}

/**
 * @param rings of land that do not overlap.
 * @param readInland is called at the first question about lakes and rivers; absent: nothing is known of them.
 */
export function openLand(rings: readonly LandRing[], readInland?: () => Inland): Land {
  const land = openAreas(rings.map((ring) => [ring]));
  const inlandWaters = shareSteps(openInland(readInland));
  return {
    *openInland() {
      yield* inlandWaters();
    },
    find: (place) => [...land.around(place)][0],
    seaBetweenM(a, b) {
      const pieces = land.listPieces(a, b).filter(({ areas }) => areas.length === 0);
      return Math.max(0, ...pieces.map(({ share }) => share)) * flatDistanceM(a, b);
    },
    isInWater: (place) => atOnce(inlandWaters()).inland.around(place).size > 0,
    listWaters(a, b) {
      const { inland, crossed } = atOnce(inlandWaters());
      const longest = new Map<number, number>();
      for (const { share, areas } of inland.listPieces(a, b))
        for (const area of areas) longest.set(area, Math.max(longest.get(area) ?? 0, share));
      const wholeM = flatDistanceM(a, b);
      return [...longest].flatMap(([i, share]) => {
        const water = crossed[i];
        return water === undefined ? [] : [{ ...water, lengthM: share * wholeM }];
      });
    },
  };
}

/** The number of names that are put on waters in one step. */
const NAMES_A_STEP = 50;

const NOTHING: Inland = { waters: [], names: [] };

function* openInland(read: () => Inland = () => NOTHING) {
  const { waters, names } = read();
  yield;
  const inland = openAreas(waters.map((water) => water.rings));
  yield;
  const crossed = waters.map(({ kind }): Omit<CrossedWater, 'lengthM'> => ({ kind }));
  for (const [i, { name, kind, ...at }] of names.entries()) {
    if (i % NAMES_A_STEP === 0) yield;
    for (const water of inland.around(at))
      if (crossed[water]?.kind === kind) crossed[water] = { ...crossed[water], name };
  }
  return { inland, crossed };
}

interface Areas {
  /** The indexes of the areas that a place lies in. */
  around(place: LatLon): ReadonlySet<number>;
  /** Cuts the straight line between two places at the rings: the share of each piece, and the areas that it lies in. */
  listPieces(
    a: LatLon,
    b: LatLon,
  ): readonly { readonly share: number; readonly areas: readonly number[] }[];
}

/** @param areas the rings of each area. A place lies in an area if it lies inside an odd number of its rings. */
function openAreas(areas: readonly (readonly LandRing[])[]): Areas {
  const shores = areas.flatMap((rings, area) =>
    // A ring with a single point encloses nothing.
    rings.flatMap((ring) => (ring.length > 1 ? [{ ring, area }] : [])),
  );
  if (shores.length === 0)
    return { around: () => new Set(), listPieces: () => [{ share: 1, areas: [] }] };
  const { lookEast, meet } = openShores(plantLegs(shores));
  /** The middle of the cell that a place lies in, and the areas around it. */
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
  /** A short line to the middle of the cell costs less than a line across the map. One stop is asked for many roads. */
  const findAround = memoizeLast((place: LatLon, _: undefined): ReadonlySet<number> => {
    const [middle, areas] = middleNear(place);
    const found = new Set(areas);
    for (const { area } of meet(place, middle)) toggle(found, area);
    return found;
  });
  const around = (place: LatLon) => findAround(place, undefined);

  return {
    around,
    listPieces(a, b) {
      const inside = new Set(around(a));
      let from = 0;
      const meets = meet(a, b).sort((one, other) => one.share - other.share);
      return [...meets, { share: 1, area: -1 }].map(({ share, area }) => {
        const piece = { share: share - from, areas: [...inside] };
        toggle(inside, area);
        from = share;
        return piece;
      });
    },
  };
}

/** The legs of rings. Leg i runs from point i to the next. Legs that would join two rings are not in the tree. */
function plantLegs(shores: readonly { readonly ring: LandRing; readonly area: number }[]) {
  const count = shores.reduce((sum, { ring }) => sum + ring.length - 1, 0);
  const [x, y] = [new Int32Array(count + shores.length), new Int32Array(count + shores.length)];
  const [areaOf, pointOf] = [new Int32Array(count), new Int32Array(count)];
  const tree = new Flatbush(count, 16, Int32Array);
  let [point, leg] = [0, 0];
  for (const { ring, area } of shores)
    ring.forEach(([lon, lat], i) => {
      x[point] = Math.round(lon * STEPS);
      y[point] = Math.round(lat * STEPS);
      if (i > 0) {
        const [ax, ay] = [x[point - 1] as number, y[point - 1] as number];
        const [bx, by] = [x[point] as number, y[point] as number];
        tree.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
        areaOf[leg] = area;
        pointOf[leg++] = point - 1;
      }
      point++;
    });
  tree.finish();
  return { tree, x, y, areaOf, pointOf };
}

/** Finds where straight lines meet rings. */
function openShores({ tree, x, y, areaOf, pointOf }: ReturnType<typeof plantLegs>) {
  return {
    /** The areas around a place: a line due east meets their rings an odd number of times. */
    lookEast({ lat, lon }: LatLon): Set<number> {
      const [east, north] = [lon * STEPS, lat * STEPS];
      const found = new Set<number>();
      for (const leg of tree.search(east, north, 180 * STEPS, north)) {
        const at = pointOf[leg] as number;
        const [ay, by] = [y[at] as number, y[at + 1] as number];
        if (ay > north === by > north) continue;
        const [ax, bx] = [x[at] as number, x[at + 1] as number];
        if (east < ax + ((north - ay) / (by - ay)) * (bx - ax))
          toggle(found, areaOf[leg] as number);
      }
      return found;
    },

    /** The places where a line meets a ring: the share of the line before the place, and the area. */
    meet(a: LatLon, b: LatLon): { readonly share: number; readonly area: number }[] {
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
        return share >= 0 && share < 1 ? [{ share, area: areaOf[leg] as number }] : [];
      });
    },
  };
}

function toggle(areas: Set<number>, area: number): void {
  if (!areas.delete(area)) areas.add(area);
}
