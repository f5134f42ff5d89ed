import { Type } from 'typebox';
import { Billing } from './billing.ts';
import * as t from './unit.ts';

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
