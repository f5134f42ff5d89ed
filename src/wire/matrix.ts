/** Question and answer of `POST /api/matrix`: from each of some places to each of others. */
import { type TSchema, Type } from 'typebox';
import { gatherProblems, refusedValue } from '../base/fault.ts';
import { toNok } from '../base/nok.ts';
import { parseLatLon } from '../base/parse-lat-lon.ts';
import type { LatLon } from '../base/point.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import type { ResolvePlace } from '../places/resolve-place.ts';
import type { MatrixRequest, PairQuote } from '../trip/quote-matrix.ts';
import type { AskedVehicle, IdentifiedVehicle } from '../vehicle/vehicle.ts';
import { findPlace, namesAmong } from './named-stops.ts';
import { bodyMembers, flag, textsOf } from './parameter.ts';
import { type QuoteQuestion, TRIP_PARAMETERS, VEHICLE_PARAMETERS } from './parameters.ts';
import { formatRouteVehicle, Vehicle } from './priced-vehicle.ts';
import { parseVehicle, type QuestionTerms } from './question.ts';
import { instant, nok, type Shape, toMinutes } from './unit.ts';

/** Source: interface decision on `POST /api/matrix`. */
const MOST_STOPS = 100;
const PAIRS_A_UNIT = 25;

const { heavy, ferryClass, vehicleLength, startTime } = TRIP_PARAMETERS;

const prices = flag({
  description: 'Tolls and ferries of each pair; without them the answer comes sooner. Absent: yes.',
  example: '1',
});

const stops = (whose: string) =>
  Type.Array(Type.String({ minLength: 1 }), {
    minItems: 1,
    maxItems: MOST_STOPS,
    description: `${whose}, each \`<lat>,<lon>\` or the name of a place, as \`from\` of \`/api/route\`; up to ${MOST_STOPS}.`,
    examples: [['Oslo', '60.3913,5.3221']],
  });

/** Body of the question. */
export const MatrixQuestion = Type.Object(
  {
    origins: stops('Starts'),
    destinations: stops('Destinations'),
    ...bodyMembers({ startTime, prices, heavy, ferryClass, vehicleLength, ...VEHICLE_PARAMETERS }),
  },
  {
    title: 'MatrixQuestion',
    additionalProperties: false,
    description: 'Places to drive from and to, the departure of all drives, and the vehicle.',
  },
);

export type MatrixQuestion = Shape<typeof MatrixQuestion>;

/** What a matrix is counted as: one for each started 25 pairs. */
export const countPairs = ({ origins, destinations }: MatrixQuestion): number =>
  Math.ceil((origins.length * destinations.length) / PAIRS_A_UNIT);

/** A matrix that is asked for. */
export interface ParsedMatrix {
  /** Without a moment of its own it departs when it is answered. */
  readonly request: Omit<MatrixRequest, 'startMs'> & { readonly startMs?: number };
  /** One vehicle; absent: the question names no parameter of a vehicle. */
  readonly asked?: AskedVehicle;
  /** What it was taken for; absent: it is not looked for yet, or was not asked for. */
  readonly vehicle?: IdentifiedVehicle;
}

/**
 * @throws Fault `invalid_parameter` with a sentence for each value that is wrong, and as `Gazetteer.prepare`.
 */
export async function readMatrix(
  question: MatrixQuestion,
  { places, ...terms }: QuestionTerms & { readonly places?: Pick<Gazetteer, 'prepare'> },
  signal?: AbortSignal,
): Promise<ParsedMatrix> {
  const { origins, destinations, ...rest } = question;
  const names = namesAmong([...origins, ...destinations]);
  const resolve = await places?.prepare(names, signal);
  const gatherer = gatherProblems();
  const readAll = (texts: readonly string[], name: string) =>
    texts.flatMap((text, i) => gatherer.read(() => readStop(text, `${name}[${i}]`, resolve)) ?? []);
  const [from, to] = [readAll(origins, 'origins'), readAll(destinations, 'destinations')];
  const texts: QuoteQuestion & { readonly prices?: string } = textsOf(rest);
  const told = gatherer.read(() => parseVehicle(texts, terms));
  const refuseBy = (name: string) => (problem: string) => {
    throw refusedValue(name, `${name} ${problem}.`);
  };
  const startMs = gatherer.read(
    () => texts.startTime && startTime.read(texts.startTime, refuseBy('startTime')),
  );
  const isPriced = gatherer.read(
    () => prices.read(texts.prices ?? '1', refuseBy('prices')) === true,
  );
  gatherer.demandNone();
  const { size = 'small', ferry = { ferryClass: 'AP1' }, asked } = told ?? {};
  return {
    request: {
      origins: from,
      destinations: to,
      ...(typeof startMs === 'number' && { startMs }),
      prices: isPriced ?? true,
      size,
      ferry,
    },
    ...(asked && { asked }),
  };
}

function readStop(text: string, name: string, resolve: ResolvePlace | undefined): LatLon {
  const refuse = (problem: string): never => {
    throw refusedValue(name, `${name} ${problem}.`);
  };
  const place = resolve && findPlace(text, resolve, refuse);
  if (place !== undefined) return { lat: place.lat, lon: place.lon };
  const found = parseLatLon(text);
  return 'problem' in found ? refuse(found.problem) : found;
}

const orNull = <Value extends TSchema>(value: Value, description: string) =>
  Type.Union([value, Type.Null()], { description });

const index = (whose: string) =>
  Type.Integer({ minimum: 0, description: `Number of the ${whose} in the question, from 0 on.` });

const priced = (description: string) =>
  Type.Optional(orNull(nok(''), `NOK. ${description} Absent with \`prices\` off.`));

/** A record of the answer. */
const Pair = Type.Object(
  {
    origin: index('origin'),
    destination: index('destination'),
    durationMin: orNull(Type.Number({ minimum: 0 }), 'Minutes; null without a way.'),
    distance: orNull(Type.Number({ minimum: 0 }), 'Metres; null without a way.'),
    tollNok: priced(
      'Toll of the vehicle; where none was asked for, of the size asked for with a tag. Null without a way.',
    ),
    ferryNok: priced(
      'Ferries of the vehicle; where none was asked for, standard tariff of the class. Null without a way.',
    ),
    totalNok: priced('Both. Null without a way.'),
    complete: Type.Optional(
      Type.Boolean({
        description:
          'False: a station, ferry or stop of the pair could not be priced or placed; `missing` says which. Absent with `prices` off.',
      }),
    ),
    estimated: Type.Optional(
      Type.Literal(true, {
        description: 'An amount is not published for the vehicle and the day. Absent: all are.',
      }),
    ),
    missing: Type.Optional(
      Type.Array(Type.String({ description: 'A sentence.' }), {
        minItems: 1,
        description: 'What could not be priced or placed. Absent where `complete` is true.',
      }),
    ),
    warnings: Type.Optional(
      Type.Array(Type.String({ description: 'A code, as in `warnings` of `/api/route`.' }), {
        minItems: 1,
        description: 'Codes of what is to be said of the pair; `/api/route` has the sentences.',
      }),
    ),
    reason: Type.Optional(
      Type.String({ description: 'Why there is no way; absent where there is one.' }),
    ),
  },
  { title: 'MatrixPair', description: 'From one of the origins to one of the destinations.' },
);

export type AnswerPair = Shape<typeof Pair>;

const head = {
  source: Type.String({ description: 'Planner of the drives, as in `_billing.source`.' }),
  startTime: instant('Departure of all drives.'),
  dataVersion: Type.String({ description: 'Names the tariffs and the road network used.' }),
  computedAt: instant('Moment of the calculation.'),
  test: Type.Optional(Type.Literal(true, { description: 'Present on answers to a test key.' })),
  attribution: Type.String({
    description: 'Credits that the licences of the data ask for: show them beside the answer.',
  }),
  vehicle: Type.Optional(Vehicle),
};

/** The first record of an answer as NDJSON. */
const MatrixHead = Type.Object(head, {
  title: 'MatrixHead',
  description: 'What holds for all pairs: the first record.',
});

export type MatrixHead = Shape<typeof MatrixHead>;

/** Body of the answer. */
export const MatrixBody = Type.Object(
  {
    ...head,
    pairs: Type.Array(Pair, { description: 'By origin, and of each by destination.' }),
  },
  { title: 'MatrixAnswer', description: 'Every pair of an origin and a destination.' },
);

/** A record of an answer as NDJSON. */
export const MatrixRecord = Type.Union([MatrixHead, Pair], {
  description: 'The first record says what holds for all; the others are pairs.',
});

/** A pair as it is written. */
export function formatPair(
  { origin, destination, route, quoted, why }: PairQuote,
  { prices: isPriced, size }: Pick<MatrixRequest, 'prices' | 'size'>,
  vehicle: IdentifiedVehicle | undefined,
): AnswerPair {
  if (route === undefined)
    return {
      origin,
      destination,
      durationMin: null,
      distance: null,
      ...(isPriced && { tollNok: null, ferryNok: null, totalNok: null, complete: false }),
      ...(why !== undefined && { reason: why }),
    };
  const measured = {
    origin,
    destination,
    durationMin: toMinutes(route.durationS),
    distance: Math.round(route.lengthM),
  };
  if (quoted === undefined) return measured;
  const { toll, ferry, missing, warnings } = quoted;
  const { vehicle: own } = formatRouteVehicle(quoted, vehicle, { isPreliminary: false });
  const tollOre = toll.total[size === 'small' ? 'smallOre' : 'largeOre'];
  const { tollNok, ferryNok, totalNok } = own ?? {
    tollNok: toNok(tollOre),
    ferryNok: toNok(ferry.ordinaryOre),
    totalNok: toNok(tollOre + ferry.ordinaryOre),
  };
  return {
    ...measured,
    tollNok,
    ferryNok,
    totalNok,
    complete: missing.length === 0,
    ...(own?.estimated === true && { estimated: true as const }),
    ...(missing.length > 0 && { missing: missing.map(({ why: sentence }) => sentence) }),
    ...(warnings.length > 0 && { warnings: [...new Set(warnings.map(({ code }) => code))] }),
  };
}
