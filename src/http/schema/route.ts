import { type Static, Type } from 'typebox';
import type { AnswerRoute, RouteAnswer } from '../../trip/answer-types.ts';
import { Billing } from './billing.ts';

/**
 * The routes of the embedded engine are ours, those of the road authority's planner are handed
 * through as they came: so features are not described member by member, and none is dropped.
 */
const Route = Type.Object(
  {
    routeId: Type.String(),
    features: Type.Unsafe<AnswerRoute['features']>({
      description:
        'GeoJSON features in travel order. Coordinates are UTM 33 (EPSG:25833): easting, northing; with `srs=4326`: lon, lat. From the embedded engine one LineString for each stretch of road or ferry, with `kind` (`road` or `ferry`), `lengthM` and `durationMin`.',
    }),
  },
  { additionalProperties: true, description: 'A GeoJSON feature collection.' },
);

const Body = Type.Object({
  routes: Type.Array(Type.Unsafe<AnswerRoute>(Route), {
    description: 'The recommended route first.',
  }),
  _billing: Billing,
});

/** Body of `GET /api/route`; a member that is not named here does not reach the wire. */
export const RouteBody = Type.Unsafe<RouteAnswer>(Body);

/**
 * The members by the schema alone.
 *
 * @internal A test holds them against `RouteAnswer`.
 */
export type RouteBodyMembers = Static<typeof Body>;
