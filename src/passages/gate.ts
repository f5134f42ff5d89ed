/**
 * Gates: toll stations as points of the road network itself.
 *
 * The network is built with a vertex of its own for every station, so a route passes a station
 * exactly when that vertex is an inner point of its line; the vertices before and after it tell
 * the direction.
 */
import type { LatLon } from '../base/point.ts';
import { M_PER_DEG } from '../geo/on-line.ts';
import { createVertexMap, verticesAround } from '../geo/vertex.ts';

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
interface GateIndex {
  /** Gates whose vertex this is, in the order they were given; `[]` at other places. */
  listAt(at: LatLon): readonly Gate[];
}

/** A charged drive through a gate. */
interface GatePassage {
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

/** Along the road as it is drawn in the network, or against it. */
type GateDirection = 'forward' | 'backward';

/** A vertex of the road, and the compass bearing of the road there. */
interface RoadVertex {
  readonly at: LatLon;
  readonly forwardBearingDeg: number;
}

/**
 * Closer points than this say nothing about direction: six decimals place them 0.1 m off.
 * Farther ones show it within 8 degrees.
 */
const TELLING_M = 1;
/** Points that are closer than this are one vertex: six decimals, rounded twice. */
const SAME_M = 0.2;
const RAD = Math.PI / 180;

/**
 * The direction of a line through `vertex`, which is its point `pointIndex`.
 *
 * @returns undefined when the line starts, ends or turns round here, or comes from a side street:
 * both legs must lie within 90 degrees of the same direction.
 */
function directionAt(
  line: readonly LatLon[],
  pointIndex: number,
  vertex: RoadVertex,
): GateDirection | undefined {
  const before = forwardReachM(line, pointIndex, -1, vertex);
  const after = forwardReachM(line, pointIndex, 1, vertex);
  if (before === undefined || after === undefined) return undefined;
  if (before < 0 && after > 0) return 'forward';
  if (before > 0 && after < 0) return 'backward';
  return undefined;
}

/**
 * How far forward of the vertex the line lies, one telling point before it (`step` -1) or after
 * it (1); negative behind it. Undefined when the line has no other point on that side.
 */
function forwardReachM(
  line: readonly LatLon[],
  pointIndex: number,
  step: -1 | 1,
  { at, forwardBearingDeg }: RoadVertex,
): number | undefined {
  const eastPerDegM = M_PER_DEG * Math.cos(at.lat * RAD);
  const eastShare = Math.sin(forwardBearingDeg * RAD);
  const northShare = Math.cos(forwardBearingDeg * RAD);
  let forwardM: number | undefined;

  for (let i = pointIndex + step; ; i += step) {
    const point = line[i];
    if (point === undefined) return forwardM;
    const eastM = (point.lon - at.lon) * eastPerDegM;
    const northM = (point.lat - at.lat) * M_PER_DEG;
    const awayM = Math.hypot(eastM, northM);
    if (awayM > SAME_M) forwardM = eastM * eastShare + northM * northShare;
    if (awayM >= TELLING_M) return forwardM;
  }
}
