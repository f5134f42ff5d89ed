/** Puts stops on the road: finds the place that a trip sets out from, and the edges that lead past it. */
import Flatbush from 'flatbush';
import type { LatLon } from '../base/point.ts';
import {
  angleBetweenDeg,
  flatBearingDeg,
  flatDistanceM,
  M_PER_DEG,
  nearestOnLeg,
} from '../geo/on-line.ts';
import { toVertex } from '../geo/polyline.ts';
import { footOfLeg } from '../geo/utm33.ts';
import { forwardEdges, LINK, type RoadGraph } from './graph.ts';
import { isOneWay, type LinkMeasures, pointAt } from './network.ts';
import { endOfRun, linkAt, listRuns } from './pieces.ts';
import type { EdgePlace } from './query.ts';

/**
 * How many metres farther away a stop is rather put than at this place, because something lies between; 0: nothing
 * does.
 */
export type WorthM = (stop: LatLon, at: LatLon) => number;

export interface SnappedStop {
  /** The place on a road, six decimals. */
  readonly at: LatLon;
  /** The link that it lies on. */
  readonly link: number;
  /** The places on edges that are as good as the nearest: both directions, parallel carriageways. */
  readonly places: readonly EdgePlace[];
  /** Does a road near the stop lead where the vehicle heads? Absent: it is not known where it heads. */
  readonly bearingMet?: boolean;
}

/** What is known of a stop beside its place. */
export interface StopTerms {
  /** Where the vehicle heads there. Degrees clockwise from north; absent: not known. */
  readonly bearing?: number | undefined;
  /** The drive goes on there without a stop; absent: it begins or ends there. */
  readonly isPassed?: boolean;
}

/** Puts a stop on the road; undefined where none lies within the farthest reach. */
export type SnapStop = (stop: LatLon, terms?: StopTerms) => SnappedStop | undefined;

/** Most stops are nearer to a road than the first reach. A stop farther off than the last is on no road. Metres. */
const REACHES_M = [250, 1000, 4000, 16_000];
/** Roads this near to each other are one road with two carriageways, which a stop must not tell apart. Metres. */
const SAME_ROAD_M = 5;
/** Number of nearest pieces that are tried for a place with nothing between it and the stop. */
const MOST_TRIED = 150;
/** A plane through the stop shows its roads this much too far off at most. */
const GLANCE = 1.02;
/** A road leads where a vehicle heads if it does so within half a right angle. Degrees. */
const BEARING_WITHIN = 45;
/** A road that leads where a vehicle heads may be this much farther off than the nearest road. Metres. */
const BEARING_REACH_M = 50;
/** Six decimals place a point this far off. Metres. */
const ROUNDING_M = 0.3;
/**
 * A stop this near to a tunnel may mean a place inside. A stop farther off stands above the tunnel, and nothing leads
 * down. Addresses lie beside their road, points of a route lie on it. Metres.
 */
const IN_TUNNEL_M = 25;
/** A stop this near to a ramp is a point of a route that lies on it. Metres. */
const ON_THE_RAMP_M = 2;
/** A road this much farther off than the nearest one is another road. Metres. */
const ELSEWHERE_M = 500;
/**
 * A stop is moved at most this far over land to a road that leads on. Metres. Source: docs/interface.md, how far a stop
 * is moved.
 */
const OVERLAND_M = 10_000;

/**
 * @param index as `indexPieces` gives it; it stays in use.
 * @param worthM absent: it is not known what lies between, and nothing is assumed to.
 */
export function openSnapper(
  graph: RoadGraph,
  { alongM }: LinkMeasures,
  index: Uint8Array,
  worthM?: WorthM,
): SnapStop {
  const { links } = graph;
  const edgesOf = forwardEdges(graph);
  const runs = listRuns(links);
  if (runs.length === 0) return () => undefined;
  const tree = Flatbush.from(index.buffer as ArrayBuffer, index.byteOffset);
  const flagsOf = (piece: number) => links.flags[linkAt(links, piece)] as number;
  const isQuay = markQuays(links);

  /** The runs within reach, and some beyond it. */
  const search = ({ lat, lon }: LatLon, reachM: number): number[] => {
    const north = (reachM / M_PER_DEG) * 1e6;
    const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
    const [x, y] = [lon * 1e6, lat * 1e6];
    return tree.search(x - east, y - north, x + east, y + north);
  };
  /** Visits the pieces of runs of road. Links that have one of the flags `without` are left out. */
  const eachPiece = (
    found: readonly number[],
    without: number,
    visit: (piece: number, link: number) => void,
  ) => {
    for (const run of found) {
      const first = runs[run] as number;
      const link = linkAt(links, first);
      if (((links.flags[link] as number) & (LINK.ferry | without)) !== 0) continue;
      const end = endOfRun(links, first, link);
      for (let piece = first; piece < end; piece++) visit(piece, link);
    }
  };
  const nearOn = (piece: number, stop: LatLon): Near => {
    const [a, b] = [pointAt(links, piece), pointAt(links, piece + 1)];
    const at = nearestOnLeg(a, b, stop);
    return { piece, at, offM: flatDistanceM(at, stop) };
  };
  /** Tells in few steps whether a piece may come within some metres of a stop. */
  const openGlance = ({ lat, lon }: LatLon) => {
    const { points } = links;
    const lonScale = Math.cos((lat * Math.PI) / 180);
    const [x, y] = [lon * 1e6, lat * 1e6];
    return (piece: number, withinM: number): boolean => {
      const ax = ((points[2 * piece + 1] as number) - x) * lonScale;
      const ay = (points[2 * piece] as number) - y;
      const dx = ((points[2 * piece + 3] as number) - x) * lonScale - ax;
      const dy = (points[2 * piece + 2] as number) - y - ay;
      const share = footOfLeg(ax, ay, dx, dy);
      const [offX, offY] = [ax + share * dx, ay + share * dy];
      const within = ((GLANCE * withinM + ROUNDING_M) / M_PER_DEG) * 1e6;
      return offX * offX + offY * offY <= within * within;
    };
  };

  /** The end of a piece at which a tunnel comes out on a quay; undefined: there is none. */
  const quayOf = (piece: number): LatLon | undefined => {
    const link = linkAt(links, piece);
    const [first, end] = [links.firstPoint[link] as number, links.firstPoint[link + 1] as number];
    if (piece === first && isQuay[links.from[link] as number] === 1) return pointAt(links, piece);
    if (piece + 2 === end && isQuay[links.to[link] as number] === 1)
      return pointAt(links, piece + 1);
    return undefined;
  };
  /**
   * The nearest place of a piece that a stop may mean; undefined: it means none.
   *
   * @param insideM a place inside a tunnel is meant from this near.
   */
  const meantOn = (piece: number, stop: LatLon, insideM = IN_TUNNEL_M): Near | undefined => {
    const near = nearOn(piece, stop);
    if ((flagsOf(piece) & LINK.tunnel) === 0 || near.offM <= insideM) return near;
    const at = quayOf(piece);
    return at && { piece, at, offM: flatDistanceM(at, stop) };
  };

  /**
   * The nearest place that a stop may mean on pieces that have none of the flags; of equally near ones that with the
   * lowest number.
   */
  const findNearest = (stop: LatLon, without: number): Near | undefined => {
    const mayBeWithin = openGlance(stop);
    for (const reachM of REACHES_M) {
      let best: Near | undefined;
      eachPiece(search(stop, reachM), without, (piece) => {
        const leastM = best?.offM ?? reachM;
        if (!mayBeWithin(piece, leastM)) return;
        const near = meantOn(piece, stop);
        if (near !== undefined && near.offM <= leastM && isNearer(near, best)) best = near;
      });
      if (best !== undefined) return best;
    }
    return undefined;
  };
  /**
   * The nearest road that leads on. A road that leads nowhere is taken only where all others lie apart, as on an
   * island.
   */
  const findConnected = (stop: LatLon): Near | undefined => {
    const any = findNearest(stop, 0);
    if (any === undefined || (flagsOf(any.piece) & LINK.isolated) === 0) return any;
    const connected = findNearest(stop, LINK.isolated);
    if (connected === undefined) return any;
    const isNear = connected.offM <= any.offM + ELSEWHERE_M;
    return isNear || isOverland(stop, connected) ? connected : any;
  };
  /** Is a place reached over land, not over the sea to another island? */
  const isOverland = (stop: LatLon, { at, offM }: Near): boolean =>
    worthM !== undefined && offM <= OVERLAND_M && Number.isFinite(worthM(stop, at));
  const look = (stop: LatLon, any: Near, isPassed: boolean): LatLon => {
    const standing = isPassed ? any : findStanding(stop, any);
    const barred = isPassed ? 0 : LINK.motorway & ~flagsOf(standing.piece);
    const at = chooseNear(stop, standing, barred);
    const worth = worthM?.(stop, at) ?? 0;
    return worth === 0 ? at : (findClear(stop, flatDistanceM(at, stop) + worth, barred) ?? at);
  };
  /** A drive begins or ends on a motorway only where no other road is near. */
  const findStanding = (stop: LatLon, any: Near): Near => {
    if ((flagsOf(any.piece) & LINK.motorway) === 0) return any;
    const other = findNearest(stop, LINK.motorway | (LINK.isolated & ~flagsOf(any.piece)));
    return other !== undefined && other.offM <= any.offM + ELSEWHERE_M ? other : any;
  };
  /** The nearest place in the open with nothing between it and the stop. */
  const findClear = (stop: LatLon, withinM: number, barred: number): LatLon | undefined => {
    const reachM = Math.min(withinM, REACHES_M.at(-1) ?? 0);
    const mayBeWithin = openGlance(stop);
    const nears: Near[] = [];
    eachPiece(search(stop, reachM), LINK.ramp | LINK.isolated | barred, (piece) => {
      const near = mayBeWithin(piece, reachM) ? meantOn(piece, stop, 0) : undefined;
      if (near !== undefined) nears.push(near);
    });
    return nears
      .filter(({ offM }) => offM <= reachM)
      .sort((a, b) => a.offM - b.offM || a.piece - b.piece)
      .slice(0, MOST_TRIED)
      .map(({ at }) => toVertex(at))
      .find((at) => (worthM?.(stop, at) ?? 0) === 0);
  };
  /** On a ramp only if the stop lies on it, else on the nearest other road. */
  const chooseNear = (stop: LatLon, any: Near, barred: number): LatLon => {
    const isOnIt = any.offM <= ON_THE_RAMP_M || (flagsOf(any.piece) & LINK.ramp) === 0;
    const isolated = LINK.isolated & ~flagsOf(any.piece);
    const road = isOnIt ? any : findNearest(stop, LINK.ramp | isolated | barred);
    return toVertex((road ?? any).at);
  };

  /** Share of its link that lies before a place on a piece. */
  const shareOf = ({ piece: point, at }: Near): number => {
    const end = (links.firstPoint[linkAt(links, point) + 1] as number) - 1;
    const lengthM = alongM[end] as number;
    if (lengthM === 0) return 0;
    const [beforeM, afterM] = [alongM[point] as number, alongM[point + 1] as number];
    const legM = flatDistanceM(pointAt(links, point), pointAt(links, point + 1));
    const legShare = legM === 0 ? 0 : flatDistanceM(pointAt(links, point), at) / legM;
    return Math.min(1, (beforeM + Math.min(1, legShare) * (afterM - beforeM)) / lengthM);
  };

  /**
   * Does another link at the stop lead on to the near end of this one? Then this one is another part of the road, not
   * a road beside it. The other carriageway is a road beside it: its station stands right across.
   */
  const leadsTo = (other: NearLink, { link, near, share }: NearLink): boolean => {
    const node = (share === 0 ? links.from : links.to)[link];
    const touches = links.from[other.link] === node || links.to[other.link] === node;
    return touches && isOnStop(other) && flatDistanceM(other.near.at, near.at) > ROUNDING_M;
  };

  /** Does an edge lead where a vehicle heads, at a piece of its link? */
  const leadsAlong = (piece: number, isBackward: boolean, bearing: number): boolean => {
    const along = flatBearingDeg(pointAt(links, piece), pointAt(links, piece + 1));
    return angleBetweenDeg(along + (isBackward ? 180 : 0), bearing) <= BEARING_WITHIN;
  };
  const mayLeadAlong = (piece: number, link: number, bearing: number): boolean =>
    leadsAlong(piece, false, bearing) ||
    (!isOneWay(links, link) && leadsAlong(piece, true, bearing));
  /** The nearest place on a road that leads where a vehicle heads. */
  const findAlong = (stop: LatLon, any: Near, bearing: number): Near | undefined => {
    const reachM = any.offM + BEARING_REACH_M;
    let best: Near | undefined;
    eachPiece(search(stop, reachM), LINK.isolated & ~flagsOf(any.piece), (piece, link) => {
      const near = meantOn(piece, stop);
      if (near === undefined || near.offM > reachM || !isNearer(near, best)) return;
      if (mayLeadAlong(piece, link, bearing)) best = near;
    });
    return best;
  };

  return (stop, { bearing, isPassed = false } = {}) => {
    const any = findConnected(stop);
    if (any === undefined) return undefined;
    const along = bearing === undefined ? undefined : findAlong(stop, any, bearing);
    const at = along === undefined ? look(stop, any, isPassed) : toVertex(along.at);
    const byLink = new Map<number, Near>();
    const mayBeWithin = openGlance(at);
    eachPiece(search(at, SAME_ROAD_M), 0, (piece, link) => {
      if (!mayBeWithin(piece, SAME_ROAD_M)) return;
      if (along !== undefined && !mayLeadAlong(piece, link, bearing as number)) return;
      const near = nearOn(piece, at);
      if (near.offM <= SAME_ROAD_M && isNearer(near, byLink.get(link))) byLink.set(link, near);
    });
    const nears = [...byLink]
      .map(([link, near]) => ({ link, near, share: shareOf(near) }))
      .sort((a, b) => a.near.piece - b.near.piece);
    // The place is rounded, so it may lie farther off than the tunnel that was meant.
    const isAbove = flatDistanceM(at, stop) > IN_TUNNEL_M + ROUNDING_M;
    // A tunnel that passes below is no part of the place; one that begins there is.
    const isBelow = ({ near, share }: NearLink) =>
      isAbove && (flagsOf(near.piece) & LINK.tunnel) !== 0 && share > 0 && share < 1;
    const places = nears
      .filter((one) => !isBelow(one))
      .filter((one) => isOnStop(one) || !nears.some((other) => leadsTo(other, one)))
      .flatMap(({ link, near, share }) => {
        const edge = edgesOf[link] as number;
        const back = { edge: graph.opposite[edge] as number, share: 1 - share };
        const both: EdgePlace[] = back.edge === -1 ? [{ edge, share }] : [{ edge, share }, back];
        return along === undefined
          ? both
          : both.filter((one) => leadsAlong(near.piece, one === back, bearing as number));
      });
    const [nearest] = nears.toSorted((a, b) => a.near.offM - b.near.offM);
    const met = bearing === undefined ? {} : { bearingMet: along !== undefined };
    return { at, link: nearest?.link ?? 0, places, ...met };
  };
}

/** 1 for each node that a ferry leads to. */
function markQuays({ nodeCount, flags, from, to }: RoadGraph['links']): Uint8Array {
  const isQuay = new Uint8Array(nodeCount);
  flags.forEach((flag, link) => {
    if ((flag & LINK.ferry) === 0) return;
    isQuay[from[link] as number] = 1;
    isQuay[to[link] as number] = 1;
  });
  return isQuay;
}

interface Near {
  /** The first point of the piece. */
  readonly piece: number;
  readonly at: LatLon;
  readonly offM: number;
}

/** Is one place nearer than another? If both are equally near, that with the lower number counts as nearer. */
const isNearer = (near: Near, than: Near | undefined): boolean =>
  than === undefined ||
  near.offM < than.offM ||
  (near.offM === than.offM && near.piece < than.piece);

/** The place of a link that is nearest to a stop. */
interface NearLink {
  readonly link: number;
  readonly near: Near;
  /** Share of the link before it. */
  readonly share: number;
}

/** Does a link run past the stop, or end right on it? */
const isOnStop = ({ near, share }: NearLink): boolean =>
  (share > 0 && share < 1) || near.offM <= ROUNDING_M;
