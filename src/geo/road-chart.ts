/**
 * What a road network tells of a line that was driven on it: where it can turn, where it sails, and
 * how fast it goes.
 *
 * An engine's lines run through the very vertices of its network, so a look at each point is enough,
 * and the engine need not say it. Between two vertices lie stops alone: a trip that begins, stops or
 * ends at a ferry line is not to be read so.
 */
import type { LatLon } from '../base/point.ts';
import { flatDistanceM } from './on-line.ts';
import { buildSpeedLegs, SAME_M, type SpeedLegs, type SpeedLine } from './speed-legs.ts';
import { numberVertices } from './vertex-numbers.ts';

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
  read(line: readonly LatLon[]): ChartedLine;
}

export interface ChartedLine {
  isJunction(index: number): boolean;
  /** Runs of ferry without road between, in travel order; `[]` for a line on land. */
  readonly sailed: readonly Sailed[];
  /**
   * Kilometres per hour on the leg that begins at a point, driven or sailed; undefined where the chart
   * knows no such leg, as between two stops between two vertices.
   */
  kmhFrom(index: number): number | undefined;
}

/** Points `fromIndex` to `toIndex` of a line, both inside. */
export interface Sailed {
  readonly fromIndex: number;
  readonly toIndex: number;
}

export function buildRoadChart({ junctions, roads, ferries, paved }: ChartLines): RoadChart {
  const lines = [...roads, ...ferries, ...paved].map(({ line }) => line);
  const vertices = numberVertices([...lines, junctions]);
  const byRoad = buildSpeedLegs(roads, vertices);
  const byFerry = buildSpeedLegs(ferries, vertices);
  const onPaved = buildSpeedLegs(paved, vertices);
  const isJunction = new Uint8Array(vertices.count);
  for (const at of junctions) isJunction[vertices.find(at)] = 1;

  return {
    read(line) {
      const found = Int32Array.from(line, vertices.find);
      const along = (legs: SpeedLegs) => (index: number) =>
        legs.between(found[index] as number, found[index + 1] as number);
      const [roadKmh, sailKmh, pavedKmh] = [along(byRoad), along(byFerry), along(onPaved)];
      const sailed = listSailed(line, sailKmh, pavedKmh);
      const driveKmh = (index: number) =>
        roadKmh(index) ||
        byRoad.towards(found[index] as number, line[index + 1] as LatLon) ||
        byRoad.towards(found[index + 1] as number, line[index] as LatLon);
      return {
        isJunction: (index) => isJunction[found[index] as number] === 1,
        sailed,
        kmhFrom: (index) =>
          (isAboard(sailed, index) ? sailKmh(index) || pavedKmh(index) : driveKmh(index)) ||
          undefined,
      };
    },
  };
}

const isAboard = (sailed: readonly Sailed[], index: number): boolean =>
  sailed.some(({ fromIndex, toIndex }) => fromIndex <= index && index < toIndex);

type KmhFrom = (index: number) => number;

function listSailed(line: readonly LatLon[], sailKmh: KmhFrom, pavedKmh: KmhFrom): Sailed[] {
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
