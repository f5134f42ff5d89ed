/** Trips that the former engine drove. test/fixtures/former-engine/README.md explains each member. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { formatLink, type RoadLink } from '../../src/network/link.ts';

type Pair = readonly [lat: number, lon: number];
/** A link by its line in the file from 1, negative if it is driven backwards. Or a part of a link, in metres. */
export type FormerRun = number | readonly [link: number, fromM: number, toM: number];

export interface FormerTrip {
  readonly kind: string;
  readonly from: Pair;
  readonly to: Pair;
  readonly via?: Pair;
  readonly avoidTolls?: true;
  /** Absent: `noRoute` in the file. */
  readonly route?: FormerRoute;
}

export interface FormerRoute {
  readonly stops: readonly Pair[];
  readonly roads: readonly FormerRun[];
  readonly lengthM: number;
  readonly seconds: number;
  readonly cost: number;
  readonly gates: readonly (readonly [stationId: string, seconds: number])[];
  readonly ferries: readonly (readonly [fromS: number, toS: number])[];
  readonly alternatives: number;
  readonly startsAboard?: true;
  readonly elsewhereM?: number;
  readonly aboveLeast?: number;
}

/** The hash by which a link is found when its line in the file has changed. */
export const hashLink = (link: RoadLink): string =>
  createHash('sha256').update(formatLink(link)).digest('hex').slice(0, 8);

const FIXTURE = join(import.meta.dirname, '../fixtures/former-engine');

const readLines = (name: string): string[] =>
  gunzipSync(readFileSync(join(FIXTURE, name)))
    .toString()
    .trimEnd()
    .split('\n');

/**
 * The recorded trips, with the links by their present lines.
 *
 * @returns the trips. Trips over a link that no longer exists are left out, and only counted in `lost`.
 */
export function readFormerTrips(links: readonly RoadLink[]): {
  readonly trips: readonly FormerTrip[];
  readonly lost: number;
} {
  const today = new Map(links.map((link, i) => [hashLink(link), i + 1]));
  const lines = new Map(
    readLines('links.tsv.gz').map((line) => {
      const [link, hash = ''] = line.split('\t');
      return [Number(link), today.get(hash)];
    }),
  );
  const rename = (run: FormerRun): FormerRun[] => {
    const isWhole = typeof run === 'number';
    const line = lines.get(Math.abs(isWhole ? run : run[0]));
    if (line === undefined) return [];
    return [isWhole ? Math.sign(run) * line : [line, run[1], run[2]]];
  };
  const all = readLines('trips.ndjson.gz').map((line) => parseTrip(JSON.parse(line)));
  const trips = all.flatMap((trip) => {
    if (trip.route === undefined) return trip;
    const roads = trip.route.roads.flatMap(rename);
    const isLost = roads.length < trip.route.roads.length;
    return isLost ? [] : { ...trip, route: { ...trip.route, roads } };
  });
  return { trips, lost: all.length - trips.length };
}

type Line = Omit<FormerTrip, 'route'> & ({ readonly noRoute: true } | FormerRoute);

function parseTrip({ kind, from, to, via, avoidTolls, ...rest }: Line): FormerTrip {
  const asked = { kind, from, to, ...(via && { via }), ...(avoidTolls && { avoidTolls }) };
  return 'noRoute' in rest ? asked : { ...asked, route: rest };
}
