import { type TSchemaOptions, type TStringOptions, Type } from 'typebox';
import { FERRY_AGREEMENTS, FERRY_CLASSES, FUELS, VEHICLE_TYPES } from '../base/vehicle.ts';
import { ALTERNATIVES_VALUES } from '../trip/alternatives.ts';
import { TAG_VALUES } from './asked-vehicle.ts';
import { FLAG_VALUES, SPATIAL_REFERENCES } from './parse-quote-request.ts';

/**
 * The type beside the values of a choice tells a value that is given twice from one that is not
 * allowed.
 */
const example = (text: string) => ({ examples: [text] });

const text = (description: string, terms: TStringOptions = {}) =>
  Type.String({ description, ...terms });

const choice = <const Values extends string[]>(
  values: readonly [...Values],
  description: string,
  terms: TSchemaOptions = {},
) => Type.Optional(Type.Enum(values, { type: 'string', description, ...terms }));

const flag = (description: string, terms: TSchemaOptions = {}) =>
  choice(FLAG_VALUES, `${description} \`1\`: yes; \`0\`, empty or absent: no.`, terms);

/**
 * Query of `GET /api/route`. It holds what JSON Schema can say; `trip/parse-quote-request.ts`
 * reads the texts. Parameters that are not named here are let through and ignored.
 */
export const RouteQuery = Type.Object({
  from: text('Start, `<lat>,<lon>` in WGS84 degrees.', example('59.9139,10.7522')),
  to: text('Destination, `<lat>,<lon>` in WGS84 degrees.', example('60.3913,5.3221')),
  refine: flag(
    'Exact tolls: match every station with direction and hour rule. Recommended; without it the answer is faster and preliminary.',
    example('1'),
  ),
  startTime: Type.Optional(
    text(
      'Departure, ISO 8601 with an offset or `Z`, such as `2026-11-20T08:00+01:00` or `20261120T0800+01`; chooses tariffs, rush and hour rule. In an address `+` is written `%2B`. Default: this minute.',
      example('2026-11-20T08:00:00+01:00'),
    ),
  ),
  via: Type.Optional(
    text(
      'Up to 8 points `<lat>,<lon>` to pass, in this order, `|` between them, such as `60.63,6.41|60.39,5.9`.',
      example('60.63,6.41|60.39,5.9'),
    ),
  ),
  heavy: flag(
    'The vehicle is above 3 500 kg: toll tariff group 2. It has no influence on ferries.',
    example('1'),
  ),
  avoidTolls: flag(
    'Prefer a toll-free route where one exists. Ferries are not avoided.',
    example('1'),
  ),
  ferryClass: choice(
    FERRY_CLASSES,
    'Ferry tariff class: `MC` motorcycle, `AP1` car up to 6 m … `AP9` road train above 22 m. Wins over `vehicleLength`. Default: `AP1`.',
    example('AP2'),
  ),
  vehicleLength: Type.Optional(
    text(
      'Metres in plain decimal digits, above 0 and at most 60, instead of `ferryClass`: up to 6 m is `AP1`, then up to 8, 10, 12.5, 14.5, 17.5, 19.5 and 22 m `AP2` to `AP8`, above `AP9`.',
      example('7'),
    ),
  ),
  plate: Type.Optional(
    text(
      'Registration number: one vehicle, by the register. Counted as the one call that it is. A parameter of this list wins over what the register says.',
      example('QQ10001'),
    ),
  ),
  vehicleType: choice(
    VEHICLE_TYPES,
    'The kind of the vehicle. It wins over the kind that `plate` has, and `weight`, `heavy` and `ferryClass` win over it. A motorcycle passes free where the law says so and is `MC` on ferries; a truck and a bus without `weight` are in tariff group 2; a camper pays as a passenger car.',
    example('motorcycle'),
  ),
  fuel: choice(FUELS, 'What the vehicle runs on.', example('electric')),
  euroClass: Type.Optional(
    text(
      'Euro class of the vehicle, `1` to `6`, or `I` to `VI`. Large vehicles pay by it in Oslo and Bergen.',
      example('6'),
    ),
  ),
  weight: Type.Optional(
    text(
      'Permitted total weight of the vehicle in kilograms, plain decimal digits, above 0 and at most 200 000: above 3 500 it is in tariff group 2.',
      example('2300'),
    ),
  ),
  tag: choice(
    TAG_VALUES,
    'The vehicle has a toll tag with an agreement (`1`) or has none (`0`). Default: `1`.',
    example('1'),
  ),
  ferryAgreement: choice(
    FERRY_AGREEMENTS,
    'What the vehicle shows on ferries: nothing, a tag alone, or a prepaid agreement of a private person or a business. Default: `none`.',
    example('private'),
  ),
  trailerLength: Type.Optional(
    text(
      'Metres of the trailer behind the vehicle in plain decimal digits, above 0 and at most 60. Only ferries charge for it.',
      example('4.5'),
    ),
  ),
  explain: flag(
    'Prove every amount: `proof` of each charged station, free passage and ferry.',
    example('1'),
  ),
  bounds: flag(
    'Give preliminary bills `tollMin` and `tollMax`, between which the refined toll lies. Every other of the newer parameters (`plate` to `passagesThisMonth`) does so, too.',
    example('1'),
  ),
  lines: flag('Add the lines of an expense claim, which add up to `linesNok`.', example('1')),
  passagesThisMonth: Type.Optional(
    text(
      'Paid passages that the calendar month of departure has had, `<group>:<count>` with commas between: a passage beyond the monthly cap of its group is free with a tag. Groups are the `hourGroup` of `/data/toll-stations.json` and a few of single stations; one that does not exist is refused with a list of all.',
      example('oslo-a:118,oslo-b:3'),
    ),
  ),
  alternatives: choice(
    ALTERNATIVES_VALUES,
    'At most so many routes beside the recommended one, which on the bundled road network is the same whatever their number. `0` is answered faster: nobody looks for others. Default: `2`.',
    example('0'),
  ),
  srs: choice(
    SPATIAL_REFERENCES,
    'Coordinates of the geometry: `25833` UTM zone 33 (easting, northing), `4326` WGS84 (lon, lat). Default: `25833`.',
    example('4326'),
  ),
});

/** Query of `GET /api/route-osrm`: an estimate is never refined, nor preliminary, and its engine knows no tolls. */
export const EstimateQuery = Type.Omit(RouteQuery, ['refine', 'avoidTolls', 'bounds']);
