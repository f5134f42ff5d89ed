/** Question and answer of `POST /api/journey`: several drives of one vehicle. */
import { Type } from 'typebox';
import { BillingRoute, Stop } from './billing.ts';
import { Claim } from './claim.ts';
import { bodyMembers } from './parameter.ts';
import { ANSWER_PARAMETERS, VEHICLE_PARAMETERS } from './parameters.ts';
import { Vehicle } from './priced-vehicle.ts';
import { TRIP_VEHICLE_PARAMETERS } from './question.ts';
import { Match } from './trace.ts';
import { count, day, instant, nok, type Shape } from './unit.ts';

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
const SHARED = { ...TRIP_VEHICLE_PARAMETERS, ...VEHICLE_PARAMETERS, ...OPTIONS };

/** A text of a claim. */
const said = (description: string) =>
  Type.String({ description, minLength: 1, maxLength: MOST.letters });

const stay = (description: string) =>
  Type.Integer({ description: `Minutes. ${description}`, minimum: 0, maximum: MOST.stayMin });

const ViaStay = Type.Object(
  {
    place: Type.String({ description: 'As `from` of `/api/route`.' }),
    dwellMin: Type.Optional(stay('The drive goes on after so long. Absent: at once.')),
  },
  { additionalProperties: false, description: 'A place to pass, and how long to stay there.' },
);

const Passage = Type.Object(
  {
    stationId: Type.String({ description: '`id` of a station in `/data/toll-stations.json`.' }),
    at: Type.String({
      description: 'Moment of passing, ISO 8601 with an offset.',
      examples: ['2026-11-20T08:05:00+01:00'],
    }),
  },
  { additionalProperties: false, description: 'A station passed in a charged direction.' },
);

/** What a logbook holds beside places and times. Source: skattebetalingsforskriften, section 5-6-12. */
const claim = {
  purpose: Type.Optional(said('What the drive was for, and which event was attended.')),
  note: Type.Optional(said('Why the way was not the shortest, or what was driven at the place.')),
  km: Type.Optional(
    Type.Number({
      description:
        'Kilometres by the odometer, with `return` of each way, for the allowance; the drives of a recording share them. Absent: those of the roads.',
      exclusiveMinimum: 0,
      maximum: 10_000,
    }),
  ),
  forestKm: Type.Optional(
    Type.Number({
      description: 'Kilometres of it on forest roads and roads of building sites.',
      minimum: 0,
      maximum: 10_000,
    }),
  ),
  passengers: Type.Optional(
    Type.Array(said('Name.'), {
      maxItems: MOST.passengers,
      description: 'Passengers that a supplement is claimed for.',
    }),
  ),
  trailer: Type.Optional(
    Type.Boolean({
      description: 'A trailer was needed. Absent: it was where `trailerLength` is given.',
    }),
  ),
};

const Drive = Type.Object(
  {
    from: Type.Optional(
      Type.String({
        description:
          'Start, as in `/api/route`. With `passages` or `trace` a name for the claim alone.',
        maxLength: MOST.letters,
      }),
    ),
    to: Type.Optional(
      Type.String({ description: 'Destination, in the same way.', maxLength: MOST.letters }),
    ),
    via: Type.Optional(
      Type.Array(Type.Union([Type.String(), ViaStay]), {
        maxItems: MOST.via,
        description: 'Places to pass, in this order; with `dwellMin` to stay at.',
      }),
    ),
    startTime: Type.Optional(
      Type.String({
        description: 'Departure, ISO 8601 with an offset.',
        examples: ['2026-11-20T08:00:00+01:00'],
      }),
    ),
    return: Type.Optional(
      Type.Boolean({
        description:
          'True: there and back by the same places; the way back is a drive of its own, without stays on it.',
      }),
    ),
    dwellMin: Type.Optional(stay('With `return`: the way back begins so long after the arrival.')),
    passages: Type.Optional(
      Type.Array(Passage, {
        minItems: 1,
        maxItems: MOST.passages,
        description:
          'The stations that were passed, in any order, instead of what a drive is planned by.',
      }),
    ),
    trace: Type.Optional(
      Type.Union(
        [
          Type.String({ description: 'The file, as its text.' }),
          Type.Array(Type.Unknown(), { description: '`[{"lat", "lon", "at"}]`.' }),
          Type.Object({}, { description: 'GeoJSON, or `{"polyline", "precision", "times"}`.' }),
        ],
        {
          description:
            'The recording of the drive, in any form of `/api/trace`, instead of what a drive is planned by. Where it has no times, `startTime` is the departure.',
        },
      ),
    ),
    ...claim,
  },
  {
    title: 'JourneyDriveQuestion',
    additionalProperties: false,
    description:
      'A drive: planned, with `from`, `to` and `startTime`; recorded, with `trace`; or told by its `passages` alone.',
  },
);

const vehicleMembers = bodyMembers(SHARED);

/** What is told of a vehicle alone. */
export const JourneyVehicle = Type.Object(vehicleMembers, { additionalProperties: false });
export type JourneyVehicle = Shape<typeof JourneyVehicle>;

/** Body of the question. */
export const JourneyQuestion = Type.Object(
  {
    drives: Type.Array(Drive, {
      minItems: 1,
      maxItems: MOST.drives,
      description: 'The drives of one vehicle, in any order.',
    }),
    claimant: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(said('The driver.')),
          address: Type.Optional(said('Where they live.')),
          employer: Type.Optional(said('Who pays.')),
        },
        {
          additionalProperties: false,
          description: 'The claimant. Nothing of it is kept, and it changes no price.',
        },
      ),
    ),
    ...vehicleMembers,
  },
  { title: 'JourneyQuestion', additionalProperties: false, description: 'Drives of one vehicle.' },
);

export type JourneyQuestion = Shape<typeof JourneyQuestion>;

export type WrittenDrive = JourneyQuestion['drives'][number];

/** What a claim says of a drive. */
export type DriveClaim = Pick<WrittenDrive, keyof typeof claim | 'from' | 'to'>;

const sums = {
  distance: Type.Number({ description: 'Metres of the planned drives.', minimum: 0 }),
  tollSmall: nok('Toll of a small vehicle with a tag.'),
  tollSmallNoDiscount: nok('Toll of a small vehicle without a tag.'),
  tollLarge: nok('Toll of a large vehicle with a tag.'),
  tollLargeNoDiscount: nok('Toll of a large vehicle without a tag.'),
  ferryNok: nok('Ferries, standard tariff.'),
  ferryNokEv: nok('Ferries, zero-emission tariff.'),
  ferryNokAutopass: nok('Ferries, with a prepaid agreement.'),
  allowanceNok: Type.Optional(
    nok('Kilometre allowance, by the day of departure. Present with `allowance`.'),
  ),
  vehicle: Type.Optional(
    Type.Object(
      { tollNok: nok('Toll.'), ferryNok: nok('Ferries.'), totalNok: nok('Both.') },
      { description: 'What the vehicle pays. Present where one was asked for.' },
    ),
  ),
};

const DaySum = Type.Object(
  { date: day('Norwegian day.'), ...sums },
  {
    title: 'JourneyDay',
    description:
      'What is paid on a day: by the moment of passing or boarding; kilometres by that of departure.',
  },
);

const MonthSum = Type.Object(
  {
    month: Type.String({ description: '`YYYY-MM`, Norwegian clock.' }),
    ...sums,
    caps: Type.Array(
      Type.Object({
        group: Type.String({ description: 'As in `passagesThisMonth`.' }),
        name: Type.String({ description: 'For a person to read.' }),
        perMonth: count('Passages of a month that are paid.'),
        before: count('Passages paid before these drives.'),
        paid: count('Passages paid on these drives.'),
        free: count('Passages free beyond the cap.'),
      }),
      {
        description:
          'The monthly caps that passages of the vehicle count for, or of the size asked for, with a tag; `[]` without one.',
      },
    ),
  },
  { title: 'JourneyMonth', description: 'What is paid in a calendar month.' },
);

const { properties: bill } = Type.Omit(BillingRoute, [
  'routeId',
  'choice',
  'distance',
  'durationMin',
  'durationRange',
  'durationSec',
  'tollMin',
  'tollMax',
]);

const PricedDrive = Type.Object(
  {
    drive: count(
      'Number of the entry of `drives` in the question, from 0 on. Those of a recording with several drives have the same.',
    ),
    wayBack: Type.Optional(Type.Literal(true, { description: 'It is the way back of it.' })),
    startTime: instant('Departure, or the first passage.'),
    endTime: instant('Arrival, or the last passage.'),
    distance: Type.Optional(
      Type.Number({ description: 'Metres. Absent: it is told by its passages.', minimum: 0 }),
    ),
    durationMin: Type.Optional(
      Type.Number({
        description: 'Minutes, without stays. Absent: it is told by its passages.',
        minimum: 0,
      }),
    ),
    stops: Type.Array(Stop, { description: 'Start, via points and end in travel order.' }),
    ...bill,
    match: Type.Optional(Match),
  },
  {
    title: 'JourneyDriveBill',
    description: 'A drive, and what is paid on it: an hour that another drive has opened is not.',
  },
);

/** Body of the answer. */
export const JourneyBody = Type.Object(
  {
    source: Type.Optional(
      Type.String({ description: 'Planner of the drives, as in `_billing.source`.' }),
    ),
    refined: Type.Boolean({
      description: 'False: a planned drive is preliminary, and so are its sums.',
    }),
    dataVersion: Type.String({ description: 'Names the tariffs and the road network used.' }),
    computedAt: instant('Moment of the calculation.'),
    test: Type.Optional(Type.Literal(true, { description: 'Present on answers to a test key.' })),
    attribution: Type.String({
      description: 'Credits that the licences of the data ask for: show them beside the answer.',
    }),
    vehicle: Type.Optional(Vehicle),
    total: Type.Object(sums, { description: 'All drives together.' }),
    complete: Type.Boolean({ description: 'True: every drive is complete.' }),
    drives: Type.Array(PricedDrive, { description: 'In time order.' }),
    days: Type.Array(DaySum, { description: 'In order; they add up to `total`.' }),
    months: Type.Array(MonthSum, { description: 'In order; they add up to `total`.' }),
    claim: Type.Optional(Claim),
  },
  { title: 'JourneyAnswer', description: 'What several drives of one vehicle cost together.' },
);

export type JourneyAnswer = Shape<typeof JourneyBody>;
export type AnswerDrive = JourneyAnswer['drives'][number];
export type AnswerSums = JourneyAnswer['total'];
