/** Stretches of links, one after the other: a drive without its geometry. */
import type { LatLon } from '../../src/base/point.ts';
import { flatDistanceM, partOfLine, pointAlong } from '../../src/geo/on-line.ts';
import type { RoadLink } from '../../src/network/link.ts';

/** A stretch of one link, in metres from its start; `toM` < `fromM`: it is driven backwards. */
export interface Step {
  /** Index into the list of links. */
  readonly link: number;
  readonly fromM: number;
  readonly toM: number;
}

/** A place on a link. */
export interface Place {
  /** Index into the list of links. */
  readonly link: number;
  /** Metres from the start of the link. */
  readonly alongM: number;
}

const stepM = ({ fromM, toM }: Step) => Math.abs(toM - fromM);

/** Metres driven. */
export const sumM = (steps: readonly Step[]) => steps.reduce((sum, step) => sum + stepM(step), 0);

/** The place `m` metres after the start of the steps; undefined beyond their end. */
export function placeOn(steps: readonly Step[], m: number): Place | undefined {
  let leftM = m;
  for (const step of steps) {
    if (leftM <= stepM(step))
      return { link: step.link, alongM: step.fromM + Math.sign(step.toM - step.fromM) * leftM };
    leftM -= stepM(step);
  }
  return undefined;
}

/** The first `m` metres of the steps. */
export function keepFirst(steps: readonly Step[], m: number): Step[] {
  let leftM = m;
  return steps.flatMap((step) => {
    const keptM = Math.min(leftM, stepM(step));
    leftM -= keptM;
    const toM = step.fromM + Math.sign(step.toM - step.fromM) * keptM;
    return keptM > 0 ? [{ ...step, toM }] : [];
  });
}

/** The same stretches driven the other way. */
export const turnRound = (steps: readonly Step[]): Step[] =>
  steps.map(({ link, fromM, toM }) => ({ link, fromM: toM, toM: fromM })).reverse();

/** Joins consecutive steps along the same link. */
export function joinSteps(steps: readonly Step[]): Step[] {
  const joined: Step[] = [];
  for (const step of steps) {
    const last = joined.at(-1);
    if (last?.link === step.link && last.toM === step.fromM)
      joined[joined.length - 1] = { ...last, toM: step.toM };
    else joined.push(step);
  }
  return joined;
}

/** The point of the network at a place. */
export const pointOf = (links: readonly RoadLink[], { link, alongM }: Place): LatLon =>
  pointAlong(lineOf(links, link), alongM).at;

/** The line of the steps in travel order, without repeated points. */
export function drawSteps(links: readonly RoadLink[], steps: readonly Step[]): LatLon[] {
  const points = steps.flatMap(({ link, fromM, toM }) => {
    const part = partOfLine(lineOf(links, link), Math.min(fromM, toM), Math.max(fromM, toM));
    return toM < fromM ? part.reverse() : part;
  });
  return points.filter((point, i) => i === 0 || flatDistanceM(point, points[i - 1] ?? point) > 0.1);
}

const lineOf = (links: readonly RoadLink[], link: number) => links[link]?.line ?? [];
