/**
 * What a turn at a junction takes, as the engine reckons it.
 *
 * Source: Project-OSRM/osrm-backend profiles/car.lua, `process_turn`; valhalla/valhalla
 * src/sif/osrm_car_duration.h, 3.6.1, for driving on the right.
 */

/** Seconds that a turn by half a circle comes near to. */
const MOST_S = 7.5;
/** How much easier a turn to the right is than one to the left. */
const BIAS = 1.075;
/** Turning back takes so much longer. */
const U_TURN_S = 20;
/** A sharper turn is one back. Degrees. Source: valhalla src/baldr/turn.cc, `kReverse`. */
export const U_TURN_DEG = 159;

/**
 * Seconds for a turn.
 *
 * @param turnDeg -180 … 180, to the right positive.
 */
export function turnSeconds(turnDeg: number): number {
  const [bias, half] = turnDeg >= 0 ? [1 / BIAS, BIAS] : [BIAS, 1 / BIAS];
  const turnS = MOST_S / (1 + Math.exp(6.5 * half - (13 * bias * Math.abs(turnDeg)) / 180));
  return Math.abs(turnDeg) > U_TURN_DEG ? turnS + U_TURN_S : turnS;
}
