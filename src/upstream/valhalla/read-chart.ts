import type { LatLon } from '../../base/point.ts';
import { haversineM } from '../../geo/distance.ts';
import type { RoadChart, Sailed } from '../../geo/road-chart.ts';
import { turnSeconds, U_TURN_DEG } from '../../geo/turn-seconds.ts';
import { turnDegAt } from '../../geo/turns-on-line.ts';
import type { WayFacts } from './way-facts.ts';

/**
 * Turning, boarding and ferries as the chart of the network tells them of a line, so that the engine
 * need not write them out. What all turns take together is the engine's own figure.
 *
 * @param turningS seconds of the route that are not spent between its points.
 * @param boardingS seconds to wait and board, once per ferry.
 */
export function readChart(
  line: readonly LatLon[],
  turningS: number,
  boardingS: number,
  chart: RoadChart,
): WayFacts {
  const { sailed: ferries, isJunction } = chart.read(line);
  const waits = reckonTurns(line, isJunction);
  const reckonedS = waits.reduce((sum, seconds) => sum + seconds, 0);
  const turnsS = Math.max(0, turningS - boardingS * ferries.length);
  const share = reckonedS > 0 ? turnsS / reckonedS : 0;
  for (let i = 0; i < waits.length; i++) waits[i] = (waits[i] ?? 0) * share;
  for (const { fromIndex } of ferries) waits[fromIndex] = (waits[fromIndex] ?? 0) + boardingS;
  return { waits, ferries, sailedM: ferries.reduce((sum, one) => sum + lengthM(line, one), 0) };
}

/** Seconds of the turns at the junctions that the line runs through. */
function reckonTurns(
  line: readonly LatLon[],
  isJunction: (index: number) => boolean,
): Float64Array {
  const turns = new Float64Array(line.length);
  for (let i = 1; i < line.length - 1; i++)
    if (isJunction(i) || turnsBack(line, i)) turns[i] = turnSeconds(turnDegAt(line, i, isJunction));
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

function lengthM(line: readonly LatLon[], { fromIndex, toIndex }: Sailed): number {
  let sumM = 0;
  for (let i = fromIndex; i < toIndex; i++)
    sumM += haversineM(line[i] as LatLon, line[i + 1] as LatLon);
  return sumM;
}
