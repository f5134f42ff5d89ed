import { type Static, Type } from 'typebox';
import type { RouteAnswer } from '../../trip/answer-types.ts';
import { Billing } from './billing.ts';

/** A stretch of road, or a ferry crossing. */
const RouteFeature = Type.Object({
  type: Type.Literal('Feature'),
  geometry: Type.Object({
    type: Type.Literal('LineString'),
    coordinates: Type.Array(Type.Tuple([Type.Number(), Type.Number()]), {
      description: 'UTM 33 (EPSG:25833): easting, northing. With `srs=4326`: lon, lat.',
    }),
  }),
  properties: Type.Object({
    kind: Type.Enum(['road', 'ferry']),
    lengthM: Type.Number(),
    durationMin: Type.Number(),
  }),
});

const Route = Type.Object({
  routeId: Type.String(),
  type: Type.Literal('FeatureCollection'),
  features: Type.Array(RouteFeature, { description: 'In travel order.' }),
});

const Body = Type.Object({
  routes: Type.Array(Route, { description: 'The recommended route first.' }),
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
