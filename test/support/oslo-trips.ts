/** What the former engine drove on a map of Oslo, and what our kernel drives; test/fixtures/former-engine/oslo/README.md. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { gunzipSync } from 'node:zlib';
import type { LatLon } from '../../src/base/point.ts';
import { findPlaceOnLine, flatLengthM, pointAlong } from '../../src/geo/on-line.ts';
import { decodePolyline } from '../../src/geo/polyline.ts';
import type { PreparedNetwork } from '../../src/network/kernel-file.ts';
import { LINK } from '../../src/routing/graph.ts';
import { pointAt } from '../../src/routing/network.ts';
import { openRouter } from '../../src/routing/router.ts';

/** How the ways of a trip compare, the first that applies. */
export const OUTCOMES = [
  'same roads',
  'another way as long, within 10 m',
  'the map closes a piece of its way to cars (access:backward, a private gate, a destination road, a track)',
  'our way is shorter',
  'other',
] as const;
type Outcome = (typeof OUTCOMES)[number];

/** The path of a real map below `VEIPRIS_SAMPLES`; undefined where it is not there. */
export const findSample = (name: string): string | undefined => {
  const samples = env.VEIPRIS_SAMPLES ?? '';
  return [name, `roads/${name}`]
    .map((file) => join(samples, file))
    .find((file) => samples !== '' && existsSync(file));
};

interface Trip {
  readonly from: readonly [lat: number, lon: number];
  readonly to: readonly [lat: number, lon: number];
  readonly line: string;
}

const FIXTURE = join(import.meta.dirname, '../fixtures/former-engine/oslo/trips.ndjson.gz');
const SAME_M = 4;
const TIE_M = 10;
/** Pieces of a way that are looked at by themselves, in steps; what is so much longer on our roads is not driven there. */
const [PIECES_M, STEP_M, LONGER_M] = [[160, 640], 40, 15];

const KEPT_FLAGS = LINK.oneWay | LINK.ferry;

/** Drives the recorded trips on a network by length; private roads count as they do in the choice of a way. */
export function compareOsloTrips({ network, index }: PreparedNetwork): readonly Outcome[] {
  const { graph, measures } = network;
  const { links } = graph;
  const byLength = {
    ...network,
    // Stops lie on the roads where the record has them, in tunnels and on roads that lead out of the map, too.
    graph: { ...graph, links: { ...links, flags: links.flags.map((flags) => flags & KEPT_FLAGS) } },
    times: {
      ofEdge: graph.linkOf.map((link) => Math.round(10 * (measures.drivenM[link] as number))),
      ofTurn: new Int32Array(network.times.ofTurn.length),
    },
    turnChoice: network.turnChoice.map((ms) => (ms >= 3_600_000 ? ms : 0)),
  };
  const router = openRouter(byLength, index);
  const drive = (from: LatLon, to: LatLon) => {
    const stops = [from, to].map((at) => router.snap(at));
    const [start, end] = stops;
    if (start === undefined || end === undefined) return undefined;
    const found = router.drive([start, end], { avoidTolls: false, others: 0, closed: [] })[0];
    if (found === undefined) return undefined;
    let next = 0;
    const line = Array.from(found.points, (point) =>
      point >= 0 ? pointAt(graph.links, point) : (found.between[next++] as LatLon),
    );
    return { line, lengthM: flatLengthM(line) };
  };
  const judge = ({ from, to, line }: Trip): Outcome => {
    const theirs = decodePolyline(line);
    const ours = drive(toPlace(from), toPlace(to));
    if (ours === undefined) return 'other';
    const isSame = Math.min(shareOn(ours.line, theirs), shareOn(theirs, ours.line)) >= 0.98;
    if (isSame) return 'same roads';
    // The record rounds each of its legs: both lengths are those of the lines.
    const theirsM = flatLengthM(theirs);
    if (Math.abs(ours.lengthM - theirsM) <= TIE_M) return OUTCOMES[1];
    if (ours.lengthM < theirsM) return 'our way is shorter';
    const isClosed = (pieceM: number) => {
      const pieces = Math.max(0, Math.floor((theirsM - pieceM) / STEP_M));
      return Array.from({ length: pieces }, (_, i) => i * STEP_M).some((m) => {
        const [a, b] = [pointAlong(theirs, m).at, pointAlong(theirs, m + pieceM).at];
        return (drive(a, b)?.lengthM ?? Number.POSITIVE_INFINITY) > pieceM + LONGER_M;
      });
    };
    return PIECES_M.some(isClosed) ? OUTCOMES[2] : 'other';
  };
  return readTrips().map(judge);
}

const readTrips = (): readonly Trip[] =>
  gunzipSync(readFileSync(FIXTURE))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Trip);

const toPlace = ([lat, lon]: Trip['from']): LatLon => ({ lat, lon });

/** Which share of a line lies on another. */
function shareOn(line: readonly LatLon[], other: readonly LatLon[]): number {
  const lengthM = flatLengthM(line);
  const count = Math.max(2, Math.round(lengthM / 15));
  const places = Array.from(
    { length: count },
    (_, i) => pointAlong(line, ((i + 0.5) * lengthM) / count).at,
  );
  return (
    places.filter((at) => (findPlaceOnLine(other, at)?.offM ?? SAME_M + 1) <= SAME_M).length / count
  );
}
