import type { LatLon } from '../../base/point.ts';
import { distancesAlongM } from '../../geo/measured-line.ts';
import type { ChartedLine } from '../../geo/road-chart.ts';
import { SAME_M } from '../../geo/speed-legs.ts';
import { turnSeconds, U_TURN_DEG } from '../../geo/turn-seconds.ts';
import { turnDegAt } from '../../geo/turns-on-line.ts';
import type { WayFacts } from './way-facts.ts';

/** The engine's own figures of a route. */
export interface WholeRoute {
  readonly lengthM: number;
  /** Seconds, turning and boarding included. */
  readonly durationS: number;
}

/**
 * Driving, turning, boarding and ferries as the chart of the network tells them of a line, so that the
 * engine need not write them out. How long the line is and what it takes is the engine's own figure:
 * what of it is neither driven, sailed nor boarded is spent on the turns.
 *
 * @param boardingS seconds to wait and board, once per ferry.
 * @returns undefined when the chart does not know a leg of the line, or what takes the engine's time.
 */
export function readChart(
  charted: ChartedLine,
  { lengthM, durationS }: WholeRoute,
  boardingS: number,
): WayFacts | undefined {
  const { line, kmhFrom, sailed: ferries } = charted;
  const alongM = distancesAlongM(line);
  const scale = scaleOf(lengthM, alongM.at(-1) ?? 0);
  const legsS = driveLegs(alongM, scale, kmhFrom);
  if (legsS === undefined) return undefined;

  const waits = reckonTurns(charted);
  const turnsS = durationS - sumOf(legsS) - boardingS * ferries.length;
  const reckonedS = sumOf(waits);
  const unsureS = LEAST_UNSURE_S + UNSURE_SHARE * durationS;
  if (turnsS < -unsureS || (reckonedS === 0 && turnsS > unsureS)) return undefined;
  const share = reckonedS > 0 ? Math.max(0, turnsS) / reckonedS : 0;
  for (let i = 0; i < waits.length; i++) waits[i] = (waits[i] as number) * share;
  for (const { fromIndex } of ferries) waits[fromIndex] = (waits[fromIndex] ?? 0) + boardingS;
  const sailedM = ferries.reduce(
    (sum, { fromIndex, toIndex }) =>
      sum + ((alongM[toIndex] ?? 0) - (alongM[fromIndex] ?? 0)) * scale,
    0,
  );
  return { legsS, waits, ferries, sailedM };
}

/** The engine measures each edge in whole metres: so far both may differ. */
const LEAST_UNSURE_S = 1;
const UNSURE_SHARE = 0.005;

/** From metres of ours to those of the engine; a line of no length has none. */
const scaleOf = (lengthM: number, ownM: number) => (ownM === 0 ? 1 : lengthM / ownM);

/** Seconds between each two points; undefined when one of the legs is unknown. */
function driveLegs(
  alongM: readonly number[],
  scale: number,
  kmhFrom: ChartedLine['kmhFrom'],
): Float64Array | undefined {
  const legsS = new Float64Array(Math.max(0, alongM.length - 1));
  for (let i = 0; i < legsS.length; i++) {
    const legM = (alongM[i + 1] as number) - (alongM[i] as number);
    const kmh = kmhFrom(i);
    if (kmh > 0) legsS[i] = (legM * scale * 3.6) / kmh;
    // A point that is repeated takes no time, whatever it lies on.
    else if (legM > SAME_M) return undefined;
  }
  return legsS;
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  return sum;
}

/** Seconds of the turns at the junctions that the line runs through. */
function reckonTurns({ line, isJunction, followsRoad }: ChartedLine): Float64Array {
  const turns = new Float64Array(line.length);
  for (let i = 1; i < line.length - 1; i++)
    if (isJunction(i) || (!followsRoad(i) && turnsBack(line, i)))
      turns[i] = turnSeconds(turnDegAt(line, i, isJunction));
  return turns;
}

/** One may turn on the road itself, at a via point and after the start. */
function turnsBack(line: readonly LatLon[], index: number): boolean {
  const [before, here, after] = [line[index - 1], line[index], line[index + 1]];
  if (before === undefined || here === undefined || after === undefined) return false;
  const isBehind =
    (here.lat - before.lat) * (after.lat - here.lat) < 0 ||
    (here.lon - before.lon) * (after.lon - here.lon) < 0;
  return isBehind && Math.abs(turnDegAt([before, here, after], 1, () => true)) > U_TURN_DEG;
}
