/**
 * The speeds on roads: a speed for each class in open country, and the traits that slow a road down.
 *
 * The source has no speed limits. The figures are fitted to measured stretches by `npm run fit:speeds`
 * (`tools/fit-speeds/`); data/README.md says how.
 */
import type { LatLon } from '../base/point.ts';
import type { Speeds, TimeRange } from '../facts/schema/road-network.ts';
import { angleBetweenDeg, flatBearingDeg, flatLengthM, pointAlong } from '../geo/on-line.ts';
import { toUtm33 } from '../geo/utm33.ts';
import type { RoadFacts, RoadLink } from './link.ts';

export const SLOWING_TRAITS = ['builtUp', 'street', 'tunnel', 'west', 'bends', 'city'] as const;
type SlowingTrait = (typeof SLOWING_TRAITS)[number];

/** The traits that decide the speed of a road. */
export interface RoadTraits {
  readonly class: string;
  /**
   * `builtUp`, `street`, `tunnel` (in a built-up area, or of a motor road) and `west` are 1 or 0. `bends`: hundreds of
   * degrees that the road turns by in a kilometre. `city`, only of motor roads and ramps: hundreds of kilometres of
   * road in built-up areas within 10 km, squared.
   */
  readonly slowing: Readonly<Record<SlowingTrait, number>>;
}

/** A nautical mile has 1852 m. */
export const KMH_PER_KNOT = 1.852;

/** Gives the traits of links. @param links all links of the network: the surroundings of a road slow it down. */
export function openTraits(
  links: readonly RoadLink[],
  { west, firstSecondaryCountyRoad }: Speeds,
): (link: RoadLink) => RoadTraits {
  const builtUpKm = sumBuiltUp(links);
  return (link) => {
    const { lat, lon } = pointAlong(link.line, flatLengthM(link.line) / 2).at;
    const name = nameClass(link, firstSecondaryCountyRoad);
    const isBuiltUp = link.builtUp === true;
    const isMain = MAIN_CLASSES.has(name);
    return {
      class: name,
      slowing: {
        builtUp: Number(isBuiltUp && isMain),
        street: Number(isBuiltUp && !isMain),
        tunnel: Number(link.tunnel === true && (isBuiltUp || MOTOR_CLASSES.has(name))),
        west: Number(!STREET_CLASSES.has(name) && lon < west.eastLon && lat < west.northLat),
        bends: bendsOf(link.line),
        city: MOTOR_CLASSES.has(name) ? (builtUpKm(link.line) / 100) ** 2 : 0,
      },
    };
  };
}

/** Kilometres per hour at which a road with these traits is driven. */
export function speedOf({ class: name, slowing }: RoadTraits, speeds: Speeds): number {
  const slowed = SLOWING_TRAITS.reduce(
    (sum, trait) => sum + slowing[trait] * speeds.slowing[trait],
    0,
  );
  return classOf(name, speeds).kmh * Math.exp(-slowed);
}

/** Gives the speeds of links in kilometres per hour. @param links all links of the network. */
export function openRoadSpeeds(
  links: readonly RoadLink[],
  speeds: Speeds,
): (link: RoadLink) => number {
  const traitsOf = openTraits(links, speeds);
  return (link) => speedOf(traitsOf(link), speeds);
}

/** The range of the real time on a link, as shares of its calculated time. */
export function rangeOf(
  link: RoadFacts & Pick<RoadLink, 'motor' | 'builtUp'>,
  speeds: Speeds,
): TimeRange {
  if (link.kind === 'ferry') return speeds.ferry.range;
  const name = nameClass(link, speeds.firstSecondaryCountyRoad);
  if (link.builtUp === true && !MOTOR_CLASSES.has(name)) return speeds.builtUpRange;
  return classOf(name, speeds).range;
}

function classOf(name: string, { roads }: Speeds): Speeds['roads'][number] {
  const row = roads.find((candidate) => candidate.class === name);
  if (row === undefined) throw new Error(`speeds.json has no speed for road class ${name}.`);
  return row;
}

/** Minutes between the quays: the known time, or else the time of sailing at the usual speed. */
export function crossingMin(
  link: RoadLink,
  { ferry }: { readonly ferry: Pick<Speeds['ferry'], 'knots'> },
): number {
  return link.crossingMin ?? sailingMin(flatLengthM(link.line), { ...ferry, mooringMin: 0 });
}

/**
 * Minutes between two quays whose crossing time is not published: casting off, sailing and mooring.
 *
 * @param lengthM the drawn length.
 */
export const sailingMin = (
  lengthM: number,
  { mooringMin, knots }: Pick<Speeds['ferry'], 'mooringMin' | 'knots'>,
): number => mooringMin + (lengthM / 1000 / (knots * KMH_PER_KNOT)) * 60;

/** Classes that `west` does not slow down: the speed of streets is the speed in their town. */
const STREET_CLASSES: ReadonlySet<string> = new Set(['K', 'P']);
const MOTOR_CLASSES: ReadonlySet<string> = new Set(['motorway', 'motor-traffic-road', 'ramp']);
const MAIN_CLASSES: ReadonlySet<string> = new Set([...MOTOR_CLASSES, 'E', 'R']);

function nameClass(
  { ramp, motor, category, number }: RoadFacts & Pick<RoadLink, 'motor'>,
  firstSecondary: number,
): string {
  if (ramp === true) return 'ramp';
  if (motor !== undefined) return motor;
  if (category !== 'F') return category;
  return number !== undefined && number < firstSecondary ? 'F-primary' : 'F-secondary';
}

/** Shorter links count as this long: a short link between two bends is no winding road. Metres. */
const LEAST_BENDING_M = 300;
const MOST_BENDS = 2;

function bendsOf(line: readonly LatLon[]): number {
  let turnedDeg = 0;
  for (let i = 1; i + 1 < line.length; i++) {
    const [a, b, c] = [line[i - 1] as LatLon, line[i] as LatLon, line[i + 1] as LatLon];
    turnedDeg += angleBetweenDeg(flatBearingDeg(a, b), flatBearingDeg(b, c));
  }
  return Math.min(MOST_BENDS, (turnedDeg / Math.max(LEAST_BENDING_M, flatLengthM(line))) * 10);
}

const CELL_M = 500;
const CITY_REACH_M = 10_000;

/** Gives the mean kilometres of road in built-up areas within reach along a line. Roads that we drew do not count. */
function sumBuiltUp(links: readonly RoadLink[]): (line: readonly LatLon[]) => number {
  const kmInCell = new Map<string, number>();
  for (const { builtUp, kind, drawn, line } of links) {
    if (builtUp !== true || kind !== 'road' || drawn !== undefined) continue;
    for (const { x, y, lengthM } of cutFinely(line, CELL_M / 5)) {
      const cell = cellOf(Math.floor(x / CELL_M), Math.floor(y / CELL_M));
      kmInCell.set(cell, (kmInCell.get(cell) ?? 0) + lengthM / 1000);
    }
  }
  const around = listCellsAround(CITY_REACH_M / CELL_M);
  return (line) => {
    let [km, totalM] = [0, 0];
    for (const { x, y, lengthM } of cutFinely(line, 2 * CELL_M)) {
      const [column, row] = [Math.floor(x / CELL_M), Math.floor(y / CELL_M)];
      totalM += lengthM;
      for (const [east, north] of around)
        km += lengthM * (kmInCell.get(cellOf(column + east, row + north)) ?? 0);
    }
    return totalM === 0 ? 0 : km / totalM;
  };
}

const cellOf = (column: number, row: number) => `${column} ${row}`;

function listCellsAround(reach: number): [number, number][] {
  const steps = Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach);
  return steps.flatMap((east) =>
    steps
      .filter((north) => Math.hypot(east, north) <= reach)
      .map((north): [number, number] => [east, north]),
  );
}

/** The middles of pieces of a line, and their lengths. No piece is longer than asked for. UTM 33, metres. */
function* cutFinely(line: readonly LatLon[], mostM: number) {
  for (let i = 1; i < line.length; i++) {
    const [fromX, fromY] = toUtm33(line[i - 1] as LatLon);
    const [toX, toY] = toUtm33(line[i] as LatLon);
    const legM = Math.hypot(toX - fromX, toY - fromY);
    const count = Math.max(1, Math.ceil(legM / mostM));
    for (let k = 0; k < count; k++) {
      const share = (k + 0.5) / count;
      yield {
        x: fromX + (toX - fromX) * share,
        y: fromY + (toY - fromY) * share,
        lengthM: legM / count,
      };
    }
  }
}
