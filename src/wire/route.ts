/** The routes of an answer, and how their lines are written as GeoJSON. */
import { Type } from 'typebox';
import { openLazyMember } from '../base/memoize.ts';
import { readList, readRecord } from '../base/read-loose.ts';
import { fromUtm33, isDegrees, toUtm33 } from '../geo/utm33.ts';
import type { PlannedRoute } from '../passages/planned-route.ts';
import { listStretches } from '../trip/stretch.ts';
import { Billing } from './billing.ts';
import type { ValuesOf } from './parameter.ts';
import type { ANSWER_PARAMETERS, SpatialReference } from './parameters.ts';
import * as t from './unit.ts';
import { type LinePart, listPositions, type Position } from './write-line.ts';

/** A planner adds members of its own, which reach the caller as they came. */
const open = { additionalProperties: true } as const;

const Feature = Type.Object(
  {
    type: Type.Literal('Feature'),
    geometry: Type.Object(
      {
        type: Type.Literal('LineString'),
        coordinates: t.list(
          'Vertices in travel order: easting, northing in metres (EPSG:25833); with `srs=4326` lon, lat in degrees.',
          Type.Array(Type.Number(), { minItems: 2 }),
        ),
      },
      { ...open, description: 'The line of the stretch.' },
    ),
    properties: Type.Object(
      {
        kind: t.maybe(
          t.choice(['road', 'ferry'], { description: 'From the embedded engine only.' }),
        ),
        lengthM: t.maybe(t.measure('Metres; from the embedded engine only.')),
        durationMin: t.maybe(t.measure('Minutes; from the embedded engine only.')),
      },
      { ...open, description: 'What is known of the stretch.' },
    ),
  },
  {
    ...open,
    title: 'Feature',
    description:
      "A stretch of the route as GeoJSON: of road or of ferry from the embedded engine, a part as it came from the road authority's route planner.",
  },
);

const Route = Type.Object(
  {
    routeId: t.text('Names the route within this answer.'),
    type: t.maybe(Type.Literal('FeatureCollection')),
    features: Type.Unsafe<readonly unknown[]>(t.list('GeoJSON features in travel order.', Feature)),
    statistic: t.maybe(
      Type.Unsafe<unknown>({
        description:
          "Raw gross sums of the road authority's route planner, numbers as strings; absent from other engines. Never use it for prices: `_billing` has those.",
      }),
    ),
  },
  { ...open, title: 'Route', description: 'A route as a GeoJSON feature collection.' },
);

export type AnswerRoute = t.Shape<typeof Route>;

/** Body of `GET /api/route`. */
export const RouteBody = t.object('RouteAnswer', 'The routes, and what each of them costs.', {
  routes: t.list(
    'The recommended route first: the fastest by usual waits for ferries, of which the first 15 minutes count twice, or the soonest of these routes where its ferry is waited for ten minutes longer at its hour; up to 3, with `via` at least 1.',
    Route,
  ),
  _billing: Billing,
});

export type RouteAnswer = t.Shape<typeof RouteBody>;

/**
 * The part of the body that the framework writes: the prices. A member that is not named here does not reach the wire.
 * `writeAnswer` writes the rest around them, so that a handler gives bytes.
 */
export const AnswerPrices = Type.Unsafe<Uint8Array>(Billing);

/** How lines are written; `geometry` `'0'`: not at all. */
type LineTerms = Pick<ValuesOf<typeof ANSWER_PARAMETERS>, 'srs' | 'geometry'>;

/** The line of a route as GeoJSON, one feature for each stretch of road or ferry. */
export function formatFeatures(route: PlannedRoute, { srs = '25833', geometry }: LineTerms) {
  // A trip that begins on a quay or at a closed gate waits before it sets out. The wait is part of the first stretch.
  const waitS = route.secondsAt[0] ?? 0;
  return listStretches(route).map(({ kind, fromIndex, toIndex, lengthM, durationS }, i) => ({
    type: 'Feature' as const,
    geometry: toGeometry({
      route,
      srs,
      from: fromIndex,
      to: geometry === '0' ? fromIndex : toIndex + 1,
    }),
    properties: {
      kind,
      lengthM: Math.round(lengthM),
      durationMin: t.toMinutes(i === 0 ? waitS + durationS : durationS),
    },
  }));
}

/**
 * A feature of ours. Features of a planner may have any members.
 *
 * @internal Tests and audits read it.
 */
export type AnswerFeature = ReturnType<typeof formatFeatures>[number];

/** The key of the line in a geometry of ours. It is hidden from code that compares or writes the geometry. */
const LINE = Symbol('line');

/** The line of a geometry of ours; undefined for others. */
export const lineOf = (geometry: { readonly [LINE]?: LinePart }): LinePart | undefined =>
  geometry[LINE];

/** A line as GeoJSON. Its coordinates are worked out when they are first read: what writes an answer asks `lineOf`. */
function toGeometry(part: LinePart) {
  const geometry = withCoordinates({ type: 'LineString' as const });
  return Object.defineProperty(geometry, LINE, { value: part });
}

const withCoordinates = openLazyMember('coordinates', (geometry: object): readonly Position[] => {
  const part = lineOf(geometry);
  return part === undefined ? [] : listPositions(part);
});

/**
 * A route as a planner gave it. Every member stays as it came, except two: coordinates of features are converted where
 * they are wanted in the other system, and an id that is none is replaced.
 */
export function formatGivenRoute(
  given: Readonly<Record<string, unknown>>,
  routeId: string,
  terms: LineTerms,
): AnswerRoute {
  const { routeId: _, features, ...others } = given;
  return { routeId, features: readList(features).map((f) => toSrs(f, terms)), ...others };
}

function toSrs(feature: unknown, { srs = '25833', geometry: wanted }: LineTerms): unknown {
  const record = readRecord(feature);
  const geometry = readRecord(record?.geometry);
  if (geometry === undefined || !('coordinates' in geometry)) return feature;
  const coordinates = wanted === '0' ? [] : convert(geometry.coordinates, srs);
  return { ...record, geometry: { ...geometry, coordinates } };
}

/** Converts vertices at any depth. Other values, and a third dimension, stay as they are. */
function convert(value: unknown, srs: SpatialReference): unknown {
  if (!Array.isArray(value)) return value;
  const [x, y, ...rest] = value as readonly unknown[];
  if (typeof x !== 'number' || typeof y !== 'number')
    return value.map((item) => convert(item, srs));
  if (isDegrees(x, y) === (srs === '4326')) return value;
  return [...(srs === '4326' ? toDegrees(x, y) : toMetres(x, y)), ...rest];
}

/** Six decimals are a decimetre. */
function toDegrees(x: number, y: number): [number, number] {
  const { lat, lon } = fromUtm33([x, y]);
  return [Math.round(lon * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6];
}

function toMetres(x: number, y: number): [number, number] {
  const [eastingM, northingM] = toUtm33({ lat: y, lon: x });
  return [Math.round(eastingM * 10) / 10, Math.round(northingM * 10) / 10];
}
