/**
 * What a road network tells of a line that was driven on it: where it can turn, where it sails, and
 * how fast it goes.
 *
 * An engine's lines run through the very vertices of its network, so a look at each point is enough,
 * and the engine need not say it. Between two vertices lie stops alone: a trip that begins, stops or
 * ends at a ferry line is not to be read so.
 */
import type { LatLon } from '../base/point.ts';
import { rememberLegLengths } from './leg-lengths.ts';
import { distancesAlongM } from './measured-line.ts';
import { flatDistanceM } from './on-line.ts';
import { countPoints, eachPoint } from './polyline.ts';
import {
  type LegRows,
  layLegs,
  openSpeedLegs,
  SAME_M,
  type SpeedLegs,
  type SpeedLine,
} from './speed-legs.ts';
import { type SurveyedPoint, survey } from './surveyed-point.ts';
import { fromStep, toStep } from './vertex.ts';
import { numberVertices, openVertexNumbers, type VertexNumbers } from './vertex-numbers.ts';

/** The lines and places of a network that a chart is made of. */
export interface ChartLines {
  /** Vertices at which more than two edges meet, roads and ferries alike. */
  readonly junctions: readonly LatLon[];
  readonly roads: readonly SpeedLine[];
  /** Lines that only ferries follow, from quay to quay or in parts. */
  readonly ferries: readonly SpeedLine[];
  /** Parts of ferry lines that a road follows, too, as fast as the ferry: who drives there stays ashore. */
  readonly paved: readonly SpeedLine[];
}

export interface RoadChart {
  /** Reads an encoded line of six decimals, see `decodePolyline`. */
  read(encoded: string): ChartedLine;
}

export interface ChartedLine {
  /** Its points; those at the same vertex are the same in all lines. */
  readonly line: readonly SurveyedPoint[];
  isJunction(index: number): boolean;
  /** The points before and after it are its neighbours on one road: who drives there does not turn back. */
  followsRoad(index: number): boolean;
  /** Runs of ferry without road between, in travel order; `[]` for a line on land. */
  readonly sailed: readonly Sailed[];
  /**
   * Kilometres per hour on the leg that begins at a point, driven or sailed; 0 where the chart knows no
   * such leg, as between two stops between two vertices.
   */
  kmhFrom(index: number): number;
}

/** Points `fromIndex` to `toIndex` of a line, both inside. */
export interface Sailed {
  readonly fromIndex: number;
  readonly toIndex: number;
}

/** All that a chart is read from, as it can be kept in a file. */
export interface ChartRows {
  /** See `VertexNumbers`. */
  readonly steps: Int32Array;
  /** By vertex: 1 at a junction, else 0. */
  readonly junctions: Uint8Array;
  readonly roads: LegRows;
  readonly ferries: LegRows;
  readonly paved: LegRows;
}

/** Places are rounded to six decimals. */
export function layChart({ junctions, roads, ferries, paved }: ChartLines): ChartRows {
  const lines = [...roads, ...ferries, ...paved].map(({ line }) => line);
  const vertices = numberVertices([...lines, junctions]);
  const isJunction = new Uint8Array(vertices.count);
  for (const { lat, lon } of junctions) isJunction[vertices.find(toStep(lat), toStep(lon), -1)] = 1;
  return {
    steps: vertices.steps,
    junctions: isJunction,
    roads: layLegs(roads, vertices),
    ferries: layLegs(ferries, vertices),
    paved: layLegs(paved, vertices),
  };
}

/** @internal Outside this file only tests ask for a chart that was never kept. */
export const buildRoadChart = (lines: ChartLines): RoadChart => openRoadChart(layChart(lines));

/** @param rows as `layChart` gives them; they stay in use. */
export function openRoadChart({ steps, junctions, ...rows }: ChartRows): RoadChart {
  const vertices = openVertexNumbers(steps);
  const byRoad = openSpeedLegs(rows.roads, steps);
  const byFerry = openSpeedLegs(rows.ferries, steps);
  const onPaved = openSpeedLegs(rows.paved, steps);
  const pointOf = surveyLazily(vertices);
  const measureAlong = rememberLegLengths(vertices.count);

  return {
    read(encoded) {
      const points = countPoints(encoded);
      const found = new Array<number>(points);
      const line = new Array<SurveyedPoint>(points);
      let number = -1;
      let index = 0;
      eachPoint(encoded, (lat, lon) => {
        number = vertices.find(lat, lon, number);
        found[index] = number;
        line[index++] = number < 0 ? survey(fromStep(lat), fromStep(lon)) : pointOf(number);
      });
      distancesAlongM.note(line, measureAlong(line, found));
      const kmh = (legs: SpeedLegs, leg: number) =>
        legs.between(found[leg] as number, found[leg + 1] as number);
      const sailed = listSailed(line, {
        sailKmh: (leg) => kmh(byFerry, leg),
        pavedKmh: (leg) => kmh(onPaved, leg),
      });
      const kmhFrom = (leg: number) =>
        sailed.length > 0 && isAboard(sailed, leg)
          ? kmh(byFerry, leg) || kmh(onPaved, leg)
          : kmh(byRoad, leg) ||
            byRoad.towards(found[leg] as number, line[leg + 1] as LatLon) ||
            byRoad.towards(found[leg + 1] as number, line[leg] as LatLon);
      return {
        line,
        isJunction: (index) => junctions[found[index] as number] === 1,
        followsRoad: (index) => isRun(found, index),
        sailed,
        kmhFrom,
      };
    },
  };
}

/** A vertex that no route has run through yet takes no memory. */
function surveyLazily({ count, steps }: VertexNumbers): (number: number) => SurveyedPoint {
  const points = new Array<SurveyedPoint | undefined>(count);
  return (number) => {
    const known = points[number];
    if (known !== undefined) return known;
    const [lat, lon] = [steps[2 * number] as number, steps[2 * number + 1] as number];
    const point = survey(fromStep(lat), fromStep(lon));
    points[number] = point;
    return point;
  };
}

/** Do the numbers around one of a row go up or down one by one? */
function isRun(numbers: readonly number[], index: number): boolean {
  const [before, here, after] = [numbers[index - 1], numbers[index], numbers[index + 1]];
  if (before === undefined || here === undefined || after === undefined) return false;
  return (
    Math.abs(here - before) === 1 && after - here === here - before && before >= 0 && after >= 0
  );
}

const isAboard = (sailed: readonly Sailed[], index: number): boolean =>
  sailed.some(({ fromIndex, toIndex }) => fromIndex <= index && index < toIndex);

interface FerrySpeeds {
  sailKmh(leg: number): number;
  pavedKmh(leg: number): number;
}

function listSailed(line: readonly LatLon[], { sailKmh, pavedKmh }: FerrySpeeds): Sailed[] {
  const sailed: Sailed[] = [];
  /** How far one stays aboard after the last run, if a ferry goes on from there. */
  let aboardTo = -1;
  for (let leg = 0; leg + 1 < line.length; leg++) {
    const isAboardYet = aboardTo === leg;
    const isFerry = sailKmh(leg) > 0;
    if (isFerry) addLeg(sailed, leg, isAboardYet);
    if (isFerry || (isAboardYet && (isStill(line, leg) || pavedKmh(leg) > 0))) aboardTo = leg + 1;
  }
  return sailed;
}

/** The leg goes on with the last run, or begins one. */
function addLeg(sailed: Sailed[], leg: number, goesOn: boolean): void {
  const last = goesOn ? sailed.pop() : undefined;
  sailed.push({ fromIndex: last?.fromIndex ?? leg, toIndex: leg + 1 });
}

/** A point that is repeated, as at a via point, or a step of a quay. */
const isStill = (line: readonly LatLon[], leg: number): boolean =>
  flatDistanceM(line[leg] as LatLon, line[leg + 1] as LatLon) <= SAME_M;
