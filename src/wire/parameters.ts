/** Every parameter of `GET /api/route`: one row for HTTP, the contract, the command line and the docs. */
import { Type } from 'typebox';
import { memoize } from '../base/memoize.ts';
import { FERRY_AGREEMENTS, FERRY_CLASSES, FUELS, VEHICLE_TYPES } from '../base/vehicle.ts';
import { parsePlate } from '../vehicle/vehicle.ts';
import {
  amount,
  choice,
  flag,
  parameter,
  queryOf,
  size,
  type TextsOf,
  type ValuesOf,
} from './parameter.ts';
import {
  readBearings,
  readEuroClass,
  readInstant,
  readPassages,
  readStop,
  readVia,
} from './read-parameter.ts';

/** What a trip is asked with. */
export const TRIP_PARAMETERS = {
  from: parameter(
    {
      isRequired: true,
      words: { en: 'start', nb: 'start' },
      description:
        'Start: `<lat>,<lon>` in WGS84 degrees, or a place by its name, such as `Gardermoen`, `0150` or `Vik, Sømna`.',
      example: '59.9139,10.7522',
      option: {
        value: 'PLACE',
        help: 'start: LAT,LON in WGS84, or a name, such as Gardermoen or 0150',
      },
      decisions: `Finite degrees, lat −90 … 90, lon −180 … 180. Signs, and blanks around the numbers, are accepted; exponents are not.
A name is one of [\`/api/places\`](interface.md#places), whole: small letters and Norwegian ones do not matter, and the municipality may stand after a comma.
Of a town and other places of its name it is the town. Where several places of a name are as likely it is 400, and the sentence lists them.`,
    },
    readStop,
  ),
  to: parameter(
    {
      isRequired: true,
      words: { en: 'destination', nb: 'reisemål' },
      description: 'Destination, written as `from` is.',
      example: '60.3913,5.3221',
      option: { value: 'PLACE', help: 'destination' },
    },
    readStop,
  ),
  via: parameter(
    {
      words: { en: 'stops on the way', nb: 'stopp underveis' },
      description:
        'Up to 8 points or places to pass, in this order, `|` between them, such as `60.63,6.41|60.39,5.9`.',
      example: '60.63,6.41|60.39,5.9',
      option: {
        value: 'PLACE',
        help: 'a place on the way; may be given up to 8 times',
        between: '|',
      },
      decisions: 'More than 8 are 400; an empty `via` is none.',
    },
    readVia,
  ),
  bearing: parameter(
    {
      words: { en: 'direction of driving', nb: 'kjøreretning' },
      description:
        'Where the vehicle heads at the start, 0 to 360 degrees clockwise from north; behind `|` the same of each further stop, empty where it is not known: `90`, `90||270`. Tells the sides of a motorway and its ramps apart. On our own road networks.',
      example: '90',
      option: { value: 'DEG', help: 'heading at the start, degrees clockwise from north' },
      decisions: `A stop is put on the nearest road that leads there within 45 degrees, up to 50 m farther off than the nearest of all, and the trip sets out (or arrives) in that direction.
Where none does, the stop is put as without it, and \`stops[].bearingMet\` is false. More bearings than stops are 400.`,
    },
    readBearings,
  ),
  startTime: parameter(
    {
      words: { en: 'departure', nb: 'avreise' },
      description:
        'Departure, ISO 8601 with an offset or `Z`, such as `2026-11-20T08:00+01:00` or `20261120T0800+01`; chooses tariffs, rush and hour rule. In an address `+` is written `%2B`. Default: this minute.',
      example: '2026-11-20T08:00:00+01:00',
      option: { value: 'T', help: 'departure, ISO 8601 with offset; default: now' },
      decisions: `The offset is \`Z\`, \`+01:00\`, \`+0100\` or \`+01\`; none is 400.
Extended (\`2026-11-20T08:00:00+01:00\`) or basic (\`20261120T080000+0100\`), calendar, week (\`2026-W47-5\`) or ordinal date (\`2026-324\`).
Seconds and minutes may be left out, the last part may have a fraction, and \`24:00\` is the midnight that ends the day.
A \`+\` that arrives as a blank is accepted. Years 2000 to 2100. The default is the beginning of this minute.`,
    },
    readInstant,
  ),
  refine: flag({
    words: { en: 'exact tolls', nb: 'nøyaktig bom' },
    description:
      'Exact tolls: match every station with direction and hour rule. Recommended; without it the answer is faster and preliminary.',
    example: '1',
    option: {
      name: 'no-refine',
      help: 'preliminary tolls: no direction, no hour rule',
      given: '0',
      absent: '1',
    },
  }),
  heavy: flag({
    words: { en: 'above 3 500 kg', nb: 'over 3 500 kg' },
    description:
      'The vehicle is above 3 500 kg: toll tariff group 2. On ferries it counts only with `trailerLength`, in what the vehicle pays.',
    example: '1',
    option: { help: 'tariff group 2, above 3 500 kg (on ferries only with a trailer)' },
  }),
  avoidTolls: flag({
    words: { en: 'avoid tolls', nb: 'unngå bomveier' },
    description: 'Prefer a toll-free route where one exists. Ferries are not avoided.',
    example: '1',
    option: { help: 'prefer a toll-free route where one exists' },
  }),
  ferryClass: choice(FERRY_CLASSES, {
    words: { en: 'type and length', nb: 'type og lengde' },
    description:
      'Ferry tariff class: `MC` motorcycle, `AP1` car up to 6 m … `AP9` road train above 22 m. Wins over `vehicleLength`. Default: `AP1`.',
    example: 'AP2',
    option: { value: 'C', help: 'MC or AP1 to AP9; default: AP1' },
  }),
  // Source of the bounds here and below: interface decisions, docs/parameters.md.
  vehicleLength: size(
    { unit: 'metres', max: 60 },
    {
      words: { en: 'length', nb: 'lengde' },
      description:
        'Metres in plain decimal digits, above 0 and at most 60, instead of `ferryClass`: up to 6 m is `AP1`, then up to 8, 10, 12.5, 14.5, 17.5, 19.5 and 22 m `AP2` to `AP8`, above `AP9`.',
      example: '7',
      option: { value: 'M', help: 'metres; gives the ferry class where none is named' },
      decisions: `Each bound is inclusive. A ferry with bounds of its own uses the length; then the answer's class is the one that is charged.
Beside \`ferryClass\` it is ignored, with the warning \`vehicle_length_ignored\`, and must be valid all the same.`,
    },
  ),
  bounds: flag({
    words: { en: 'bounds of tolls', nb: 'grenser for bom' },
    description:
      'Give preliminary bills `tollMin` and `tollMax`, between which the refined toll lies. `explain`, `lines`, `passagesThisMonth` and every parameter about one vehicle do so, too.',
    example: '1',
    option: { help: 'with --no-refine: between which tolls the refined one lies' },
    decisions: `A preliminary answer carries its bounds where \`bounds\`, \`explain\` or \`lines\` is on, or \`passagesThisMonth\` or a parameter about one vehicle is given.
Refined answers have none of the route: their toll is exact.
\`vehicle\` has them in refined answers, too, where what zero emission pays is not published for a project and day:
there an estimate at the ceiling of the law is charged, and the bounds count it from 0 on.`,
  }),
  passagesThisMonth: parameter(
    {
      words: { en: 'passages this month', nb: 'passeringer denne måneden' },
      description:
        'Paid passages that the calendar month of departure has had, `<group>:<count>` with commas between: a passage beyond the monthly cap of its group is free with a tag. Groups are the `hourGroup` of `/data/toll-stations.json` and a few of single stations; one that does not exist is refused with a list of all.',
      example: 'oslo-a:118,oslo-b:3',
      option: {
        value: 'G:N,...',
        help: 'paid passages of the month by hour group, for monthly caps',
      },
      decisions: `A blank may stand after a comma; counts are whole, up to 100 000. Empty, or a group twice, is 400.
The rule is \`monthly-cap\` ([pricing.md](pricing.md#monthly-caps)).`,
    },
    readPassages,
  ),
  valueOfTime: amount(
    { unit: 'kroner an hour', max: 10_000 },
    {
      words: { en: 'time or money', nb: 'tid eller penger' },
      description:
        'Kroner that an hour of the drive is worth, 0 to 10 000: the recommended route has the least money + time × value for the vehicle at this departure. `0`: the cheapest, and of these the fastest. With `refine=1`, by our own kernel.',
      example: '200',
      option: {
        value: 'NOK',
        help: 'kroner that an hour is worth: recommends the way of the least money and time',
      },
      decisions: `Money is what the vehicle pays for tolls and ferries (without a vehicle: its size with a tag, ordinary fares) and \`costPerKm\`.
Routes carry \`choice\`: why they are there, and what they save against the fastest. How ways are found, and which are not looked at: [cheapest.md](cheapest.md).`,
    },
  ),
  costPerKm: amount(
    { unit: 'kroner for each kilometre', max: 100 },
    {
      words: { en: 'cost of a kilometre', nb: 'kostnad per kilometer' },
      description:
        'Kroner that a kilometre costs beside tolls and ferries, 0 to 100: counts where the way is chosen by money. With `valueOfTime` or `alternatives=pareto`.',
      example: '2.5',
      option: { value: 'NOK', help: 'kroner for each kilometre, beside tolls and ferries' },
    },
  ),
  alternatives: choice(['0', '1', '2', 'pareto'], {
    words: { en: 'other ways', nb: 'andre veier' },
    description:
      'At most so many routes beside the recommended one, which on the bundled road network is the same whatever their number. `0` is answered faster: others are not looked for. Default: `2`. `pareto`: all ways of which none is both faster and cheaper, at most ten, the recommended one first (by `valueOfTime`, else the fastest), then the fastest first; on the terms of `valueOfTime`.',
    example: '0',
    option: {
      value: 'N',
      help: '0, 1 or 2: at most so many other routes, or pareto: all of which none is both faster and cheaper; default: 2, and 0 for a batch written as .csv, whose rows have the recommended route alone',
    },
    decisions: `On the bundled network the recommended route and the order of the others do not depend on it (\`test/metamorphic/alternatives.test.ts\`).
On a map of one's own and by other engines the best route is the one that they give first when asked so.
It brings no \`bounds\`. Only what is wanted is looked for, so \`0\` is the fastest question.
With \`avoidTolls\` all routes are priced all the same, because the one with the least toll may be any of them.`,
  }),
} as const;

/** Parameters about one vehicle: any of them asks for its price. */
export const VEHICLE_PARAMETERS = {
  plate: parameter(
    {
      words: { en: 'plate', nb: 'kjennemerke' },
      description:
        'Registration number: one vehicle, by the register. Counted as the one call that it is. A parameter of this list wins over what the register says.',
      example: 'QQ10001',
      option: { value: 'PLATE', help: 'one vehicle, by the vehicle register' },
      decisions: `Written as for \`/api/vehicle\`. An unknown plate is 404 \`not_found\`, that of a trailer 400.
Where the register fails the other parameters describe the vehicle, with the warning \`vehicle_register_down\`.
It is 503 (502 when the register answers nonsense) where none of \`vehicleType\`, \`fuel\`, \`euroClass\`, \`weight\`, \`heavy\`, \`ferryClass\`, \`vehicleLength\` is given.`,
    },
    // The sentence does not repeat the text: a plate may point to a person.
    (written, refuse) =>
      parsePlate(written) ?? refuse('must be 2 to 7 letters A to Å and digits, such as "QQ 12345"'),
  ),
  vehicleType: choice(VEHICLE_TYPES, {
    words: { en: 'kind of vehicle', nb: 'slags kjøretøy' },
    description:
      'The kind of the vehicle. It wins over the kind that `plate` has, and `weight`, `heavy` and `ferryClass` win over it. A motorcycle passes free where the law says so and is `MC` on ferries; a truck and a bus without `weight` are in tariff group 2; a camper pays as a passenger car.',
    example: 'motorcycle',
    option: { value: 'T', help: 'motorcycle, car, van, bus, truck or camper' },
    decisions: '[Kinds of vehicle](interface.md#kinds-of-vehicle) is what each says.',
  }),
  fuel: choice(FUELS, {
    words: { en: 'fuel', nb: 'drivstoff' },
    description: 'What the vehicle runs on.',
    example: 'electric',
    option: { value: 'F', help: 'petrol, diesel, electric, hydrogen, plugin-hybrid or gas' },
  }),
  euroClass: parameter(
    {
      words: { en: 'euro class', nb: 'euroklasse' },
      description:
        'Euro class of the vehicle, `1` to `6`, or `I` to `VI`. Large vehicles pay by it in Oslo and Bergen.',
      example: '6',
      option: { value: 'N', help: '1 to 6' },
      decisions: 'Also as `Euro 6`.',
    },
    readEuroClass,
  ),
  weight: size(
    { unit: 'kilograms', max: 200_000 },
    {
      words: { en: 'permitted weight', nb: 'tillatt totalvekt' },
      description:
        'Permitted total weight of the vehicle in kilograms, plain decimal digits, above 0 and at most 200 000: above 3 500 it is in tariff group 2.',
      example: '2300',
      option: { value: 'KG', help: 'permitted total weight' },
    },
  ),
  tag: choice(['1', '0'], {
    words: { en: 'toll tag', nb: 'bombrikke' },
    description:
      'The vehicle has a toll tag with an agreement (`1`) or has none (`0`). Default: `1`.',
    example: '1',
    option: { value: '1|0', help: 'with a toll tag, or without; default: 1' },
  }),
  ferryAgreement: choice(FERRY_AGREEMENTS, {
    words: { en: 'ferry agreement', nb: 'avtale på ferje' },
    description:
      'What the vehicle shows on ferries: nothing, a tag alone, or a prepaid agreement of a private person or a business. Default: `tag` where `tag=1` is given, else `none`.',
    example: 'private',
    option: {
      value: 'A',
      help: 'none, tag, private or business; default: tag with --tag 1, else none',
    },
    decisions: `A tag that is only assumed (\`tag\` is not given) is not taken for shown: \`_billing.vehicle.ferryAgreement\` is \`none\` then, from \`default\`.
\`tag=0\` beside anything but \`none\` gives the warning \`ferry_agreement_without_tag\`.`,
  }),
  trailerLength: size(
    { unit: 'metres', max: 60 },
    {
      words: { en: 'trailer', nb: 'tilhenger' },
      description:
        'Metres of the trailer behind the vehicle in plain decimal digits, above 0 and at most 60. Only ferries charge for it.',
      example: '4.5',
      option: { value: 'M', help: 'metres' },
    },
  ),
} as const;

/** How the answer is written. */
export const ANSWER_PARAMETERS = {
  explain: flag({
    words: { en: 'proof', nb: 'utregning' },
    description: 'Prove every amount: `proof` of each charged station, free passage and ferry.',
    example: '1',
    option: { help: 'prove every amount' },
    decisions: '[Checking a proof by hand](pricing.md#checking-a-proof-by-hand).',
  }),
  lines: flag({
    words: { en: 'lines', nb: 'linjer' },
    description: 'Add the lines of an expense claim, which add up to `linesNok`.',
    example: '1',
    option: {
      name: 'expense',
      value: 'FILE',
      help: 'write the lines of an expense claim, .csv for a spreadsheet',
      given: '1',
    },
  }),
  geometry: choice(['1', '0'], {
    words: { en: 'drawing of the route', nb: 'tegning av ruten' },
    description:
      '`0` leaves the lines out: `coordinates` of each feature are empty, and the answer is some kilobytes. Default: `1`.',
    example: '0',
  }),
  allowance: flag({
    words: { en: 'kilometre allowance', nb: 'kilometergodtgjørelse' },
    description:
      "Add the state's kilometre allowance of the day to `lines`, which it brings: for a private car in the service of an employer, sailed kilometres left out, and with `trailerLength` the supplement for a trailer.",
    example: '1',
    option: { help: "with --expense: lines of the state's kilometre allowance, too" },
    decisions: 'Rates and what they leave open: [journeys.md](journeys.md#the-claim).',
  }),
  srs: choice(['25833', '4326'], {
    words: { en: 'coordinate system', nb: 'koordinatsystem' },
    description:
      'Coordinates of the geometry: `25833` UTM zone 33 (easting, northing), `4326` WGS84 (lon, lat). Default: `25833`.',
    example: '4326',
  }),
} as const;

/** All of them, in the order of the contract. */
export const PARAMETERS = {
  ...TRIP_PARAMETERS,
  ...VEHICLE_PARAMETERS,
  ...ANSWER_PARAMETERS,
} as const;

export type ParameterName = keyof typeof PARAMETERS;

/** A name that is no parameter, and the parameter that it seems to mean. */
export interface Misspelt {
  readonly name: string;
  readonly meant: string;
}

/**
 * Names that are a parameter but for case, blanks and signs, such as `Heavy` or `start_time`. A name that stands beside
 * its parameter is the caller's own.
 *
 * @param known the parameters by name; absent: those of a route.
 */
export const listMisspelt = (names: readonly string[], known: object = PARAMETERS): Misspelt[] =>
  names.flatMap((name) => {
    if (Object.hasOwn(known, name)) return [];
    const meant = spellingsOf(known).get(foldName(name));
    return meant === undefined || names.includes(meant) ? [] : [{ name, meant }];
  });

/** A name without what may differ in it. */
const foldName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const spellingsOf = memoize(
  (known: object): ReadonlyMap<string, string> =>
    new Map(Object.keys(known).map((name) => [foldName(name), name])),
);

/** A question as it arrives. */
export type QuoteQuestion = TextsOf<typeof PARAMETERS>;

export type SpatialReference = NonNullable<ValuesOf<typeof ANSWER_PARAMETERS>['srs']>;

/** Query of `GET /api/route`. It holds what JSON Schema can say; `parseQuoteRequest` reads the texts. */
export const RouteQuery = queryOf(PARAMETERS);

/**
 * Parameters without a meaning for an estimate: it is never refined or preliminary, and its engine knows no tolls to
 * choose ways by.
 */
export const NOT_OF_ESTIMATES = [
  'refine',
  'avoidTolls',
  'bounds',
  'valueOfTime',
  'costPerKm',
] as const;

const alternatives = choice(['0', '1', '2'], {
  description:
    'At most so many routes beside the recommended one. `0`: others are not looked for. Default: `2`.',
  example: '0',
});

/** Query of `GET /api/route-osrm`. */
export const EstimateQuery = Type.Object({
  ...Type.Omit(RouteQuery, [...NOT_OF_ESTIMATES]).properties,
  ...queryOf({ alternatives }).properties,
});
