/** An OSRM server that speaks the documented format, with invented roads. */
import type { LatLon } from '../../../src/base/point.ts';
import { distancesAlongM, flatBearingDeg } from '../../../src/geo/on-line.ts';
import type { FakeHandler } from '../fake-upstream.ts';
import { json } from './answer.ts';

/** A step of a route. */
export interface FakeStep {
  readonly line: readonly LatLon[];
  /** Absent: driving at 20 m/s. */
  readonly mode?: string;
  readonly durationS?: number;
}

type Json = Record<string, unknown>;

const METRES_PER_S = 20;

/**
 * An answer with the routes. Each route is a list of legs, and each leg a list of steps. The other members that a
 * server sends are there, too.
 */
export function osrmAnswer(routes: readonly (readonly (readonly FakeStep[])[])[]): Json {
  const ends = (routes[0] ?? []).flatMap((leg) => [leg[0]?.line[0], leg.at(-1)?.line.at(-1)]);
  const stops = ends.filter((_, i) => i === 0 || i % 2 === 1);
  return {
    code: 'Ok',
    routes: routes.map((legs) => writeRoute(legs)),
    waypoints: stops.map((at) => ({
      name: 'Eksempelvegen',
      distance: 3.2,
      ...(at && { location: lonLat(at) }),
    })),
  };
}

/** The answer of a server that has no route. Its status is always 400. */
export const osrmRefusal = (code: string, message = 'A text that stays inside.') =>
  json({ code, message }, 400);

/** Answers every question with the same routes. */
export const osrmHandler =
  (routes: readonly (readonly (readonly FakeStep[])[])[]): FakeHandler =>
  () =>
    json(osrmAnswer(routes));

function writeRoute(legs: readonly (readonly FakeStep[])[]): Json {
  const written = legs.map((steps) => writeLeg(steps));
  return {
    legs: written,
    weight_name: 'routability',
    geometry: geometryOf(legs.flat().flatMap(({ line }) => line)),
    ...sumUp(written),
  };
}

function writeLeg(steps: readonly FakeStep[]): Json {
  const end = steps.at(-1)?.line.at(-1);
  const arrive: FakeStep = { line: end ? [end, end] : [] };
  const written = [...steps, arrive].map((step, i) => writeStep(step, i, steps.length));
  return { steps: written, summary: 'Fv9999', ...sumUp(written) };
}

function writeStep(step: FakeStep, index: number, arriveIndex: number): Json {
  const { line, mode = 'driving' } = step;
  const distance = distancesAlongM(line).at(-1) ?? 0;
  const duration = step.durationS ?? distance / METRES_PER_S;
  const [from, to] = line;
  const bearing = from && to ? Math.round(flatBearingDeg(from, to)) : 0;
  const type = index === 0 ? 'depart' : index === arriveIndex ? 'arrive' : 'notification';
  return {
    intersections: [
      {
        out: 0,
        entry: [true, false],
        bearings: [bearing, (bearing + 180) % 360],
        ...(from && { location: lonLat(from) }),
        ...(mode === 'ferry' && { classes: ['ferry'] }),
      },
    ],
    driving_side: 'right',
    geometry: geometryOf(line),
    maneuver: {
      bearing_before: index === 0 ? 0 : bearing,
      bearing_after: bearing,
      ...(from && { location: lonLat(from) }),
      type,
      modifier: 'straight',
    },
    name: mode === 'ferry' ? 'Nordvik - Sørvik' : 'Eksempelvegen',
    ref: 'Fv9999',
    mode,
    weight: duration,
    duration,
    distance,
  };
}

const geometryOf = (line: readonly LatLon[]) => ({
  coordinates: line.map(lonLat),
  type: 'LineString',
});

const lonLat = ({ lat, lon }: LatLon) => [lon, lat];

function sumUp(parts: readonly Json[]): Json {
  const sum = (name: string) => parts.reduce((total, part) => total + Number(part[name]), 0);
  return { weight: sum('weight'), duration: sum('duration'), distance: sum('distance') };
}
