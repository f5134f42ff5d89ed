/** A route planner that speaks the documented format of V3, with invented roads. */
import type { LatLon } from '../../../src/base/point.ts';
import { distancesAlongM } from '../../../src/geo/on-line.ts';
import { toUtm33 } from '../../../src/geo/utm33.ts';
import type { FakeHandler } from '../fake-upstream.ts';
import { type FakeAnswer, json } from './answer.ts';

/** A part of a route. Values that are not given are those of an ordinary road. */
export interface FakePart {
  readonly line: readonly LatLon[];
  /** Seconds; absent: driving at 10 m/s. */
  readonly time?: number;
  readonly stations?: readonly FakeStation[];
  /** Names of ferries. */
  readonly ferries?: readonly string[];
  readonly isOutsideOfNorway?: boolean;
}

interface FakeStation {
  readonly id: string;
  readonly at: LatLon;
  readonly navn?: string;
  readonly takstLitenBil?: string;
  readonly takstStorBil?: string;
}

export interface FakeLink {
  readonly nvdbReferenceId: number;
  readonly fromLength: number;
  readonly toLength: number;
  readonly direction: 'With' | 'Against';
}

type Json = Record<string, unknown>;

const METRES_PER_S = 10;

/** A route of parts. `members` replace the members that a real route has. */
export function fakeRoute(
  routeId: string,
  parts: readonly FakePart[],
  { links = [], ...members }: Json & { readonly links?: readonly FakeLink[] } = {},
): Json {
  const features = parts.map(writePart);
  const end = parts.at(-1)?.line.at(-1);
  const lengthM = parts.reduce((sumM, { line }) => sumM + lengthOf(line), 0);
  const sailedM = parts.reduce(
    (sumM, { line, ferries }) => sumM + (ferries === undefined ? 0 : lengthOf(line)),
    0,
  );
  const seconds = parts.reduce((sumS, part) => sumS + timeOf(part), 0);
  return {
    routeId,
    routeName: 'Fv9999',
    type: 'FeatureCollection',
    nvdbReferenceLinks: links,
    superReferenceLinks: [],
    isObstructed: false,
    statistic: {
      percentCity: 0,
      meterFerry: String(Math.round(sailedM)),
      tollSmall: parts.some(({ stations = [] }) => stations.length > 0) ? '999' : '0',
      tollLarge: '999',
      ferryCount: '',
      totalDriveTime: seconds / 60,
      totalDelay: 0,
      totalTime: seconds / 60,
      totalLength: Math.round(lengthM),
    },
    features: [
      ...features,
      writePart({ line: end ? [end, end] : [], time: 0, isOutsideOfNorway: false }),
    ],
    ...members,
  };
}

/** The body of a 200. */
export const planAnswer = (routes: readonly Json[]): Json => ({ routes, externalApiStatus: null });

/** Answers `best` with the first list of routes, and `tourist` with the second. */
export const plannerHandler =
  (best: readonly Json[], tourist: readonly Json[] = []): FakeHandler =>
  ({ path }) =>
    json(planAnswer(path.startsWith('/best') ? best : tourist));

/** The planner's reply when it has no answer. */
export const planRefusal = (status: number, code?: number): FakeAnswer =>
  json({ ...(code !== undefined && { Code: code }), message: 'Words of 10.05,60.' }, status);

/** The questions that came with their parameters, `best` before `tourist`. */
export function readQuestions(requests: readonly { readonly path: string }[]) {
  return requests
    .map(({ path }) => new URL(path, 'http://planner.test'))
    .map(({ pathname, searchParams }) => ({ kind: pathname.slice(1), query: searchParams }))
    .toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
}

function writePart(part: FakePart): Json {
  const { line, stations = [], ferries = [], isOutsideOfNorway = false } = part;
  return {
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: line.map(writeVertex) },
    properties: {
      time: timeOf(part),
      length: Math.round(lengthOf(line)),
      maneuverType: 'EsriDmtStraight',
      maneuverText: '{F9999} Eksempelvegen',
      isOutsideOfNorway,
      roadFeatures: {
        bomstasjoner: stations.map(writeStation),
        ferger: ferries.map((navn) => ({ navn, location: null })),
        newerThings: [{ id: 1 }],
      },
    },
  };
}

function writeStation({ at, ...members }: FakeStation): Json {
  const [x, y] = writeVertex(at);
  return {
    navn: `Station ${members.id}`,
    autoPass: 'AutoPASS bomstasjon',
    takstLitenBil: '30',
    takstStorBil: '90',
    timesRegel: 'Første',
    avoidFeatureInstanceId: `Bomstasjon;${members.id}`,
    ...members,
    location: { x, y, sourceReferenceSystem: 'EPSG_25833', geometry: null, name: null },
  };
}

const lengthOf = (line: readonly LatLon[]) => distancesAlongM(line).at(-1) ?? 0;
const timeOf = ({ line, time }: FakePart) => time ?? Math.round(lengthOf(line) / METRES_PER_S);

/** A point in whole metres of UTM 33. */
function writeVertex(at: LatLon): [number, number] {
  const [easting, northing] = toUtm33(at);
  return [Math.round(easting), Math.round(northing)];
}
