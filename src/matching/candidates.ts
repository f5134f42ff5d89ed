/** The edges that a fix may have been taken on. */

import Flatbush from 'flatbush';
import type { LatLon } from '../base/point.ts';
import type { Steps } from '../base/steps.ts';
import { M_PER_DEG } from '../geo/on-line.ts';
import { footOfLeg } from '../geo/utm33.ts';
import { forwardEdges } from '../routing/graph.ts';
import { isFerry, linkLengthM, type RoadNetwork } from '../routing/network.ts';
import { endOfRun, linkAt, listRuns } from '../routing/pieces.ts';

/** Places on edges, in columns; those of fix f are `first[f]` up to, but not with, `first[f + 1]`. */
export interface Candidates {
  readonly first: Int32Array;
  /** -1: on no road of the network; this is always the last candidate of its fix. */
  readonly edge: Int32Array;
  /** Metres from the beginning of the edge, and from the fix. */
  readonly alongM: Float64Array;
  readonly offM: Float64Array;
}

/**
 * Roads of a generalised map lie this far from the drive at most, and sailing lines farther: a ferry keeps to no line.
 * Metres.
 */
const REACH_M = { road: 400, ferry: 2000 } as const;
/** At most this many of the nearest links are looked at for a fix; at sea links of ferries besides. */
const MOST_LINKS = 12;
const MOST_FERRIES = 3;

/** @param index over the pieces of the links, see `indexPieces`. */
export function openCandidates(network: RoadNetwork, index: Uint8Array) {
  const { graph, measures } = network;
  const { links } = graph;
  const { alongM } = measures;
  const tree = Flatbush.from(index.buffer as ArrayBuffer, index.byteOffset);
  const runs = listRuns(links);
  const linkOf = runs.map((first) => linkAt(links, first));
  const forwardOf = forwardEdges(graph);
  const sails = Uint8Array.from(links.from, (_, link) => (isFerry(links, link) ? 1 : 0));
  const lengthM = (link: number) => linkLengthM(network, link);

  /** By link, for the fix that is looked at. Traces are matched in turns, so nothing is left here behind a look. */
  const bestM = new Float64Array(links.from.length);
  const bestAlongM = new Float64Array(links.from.length);
  const seen = new Uint8Array(links.from.length);

  const listNear = ({ lat, lon }: LatLon): number[] => {
    const found: number[] = [];
    const mPerLat = M_PER_DEG / 1e6;
    const mPerLon = mPerLat * Math.max(0.01, Math.cos((lat * Math.PI) / 180));
    const [x, y] = [lon * 1e6, lat * 1e6];
    const lookAt = (point: number, link: number, reachM: number) => {
      const ay = ((links.points[2 * point] as number) - y) * mPerLat;
      const ax = ((links.points[2 * point + 1] as number) - x) * mPerLon;
      const dy = ((links.points[2 * point + 2] as number) - y) * mPerLat - ay;
      const dx = ((links.points[2 * point + 3] as number) - x) * mPerLon - ax;
      const share = footOfLeg(ax, ay, dx, dy);
      const offM = Math.hypot(ax + share * dx, ay + share * dy);
      if (offM > reachM) return;
      if (seen[link] === 0) {
        seen[link] = 1;
        found.push(link);
      } else if (offM >= (bestM[link] as number)) return;
      bestM[link] = offM;
      const from = alongM[point] as number;
      bestAlongM[link] = from + share * ((alongM[point + 1] as number) - from);
    };
    const look = (reachM: number, ferries: 0 | 1) => {
      const [east, north] = [reachM / mPerLon, reachM / mPerLat];
      const isAsked = (run: number) => sails[linkOf[run] as number] === ferries;
      for (const run of tree.search(x - east, y - north, x + east, y + north, isAsked)) {
        const [first, link] = [runs[run] as number, linkOf[run] as number];
        const end = endOfRun(links, first, link);
        for (let point = first; point < end; point++) lookAt(point, link, reachM);
      }
    };
    look(REACH_M.road, 0);
    const roads = found.splice(0);
    look(REACH_M.ferry, 1);
    for (const link of roads) seen[link] = 0;
    for (const link of found) seen[link] = 0;
    // On land beyond a quay a sailing line is near only with its end.
    const isBeside = (link: number) => {
      const along = bestAlongM[link] as number;
      return (bestM[link] as number) <= REACH_M.road || (along > 0 && along < lengthM(link));
    };
    const nearest = (links: number[], most: number) =>
      links.sort((a, b) => (bestM[a] as number) - (bestM[b] as number)).slice(0, most);
    return [...nearest(roads, MOST_LINKS), ...nearest(found.filter(isBeside), MOST_FERRIES)];
  };

  return function* (fixes: readonly LatLon[]): Steps<Candidates> {
    const most = fixes.length * (2 * (MOST_LINKS + MOST_FERRIES) + 1);
    const first = new Int32Array(fixes.length + 1);
    const edges = new Int32Array(most);
    const alongs = new Float64Array(most);
    const offs = new Float64Array(most);
    let count = 0;
    const add = (edge: number, alongM: number, offM: number) => {
      edges[count] = edge;
      alongs[count] = alongM;
      offs[count++] = offM;
    };
    for (const [fix, at] of fixes.entries()) {
      for (const link of listNear(at)) {
        const forward = forwardOf[link] as number;
        const [offM, alongM] = [bestM[link] as number, bestAlongM[link] as number];
        add(forward, alongM, offM);
        const back = graph.opposite[forward] as number;
        if (back !== -1) add(back, lengthM(link) - alongM, offM);
      }
      add(-1, 0, 0);
      first[fix + 1] = count;
      if (fix % STEP_FIXES === STEP_FIXES - 1) yield;
    }
    const [edge, alongM] = [edges.subarray(0, count), alongs.subarray(0, count)];
    return { first, edge, alongM, offM: offs.subarray(0, count) };
  };
}

/** Fixes that are looked at in one step. */
const STEP_FIXES = 64;
