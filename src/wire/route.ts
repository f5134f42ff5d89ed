import { type Static, type TSchema, Type } from 'typebox';
import type { AnswerRoute } from './answer-types.ts';
import { Billing } from './billing.ts';
import { choice } from './unit.ts';

/** A planner adds members of its own, which reach the caller as they came. */
const open = { additionalProperties: true } as const;

const Feature = Type.Object(
  {
    type: Type.Literal('Feature'),
    geometry: Type.Object(
      {
        type: Type.Literal('LineString'),
        coordinates: Type.Array(Type.Array(Type.Number(), { minItems: 2 }), {
          description:
            'Vertices in travel order: easting, northing in metres (EPSG:25833); with `srs=4326` lon, lat in degrees.',
        }),
      },
      { ...open, description: 'The line of the stretch.' },
    ),
    properties: Type.Object(
      {
        kind: Type.Optional(
          choice(['road', 'ferry'], { description: 'From the embedded engine only.' }),
        ),
        lengthM: Type.Optional(
          Type.Number({ description: 'Metres; from the embedded engine only.', minimum: 0 }),
        ),
        durationMin: Type.Optional(
          Type.Number({ description: 'Minutes; from the embedded engine only.', minimum: 0 }),
        ),
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

function bodyOf(features: TSchema) {
  const Route = Type.Object(
    {
      routeId: Type.String({ description: 'Names the route within this answer.' }),
      type: Type.Optional(Type.Literal('FeatureCollection')),
      features,
      statistic: Type.Optional(
        Type.Unsafe<unknown>({
          description:
            "Raw gross sums of the road authority's route planner, numbers as strings; absent from other engines. Never use it for prices: `_billing` has those.",
        }),
      ),
    },
    { ...open, title: 'Route', description: 'A route as a GeoJSON feature collection.' },
  );
  return Type.Object(
    {
      routes: Type.Array(Type.Unsafe<AnswerRoute>(Route), {
        description: 'The recommended route first; up to 3, with `via` at least 1.',
      }),
      _billing: Billing,
    },
    { title: 'RouteAnswer', description: 'The routes, and what each of them costs.' },
  );
}

/** Features are passed on as they are: those of a planner are not ours to leave anything out of. */
const Body = bodyOf(Type.Unsafe<unknown>({}));

/**
 * What the framework writes of the body of `GET /api/route`: the prices, of which a member that is not
 * named here does not reach the wire. `writeAnswer` writes the rest around them, so that a handler gives
 * text.
 */
export const AnswerPrices = Type.Unsafe<string>(Billing);

/** The body with its features described, for the contract. */
export const RouteBodyInFull = bodyOf(
  Type.Array(Feature, { description: 'GeoJSON features in travel order.' }),
);

/**
 * The members by the schema alone.
 *
 * @internal A test holds them against `RouteAnswer`.
 */
export type RouteBodyMembers = Static<typeof Body>;
