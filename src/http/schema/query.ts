import { Type } from 'typebox';
import { FERRY_CLASSES } from '../../base/vehicle.ts';
import { FLAG_VALUES, SPATIAL_REFERENCES } from '../../trip/parse-quote-request.ts';

const point = (description: string) => Type.String({ description, examples: ['59.9139,10.7522'] });

/** The type beside the values tells a value that is given twice from one that is not allowed. */
const choice = <const Values extends string[]>(values: readonly [...Values], description: string) =>
  Type.Optional(Type.Enum(values, { type: 'string', description }));

const flag = (description: string) => choice(FLAG_VALUES, description);

/**
 * Query of `GET /api/route`. It holds what JSON Schema can say; `trip/parse-quote-request.ts`
 * reads the texts. Parameters that are not named here are let through and ignored.
 */
export const RouteQuery = Type.Object({
  from: point('Start, `<lat>,<lon>` in WGS84.'),
  to: point('Destination, `<lat>,<lon>` in WGS84.'),
  via: Type.Optional(Type.String({ description: 'Up to 8 points, `|` between them.' })),
  refine: flag('Match every toll station with direction and hour rule.'),
  startTime: Type.Optional(
    Type.String({ description: 'Departure, RFC 3339 with offset. Default: now.' }),
  ),
  heavy: flag('Toll tariff group 2, above 3 500 kg. Has no influence on ferries.'),
  avoidTolls: flag('Prefer a toll-free route where one exists.'),
  ferryClass: choice(FERRY_CLASSES, 'Wins over `vehicleLength`. Default: AP1.'),
  vehicleLength: Type.Optional(
    Type.String({ description: 'Metres, above 0 and at most 60; gives the ferry class.' }),
  ),
  srs: choice(
    SPATIAL_REFERENCES,
    'Geometry in UTM 33 (easting, northing) or WGS84 (lon, lat). Default: 25833.',
  ),
});

/** Query of `GET /api/route-osrm`: an estimate is never refined, and its engine knows no tolls. */
export const EstimateQuery = Type.Omit(RouteQuery, ['refine', 'avoidTolls']);
