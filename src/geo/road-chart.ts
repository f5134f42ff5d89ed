/**
 * What a road network tells of a line that was driven on it: where it can turn, and where it sails.
 *
 * An engine's lines run through the very vertices of its network, so a look at each point is enough,
 * and the engine need not say it.
 */
import type { LatLon } from '../base/point.ts';
import { flatDistanceM } from './on-line.ts';
import { vertexKey, vertexKeysAround } from './vertex.ts';

/** The lines and places of a network that a chart is made of. */
export interface ChartLines {
  /** Vertices at which more than two edges meet, roads and ferries alike. */
  readonly junctions: readonly LatLon[];
  /** Lines that only ferries follow, from quay to quay or in parts. */
  readonly ferries: readonly (readonly LatLon[])[];
  /** Parts of ferry lines that a road follows, too: who drives there stays ashore. */
  readonly paved: readonly (readonly LatLon[])[];
}

export interface RoadChart {
  isJunction(point: LatLon): boolean;
  /** Runs of ferry without road between, in travel order; `[]` for a line on land. */
  listSailed(line: readonly LatLon[]): Sailed[];
}

/** Points `fromIndex` to `toIndex` of a line, both inside. */
export interface Sailed {
  readonly fromIndex: number;
  readonly toIndex: number;
}

export function buildRoadChart({ junctions, ferries, paved }: ChartLines): RoadChart {
  const junctionKeys = new Set(junctions.map(vertexKey));
  const isFerryLeg = findLegs(ferries);
  const isPavedLeg = findLegs(paved);
  return {
    isJunction: (point) => junctionKeys.has(vertexKey(point)),
    listSailed(line) {
      const sailed: Sailed[] = [];
      /** How far one stays aboard after the last run, if a ferry goes on from there. */
      let aboardTo = -1;
      for (let i = 1; i < line.length; i++) {
        const isAboard = aboardTo === i - 1;
        const isFerry = isFerryLeg(line, i);
        if (isFerry) addLeg(sailed, i, isAboard);
        if (isFerry || (isAboard && (isStill(line, i) || isPavedLeg(line, i)))) aboardTo = i;
      }
      return sailed;
    },
  };
}

/** The leg that ends at a point goes on with the last run, or begins one. */
function addLeg(sailed: Sailed[], toIndex: number, goesOn: boolean): void {
  const last = goesOn ? sailed.pop() : undefined;
  sailed.push({ fromIndex: last?.fromIndex ?? toIndex - 1, toIndex });
}

/** A point that is repeated, as at a via point, or a step of a quay. */
const isStill = (line: readonly LatLon[], i: number): boolean =>
  flatDistanceM(line[i - 1] as LatLon, line[i] as LatLon) <= SAME_M;

/** Tells whether the leg that ends at a point of a line is a leg of one of these lines. */
function findLegs(
  lines: readonly (readonly LatLon[])[],
): (line: readonly LatLon[], index: number) => boolean {
  const vertices = numberVertices(lines);
  const numbersAt = (line: readonly LatLon[], i: number): readonly number[] => {
    const isEnd = i === 0 || i === line.length - 1;
    const point = line[i] as LatLon;
    // An end is a stop: where it lies on a quay, it may be rounded once more than the quay.
    return isEnd
      ? vertexKeysAround(point).flatMap((key) => vertices.get(key) ?? NONE)
      : (vertices.get(vertexKey(point)) ?? NONE);
  };
  return (line, index) => {
    const to = numbersAt(line, index);
    if (to.length === 0) return false;
    const from = numbersAt(line, index - 1);
    return from.some((a) => to.some((b) => Math.abs(a - b) === 1));
  };
}

const NONE: readonly number[] = [];

/** An engine may leave out vertices as near to the one before as this. Metres. */
const SAME_M = 1;

/**
 * Numbers for the vertices of lines, by their keys: those that follow each other on a line differ by
 * one, or by none where they are the same place, all others by more. A quay has one number for each
 * line.
 */
function numberVertices(lines: readonly (readonly LatLon[])[]): Map<number, number[]> {
  const numbers = new Map<number, number[]>();
  let number = 0;
  for (const line of lines) {
    let place: LatLon | undefined;
    for (const vertex of line) {
      if (place === undefined || flatDistanceM(place, vertex) > SAME_M) {
        place = vertex;
        number++;
      }
      const key = vertexKey(vertex);
      const here = numbers.get(key);
      if (here === undefined) numbers.set(key, [number]);
      else here.push(number);
    }
    number++;
  }
  return numbers;
}
