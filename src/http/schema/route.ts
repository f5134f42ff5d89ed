import { Type } from 'typebox';
import { Billing } from './billing.ts';

/** GeoJSON feature of one route. */
const RouteFeature = Type.Object({
  type: Type.Literal('Feature'),
  geometry: Type.Object({
    type: Type.Literal('LineString'),
    coordinates: Type.Array(Type.Array(Type.Number()), {
      description: 'UTM 33 (EPSG:25833): easting, northing. With `srs=4326`: lon, lat.',
    }),
  }),
  properties: Type.Record(Type.String(), Type.Unknown()),
});

const Route = Type.Object({
  routeId: Type.String(),
  features: Type.Array(RouteFeature),
});

/** Body of `GET /api/route`. */
export const RouteBody = Type.Object({
  routes: Type.Array(Route, { description: 'The recommended route first.' }),
  _billing: Billing,
});
