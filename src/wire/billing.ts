import { Type } from 'typebox';
import { formatOsloInstant } from '../base/oslo-time.ts';
import { WARNINGS, type WarningCode } from '../base/warning.ts';
import { MISSING_KINDS } from '../trip/list-missing.ts';
import { BETWEEN_KINDS } from '../trip/surroundings.ts';
import { ExpenseLine } from './expense.ts';
import { Ferry, UnpricedFerry, VehicleClass } from './ferry.ts';
import { ChargedStation, FreePassage, UnpricedStation } from './passage.ts';
import { RouteVehicle, tollBounds, Vehicle } from './priced-vehicle.ts';
import { choice, count, instant, nok, type Shape } from './unit.ts';

/** Their meanings, as a list for a person to read. */
const CODES = Object.entries(WARNINGS).map(([code, when]) => `- \`${code}\`: ${when}`);

const RouteWarning = Type.Object(
  {
    code: Type.Unsafe<WarningCode>(
      Type.String({
        enum: Object.keys(WARNINGS),
        description: ['Stable; a newer server may have more of them.', '', ...CODES].join('\n'),
      }),
    ),
    message: Type.String({ description: 'One sentence.' }),
    about: Type.Optional(
      Type.String({
        description:
          'Toll project, station, ferry or stop that it is about. Absent: the whole route.',
      }),
    ),
  },
  { title: 'Warning', description: 'What a reader of the price must know.' },
);

const RouteGap = Type.Object(
  {
    kind: choice(MISSING_KINDS, { description: 'A newer server may have more of them.' }),
    name: Type.String({ description: 'Of the station, the ferry, the stop or the road.' }),
    why: Type.String({ description: 'One sentence.' }),
  },
  { title: 'Missing', description: 'What could not be priced or placed on a route.' },
);

export const Stop = Type.Object(
  {
    askedLat: Type.Number({ description: 'Latitude that was asked for, degrees.' }),
    askedLon: Type.Number({ description: 'Longitude that was asked for, degrees.' }),
    named: Type.Optional(
      Type.Object(
        {
          name: Type.String({ description: 'Its whole name.' }),
          kind: Type.String({ description: 'As `/api/places` gives it.' }),
          area: Type.Optional(Type.String({ description: 'Its municipality, or district.' })),
          code: Type.Optional(Type.String({ description: 'Postcode, or IATA code.' })),
        },
        { description: 'The place that its name was taken for. Absent: it was given as a point.' },
      ),
    ),
    lat: Type.Number({
      description: 'Latitude of the place on a road that the trip is about, degrees.',
    }),
    lon: Type.Number({ description: 'Longitude of that place, degrees.' }),
    movedM: Type.Number({ description: 'Metres from the one to the other.', minimum: 0 }),
    road: Type.Optional(
      Type.String({
        description:
          'Category and number of the road, `E39`, or the name of a street. Absent: not known.',
      }),
    ),
    place: Type.Optional(
      Type.String({ description: 'The nearest known place. Absent: none within 10 km.' }),
    ),
    bearingMet: Type.Optional(
      Type.Boolean({
        description:
          'A road near it leads where the vehicle heads. Absent: `bearing` does not tell of this stop.',
      }),
    ),
    between: Type.Array(
      Type.Object({
        kind: choice(BETWEEN_KINDS, { description: 'A newer server may have more of them.' }),
        name: Type.Optional(
          Type.String({ description: 'Of the station, or of the closed road. Absent: the sea.' }),
        ),
      }),
      {
        description:
          'Toll stations that charge in the direction of the drive, sea of more than 200 m, lakes and wide rivers of more than 50 m, and gates that are closed on the day, between the two; `[]`: nothing.',
      },
    ),
  },
  { title: 'Stop', description: 'A stop of the trip, and where it was put.' },
);

export type AnswerStop = Shape<typeof Stop>;

const sumOf = (whose: string) =>
  Type.Object(
    {
      moneyNok: nok(`Tolls, ferries and kilometres ${whose}.`),
      durationS: Type.Number({ description: 'Seconds of the drive.', minimum: 0 }),
      sumNok: Type.Number({ description: 'NOK: `moneyNok`, and `durationS` at `valueOfTime`.' }),
    },
    { description: `The sum ${whose}.` },
  );

const Choice = Type.Object(
  {
    reasons: Type.Array(
      Type.String({
        description:
          '`best at 200 NOK/h`: the least money + time × `valueOfTime`; `fastest`; `cheapest`: none is cheaper, told with `valueOfTime=0` and `alternatives=pareto`; `without ferry`, `without toll`: another one has; `none faster and cheaper`: a way between; `another way`. A newer server may have more.',
      }),
      { minItems: 1, description: 'Why the route is there.' },
    ),
    moneyNok: nok('What ways are chosen by: tolls and ferries of the vehicle, and `costPerKm`.'),
    sumNok: Type.Optional(
      Type.Number({
        description:
          'NOK: `moneyNok`, and the time of the drive at `valueOfTime`. Absent without it.',
      }),
    ),
    againstFastest: Type.Object(
      {
        nok: Type.Number({ description: 'NOK; below 0: it saves so much.' }),
        durationMin: Type.Number({ description: 'Minutes that it takes longer.' }),
      },
      { description: 'The difference to the fastest route.' },
    ),
    proof: Type.Optional(
      Type.Object(
        {
          valueOfTime: Type.Number({ description: 'NOK an hour; 0 where none was given.' }),
          here: sumOf('of this route'),
          fastest: sumOf('of the fastest route'),
        },
        { description: 'With `explain=1`: the two sums that were compared.' },
      ),
    ),
  },
  {
    title: 'Choice',
    description: 'Why a route is there, where ways are chosen by money as well.',
  },
);

/** What one route costs, and why. */
export const BillingRoute = Type.Object(
  {
    routeId: Type.String({ description: 'The `routeId` of the route that it is the bill of.' }),
    tollSmall: nok(
      'Toll of a small vehicle (up to 3 500 kg) with a toll-tag agreement: its discount is in it.',
    ),
    tollSmallNoDiscount: nok('Toll of a small vehicle without a tag.'),
    tollLarge: nok('Toll of a large vehicle (above 3 500 kg) with a tag.'),
    tollLargeNoDiscount: nok('Toll of a large vehicle without a tag.'),
    tollCount: count(
      'Passages that cost something for the size asked for with a tag, or with `tag=0` without one.',
    ),
    rush: Type.Boolean({ description: 'A rush-hour tariff was charged on the way.' }),
    tollEstimated: Type.Optional(
      Type.Literal(true, {
        description:
          'Present when `_billing.refined` is false: the toll is preliminary, not for invoices. `bounds=1` says how far off it can be.',
      }),
    ),
    ferryCount: count('Ferry crossings on the route, priced or not.'),
    ferryPriced: Type.Boolean({
      description: 'False when a crossing has no known tariff: see `ferryUnpriced`.',
    }),
    ferryUnpriced: Type.Optional(
      Type.Array(UnpricedFerry, {
        description:
          'Crossings that the caller must price: no sum holds them. Present when `ferryPriced` is false.',
      }),
    ),
    ferryVehicleClass: VehicleClass,
    ferryNok: nok('All priced crossings, standard tariff of the class.'),
    ferryNokEv: nok('All priced crossings, zero-emission tariff: electric and hydrogen.'),
    ferryNokAutopass: nok('All priced crossings, with a prepaid AutoPASS ferry agreement.'),
    distance: Type.Number({ description: 'Metres.', minimum: 0 }),
    durationMin: Type.Number({ description: 'Minutes. Use this one.', minimum: 0 }),
    durationRange: Type.Optional(
      Type.Object(
        {
          p10Min: Type.Number({ description: 'Minutes.', minimum: 0 }),
          p90Min: Type.Number({ description: 'Minutes.', minimum: 0 }),
        },
        {
          title: 'DurationRange',
          description:
            'One drive in ten takes less than `p10Min`, one in ten more than `p90Min`, by how far the times of roads like these are off where they are measured. Absent: the planner does not tell.',
        },
      ),
    ),
    durationSec: Type.Number({
      description: 'Minutes as well, whatever its name says: use `durationMin`.',
      minimum: 0,
    }),
    chargedStations: Type.Array(ChargedStation, {
      description:
        'Every station that costs something in one of the four ways to pay, in travel order. Their amounts add up to the four toll sums.',
    }),
    freePassages: Type.Array(FreePassage, {
      description:
        'Stations passed without charge in every way to pay, in travel order. No passage stands in `chargedStations`, too.',
    }),
    unpricedStations: Type.Array(UnpricedStation, {
      description: 'Stations passed without a published tariff: the sums leave them out.',
    }),
    ferries: Type.Array(Ferry, {
      description: 'Crossings with a price, in travel order. Their amounts add up to the sums.',
    }),
    vehicle: Type.Optional(RouteVehicle),
    choice: Type.Optional(Choice),
    ...tollBounds('of the size asked for with a tag (`tollSmall`, with `heavy=1` `tollLarge`)'),
    lines: Type.Optional(
      Type.Array(ExpenseLine, {
        description:
          'With `lines=1`: what an expense claim lists, in the order of the trip. Crossings and stations without a known price are not in it.',
      }),
    ),
    linesNok: Type.Optional(
      nok('What the `lines` add up to. Present with `lines=1` and `allowance=1`.'),
    ),
    allowanceNok: Type.Optional(
      nok(
        'The part of it that is kilometre allowance. Present with `allowance=1`, where its rates are known.',
      ),
    ),
    complete: Type.Boolean({
      description:
        'True: every station, ferry and stop of the route could be priced and placed for the size and the vehicle asked for. False: `missing` says what could not, and the sums may be too low. It says nothing of estimates: `refined`, `estimated` and `warnings` do.',
    }),
    missing: Type.Array(RouteGap, {
      description:
        'Stations without a known price, or with the list price of a planner alone; ferries without a fare; stops that were moved far, or past a station, water or a closed gate; roads that are closed and cannot be gone round, and private tolls without a published fee. `[]`: nothing, and `complete` is true.',
    }),
    warnings: Type.Array(RouteWarning, { description: '`[]`: nothing to be said.' }),
  },
  { title: 'BillingRoute', description: 'What one route costs, and why.' },
);

export type AnswerBillingRoute = Shape<typeof BillingRoute>;

/** The object to use for prices. */
export const Billing = Type.Object(
  {
    source: Type.String({
      description:
        "Who planned the routes: `vegvesen-ruteplan-v3` the road authority's route planner, `veipris-n1000` our own kernel on the bundled network, `veipris-ruteplan` on the official one, `veipris-osm` on a map of one's own; an estimate ends with `-estimat`.",
    }),
    refined: Type.Boolean({
      description:
        'True: every station was matched link by link, with direction and hour rule. False: preliminary.',
    }),
    refineFallback: Type.Optional(
      Type.Literal(true, {
        description: 'Present when `refine=1` was asked for and could not be had this time.',
      }),
    ),
    dataVersion: Type.String({ description: 'Names the tariffs and the road network used.' }),
    computedAt: instant('Moment of the calculation.'),
    test: Type.Optional(
      Type.Literal(true, {
        description:
          'Present on answers to a test key: vehicles are fictitious, and the clock may be set.',
      }),
    ),
    attribution: Type.String({
      description: 'Credits that the licences of the data ask for: show them beside the answer.',
    }),
    vehicle: Type.Optional(Vehicle),
    stops: Type.Array(Stop, {
      description:
        'Start, via points and end in travel order: what was asked, and where it was put. All routes share them.',
    }),
    searchCut: Type.Optional(
      Type.Literal(true, {
        description:
          'Present where ways were chosen by money and the search met its bound: there may be better ways than those given.',
      }),
    ),
    routes: Type.Array(BillingRoute, {
      description: 'One bill for each route, in the order of `routes`.',
    }),
  },
  { title: 'Billing', description: 'The object to use for prices.' },
);

/** What an answer to a test key has beside. @param nowMs where its clock was set to stand; absent: nowhere. */
export const testMarks = (nowMs?: number) => ({
  ...(nowMs !== undefined && { computedAt: formatOsloInstant(nowMs) }),
  test: true as const,
});
