/** Reads a drive off its edges: its line, its moments, the stations it passes, the ferries it takes. */
import type { LatLon } from '../base/point.ts';
import { atOnce, type Steps } from '../base/steps.ts';
import { toVertex } from '../geo/polyline.ts';
import { findTurn, type LinkTable, type RoadGraph, turnBetween } from './graph.ts';
import {
  type FerryTable,
  isBoarded,
  isFerry,
  isSailed,
  leastWaitMs,
  linkLengthM,
  placeOnLink,
  pointAt,
  type RoadNetwork,
} from './network.ts';
import type { EdgePlace, Path } from './query.ts';

/** A part of an edge that is driven. */
export interface DrivenEdge {
  readonly edge: number;
  /** Shares of the edge between which it is driven, 0 to 1. */
  readonly from: number;
  readonly to: number;
  /** The drive stops before this edge, and does not just drive on: turning round there takes no time. */
  readonly fromStop?: true;
}

export interface Drive {
  readonly edges: readonly DrivenEdge[];
  /** The line in travel order, as indexes of points of the links; -1 for a start or stop between two points. */
  readonly points: Int32Array;
  /** The places of the points that are -1, in their order. */
  readonly between: readonly LatLon[];
  /** At each point: metres from the start along the drawing, and milliseconds until it is left. */
  readonly alongM: Float64Array;
  readonly leftAtMs: Float64Array;
  /** Metres as driven, ferries included. */
  readonly lengthM: number;
  readonly durationMs: number;
  /** One drive in ten takes less than the first, and one in ten more than the second. */
  readonly rangeMs: readonly [early: number, late: number];
  /** Runs of one ferry without road in between, as the points where they begin and end. */
  readonly sailed: readonly { readonly from: number; readonly to: number }[];
  /** Ferries that are boarded, in travel order. */
  readonly boardings: readonly DrivenBoarding[];
  /**
   * In travel order. `gate` is a row of the gates, `station` an index into their `stationIds`, `point` is where the
   * station stands, and `rangeMs` are the moments of an early and a late drive.
   */
  readonly passages: readonly DrivenGate[];
  /** In travel order, each once. */
  readonly sections: readonly DrivenSection[];
}

export interface DrivenGate {
  readonly gate: number;
  readonly station: number;
  readonly point: number;
  readonly rangeMs: readonly [early: number, late: number];
}

export interface DrivenSection {
  /** As an index into the `ids` of sections. */
  readonly section: number;
  /** When it is first reached, and how long the drive waits there until it opens. */
  readonly atMs: number;
  readonly waitMs: number;
}

export interface DrivenBoarding {
  /** As an index into the rides of the network; -1 where none is known. */
  readonly ride: number;
  /** The point at which the ferry is boarded. */
  readonly point: number;
  /** When the drive comes to the quay, and how long it waits there. */
  readonly atMs: number;
  readonly waitMs: number;
}

/**
 * Gives how long a drive that comes to a place at a moment waits there. Early and late drives ask by their own clock.
 *
 * @param place a ride, whose ferry is waited for at its quay; or a section that is waited for until it opens, see
 * `placeOfSection`.
 */
export type WaitFor = (
  place: number,
  atMs: number,
) => { readonly earlyMs: number; readonly meanMs: number; readonly lateMs: number };

/** The place where a drive waits until a section opens: sections are numbered behind the rides. */
export const placeOfSection = ({ waitMs }: Pick<FerryTable, 'waitMs'>, section: number): number =>
  waitMs.length + section;

/** The line of a drive, in travel order. */
export function lineOf(links: LinkTable, { points, between }: Pick<Drive, 'points' | 'between'>) {
  let next = 0;
  return Array.from(points, (point) =>
    point >= 0 ? pointAt(links, point) : (between[next++] as LatLon),
  );
}

/** How much of the line of a drive is read. */
export type LineDetail = 'whole' | 'none';

/** The edges of a path, the first and last of which are driven in part. */
export const edgesOfPath = ({ edges, fromShare, toShare }: Path): DrivenEdge[] =>
  edges.map((edge, i) => ({
    edge,
    from: i === 0 ? fromShare : 0,
    to: i === edges.length - 1 ? toShare : 1,
  }));

/** Do two ways lead over the same edges? */
export const isSameWay = (one: readonly DrivenEdge[], other: readonly DrivenEdge[]): boolean =>
  one.length === other.length && one.every(({ edge }, i) => edge === other[i]?.edge);

/**
 * Joins the edges of two legs at a stop as if there had been none. If the drive goes on along the same edge, that is
 * one edge. If it goes on into the next edge, both are driven up to the node between them. A stop at a gate lies on
 * the edges on both sides of it, and the drive passes the gate.
 */
export function joinLegs(
  graph: Pick<RoadGraph, 'opposite' | 'turns'>,
  one: readonly DrivenEdge[],
  other: readonly DrivenEdge[],
): DrivenEdge[] {
  const last = one.at(-1);
  const next = other[0];
  if (last === undefined || next === undefined) return [...one, ...other];
  const [before, after] = [one.slice(0, -1), other.slice(1)];
  if (last.edge === next.edge && last.to === next.from)
    return [...before, { ...last, to: next.to }, ...after];
  return drivesOnInto(graph, last.edge, next.edge)
    ? [...before, { ...last, to: 1 }, { ...next, from: 0 }, ...after]
    : [...one, { ...next, fromStop: true }, ...after];
}

/** May a drive go on over a stop at the node between two edges? */
export const drivesOnInto = (
  graph: Pick<RoadGraph, 'opposite' | 'turns'>,
  edge: number,
  next: number,
): boolean => graph.opposite[edge] !== next && turnBetween(graph, edge, next) !== -1;

/** The same place for a vehicle that turns round; `[]`: the road has one direction, or is sailed. */
export function turnRound(graph: RoadGraph, { edge, share }: EdgePlace): EdgePlace[] {
  const back = graph.opposite[edge] as number;
  return back === -1 || isSailed(graph, edge) ? [] : [{ edge: back, share: 1 - share }];
}

/**
 * The places where a drive leaves a stop on the way. The end of an edge, where no station has been passed, is left
 * out if the edges that it leads into begin at the stop as well. Otherwise a way past a station with a stop on it
 * would end at one edge, begin again at the other, and not pass it.
 */
export const placesToLeave = (
  { turns }: Pick<RoadGraph, 'turns'>,
  places: readonly EdgePlace[],
): readonly EdgePlace[] => {
  const begun = new Set(places.flatMap(({ edge, share }) => (share === 0 ? edge : [])));
  return places.filter(({ edge, share }) => {
    const next = turns.to.subarray(turns.first[edge], turns.first[edge + 1]);
    return share < 1 || next.length === 0 || !next.every((one) => begun.has(one));
  });
};

/** The edges of all legs of a trip. */
export const joinAll = (
  graph: Parameters<typeof joinLegs>[0],
  legs: readonly Path[],
): readonly DrivenEdge[] =>
  legs.map(edgesOfPath).reduce((whole, leg) => joinLegs(graph, whole, leg), []);

/**
 * Reads a drive off the network.
 *
 * @param edges each begins where the one before it ends.
 * @param waitFor absent: ferries are waited for as on average, by early and late drives alike, and roads are not waited
 * for.
 * @param detail `none` is quicker: there are no line, passages or runs of ferry, and the range is NaN. Length, duration
 * and sections are complete. Boardings are complete except for their points.
 */
export const readDrive = (...terms: Parameters<typeof stepReading>): Drive =>
  atOnce(stepReading(...terms));

/** Edges that are read in one step. */
const EDGES_AT_A_TIME = 500;

/** `readDrive` in steps. */
export function* stepReading(
  network: RoadNetwork,
  edges: readonly DrivenEdge[],
  waitFor?: WaitFor,
  detail: LineDetail = 'whole',
): Steps<Drive> {
  const { graph, times, measures, gates, sections, ferries, ranges } = network;
  const hasLine = detail !== 'none';
  const pen = openPen(network, hasLine ? edges : []);
  const sailed: { from: number; to: number }[] = [];
  const boardings: DrivenBoarding[] = [];
  const passages: DrivenGate[] = [];
  const reached = new Map<number, DrivenSection>();
  let aboard: Aboard | undefined;
  /** One object: separate numbers that functions share would be allocated anew at each change. */
  const now = { walkedM: 0, drivenM: 0, atMs: 0, earlyMs: 0, lateMs: 0 };

  /** Turns into an edge, and waits at the quay where a ferry is boarded with it. */
  const turnInto = ({ edge, fromStop }: DrivenEdge, before: number, i: number): void => {
    const turn = fromStop ? undefined : findTurn(graph, before, edge);
    const turnMs =
      turn === undefined ? 0 : (times.ofTurn[turn] as number) - waitInTurnMs(network, aboard, edge);
    const boards = turn !== undefined && isBoarded(network, before, turn);
    const ride = boards ? boardedRide(network, i, (k) => edges[k]?.edge) : undefined;
    if (ride === undefined) {
      now.atMs += turnMs;
      now.earlyMs += turnMs;
      now.lateMs += turnMs;
      return;
    }
    aboard = ride >= 0 ? { ride, first: edge } : undefined;
    const meanMs = ferries.waitMs[ride] ?? 0;
    const aboardMs = turnMs - leastWaitMs(ferries, edge);
    const waitAt = (ms: number) => (ride >= 0 ? waitFor?.(ride, ms) : undefined);
    const waitMs = waitAt(now.atMs)?.meanMs ?? meanMs;
    boardings.push({ ride, point: pen.count() - 1, atMs: now.atMs, waitMs });
    now.atMs += waitMs + aboardMs;
    now.earlyMs += aboardMs + (waitAt(now.earlyMs)?.earlyMs ?? meanMs);
    now.lateMs += aboardMs + (waitAt(now.lateMs)?.lateMs ?? meanMs);
  };
  const passGates = (edge: number): void => {
    const [first, end] = [gates.first[edge] as number, gates.first[edge + 1] as number];
    const point = pen.count() - 1;
    for (let gate = first; gate < end; gate++) {
      const rangeMs = [now.earlyMs, now.lateMs] as const;
      passages.push({ gate, station: gates.station[gate] as number, point, rangeMs });
    }
  };
  const enterSections = (link: number): void => {
    const [first, end] = [sections.first[link] as number, sections.first[link + 1] as number];
    for (let row = first; row < end; row++) {
      const section = sections.section[row] as number;
      if (reached.has(section)) continue;
      const waitAt = (ms: number) => waitFor?.(placeOfSection(ferries, section), ms);
      const waitMs = waitAt(now.atMs)?.meanMs ?? 0;
      reached.set(section, { section, atMs: now.atMs, waitMs });
      now.atMs += waitMs;
      now.earlyMs += waitAt(now.earlyMs)?.earlyMs ?? 0;
      now.lateMs += waitAt(now.lateMs)?.lateMs ?? 0;
    }
  };
  const readEdge = (driven: DrivenEdge, i: number): void => {
    const { edge, from, to } = driven;
    const link = graph.linkOf[edge] as number;
    const before = edges[i - 1];
    if (before !== undefined) turnInto(driven, before.edge, i);
    if (to > from) enterSections(link);
    pen.leave(now.atMs);
    if (hasLine && before && isPassedBetween(network, before, driven)) passGates(before.edge);
    const begin = Math.max(0, pen.count() - 1);
    const edgeMs = times.ofEdge[edge] as number;
    if (hasLine) {
      pen.draw(driven, now.walkedM, now.atMs);
      now.walkedM += (to - from) * linkLengthM(network, link);
    }
    now.drivenM += (to - from) * (measures.drivenM[link] as number);
    now.atMs += (to - from) * edgeMs;
    if (!hasLine) return;
    const rangeClass = ranges.classOf[link] as number;
    now.earlyMs += (to - from) * edgeMs * (ranges.p10[rangeClass] as number);
    now.lateMs += (to - from) * edgeMs * (ranges.p90[rangeClass] as number);
    if (!isFerry(graph.links, link)) return;
    const run = sailed.at(-1);
    const end = pen.count() - 1;
    if (run?.to === begin && boardings.at(-1)?.point !== begin) run.to = end;
    else sailed.push({ from: begin, to: end });
  };
  for (let i = 0; i < edges.length; i++) {
    if (i % EDGES_AT_A_TIME === EDGES_AT_A_TIME - 1) yield;
    readEdge(edges[i] as DrivenEdge, i);
  }
  return {
    edges,
    ...pen.finish(),
    lengthM: now.drivenM,
    durationMs: now.atMs,
    rangeMs: hasLine ? [now.earlyMs, now.lateMs] : [Number.NaN, Number.NaN],
    sailed,
    boardings,
    passages,
    sections: [...reached.values()],
  };
}

/**
 * The moment at which a run of ferry comes to the beginning of its last edge, by the sums of `readDrive`. Milliseconds.
 *
 * @param run the edge before the run, then the edges of the run.
 * @param atMs when the drive comes to the quay.
 */
export function timeRun(
  network: RoadNetwork,
  run: readonly number[],
  atMs: number,
  waitFor: WaitFor,
): number {
  const { graph, times, ferries } = network;
  let aboard: Aboard | undefined;
  let ms = atMs;
  for (let i = 1; i < run.length; i++) {
    const edge = run[i] as number;
    const before = run[i - 1] as number;
    const turn = findTurn(graph, before, edge);
    const turnMs = (times.ofTurn[turn] as number) - waitInTurnMs(network, aboard, edge);
    const ride = isBoarded(network, before, turn) ? boardedRide(network, i, (k) => run[k]) : -1;
    if (ride < 0) ms += turnMs;
    else {
      aboard = { ride, first: edge };
      ms += waitFor(ride, ms).meanMs + (turnMs - leastWaitMs(ferries, edge));
    }
    if (i < run.length - 1) ms += times.ofEdge[edge] as number;
  }
  return ms;
}

/**
 * The ride that is boarded before an edge: the first one whose end the drive comes to at sea or ashore, else the first
 * one that leaves along the edge; -1 where no ride is known.
 *
 * @param edgeAt the edges of the drive in their order; undefined behind the last.
 */
function boardedRide(
  { graph, ferries }: RoadNetwork,
  i: number,
  edgeAt: (k: number) => number | undefined,
): number {
  const sails = (edge: number) => isSailed(graph, edge);
  const first = edgeAt(i) as number;
  const [from, to] = [ferries.first[first] as number, ferries.first[first + 1] as number];
  let k = i;
  for (let edge = edgeAt(k); edge !== undefined && sails(edge); edge = edgeAt(++k))
    for (let ride = from; ride < to; ride++)
      if (ferries.end[ride] === graph.head[edge]) return ride;
  return from < to ? from : -1;
}

/**
 * The part of a ferry's wait that is in the time of a turn at sea: the turn at which the ferry parts from others of its
 * quay. All of the wait counts where the ferry is boarded.
 */
function waitInTurnMs({ ferries }: RoadNetwork, aboard: Aboard | undefined, edge: number): number {
  if (aboard === undefined || aboard.first === edge) return 0;
  if (ferries.ownEdge[aboard.ride] !== edge) return 0;
  return (ferries.waitMs[aboard.ride] as number) - leastWaitMs(ferries, aboard.first);
}

/** The ride that the drive is aboard, and the edge with which it left its quay. */
interface Aboard {
  readonly ride: number;
  readonly first: number;
}

/** Does a drive go on over the node between two edges? It does not if it begins, ends or turns round there. */
const isPassedBetween = ({ graph }: RoadNetwork, before: DrivenEdge, after: DrivenEdge): boolean =>
  before.to === 1 &&
  before.from < 1 &&
  after.from === 0 &&
  after.to > 0 &&
  graph.opposite[before.edge] !== after.edge;

/** Writes the line of a drive, edge by edge. */
function openPen(network: RoadNetwork, edges: readonly DrivenEdge[]) {
  const { graph, times, measures } = network;
  const { links } = graph;
  // Edges share the points between them.
  const most = edges.reduce((sum, { edge }) => {
    const link = graph.linkOf[edge] as number;
    return sum + (links.firstPoint[link + 1] as number) - (links.firstPoint[link] as number) - 1;
  }, 1);
  const points = new Int32Array(most);
  const alongM = new Float64Array(most);
  const leftAtMs = new Float64Array(most);
  const between: LatLon[] = [];
  let count = 0;
  const add = (point: number, atM: number, leftMs: number): void => {
    points[count] = point;
    alongM[count] = atM;
    leftAtMs[count++] = leftMs;
  };
  /** The point at which a trip begins or ends on an edge. A place between two points goes into `between`. */
  const pointAtEnd = (link: number, backward: boolean, share: number): number => {
    if (share === 0 || share === 1) {
      const isAhead = (share === 0) !== backward;
      return isAhead
        ? (links.firstPoint[link] as number)
        : (links.firstPoint[link + 1] as number) - 1;
    }
    const isAtM = (backward ? 1 - share : share) * linkLengthM(network, link);
    between.push(toVertex(placeOnLink(network, link, isAtM)));
    return -1;
  };
  /**
   * Adds the points of an edge in travel order, the first one only on the first edge. A piece of no length, at the end
   * of an edge that a trip begins or ends on, adds no point.
   *
   * @param walkedM metres from the start to the edge, as drawn.
   * @param atMs when the drive comes to the edge.
   */
  const draw = ({ edge, from, to }: DrivenEdge, walkedM: number, atMs: number): void => {
    const link = graph.linkOf[edge] as number;
    const backward = graph.isBackward[edge] === 1;
    const edgeMs = times.ofEdge[edge] as number;
    const first = links.firstPoint[link] as number;
    const last = (links.firstPoint[link + 1] as number) - 1;
    const totalM = measures.alongM[last] as number;
    if (count === 0) add(pointAtEnd(link, backward, from), walkedM, atMs);
    const step = backward ? -1 : 1;
    const end = backward ? first : last;
    for (
      let point = (backward ? last : first) + step;
      point !== end && first !== last;
      point += step
    ) {
      const before = totalM === 0 ? 0 : (measures.alongM[point] as number) / totalM;
      const share = backward ? 1 - before : before;
      if (share > from && share < to)
        add(point, walkedM + (share - from) * totalM, atMs + (share - from) * edgeMs);
    }
    if (to > from || edges.length === 1)
      add(
        pointAtEnd(link, backward, to),
        walkedM + (to - from) * totalM,
        atMs + (to - from) * edgeMs,
      );
  };
  /** Notes when the last point that was drawn, if there is one, is left. */
  const leave = (atMs: number): void => {
    if (count > 0) leftAtMs[count - 1] = atMs;
  };
  return {
    draw,
    leave,
    /** Points that are drawn. */
    count: () => count,
    finish: () => ({
      points: points.subarray(0, count),
      between,
      alongM: alongM.subarray(0, count),
      leftAtMs: leftAtMs.subarray(0, count),
    }),
  };
}
