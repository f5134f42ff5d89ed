/**
 * What the former engine reckons for edges and turns: cost, by which it chooses, and seconds.
 *
 * Source: valhalla/valhalla, 3.6.1, src/sif/autocost.cc, src/sif/osrm_car_duration.h; proven against
 * its answers by `record.ts`. The words are in test/fixtures/former-engine/README.md.
 */
import { turnSeconds, U_TURN_DEG } from '../../src/geo/turn-seconds.ts';
import type { TileEdge } from './tiles.ts';

export interface Cost {
  readonly cost: number;
  readonly seconds: number;
}

/** What a question changes. Seconds. */
export interface CostTerms {
  readonly boardingS: number;
  /** What a charged gate is worth to somebody who avoids tolls; else 0. */
  readonly gateS: number;
}

/** By type of turn: straight, slight right, right, sharp right, back, sharp left, left, slight left. */
const TURN_COST = [0.5, 0.75, 1, 1.5, 9.5, 3.5, 2.5, 0.75] as const;
const [RIGHT, REVERSE, SHARP_LEFT, LEFT] = [2, 4, 5, 6] as const;
const BETWEEN_ROADS = 2;
const RAMP = 1.5;
const OTHER_NAME = 5;
const BACK = 600;
const PENCIL_POINT = 15;
/** By density of the junction. */
const DENSITY = [1, 1, 1, 1, 1, 1.1, 1.2, 1.3, 1.4, 1.6, 1.9, 2.2, 2.5, 2.8, 3.1, 3.5] as const;

/** All of an edge. */
export function costOfEdge({ lengthM, kmh, kind, density }: TileEdge): Cost {
  const seconds = (lengthM * 3.6) / kmh;
  return { seconds, cost: seconds * (kind === 'ferry' ? 1 : 0.85 + 0.025 * density) };
}

/** From the end of one edge into another. */
export function costOfTurn(from: TileEdge, to: TileEdge, { boardingS, gateS }: CostTerms): Cost {
  const boardS = to.kind === 'ferry' && from.kind !== 'ferry' ? boardingS : 0;
  const hasName = isSet(to.sameName, from.localBack);
  return {
    seconds: boardS + secondsOfTurn(from, to),
    cost:
      boardS +
      (to.from.isTollBooth ? gateS : 0) +
      (to.kind !== 'ramp' && !hasName ? OTHER_NAME : 0) +
      costOfStop(from, to, hasName),
  };
}

/** The turn in degrees, -180 … 180, to the right positive. */
function turnDegOf(from: TileEdge, to: TileEdge): number {
  const { headings } = to.from;
  const [back, out] = [headings[from.localBack] ?? 0, headings[to.local] ?? 0];
  const rightDeg = (out - back + 540) % 360;
  return rightDeg > 180 ? rightDeg - 360 : rightDeg;
}

function secondsOfTurn(from: TileEdge, to: TileEdge): number {
  const turnDeg = turnDegOf(from, to);
  return to.from.roads > 2 || Math.abs(turnDeg) > U_TURN_DEG ? turnSeconds(turnDeg) : 0;
}

function costOfStop(from: TileEdge, to: TileEdge, hasName: boolean): number {
  const before = from.localBack;
  const stop = (to.stopImpacts >> (3 * before)) & 7;
  if (stop === 0) return 0;
  const type = (to.turnTypes >> (3 * before)) & 7;
  const [left, right] = [isSet(to.edgeToLeft, before), isSet(to.edgeToRight, before)];
  const isTurn = type >= RIGHT && type <= LEFT;
  const isRamp = (from.kind === 'ramp') !== (to.kind === 'ramp');
  let cost = (left && right ? BETWEEN_ROADS : (TURN_COST[type] ?? 0)) + (isRamp ? RAMP : 0);
  if (isTurn) cost *= stop;
  if (type === REVERSE) cost += BACK;
  else if (type === SHARP_LEFT && right && !left && to.isNamed && hasName) cost *= PENCIL_POINT;
  if (!isTurn) cost *= stop;
  return cost * (DENSITY[to.from.density] ?? 1);
}

const isSet = (bits: number, index: number): boolean => ((bits >> index) & 1) === 1;

/** The edges that one may go on with, back on the same road only where there is no other. */
export function listNext(edge: TileEdge): TileEdge[] {
  const driven = edge.to.leaving.filter(
    (next) => next?.isDriven && !isSet(edge.bannedInto, next.local),
  );
  const onward = driven.filter(({ local }) => local !== edge.localBack);
  return onward.length > 0 ? onward : driven;
}
