/**
 * Fits the speeds of roads to measured stretches.
 *
 * The logarithm of a speed is linear in the fitted figures: a factor for each group of classes, by which its start
 * speed is multiplied, and the slowing of each trait. The logarithms of the times of whole stretches are fitted by the
 * method of Gauss and Newton, with
 *
 * - a prior: a figure leaves its start only as far as the stretches show. Figures with few stretches (open roads that
 *   are no motor roads, streets, ramps, bends) stay near the official model;
 * - weights: many times are whole minutes, so they may be off by half a minute;
 * - Huber's rule: a stretch that is far off has no more influence than a stretch that is a little off.
 *
 * Sources: P. J. Huber, *Robust Estimation of a Location Parameter*, 1964; A. E. Hoerl, R. W. Kennard, *Ridge
 * Regression*, 1970.
 */

import type { Speeds } from '../../src/facts/schema/road-network.ts';
import { SLOWING_TRAITS, speedOf } from '../../src/network/speeds.ts';
import type { DrivenStretch } from './drive-stretches.ts';

/** Classes whose speeds are fitted together, by one factor. Streets and ramps have no stretch of their own. */
const GROUPS: Readonly<Record<string, string>> = {
  motorway: 'motorway',
  'motor-traffic-road': 'motor-traffic-road',
  ramp: 'ramp',
  E: 'main road',
  R: 'main road',
  'F-primary': 'county road',
  'F-secondary': 'county road',
  K: 'local road',
  P: 'local road',
};
const GROUP_NAMES = [...new Set(Object.values(GROUPS))];

/** Standard deviations of the prior, as logarithms: how far a figure may leave its start. */
const MEASURED_SIGMA = 0.15;
const HARDLY_MEASURED_SIGMA = 0.02;
const MEASURED: ReadonlySet<string> = new Set([
  'motorway',
  'motor-traffic-road',
  'builtUp',
  'street',
  'tunnel',
  'west',
  'city',
]);
const PRIOR_SIGMAS = [...GROUP_NAMES, ...SLOWING_TRAITS].map((name) =>
  MEASURED.has(name) ? MEASURED_SIGMA : HARDLY_MEASURED_SIGMA,
);
/** Standard deviation of a stretch when the speeds are right, by drivers, lights, and the places of its ends. */
const MODEL_SIGMA = 0.06;
/** Standard deviation of a rounding to whole minutes. Seconds. */
const ROUNDING_SIGMA_S = 60 / Math.sqrt(12);
const HUBER = 1.5;
const MOST_STEPS = 50;
const SMALLEST_STEP = 1e-9;

export const groupOfClass = (name: string): string => GROUPS[name] ?? '';

/** The group to which the most seconds of a stretch belong. */
export function groupOf(stretch: DrivenStretch, speeds: Speeds): string {
  const seconds = new Map<string, number>();
  for (const { traits, lengthM } of stretch.pieces) {
    const group = groupOfClass(traits.class);
    seconds.set(group, (seconds.get(group) ?? 0) + lengthM / speedOf(traits, speeds));
  }
  return [...seconds].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

/** Seconds of a stretch by the speeds, scaled to the measured length. */
function timeStretch({ pieces, turnsS, km, lengthM }: DrivenStretch, speeds: Speeds): number {
  const drivenS = pieces.reduce(
    (sum, piece) => sum + (piece.lengthM * 3.6) / speedOf(piece.traits, speeds),
    0,
  );
  return ((drivenS + turnsS) * km * 1000) / lengthM;
}

/** The speeds that fit the stretches. @param start the speeds of the prior. */
export function fitSpeeds(start: Speeds, stretches: readonly DrivenStretch[]): Speeds {
  const count = GROUP_NAMES.length + SLOWING_TRAITS.length;
  let offsets = new Array<number>(count).fill(0);
  for (let step = 0; step < MOST_STEPS; step++) {
    const change = stepFrom(start, stretches, offsets);
    offsets = offsets.map((offset, i) => offset + (change[i] as number));
    if (Math.max(...change.map(Math.abs)) < SMALLEST_STEP) break;
  }
  return withOffsets(start, offsets);
}

/** The speeds with offsets: first the logarithms of the factors of the groups, then the values added to each trait. */
function withOffsets(start: Speeds, offsets: readonly number[]): Speeds {
  const factorOf = (name: string) =>
    Math.exp(offsets[GROUP_NAMES.indexOf(groupOfClass(name))] as number);
  const slowing = SLOWING_TRAITS.map((trait, i): [string, number] => [
    trait,
    start.slowing[trait] + (offsets[GROUP_NAMES.length + i] as number),
  ]);
  return {
    ...start,
    roads: start.roads.map((road) => ({ ...road, kmh: road.kmh * factorOf(road.class) })),
    slowing: Object.fromEntries(slowing) as Speeds['slowing'],
  };
}

/** The step to the minimum of the sum of the deviations and the prior, both approximated as quadratic. */
function stepFrom(
  start: Speeds,
  stretches: readonly DrivenStretch[],
  offsets: readonly number[],
): number[] {
  const speeds = withOffsets(start, offsets);
  const strengths = PRIOR_SIGMAS.map((sigma) => 1 / sigma ** 2);
  const normal = strengths.map((strength, i) => strengths.map((_, j) => (i === j ? strength : 0)));
  const pull = strengths.map((strength, i) => -strength * (offsets[i] as number));
  for (const stretch of stretches) {
    const tooLong = Math.log(timeStretch(stretch, speeds) / stretch.freeFlowSec);
    const sigma = sigmaOf(stretch);
    const weight = Math.min(1, (HUBER * sigma) / Math.abs(tooLong)) / sigma ** 2;
    const slope = slopeOf(stretch, speeds);
    slope.forEach((a, i) => {
      pull[i] = (pull[i] as number) - weight * a * tooLong;
      slope.forEach((b, j) => {
        const row = normal[i] as number[];
        row[j] = (row[j] as number) + weight * a * b;
      });
    });
  }
  return solve(normal, pull);
}

function sigmaOf({ freeFlowSec }: DrivenStretch): number {
  const rounding = freeFlowSec % 60 === 0 ? ROUNDING_SIGMA_S / freeFlowSec : 0;
  return Math.hypot(MODEL_SIGMA, rounding);
}

/** The derivative of the logarithm of the time by each offset. */
function slopeOf({ pieces, turnsS }: DrivenStretch, speeds: Speeds): number[] {
  const slope = new Array<number>(GROUP_NAMES.length + SLOWING_TRAITS.length).fill(0);
  const add = (i: number, value: number) => {
    slope[i] = (slope[i] as number) + value;
  };
  let totalS = turnsS;
  for (const { traits, lengthM } of pieces) {
    const seconds = (lengthM * 3.6) / speedOf(traits, speeds);
    totalS += seconds;
    add(GROUP_NAMES.indexOf(groupOfClass(traits.class)), -seconds);
    SLOWING_TRAITS.forEach((trait, i) => {
      add(GROUP_NAMES.length + i, seconds * traits.slowing[trait]);
    });
  }
  return slope.map((value) => value / totalS);
}

/** Solves linear equations with a positive definite matrix, by Gaussian elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] as number]);
  rows.forEach((pivotRow, i) => {
    for (const row of rows.slice(i + 1)) {
      const share = (row[i] as number) / (pivotRow[i] as number);
      for (let j = i; j < row.length; j++)
        row[j] = (row[j] as number) - share * (pivotRow[j] as number);
    }
  });
  const solution = new Array<number>(rows.length).fill(0);
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i] as number[];
    const known = row
      .slice(i + 1, -1)
      .reduce((sum, value, j) => sum + value * (solution[i + 1 + j] as number), 0);
    solution[i] = ((row.at(-1) as number) - known) / (row[i] as number);
  }
  return solution;
}

/** A stretch, and its time by speeds that were fitted without the stretches of its place. */
export interface JudgedStretch {
  readonly stretch: DrivenStretch;
  readonly seconds: number;
  /** Measured seconds divided by calculated seconds. */
  readonly ratio: number;
}

/** Cross-validation: each place is judged by speeds that were fitted to all others. */
export function judgeByOthers(start: Speeds, stretches: readonly DrivenStretch[]): JudgedStretch[] {
  return [...new Set(stretches.map(({ place }) => place))].flatMap((place) => {
    const speeds = fitSpeeds(
      start,
      stretches.filter((other) => other.place !== place),
    );
    return stretches
      .filter((stretch) => stretch.place === place)
      .map((stretch) => {
        const seconds = timeStretch(stretch, speeds);
        return { stretch, seconds, ratio: stretch.freeFlowSec / seconds };
      });
  });
}
