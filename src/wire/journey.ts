/** Question and answer of `POST /api/journey`: several drives of one vehicle. */
import { Type } from 'typebox';
import { BillingRoute, origin, Stop } from './billing.ts';
import { Claim } from './claim.ts';
import { bodyMembers } from './parameter.ts';
import { ANSWER_PARAMETERS, TRIP_PARAMETERS, VEHICLE_PARAMETERS } from './parameters.ts';
import { TRIP_VEHICLE_PARAMETERS } from './question.ts';
import { Match } from './trace.ts';
import * as t from './unit.ts';
import { Vehicle } from './vehicle.ts';

/** Choices of ours: a month of a busy vehicle has fewer. */
const MOST = {
  drives: 500,
  passages: 200,
  via: 8,
  stayMin: 7 * 24 * 60,
  passengers: 8,
  letters: 200,
};

const { explain, lines, allowance } = ANSWER_PARAMETERS;
/** Parameters of the answer that a journey has. */
export const OPTIONS = { explain, lines, allowance };
const { avoidTolls } = TRIP_PARAMETERS;
/** How its planned drives choose their ways. */
export const WISHES = { avoidTolls };
const SHARED = { ...TRIP_VEHICLE_PARAMETERS, ...VEHICLE_PARAMETERS, ...OPTIONS };

/** A text of a claim. */
const said = (description: string) =>
  Type.String({ description, minLength: 1, maxLength: MOST.letters });

const stay = (description: string) =>
  Type.Integer({ description: `Minutes. ${description}`, minimum: 0, maximum: MOST.stayMin });

const ViaStay = t.part(
  'A place to pass, and how long to stay there.',
  {
    place: t.text('As `from` of `/api/route`.'),
    dwellMin: t.maybe(stay('The drive goes on after so long. Absent: at once.')),
  },
  { additionalProperties: false },
);

const Passage = t.part(
  'A station passed in a charged direction.',
  {
    stationId: t.text('`id` of a station in `/data/toll-stations.json`.'),
    at: Type.String({
      description: 'Moment of passing, ISO 8601 with an offset.',
      examples: ['2026-11-20T08:05:00+01:00'],
    }),
  },
  { additionalProperties: false },
);

/** What a logbook holds beside places and times. Source: skattebetalingsforskriften, section 5-6-12. */
const claim = {
  purpose: t.maybe(said('What the drive was for, and which event was attended.')),
  note: t.maybe(said('Why the way was not the shortest, or what was driven at the place.')),
  km: t.maybe(
    Type.Number({
      description:
        'Kilometres by the odometer, with `return` of each way, for the allowance; the drives of a recording share them. Absent: those of the roads.',
      exclusiveMinimum: 0,
      maximum: 10_000,
    }),
  ),
  forestKm: t.maybe(
    Type.Number({
      description: 'Kilometres of it on forest roads and roads of building sites.',
      minimum: 0,
      maximum: 10_000,
    }),
  ),
  passengers: t.maybe(
    t.list('Passengers that a supplement is claimed for.', said('Name.'), {
      maxItems: MOST.passengers,
    }),
  ),
  trailer: t.maybe(t.bool('A trailer was needed. Absent: it was where `trailerLength` is given.')),
};

const Drive = t.object(
  'JourneyDriveQuestion',
  'A drive: planned, with `from`, `to` and `startTime`; recorded, with `trace`; or told by its `passages` alone.',
  {
    from: t.maybe(
      Type.String({
        description:
          'Start, as in `/api/route`. With `passages` or `trace` a name for the claim alone.',
        maxLength: MOST.letters,
      }),
    ),
    to: t.maybe(
      Type.String({ description: 'Destination, in the same way.', maxLength: MOST.letters }),
    ),
    via: t.maybe(
      t.list(
        'Places to pass, in this order; with `dwellMin` to stay at.',
        Type.Union([Type.String(), ViaStay]),
        { maxItems: MOST.via },
      ),
    ),
    startTime: t.maybe(
      Type.String({
        description: 'Departure, ISO 8601 with an offset.',
        examples: ['2026-11-20T08:00:00+01:00'],
      }),
    ),
    return: t.maybe(
      t.bool(
        'True: there and back by the same places; the way back is a drive of its own, without stays on it.',
      ),
    ),
    dwellMin: t.maybe(stay('With `return`: the way back begins so long after the arrival.')),
    passages: t.maybe(
      t.list(
        'The stations that were passed, in any order, instead of what a drive is planned by.',
        Passage,
        { minItems: 1, maxItems: MOST.passages },
      ),
    ),
    trace: t.maybe(
      Type.Union(
        [
          t.text('The file, as its text.'),
          t.list('`[{"lat", "lon", "at"}]`.', Type.Unknown()),
          t.part('GeoJSON, or `{"polyline", "precision", "times"}`.', {}),
        ],
        {
          description:
            'The recording of the drive, in any form of `/api/trace`, instead of what a drive is planned by. Where it has no times, `startTime` is the departure.',
        },
      ),
    ),
    ...claim,
  },
  { additionalProperties: false },
);

const vehicleMembers = bodyMembers(SHARED);

/** What is said of the vehicle only. */
export const JourneyVehicle = Type.Object(vehicleMembers, { additionalProperties: false });
export type JourneyVehicle = t.Shape<typeof JourneyVehicle>;

const sharedMembers = { ...vehicleMembers, ...bodyMembers(WISHES) };

/** Parameters that hold for all drives of a journey. */
export const JourneyTerms = Type.Object(sharedMembers, { additionalProperties: false });
export type JourneyTerms = t.Shape<typeof JourneyTerms>;

/** Body of the question. */
export const JourneyQuestion = t.object(
  'JourneyQuestion',
  'Drives of one vehicle.',
  {
    drives: t.list('The drives of one vehicle, in any order.', Drive, {
      minItems: 1,
      maxItems: MOST.drives,
    }),
    claimant: t.maybe(
      t.part(
        'The claimant. Nothing of it is kept, and it changes no price.',
        {
          name: t.maybe(said('The driver.')),
          address: t.maybe(said('Where they live.')),
          employer: t.maybe(said('Who pays.')),
        },
        { additionalProperties: false },
      ),
    ),
    ...sharedMembers,
  },
  { additionalProperties: false },
);

export type JourneyQuestion = t.Shape<typeof JourneyQuestion>;

export type WrittenDrive = JourneyQuestion['drives'][number];

/** What a claim says of a drive. */
export type DriveClaim = Pick<WrittenDrive, keyof typeof claim | 'from' | 'to'>;

const vehicleSums = {
  tollNok: t.nok('Toll.'),
  ferryNok: t.nok('Ferries.'),
  totalNok: t.nok('Both.'),
  estimated: t.bool(
    'True: an amount of a drive with a part in it is estimated, as `estimated` of the drive says.',
  ),
};

const sums = {
  distance: t.measure('Metres of the planned drives.'),
  tollSmall: t.nok('Toll of a small vehicle with a tag.'),
  tollSmallNoDiscount: t.nok('Toll of a small vehicle without a tag.'),
  tollLarge: t.nok('Toll of a large vehicle with a tag.'),
  tollLargeNoDiscount: t.nok('Toll of a large vehicle without a tag.'),
  ferryNok: t.nok('Ferries, standard tariff.'),
  ferryNokEv: t.nok('Ferries, zero-emission tariff.'),
  ferryNokAutopass: t.nok('Ferries, with a prepaid agreement.'),
  allowanceNok: t.maybe(
    t.nok('Kilometre allowance, by the day of departure. Present with `allowance`.'),
  ),
  vehicle: t.maybe(t.part('What the vehicle pays. Present where one was asked for.', vehicleSums)),
};

const totals = {
  ...sums,
  vehicle: t.maybe(
    t.part('What the vehicle pays. Present where one was asked for.', {
      ...vehicleSums,
      tollMin: t.maybe(
        t.nok(
          'The toll is not less. Present where it is not known exactly for a vehicle and its days, or a rule can be read in two ways.',
        ),
      ),
      tollMax: t.maybe(
        t.nok(
          'It is not more, without the stations of `match.possibleStations`. Present with `tollMin`.',
        ),
      ),
    }),
  ),
};

const DaySum = t.object(
  'JourneyDay',
  'What is paid on a day: by the moment of passing or boarding; kilometres by that of departure.',
  { date: t.day('Norwegian day.'), ...sums },
);

const MonthSum = t.object('JourneyMonth', 'What is paid in a calendar month.', {
  month: t.text('`YYYY-MM`, Norwegian clock.'),
  ...sums,
  caps: t.list(
    'The monthly caps that passages of the vehicle count for, or of the size asked for, with a tag; `[]` without one.',
    Type.Object({
      group: t.text('As in `passagesThisMonth`.'),
      name: t.text('For a person to read.'),
      perMonth: t.count('Passages of a month that are paid.'),
      before: t.count(
        'Passages paid before these drives, as `passagesThisMonth` tells of the month of the first drive; 0 where it does not.',
      ),
      paid: t.count('Passages paid on these drives.'),
      free: t.count('Passages free beyond the cap.'),
    }),
  ),
});

const { properties: bill } = Type.Omit(BillingRoute, [
  'routeId',
  'choice',
  'distance',
  'durationMin',
  'durationRange',
  'durationSec',
  'gateWaits',
  'tollMin',
  'tollMax',
]);

const PricedDrive = t.object(
  'JourneyDriveBill',
  'A drive, and what is paid on it: an hour that another drive has opened is not.',
  {
    drive: t.count(
      'Number of the entry of `drives` in the question, from 0 on. Those of a recording with several drives have the same.',
    ),
    wayBack: t.mark('It is the way back of it.'),
    startTime: t.instant('Departure, or the first passage.'),
    endTime: t.instant('Arrival, or the last passage.'),
    distance: t.maybe(t.measure('Metres. Absent: it is told by its passages.')),
    durationMin: t.maybe(t.measure('Minutes, without stays. Absent: it is told by its passages.')),
    stops: t.list('Start, via points and end in travel order.', Stop),
    ...bill,
    match: t.maybe(Match),
  },
);

/** Body of the answer. */
export const JourneyBody = t.object(
  'JourneyAnswer',
  'What several drives of one vehicle cost together.',
  {
    source: t.maybe(t.text('Planner of the drives, as in `_billing.source`.')),
    refined: t.bool('False: a planned drive is preliminary, and so are its sums.'),
    ...origin,
    vehicle: t.maybe(Vehicle),
    total: t.part('All drives together.', totals),
    complete: t.bool('True: every drive is complete.'),
    drives: t.list('In time order.', PricedDrive),
    days: t.list('In order; they add up to `total`.', DaySum),
    months: t.list('In order; they add up to `total`.', MonthSum),
    claim: t.maybe(Claim),
  },
);

export type JourneyAnswer = t.Shape<typeof JourneyBody>;
export type AnswerDrive = JourneyAnswer['drives'][number];
export type AnswerSums = Omit<JourneyAnswer['days'][number], 'date'>;
