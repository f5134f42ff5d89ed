/**
 * Gates: toll stations as points of the road network itself.
 *
 * The network is built with a vertex of its own for every station, so a route passes a station
 * exactly when that vertex is an inner point of its line; the vertices before and after it tell
 * the direction.
 */
import type { LatLon } from '../base/point.ts';
import { directionAt, type GateDirection } from './gate-direction.ts';
import { createVertexMap, verticesAround } from './vertex.ts';

export interface Gate {
  /** NVDB id of the station. */
  readonly stationId: string;
  /** The vertex, rounded to six decimals as in the network. */
  readonly at: LatLon;
  /** Bearing of the road at the gate in its forward direction, degrees clockwise from north. */
  readonly forwardBearingDeg: number;
  readonly charged: 'forward' | 'backward' | 'both';
}

/** Gates by the place of their vertex; see `buildGateIndex`. */
export interface GateIndex {
  /** Gates whose vertex this is, in the order they were given; `[]` at other places. */
  listAt(at: LatLon): readonly Gate[];
}

/** A charged drive through a gate. */
export interface GatePassage {
  readonly gate: Gate;
  /** The point of the line that is the gate's vertex; the first of several equal ones. */
  readonly pointIndex: number;
}

/** An index over gates; several may share a vertex. */
export function buildGateIndex(gates: readonly Gate[]): GateIndex {
  const index = createVertexMap<Gate[]>();
  // A coordinate that was rounded twice may be one step off, so a gate answers to nine places.
  for (const gate of gates)
    for (const place of verticesAround(gate.at))
      index.set(place, [...(index.get(place) ?? []), gate]);
  return { listAt: (at) => index.get(at) ?? NONE };
}

const NONE: readonly Gate[] = [];

/**
 * The gates that a line drives through in a charged direction, in travel order.
 *
 * A line that starts or ends at a gate does not pass it, nor does one that turns round on it.
 */
export function findGatePassages(line: readonly LatLon[], index: GateIndex): GatePassage[] {
  const passages: GatePassage[] = [];
  let before: readonly Gate[] = [];
  line.forEach((point, pointIndex) => {
    const here = index.listAt(point);
    for (const gate of here) {
      // A vertex that is repeated, as at a via point, is passed once.
      if (before.includes(gate)) continue;
      if (isCharged(gate, directionAt(line, pointIndex, gate))) passages.push({ gate, pointIndex });
    }
    before = here;
  });
  return passages;
}

const isCharged = ({ charged }: Gate, direction: GateDirection | undefined) =>
  direction !== undefined && (charged === 'both' || charged === direction);
