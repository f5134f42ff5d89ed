/**
 * What turns take, by their angle.
 *
 * Source of the curve: Project-OSRM/osrm-backend profiles/car.lua, `process_turn`, for driving on the right: a
 * logistic function of the angle, steeper to the left. Where at most two roads meet there is a bend, and no turn time.
 */
import { flatBearingDeg, flatDistanceM, pointBetween } from '../geo/on-line.ts';
import type { LinkTable, RoadGraph } from './graph.ts';
import { isSailed, pointAt } from './network.ts';

/** The time of a turn comes near to this at half a circle. Seconds. */
const MOST_S = 7.5;
/** How much easier a turn to the right is than one to the left. */
const BIAS = 1.075;
/** Turning back takes this much longer. Seconds. */
const U_TURN_S = 20;
/** A road shows its bearing this far from a junction. Metres. */
const TELLING_M = 30;

/** Seconds for a turn. @param turnDeg -180 to 180, to the right positive. */
function turnSeconds(turnDeg: number): number {
  const [bias, half] = turnDeg >= 0 ? [1 / BIAS, BIAS] : [BIAS, 1 / BIAS];
  return MOST_S / (1 + Math.exp(6.5 * half - (13 * bias * Math.abs(turnDeg)) / 180));
}

/** What turning back on a road takes. Seconds. */
export const TURN_BACK_S = turnSeconds(180) + U_TURN_S;

/**
 * Milliseconds of each turn.
 *
 * @param boardingMs time to wait and board where a turn leads from land to a ferry, by the edge that sails.
 */
export function timeTurns(graph: RoadGraph, boardingMs: (edge: number) => number): Int32Array {
  const { turns, edgeCount, head, opposite } = graph;
  const roadsAt = countRoads(graph);
  const bearings = listBearings(graph);
  const ms = new Int32Array(turns.to.length);
  for (let edge = 0; edge < edgeCount; edge++) {
    const isJunction = (roadsAt[head[edge] as number] as number) > 2;
    for (let turn = turns.first[edge] as number; turn < (turns.first[edge + 1] as number); turn++) {
      const next = turns.to[turn] as number;
      const turnDeg =
        (((bearings.out[next] as number) - (bearings.into[edge] as number) + 540) % 360) - 180;
      const backS = next === opposite[edge] ? TURN_BACK_S : 0;
      const turnS = isJunction && backS === 0 ? turnSeconds(turnDeg) : backS;
      ms[turn] =
        Math.round(1000 * turnS) +
        (isSailed(graph, next) && !isSailed(graph, edge) ? boardingMs(next) : 0);
    }
  }
  return ms;
}

/** By node: how many links end there. */
function countRoads({ nodeCount, links: { from, to } }: RoadGraph): Int32Array {
  const count = new Int32Array(nodeCount);
  for (const node of from) (count[node] as number)++;
  for (const node of to) (count[node] as number)++;
  return count;
}

/** By edge: degrees in which it leaves its tail, and in which it comes to its head. */
function listBearings({ edgeCount, linkOf, isBackward, links }: RoadGraph) {
  const out = new Float32Array(edgeCount);
  const into = new Float32Array(edgeCount);
  for (let edge = 0; edge < edgeCount; edge++) {
    const link = linkOf[edge] as number;
    const [first, last] = [
      links.firstPoint[link] as number,
      (links.firstPoint[link + 1] as number) - 1,
    ];
    const [start, end] = isBackward[edge] === 1 ? [last, first] : [first, last];
    out[edge] = bearingAway(links, start, end);
    into[edge] = (bearingAway(links, end, start) + 180) % 360;
  }
  return { out, into };
}

/** Bearing from a point of a link towards another, as the road shows it a little way on. */
function bearingAway(links: LinkTable, from: number, towards: number): number {
  const start = pointAt(links, from);
  const step = towards > from ? 1 : -1;
  let here = start;
  let leftM = TELLING_M;
  for (let point = from + step; ; point += step) {
    const next = pointAt(links, point);
    const legM = flatDistanceM(here, next);
    if (legM >= leftM) return flatBearingDeg(start, pointBetween(here, next, leftM / legM));
    if (point === towards) return flatBearingDeg(start, next);
    leftM -= legM;
    here = next;
  }
}
