/**
 * The metric `reference`: the costs of the former engine for roads and turns, on the graph of the kernel.
 *
 * Source: test/fixtures/former-engine/README.md, which has the rules in words.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { LatLon } from '../../src/base/point.ts';
import {
  distancesAlongM,
  EARTH_RADIUS_M,
  flatBearingDeg,
  flatDistanceM,
  haversineM,
  pointBetween,
} from '../../src/geo/on-line.ts';
import { type RoadLink, roadName } from '../../src/network/link.ts';
import { crossingMin } from '../../src/network/speeds.ts';
import { LINK, type RoadGraph } from '../../src/routing/graph.ts';
import type { Costs } from '../../src/routing/metric.ts';
import { pointAt } from '../../src/routing/network.ts';
import { hashLink } from './former-trips.ts';

const FIXTURE = join(import.meta.dirname, '../fixtures/former-engine');
const readTable = (name: string): string[][] =>
  gunzipSync(readFileSync(join(FIXTURE, name)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));

/** The speeds of the former engine for each class, outside and inside built-up areas. */
interface FormerSpeeds {
  readonly roadKmh: readonly {
    readonly class: string;
    readonly outside: number;
    readonly builtUp: number;
  }[];
  readonly firstSecondaryCountyRoad: number;
  readonly ferry: { readonly knots: number; readonly boardingMin: number };
  readonly lengthFactor: number;
}

interface Figures {
  readonly speeds: FormerSpeeds;
  readonly earthRadiusM: number;
  readonly roadClass: Readonly<Record<string, number>>;
  readonly headingM: readonly number[];
  readonly edgeCostPerSecond: { readonly road: number; readonly roadPerDensity: number };
  readonly boardingS: number;
  readonly otherNameCost: number;
  readonly turnTypes: readonly {
    readonly type: string;
    readonly fromDeg: number;
    readonly toDeg: number;
    readonly cost: number;
  }[];
  readonly betweenRoadsCost: number;
  readonly rampCost: number;
  readonly backCost: number;
  readonly pencilPointFactor: number;
  readonly turnCostPerDensity: readonly number[];
  readonly turnSeconds: {
    readonly most: number;
    readonly bias: number;
    readonly steepness: number;
    readonly middle: number;
    readonly back: number;
  };
}

const FIGURES = JSON.parse(readFileSync(join(FIXTURE, 'metric.json'), 'utf8')) as Figures;

/** The part of a source link that a link of the graph is. */
export interface Piece {
  readonly source: RoadLink;
  /** Its line in the links file, from 1. */
  readonly line: number;
  /**
   * Metres along the source where the piece begins and ends. `toM` less than `fromM`: it is the other carriageway of a
   * gate.
   */
  readonly fromM: number;
  readonly toM: number;
}

export interface ReferenceMetric {
  /** Thousandths of cost. */
  readonly cost: Costs;
  /** Milliseconds, with the length factor. */
  readonly times: Costs;
}

/** An end of a link at a node. */
interface End {
  readonly link: number;
  readonly isStart: boolean;
  /** The heading away from the node, in whole degrees. */
  readonly headingDeg: number;
}

export function weighReference(graph: RoadGraph, pieces: readonly Piece[]): ReferenceMetric {
  const { links, edgeCount, linkOf, isBackward, head, turns } = graph;
  const roads = pieces.map((piece, link) => describe(graph, piece, link));
  const density = readDensity(graph);
  const ends = listEnds(graph, roads);
  const seconds = roads.map(({ lengthM, kmh }) => (lengthM * 3.6) / kmh);
  const costOf = roads.map(({ isFerry }, link) => {
    const mean = Math.floor((at(density, links.from, link) + at(density, links.to, link)) / 2);
    const { road, roadPerDensity } = FIGURES.edgeCostPerSecond;
    return (seconds[link] as number) * (isFerry ? 1 : road + roadPerDensity * mean);
  });
  const ms = (s: number) => Math.round(1000 * s);
  const ofTurn = { cost: new Int32Array(turns.to.length), times: new Int32Array(turns.to.length) };
  for (let edge = 0; edge < edgeCount; edge++) {
    const node = head[edge] as number;
    const here = ends[node] as End[];
    const old = findEnd(here, linkOf[edge] as number, isBackward[edge] === 1);
    for (let turn = turns.first[edge] as number; turn < (turns.first[edge + 1] as number); turn++) {
      const next = turns.to[turn] as number;
      const into = findEnd(here, linkOf[next] as number, isBackward[next] === 0);
      const t = (into.headingDeg - old.headingDeg + 180 + 360) % 360;
      const [a, b] = [roads[old.link] as Road, roads[into.link] as Road];
      const boardS = b.isFerry && !a.isFerry ? FIGURES.boardingS : 0;
      const nameCost = !b.isRamp && a.name !== b.name ? FIGURES.otherNameCost : 0;
      const isBusy = FIGURES.turnCostPerDensity[density[node] as number] ?? 1;
      const stopCost = weighStop(roads, here, old, into, t) * isBusy;
      ofTurn.cost[turn] = ms(boardS + nameCost + stopCost);
      ofTurn.times[turn] = ms(boardS + turnSeconds(t, here.length));
    }
  }
  const factor = FIGURES.speeds.lengthFactor;
  return {
    cost: { ofEdge: linkOf.map((link) => ms(costOf[link] as number)), ofTurn: ofTurn.cost },
    times: {
      ofEdge: linkOf.map((link) =>
        ms((seconds[link] as number) * (roads[link]?.isFerry ? 1 : factor)),
      ),
      ofTurn: ofTurn.times,
    },
  };
}

interface Road {
  readonly isFerry: boolean;
  readonly isRamp: boolean;
  readonly isOneWay: boolean;
  /** The name of the road; ferries have none. */
  readonly name: string;
  readonly roadClass: number;
  readonly lengthM: number;
  readonly kmh: number;
}

/** Classes of ramps: the hash of a link, the metres from and to, and the class. */
const ramps = readTable('ramps.tsv.gz').map(([hash, ...row]) => ({
  hash,
  numbers: row.map(Number) as [from: number, to: number, rampClass: number],
}));

function describe({ links }: RoadGraph, { source, fromM, toM }: Piece, link: number): Road {
  const isFerry = source.kind === 'ferry';
  const isRamp = source.ramp === true;
  const middleM = (fromM + toM) / 2;
  const rampClass = () => {
    const hash = hashLink(source);
    const row = ramps.find(
      ({ hash: known, numbers: [from, to] }) => known === hash && from <= middleM && middleM <= to,
    );
    return row?.numbers[2] ?? 4;
  };
  let lengthM = 0;
  for (
    let p = links.firstPoint[link] as number;
    p + 1 < (links.firstPoint[link + 1] as number);
    p++
  )
    lengthM += haversineM(pointAt(links, p), pointAt(links, p + 1));
  lengthM *= FIGURES.earthRadiusM / EARTH_RADIUS_M;
  return {
    isFerry,
    isRamp,
    isOneWay: ((links.flags[link] as number) & LINK.oneWay) !== 0,
    name: isFerry ? '' : roadName(source),
    roadClass: isRamp ? rampClass() : (FIGURES.roadClass[classOf(source)] as number),
    lengthM: Math.max(1, Math.round(lengthM)),
    kmh: isFerry ? sailingKmh(source.line, crossingMin(source, FIGURES.speeds)) : speedKmh(source),
  };
}

function speedKmh(link: RoadLink): number {
  const name = link.ramp === true ? 'ramp' : (link.motor ?? classOf(link));
  const row = FIGURES.speeds.roadKmh.find((candidate) => candidate.class === name);
  if (row === undefined) throw new Error(`Expected a speed of class ${name}.`);
  return link.builtUp === true ? row.builtUp : row.outside;
}

/**
 * The speed at which the former engine sailed a line, in whole kilometres per hour, rounded down. The length is
 * measured as that engine did.
 *
 * Source: its edges for the 374 ferries of the bundled network, except one ferry of 6 m.
 */
function sailingKmh(line: readonly LatLon[], minutes: number): number {
  const seconds = Math.round(minutes * 60);
  // A ferry that takes no time, such as a step at a quay, had the engine's default speed.
  if (seconds === 0) return 10;
  const lengthM = ((distancesAlongM(line).at(-1) ?? 0) * FIGURES.earthRadiusM) / EARTH_RADIUS_M;
  return Math.max(1, Math.floor((lengthM / seconds) * 3.6));
}

function classOf({ kind, motor, category, number }: RoadLink): string {
  if (kind === 'ferry') return 'ferry';
  if (motor === 'motorway') return 'motorway';
  if (category !== 'F') return category;
  const isPrimary = number !== undefined && number < FIGURES.speeds.firstSecondaryCountyRoad;
  return isPrimary ? 'F-primary' : 'F-secondary';
}

/** The density at each node; 0 where it is not known. */
function readDensity({ nodeCount, links }: RoadGraph): Uint8Array {
  const known = new Map(
    readTable('density.tsv.gz').map(([lat, lon, value]) => [`${lat} ${lon}`, Number(value)]),
  );
  const density = new Uint8Array(nodeCount);
  const note = (node: number, point: number) => {
    const key = `${links.points[2 * point]} ${links.points[2 * point + 1]}`;
    density[node] = known.get(key) ?? 0;
  };
  links.from.forEach((node, link) => {
    note(node, links.firstPoint[link] as number);
    note(links.to[link] as number, (links.firstPoint[link + 1] as number) - 1);
  });
  return density;
}

function listEnds({ nodeCount, links }: RoadGraph, roads: readonly Road[]): End[][] {
  const ends = Array.from({ length: nodeCount }, (): End[] => []);
  roads.forEach(({ roadClass }, link) => {
    const [first, last] = [
      links.firstPoint[link] as number,
      (links.firstPoint[link + 1] as number) - 1,
    ];
    const line = Array.from({ length: last - first + 1 }, (_, i) => pointAt(links, first + i));
    const farM = FIGURES.headingM[roadClass] as number;
    ends[links.from[link] as number]?.push({
      link,
      isStart: true,
      headingDeg: headingOf(line, farM),
    });
    ends[links.to[link] as number]?.push({
      link,
      isStart: false,
      headingDeg: headingOf(line.toReversed(), farM),
    });
  });
  return ends;
}

function headingOf(line: readonly LatLon[], farM: number): number {
  const start = line[0] as LatLon;
  let [there, leftM] = [line.at(-1) as LatLon, farM];
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1] as LatLon, line[i] as LatLon];
    const legM = flatDistanceM(a, b);
    if (legM >= leftM) {
      there = pointBetween(a, b, leftM / legM);
      break;
    }
    leftM -= legM;
  }
  const deg = Math.round(flatBearingDeg(start, there)) % 360;
  return Math.round((Math.round((deg * 255) / 359) * 359) / 255);
}

function findEnd(here: readonly End[], link: number, isStart: boolean): End {
  const end = here.find((other) => other.link === link && other.isStart === isStart);
  if (end === undefined) throw new Error(`Expected link ${link} at the node.`);
  return end;
}

/** @param t the angle of the turn, 0 to 359 degrees. A turn to the right is below 180. */
function turnSeconds(t: number, meeting: number): number {
  const { most, bias, steepness, middle, back } = FIGURES.turnSeconds;
  const isBack = Math.min(t, 360 - t) >= 160;
  if (meeting <= 2 && !isBack) return 0;
  const power =
    t <= 180
      ? middle * bias - ((steepness / bias) * t) / 180
      : middle / bias - (steepness * bias * (360 - t)) / 180;
  return most / (1 + Math.exp(power)) + (isBack ? back : 0);
}

type Road3 = readonly Road[];

function weighStop(roads: Road3, here: readonly End[], old: End, into: End, t: number): number {
  const [a, b] = [roads[old.link] as Road, roads[into.link] as Road];
  const type = FIGURES.turnTypes.find(({ fromDeg, toDeg }) =>
    fromDeg > toDeg ? t >= fromDeg || t <= toDeg : t >= fromDeg && t <= toDeg,
  );
  if (type === undefined) throw new Error(`Expected a turn by ${t} degrees to have a type.`);
  const others = here.filter((end) => end !== old && end !== into);
  const sides = here.length > 2 ? others.map((end) => sideOf(old, end, t)) : [];
  const [left, right] = [sides.includes('left'), sides.includes('right')];
  const impact = isPencilPoint(a, b, t, left, right)
    ? 7
    : Math.min(7, Math.max(0, impactOf(roads, here, others, a, b, type.type)));
  if (impact === 0) return 0;
  const isTurn = !/straight|slight/.test(type.type);
  const base =
    (left && right ? FIGURES.betweenRoadsCost : type.cost) +
    (a.isRamp !== b.isRamp ? FIGURES.rampCost : 0);
  const isSharpHold =
    type.type === 'sharp left' && right && !left && b.name !== '' && a.name === b.name;
  if (type.type === 'back') return base * impact + FIGURES.backCost;
  return base * impact * (isTurn && isSharpHold ? FIGURES.pencilPointFactor : 1);
}

function sideOf(old: End, other: End, t: number): 'left' | 'right' | undefined {
  const d = (other.headingDeg - old.headingDeg + 540) % 360;
  if (t > 180) {
    if (d > t || d < 180) return 'right';
    return d > 180 && d < t ? 'left' : undefined;
  }
  if (d > t && d < 180) return 'right';
  return d < t || d > 180 ? 'left' : undefined;
}

function isPencilPoint(a: Road, b: Road, t: number, left: boolean, right: boolean): boolean {
  const isShort = a.lengthM < 50 || b.lengthM < 50;
  return (
    a.isOneWay &&
    b.isOneWay &&
    a.name === b.name &&
    t > 179 &&
    t < (isShort ? 226 : 211) &&
    right &&
    !left
  );
}

function impactOf(
  roads: Road3,
  here: readonly End[],
  others: readonly End[],
  a: Road,
  b: Road,
  type: string,
): number {
  const leading = others.filter(({ link, isStart }) => !isStart || !roads[link]?.isOneWay);
  const best = Math.min(5, ...leading.map(({ link }) => roads[link]?.roadClass ?? 5));
  const impact = Math.max(0, Math.min(5, a.roadClass) - best + 3);
  const isSharp = /sharp|back/.test(type);
  const isSlight = /straight|slight/.test(type);
  if (here.every(({ link }) => roads[link]?.isRamp)) {
    if (isSharp) return impact + 2;
    return isSlight ? Math.floor(impact / 2) : impact - 1;
  }
  if (a.isRamp && b.isRamp && best < 5) return impact + (here.length > 3 ? 2 : 0);
  if (a.isRamp && !b.isRamp) {
    if (isSharp) return impact + 3;
    return impact + (isSlight ? 1 : 2);
  }
  const isLeft = type === 'left' || type === 'sharp left';
  return isLeft && !b.isRamp && Math.abs(a.roadClass - b.roadClass) > 1 ? impact + 1 : impact;
}

const at = (values: Uint8Array, nodes: Int32Array, link: number): number =>
  values[nodes[link] as number] as number;
