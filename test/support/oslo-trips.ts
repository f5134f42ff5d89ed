/**
 * Compares the trips of the former engine on a map of Oslo with those of our kernel; see
 * test/fixtures/former-engine/oslo/README.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { LatLon } from '../../src/base/point.ts';
import { flatDistanceM, flatLengthM, nearestOnLeg, pointBetween } from '../../src/geo/on-line.ts';
import { decodePolyline } from '../../src/geo/polyline.ts';
import type { PreparedNetwork } from '../../src/network/kernel-file.ts';
import { lineOf } from '../../src/routing/drive.ts';
import { LINK } from '../../src/routing/graph.ts';
import { openRouter } from '../../src/routing/router.ts';
import { leadsOver } from './follow-line.ts';
import type { Readings } from './former-reading.ts';

/** The outcomes of comparing the ways of a trip. The first that applies counts. */
export const OUTCOMES = [
  'same roads',
  'same roads, once the map is read as the former engine reads it',
  'another way as long, within 10 m on the same graph',
  'its way is longer on the same graph',
  'other',
] as const;
type Outcome = (typeof OUTCOMES)[number];

export interface JudgedTrip {
  readonly outcome: Outcome;
  /**
   * Whether the recorded way may be driven, edge by edge, by our reading of the map and by that of the former engine.
   */
  readonly isDriven: { readonly ours: boolean; readonly former: boolean };
  readonly oursM: number;
  readonly theirsM: number;
}

interface Trip {
  readonly from: readonly [lat: number, lon: number];
  readonly to: readonly [lat: number, lon: number];
  readonly line: string;
}

const FIXTURE = join(import.meta.dirname, '../fixtures/former-engine/oslo/trips.ndjson.gz');
const SAME_M = 4;
const TIE_M = 10;
const KEPT_FLAGS = LINK.oneWay | LINK.ferry;

/**
 * Drives the recorded trips for the shortest length, by our reading of the map and by that of the former engine.
 * Lengths are compared only if the recorded way is found edge by edge on the graph of our way.
 */
export function compareOsloTrips({ ours, former }: Readings): readonly JudgedTrip[] {
  const [byOurs, byFormer] = [openByLength(ours), openByLength(former)];
  return readTrips().map(({ from, to, line }) => {
    const theirs = decodePolyline(line);
    const [start, end] = [toPlace(from), toPlace(to)];
    const isDriven = {
      ours: byOurs.leadsOver(theirs, start, end),
      former: byFormer.leadsOver(theirs, start, end),
    };
    const [way, wayThere] = [byOurs.drive(start, end), byFormer.drive(start, end)];
    // The record rounds each leg, so both lengths are measured along the lines.
    const [oursM, theirsM] = [flatLengthM(wayThere), flatLengthM(theirs)];
    const judge = (): Outcome => {
      if (isSame(way, theirs)) return OUTCOMES[0];
      if (!isDriven.former) return 'other';
      if (isSame(wayThere, theirs)) return OUTCOMES[1];
      if (Math.abs(theirsM - oursM) <= TIE_M) return OUTCOMES[2];
      return theirsM > oursM ? OUTCOMES[3] : 'other';
    };
    return { outcome: judge(), isDriven, oursM, theirsM };
  });
}

const isSame = (line: readonly LatLon[], other: readonly LatLon[]) =>
  Math.min(shareOn(line, other), shareOn(other, line)) >= 0.98;

/** Opens a router for the shortest ways. Private roads count as in the usual choice of a way. */
function openByLength({ network, index }: PreparedNetwork) {
  const { graph, measures } = network;
  const { links } = graph;
  const byLength = {
    ...network,
    // Stops lie on the same roads as in the record, also in tunnels and on roads that lead out of the map.
    graph: { ...graph, links: { ...links, flags: links.flags.map((flags) => flags & KEPT_FLAGS) } },
    times: {
      ofEdge: graph.linkOf.map((link) => Math.round(10 * (measures.drivenM[link] as number))),
      ofTurn: new Int32Array(network.times.ofTurn.length),
    },
    turnChoice: network.turnChoice.map((ms) => (ms >= 3_600_000 ? ms : 0)),
  };
  const router = openRouter(byLength, index);
  const edgesAt = (at: LatLon) => (router.snap(at)?.places ?? []).map(({ edge }) => edge);
  return {
    /** The line of the way; no points if there is no way. */
    drive(from: LatLon, to: LatLon): readonly LatLon[] {
      const [start, end] = [router.snap(from), router.snap(to)];
      const found =
        start && end && router.drive([start, end], { avoidTolls: false, others: 0, closed: [] })[0];
      return found ? lineOf(links, found) : [];
    },
    leadsOver: (line: readonly LatLon[], from: LatLon, to: LatLon) =>
      leadsOver(graph, line, edgesAt(from), edgesAt(to)),
  };
}

const readTrips = (): readonly Trip[] =>
  gunzipSync(readFileSync(FIXTURE))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Trip);

const toPlace = ([lat, lon]: Trip['from']): LatLon => ({ lat, lon });

/** The share of a line that lies on another line. */
function shareOn(line: readonly LatLon[], other: readonly LatLon[]): number {
  const count = Math.max(2, Math.round(flatLengthM(line) / 15));
  return listPlaces(line, count).filter(openIsOn(other)).length / count;
}

/** `count` places along a line at equal distances. */
function listPlaces(line: readonly LatLon[], count: number): readonly LatLon[] {
  const apartM = flatLengthM(line) / count;
  const places: LatLon[] = [];
  let passedM = 0;
  line.slice(1).forEach((b, i) => {
    const a = line[i] as LatLon;
    const legM = flatDistanceM(a, b);
    while ((places.length + 0.5) * apartM < passedM + legM)
      places.push(pointBetween(a, b, ((places.length + 0.5) * apartM - passedM) / legM));
    passedM += legM;
  });
  return places;
}

/** More than `SAME_M`, in degrees. */
const MARGIN = { lat: 1e-4, lon: 3e-4 };

/**
 * Tells whether a place lies on a line. Places come along another line, so the leg of the last found place is tried
 * first.
 */
function openIsOn(line: readonly LatLon[]): (at: LatLon) => boolean {
  const legs = line.slice(1).map((b, i) => [line[i] as LatLon, b] as const);
  let last = 0;
  return (at) => {
    const isNear = ([a, b]: readonly [LatLon, LatLon]) =>
      mayLieBeside(at, a, b) && flatDistanceM(at, nearestOnLeg(a, b, at)) <= SAME_M;
    const inTurn = (i: number) => legs[(last + i) % legs.length] as readonly [LatLon, LatLon];
    const found = legs.findIndex((_, i) => isNear(inTurn(i)));
    if (found >= 0) last = (last + found) % legs.length;
    return found >= 0;
  };
}

/** A quick test. False: the place is farther than `SAME_M` from the leg. */
const mayLieBeside = (at: LatLon, a: LatLon, b: LatLon): boolean =>
  at.lat > Math.min(a.lat, b.lat) - MARGIN.lat &&
  at.lat < Math.max(a.lat, b.lat) + MARGIN.lat &&
  at.lon > Math.min(a.lon, b.lon) - MARGIN.lon &&
  at.lon < Math.max(a.lon, b.lon) + MARGIN.lon;
