import { Type } from 'typebox';
import { formatOsloInstant } from '../base/oslo-time.ts';
import { WARNINGS, type WarningCode } from '../base/warning.ts';
import { MISSING_KINDS } from '../trip/quote.ts';
import { BETWEEN_KINDS } from '../trip/surroundings.ts';
import {
  ChargedStation,
  Ferry,
  FreePassage,
  UnpricedFerry,
  UnpricedStation,
  VehicleClass,
} from './charges.ts';
import { ExpenseLine } from './expense.ts';
import * as t from './unit.ts';
import { RouteVehicle, tollBounds, Vehicle } from './vehicle.ts';

/** The meanings of the codes, as a list for a person to read. */
const CODES = Object.entries(WARNINGS).map(([code, when]) => `- \`${code}\`: ${when}`);

const RouteWarning = t.object('Warning', 'What a reader of the price must know.', {
  code: Type.Unsafe<WarningCode>(
    Type.String({
      enum: Object.keys(WARNINGS),
      description: ['Stable; a newer server may have more of them.', '', ...CODES].join('\n'),
    }),
  ),
  message: t.text('One sentence.'),
  about: t.maybe(
    t.text('Toll project, station, ferry or stop that it is about. Absent: the whole route.'),
  ),
});

const RouteGap = t.object('Missing', 'What could not be priced or placed on a route.', {
  kind: t.choice(MISSING_KINDS, { description: 'A newer server may have more of them.' }),
  name: t.text('Of the station, the ferry, the stop or the road.'),
  why: t.text('One sentence.'),
});

export const Stop = t.object('Stop', 'A stop of the trip, and where it was put.', {
  askedLat: t.number('Latitude that was asked for, degrees.'),
  askedLon: t.number('Longitude that was asked for, degrees.'),
  named: t.maybe(
    t.part('The place that its name was taken for. Absent: it was given as a point.', {
      name: t.text('Its whole name.'),
      kind: t.text('As `/api/places` gives it.'),
      area: t.maybe(t.text('Its municipality, or district.')),
      code: t.maybe(t.text('Postcode, or IATA code.')),
    }),
  ),
  lat: t.number('Latitude of the place on a road that the trip is about, degrees.'),
  lon: t.number('Longitude of that place, degrees.'),
  movedM: t.measure('Metres from the one to the other.'),
  road: t.maybe(
    t.text('Category and number of the road, `E39`, or the name of a street. Absent: not known.'),
  ),
  place: t.maybe(t.text('The nearest known place. Absent: none within 10 km.')),
  bearingMet: t.maybe(
    t.bool(
      'A road near it leads where the vehicle heads. Absent: `bearing` does not tell of this stop.',
    ),
  ),
  between: t.list(
    'Toll stations that charge in the direction of the drive, sea of more than 200 m, lakes and wide rivers of more than 50 m, and gates that are closed on the day, between the two; `[]`: nothing.',
    Type.Object({
      kind: t.choice(BETWEEN_KINDS, { description: 'A newer server may have more of them.' }),
      name: t.maybe(t.text('Of the station, or of the closed road. Absent: the sea.')),
    }),
  ),
});

export type AnswerStop = t.Shape<typeof Stop>;

const sumOf = (whose: string) =>
  t.part(`The sum ${whose}.`, {
    moneyNok: t.nok(`Tolls, ferries and kilometres ${whose}.`),
    durationS: t.measure('Seconds of the drive.'),
    sumNok: t.number('NOK: `moneyNok`, and `durationS` at `valueOfTime`.'),
  });

const Choice = t.object('Choice', 'Why a route is there, where ways are chosen by money as well.', {
  reasons: t.list(
    'Why the route is there.',
    t.text(
      '`best at 200 NOK/h`: the least money + time × `valueOfTime`; `fastest`; `cheapest`: none is cheaper, told with `valueOfTime=0` and `alternatives=pareto`; `without ferry`, `without toll`: another one has; `none faster and cheaper`: a way between; `another way`. A newer server may have more.',
    ),
    { minItems: 1 },
  ),
  moneyNok: t.nok('What ways are chosen by: tolls and ferries of the vehicle, and `costPerKm`.'),
  sumNok: t.maybe(
    t.number('NOK: `moneyNok`, and the time of the drive at `valueOfTime`. Absent without it.'),
  ),
  againstFastest: t.part('The difference to the fastest route.', {
    nok: t.number('NOK; below 0: it saves so much.'),
    durationMin: t.number('Minutes that it takes longer.'),
  }),
  proof: t.maybe(
    t.part('With `explain=1`: the two sums that were compared.', {
      valueOfTime: t.number('NOK an hour; 0 where none was given.'),
      here: sumOf('of this route'),
      fastest: sumOf('of the fastest route'),
    }),
  ),
});

export const BillingRoute = t.object('BillingRoute', 'What one route costs, and why.', {
  routeId: t.text('The `routeId` of the route that it is the bill of.'),
  tollSmall: t.nok(
    'Toll of a small vehicle (up to 3 500 kg) with a toll-tag agreement: its discount is in it.',
  ),
  tollSmallNoDiscount: t.nok('Toll of a small vehicle without a tag.'),
  tollLarge: t.nok('Toll of a large vehicle (above 3 500 kg) with a tag.'),
  tollLargeNoDiscount: t.nok('Toll of a large vehicle without a tag.'),
  tollCount: t.count(
    'Passages that cost something for the size asked for with a tag, or with `tag=0` without one.',
  ),
  rush: t.bool('A rush-hour tariff was charged on the way.'),
  tollEstimated: t.mark(
    'Present when `_billing.refined` is false: the toll is preliminary, not for invoices. `bounds=1` says how far off it can be. Present as well where a recording does not tell when a station was passed, and the toll depends on it: `tollMin` and `tollMax` are over all moments.',
  ),
  ferryCount: t.count('Ferry crossings on the route, priced or not.'),
  ferryPriced: t.bool('False when a crossing has no known tariff: see `ferryUnpriced`.'),
  ferryUnpriced: t.maybe(
    t.list(
      'Crossings that the caller must price: no sum holds them. Present when `ferryPriced` is false.',
      UnpricedFerry,
    ),
  ),
  ferryVehicleClass: VehicleClass,
  ferryNok: t.nok('All priced crossings, standard tariff of the class.'),
  ferryNokEv: t.nok('All priced crossings, zero-emission tariff: electric and hydrogen.'),
  ferryNokAutopass: t.nok('All priced crossings, with a prepaid AutoPASS ferry agreement.'),
  distance: t.measure('Metres.'),
  durationMin: t.measure('Minutes. Use this one.'),
  durationRange: t.maybe(
    t.object(
      'DurationRange',
      'One drive in ten takes less than `p10Min`, one in ten more than `p90Min`, by how far the times of roads like these are off where they are measured. Absent: the planner does not tell.',
      {
        p10Min: t.measure('Minutes.'),
        p90Min: t.measure('Minutes.'),
      },
    ),
  ),
  durationSec: t.measure('Minutes as well, whatever its name says: use `durationMin`.'),
  gateWaits: t.maybe(
    t.list(
      'Waits at the gates of roads that are closed at night, in travel order. Absent: there is none.',
      t.object('GateWait', 'A wait that is a part of the duration.', {
        name: t.text('Name of the road.'),
        waitMin: t.measure('Minutes until it opens.'),
        opensAt: t.instant('When it opens.'),
      }),
    ),
  ),
  chargedStations: t.list(
    'Every station that costs something in one of the four ways to pay, in travel order. Their amounts add up to the four toll sums.',
    ChargedStation,
  ),
  freePassages: t.list(
    'Stations passed without charge in every way to pay, in travel order. No passage stands in `chargedStations`, too.',
    FreePassage,
  ),
  unpricedStations: t.list(
    'Stations passed without a published tariff: the sums leave them out.',
    UnpricedStation,
  ),
  ferries: t.list(
    'Crossings with a price, in travel order. Their amounts add up to the sums.',
    Ferry,
  ),
  vehicle: t.maybe(RouteVehicle),
  choice: t.maybe(Choice),
  ...tollBounds('of the size asked for with a tag (`tollSmall`, with `heavy=1` `tollLarge`)'),
  lines: t.maybe(
    t.list(
      'With `lines=1`: what an expense claim lists, in the order of the trip. Crossings and stations without a known price are not in it.',
      ExpenseLine,
    ),
  ),
  linesNok: t.maybe(t.nok('What the `lines` add up to. Present with `lines=1` and `allowance=1`.')),
  allowanceNok: t.maybe(
    t.nok(
      'The part of it that is kilometre allowance. Present with `allowance=1`, where its rates are known.',
    ),
  ),
  complete: t.bool(
    'True: every station, ferry and stop of the route could be priced and placed for the size and the vehicle asked for. False: `missing` says what could not, and the sums may be too low. It says nothing of estimates: `refined`, `estimated` and `warnings` do.',
  ),
  missing: t.list(
    'Stations without a known price, or with the list price of a planner alone; ferries without a fare; stops that were moved far, or past a station, water or a closed gate; roads that are closed and cannot be gone round, and toll roads whose fee is not known. `[]`: nothing, and `complete` is true.',
    RouteGap,
  ),
  warnings: t.list('`[]`: nothing to be said.', RouteWarning),
});

export type AnswerBillingRoute = t.Shape<typeof BillingRoute>;

/** When and by what an answer was worked out. */
export const origin = {
  dataVersion: t.text('Names the tariffs and the road network used.'),
  computedAt: t.instant('Moment of the calculation.'),
  test: t.mark(
    'Present on answers to a test key: vehicles are fictitious, and the clock may be set.',
  ),
  attribution: t.text(
    'Credits that the licences of the data ask for: show them beside the answer.',
  ),
};

export const Billing = t.object('Billing', 'The object to use for prices.', {
  source: t.text(
    "Who planned the routes: `vegvesen-ruteplan-v3` the road authority's route planner, `veipris-n1000` our own kernel on the bundled network, `veipris-ruteplan` on the official one, `veipris-osm` on a map of one's own; an estimate ends with `-estimat`.",
  ),
  refined: t.bool(
    'True: every station was matched link by link, with direction and hour rule. False: preliminary.',
  ),
  refineFallback: t.mark('Present when `refine=1` was asked for and could not be had this time.'),
  ...origin,
  vehicle: t.maybe(Vehicle),
  stops: t.list(
    'Start, via points and end in travel order: what was asked, and where it was put. All routes share them.',
    Stop,
  ),
  searchCut: t.mark(
    'Present where ways were chosen by money and the search met its bound: there may be better ways than those given.',
  ),
  routes: t.list('One bill for each route, in the order of `routes`.', BillingRoute),
});

/**
 * What an answer to a test key has besides.
 *
 * @param nowMs the moment that its clock was set to; absent: it was not set.
 */
export const testMarks = (nowMs?: number) => ({
  ...(nowMs !== undefined && { computedAt: formatOsloInstant(nowMs) }),
  test: true as const,
});
