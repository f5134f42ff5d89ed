/** Question and answer of `POST /api/matrix`: from each of some places to each of others. */
import { Type } from 'typebox';
import { MINUTE_MS } from '../base/duration.ts';
import { toNok } from '../base/nok.ts';
import type { LatLon } from '../base/point.ts';
import type { ResolvePlace } from '../places/resolve-place.ts';
import { amountOf } from '../pricing/toll/four-ways.ts';
import type { MatrixRequest, PairQuote } from '../trip/quote-matrix.ts';
import { listWarnings } from './answer.ts';
import { origin } from './billing.ts';
import { bodyMembers, flag, keepGood, openReading, type Reading, textsOf } from './parameter.ts';
import { TRIP_PARAMETERS, VEHICLE_PARAMETERS } from './parameters.ts';
import { findPlace, namesAmong } from './places.ts';
import { type AskTerms, type ParsedQuestion, parseVehicle } from './question.ts';
import { readStop } from './read-parameter.ts';
import * as t from './unit.ts';
import { formatRouteVehicle, hasEstimate, Vehicle } from './vehicle.ts';

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
export const MatrixQuestion = t.object(
  'MatrixQuestion',
  'Places to drive from and to, the departure of all drives, and the vehicle.',
  {
    origins: stops('Starts'),
    destinations: stops('Destinations'),
    ...bodyMembers({ startTime, prices, heavy, ferryClass, vehicleLength, ...VEHICLE_PARAMETERS }),
  },
  { additionalProperties: false },
);

export type MatrixQuestion = t.Shape<typeof MatrixQuestion>;

/** The calls that a matrix counts as: one for each started 25 pairs. */
export const countPairs = ({ origins, destinations }: MatrixQuestion): number =>
  Math.ceil((origins.length * destinations.length) / PAIRS_A_UNIT);

/** A matrix that is asked for. */
export interface ParsedMatrix extends Pick<ParsedQuestion, 'asked' | 'vehicle' | 'lengthIgnored'> {
  /** Without `startMs` it departs when it is answered. */
  readonly request: Omit<MatrixRequest, 'startMs'> & { readonly startMs?: number };
}

/** A matrix with its departure. */
export interface DatedMatrix extends ParsedMatrix {
  readonly request: MatrixRequest;
}

/** @param nowMs departure where the question names none, to the minute. */
export const departBy = ({ request, ...question }: ParsedMatrix, nowMs: number): DatedMatrix => ({
  ...question,
  request: { startMs: Math.floor(nowMs / MINUTE_MS) * MINUTE_MS, ...request },
});

/**
 * @throws Fault `invalid_parameter` with a sentence for each value that is wrong, and as `Gazetteer.prepare`.
 */
export async function readMatrix(
  question: MatrixQuestion,
  { places, lookups, problems = [], ...terms }: AskTerms,
  signal?: AbortSignal,
): Promise<ParsedMatrix> {
  const { origins = [], destinations = [], ...rest } = keepGood(question, MatrixQuestion, problems);
  const names = namesAmong([...origins, ...destinations]);
  const resolve = await places?.prepare(names, signal, lookups);
  const reading = openReading({ problems });
  const readStops = (stops: readonly string[], name: string) =>
    stops.flatMap(
      (stop, i) => reading.read(() => locateStop(stop, `${name}[${i}]`, resolve, reading)) ?? [],
    );
  const [from, to] = [readStops(origins, 'origins'), readStops(destinations, 'destinations')];
  const { startTime: written, prices: wanted = '1', ...texts } = textsOf(rest);
  const told = reading.read(() => parseVehicle(texts, terms));
  const { startTime: startMs, prices: isPriced = false } = reading.values(
    { startTime, prices },
    { ...(written && { startTime: written }), prices: wanted },
  );
  reading.demandNone();
  const {
    size = 'small',
    ferry = { ferryClass: 'AP1' },
    asked,
    lengthIgnored = false,
  } = told ?? {};
  return {
    request: {
      origins: from,
      destinations: to,
      ...(startMs !== undefined && { startMs }),
      prices: isPriced,
      size,
      ferry,
    },
    lengthIgnored,
    ...(asked && { asked }),
  };
}

function locateStop(
  written: string,
  name: string,
  resolve: ResolvePlace | undefined,
  { refuse }: Reading,
): LatLon {
  const place = resolve && findPlace(written, resolve, (...problem) => refuse(name, ...problem));
  if (place !== undefined) return { lat: place.lat, lon: place.lon };
  return readStop(written, (problem) => refuse(name, problem));
}

const index = (whose: string) =>
  Type.Integer({ minimum: 0, description: `Number of the ${whose} in the question, from 0 on.` });

const priced = (description: string) =>
  t.maybe(t.orNull(`NOK. ${description} Absent with \`prices\` off.`, t.nok('')));

const Pair = t.object('MatrixPair', 'From one of the origins to one of the destinations.', {
  origin: index('origin'),
  destination: index('destination'),
  durationMin: t.orNull('Minutes; null without a way.', Type.Number({ minimum: 0 })),
  distance: t.orNull('Metres; null without a way.', Type.Number({ minimum: 0 })),
  tollNok: priced(
    'Toll of the vehicle; where none was asked for, of the size asked for with a tag. Null without a way.',
  ),
  ferryNok: priced(
    'Ferries of the vehicle; where none was asked for, standard tariff of the class. Null without a way.',
  ),
  totalNok: priced('Both. Null without a way.'),
  complete: t.maybe(
    t.bool(
      'False: a station, ferry or stop of the pair could not be priced or placed; `missing` says which. Absent with `prices` off.',
    ),
  ),
  estimated: t.mark('An amount is not published for the vehicle and the day. Absent: all are.'),
  missing: t.maybe(
    t.list(
      'What could not be priced or placed. Absent where `complete` is true.',
      t.text('A sentence.'),
      { minItems: 1 },
    ),
  ),
  warnings: t.maybe(
    t.list(
      'Codes of what is to be said of the pair; `/api/route` has the sentences.',
      t.text('A code, as in `warnings` of `/api/route`.'),
      { minItems: 1 },
    ),
  ),
  reason: t.maybe(t.text('Why there is no way; absent where there is one.')),
});

export type AnswerPair = t.Shape<typeof Pair>;

const head = {
  source: t.text('Planner of the drives, as in `_billing.source`.'),
  startTime: t.instant('Departure of all drives.'),
  ...origin,
  vehicle: t.maybe(Vehicle),
};

/** The first record of an answer as NDJSON. */
const MatrixHead = t.object('MatrixHead', 'What holds for all pairs: the first record.', head);

export type MatrixHead = t.Shape<typeof MatrixHead>;

/** Body of the answer. */
export const MatrixBody = t.object('MatrixAnswer', 'Every pair of an origin and a destination.', {
  ...head,
  pairs: t.list('By origin, and of each by destination.', Pair),
});

/** A record of an answer as NDJSON. */
export const MatrixRecord = Type.Union([MatrixHead, Pair, t.ErrorBody], {
  description:
    'The first record says what holds for all; the others are pairs. Where the last one is an error, we broke off there.',
});

/** A pair as it is written. */
export function formatPair(
  { origin, destination, route, quoted, why }: PairQuote,
  question: DatedMatrix,
): AnswerPair {
  const { vehicle, request } = question;
  const { prices: isPriced, size } = request;
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
    durationMin: t.toMinutes(route.durationS),
    distance: Math.round(route.lengthM),
  };
  if (quoted === undefined) return measured;
  const { toll, ferry, missing } = quoted;
  const warnings = listWarnings(quoted, question, {});
  const { vehicle: own } = formatRouteVehicle(quoted, vehicle, false);
  const tollOre = toll.total[amountOf({ size, tagged: true })];
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
    ...(hasEstimate(quoted, vehicle) && { estimated: true as const }),
    ...(missing.length > 0 && { missing: missing.map(({ why: sentence }) => sentence) }),
    ...(warnings.length > 0 && { warnings: [...new Set(warnings.map(({ code }) => code))] }),
  };
}
