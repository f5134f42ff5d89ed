/** Question and answer of `GET /api/departures`: one trip at many departures. */
import { Type } from 'typebox';
import { gatherProblems, refusedValue } from '../base/fault.ts';
import { toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import { parsePlainDecimal } from '../base/parse-plain-decimal.ts';
import type { Departure, Departures } from '../trip/departures.ts';
import type { QuotedRoute } from '../trip/quote.ts';
import type { IdentifiedVehicle } from '../vehicle/vehicle.ts';
import { formatStop } from './answer.ts';
import { Stop } from './billing.ts';
import { text } from './parameter.ts';
import { type ParameterName, type QuoteQuestion, RouteQuery } from './parameters.ts';
import { formatVehicle, listVehicleWarnings, Vehicle } from './priced-vehicle.ts';
import { type AskTerms, type ParsedQuestion, readQuestion } from './question.ts';
import { readInstant } from './read-parameter.ts';
import { count, instant, nok, type Shape, toMinutes } from './unit.ts';

/** Source: docs/interface.md, departures. */
const MINUTE_MS = 60_000;
const MOST_HOURS = 48;
const USUAL_HOURS = 24;
const STEP_MIN = { least: 5, most: 60, usual: 15 };

/** When a trip may set out. */
const WINDOW_PARAMETERS = {
  earliest: text(
    {
      description: 'The first departure, written as `startTime` is. Default: this minute.',
      example: '2026-11-20T05:00:00+01:00',
    },
    readInstant,
  ),
  latest: text(
    {
      description: `No departure is later; at most ${MOST_HOURS} hours after \`earliest\`. Default: ${USUAL_HOURS} hours after it.`,
      example: '2026-11-20T20:00:00+01:00',
    },
    readInstant,
  ),
  step: text(
    {
      description: `Whole minutes from one departure to the next, ${STEP_MIN.least} to ${STEP_MIN.most}. Default: ${STEP_MIN.usual}.`,
      example: '15',
    },
    (written, refuse) => {
      const minutes = parsePlainDecimal(written);
      const isStep = minutes !== undefined && Number.isInteger(minutes);
      if (!isStep || minutes < STEP_MIN.least || minutes > STEP_MIN.most)
        return refuse(
          `must be a whole number of minutes from ${STEP_MIN.least} to ${STEP_MIN.most}`,
        );
      return minutes;
    },
  ),
} as const;

type WindowName = keyof typeof WINDOW_PARAMETERS;
export type DeparturesQuestion = QuoteQuestion & { readonly [Name in WindowName]?: string };

/** Parameters of `/api/route` that departures have no use for: each is priced exactly, and has one way. */
export const LEFT_OUT = [
  'startTime',
  'refine',
  'alternatives',
  'bounds',
  'explain',
  'lines',
  'srs',
  'geometry',
] as const;

const TripQuery = Type.Omit(RouteQuery, [...LEFT_OUT]);
export const DeparturesQuery = Type.Object({
  ...TripQuery.properties,
  earliest: WINDOW_PARAMETERS.earliest.schema,
  latest: WINDOW_PARAMETERS.latest.schema,
  step: WINDOW_PARAMETERS.step.schema,
});

/** A question about departures; its trip sets out at the first of them. */
export interface ParsedDepartures {
  readonly trip: ParsedQuestion;
  /** Unix milliseconds, ascending. */
  readonly startsMs: readonly number[];
}

/** @throws Fault `invalid_parameter` as `readQuestion`, and for a window that is none. */
export async function readDepartures(
  question: DeparturesQuestion,
  terms: Omit<AskTerms, 'nameOf'> & { readonly nameOf?: (name: ParameterName) => string },
  signal?: AbortSignal,
): Promise<ParsedDepartures> {
  const gatherer = gatherProblems(terms.problems);
  const refuse = (name: WindowName, problem: string): never => {
    throw refusedValue(name, `${terms.nameOf?.(name as ParameterName) ?? name} ${problem}.`);
  };
  const read = (name: WindowName): number | undefined => {
    const written = question[name];
    if (written === undefined || gatherer.hasRefused(name)) return undefined;
    const { read: readOne } = WINDOW_PARAMETERS[name];
    return gatherer.read(() => readOne(written, (problem) => refuse(name, problem)));
  };
  const asked = { earliest: read('earliest'), latest: read('latest'), step: read('step') };
  const nowMs = Math.floor(terms.nowMs / MINUTE_MS) * MINUTE_MS;
  const { earliest = nowMs, latest = earliest + USUAL_HOURS * 60 * MINUTE_MS } = asked;
  const stepMs = (asked.step ?? STEP_MIN.usual) * MINUTE_MS;
  if (!gatherer.hasRefused('latest'))
    gatherer.read(() => {
      if (latest < earliest) refuse('latest', 'lies before earliest');
      if (latest - earliest > MOST_HOURS * 60 * MINUTE_MS)
        refuse('latest', `lies more than ${MOST_HOURS} hours after earliest`);
    });
  gatherer.demandNone();
  const of = Object.entries(question).filter(
    ([name]) => !(LEFT_OUT as readonly string[]).includes(name),
  );
  const written: QuoteQuestion = { ...Object.fromEntries(of), refine: '1', alternatives: '0' };
  const trip = await readQuestion(written, { ...terms, nowMs: earliest }, signal);
  const number = Math.floor((latest - earliest) / stepMs) + 1;
  return {
    trip: { ...trip, request: { ...trip.request, startMs: earliest } },
    startsMs: Array.from({ length: number }, (_, i) => earliest + i * stepMs),
  };
}

const OneDeparture = Type.Object(
  {
    startTime: instant('Departure.'),
    durationMin: Type.Number({ description: 'Minutes.', minimum: 0 }),
    tollNok: nok('Tolls of the vehicle; without one of its size with a tag.'),
    ferryNok: nok('Priced ferries of the vehicle; without one at the ordinary fare.'),
    totalNok: nok('Both.'),
    sumNok: Type.Optional(
      Type.Number({
        description:
          'NOK: `totalNok`, the kilometres at `costPerKm` and the time of the drive at `valueOfTime`. Absent without `valueOfTime`.',
      }),
    ),
    rush: Type.Boolean({ description: 'A rush-hour tariff is charged on the way.' }),
    way: Type.Integer({ description: 'How many of `ways` stand before its own.', minimum: 0 }),
    complete: Type.Boolean({
      description: 'False: a station, ferry or stop could not be priced or placed.',
    }),
    estimated: Type.Boolean({
      description: 'An amount is an estimate, as `estimated` of a vehicle or a ferry says.',
    }),
    warnings: Type.Array(Type.String(), {
      description: 'Codes of the warnings that `/api/route` has for it.',
    }),
    searchCut: Type.Optional(
      Type.Literal(true, { description: 'As in `_billing`: there may be a better way.' }),
    ),
  },
  { title: 'Departure', description: 'The recommended way of one departure.' },
);

const DepartureWay = Type.Object(
  {
    distance: Type.Number({ description: 'Metres.', minimum: 0 }),
    stations: Type.Array(Type.String(), {
      description: 'Names of the toll stations that it passes, in travel order.',
    }),
    ferries: Type.Array(Type.String(), { description: 'Names of its ferries, in travel order.' }),
  },
  { title: 'DepartureWay', description: 'A way that departures take.' },
);

/** Body of `GET /api/departures`. */
export const DeparturesBody = Type.Object(
  {
    departures: Type.Array(OneDeparture, { description: 'The earliest first.', minItems: 1 }),
    ways: Type.Array(DepartureWay, { description: 'Each way once, in the order of departures.' }),
    cheapest: Type.Integer({
      description:
        'How many departures stand before that of the least money, of several the fastest. Money is `totalNok`, and the kilometres at `costPerKm`. Of departures that are `complete`, where there are any.',
      minimum: 0,
    }),
    fastest: Type.Integer({
      description:
        'How many departures stand before that of the shortest drive, of several the cheapest.',
      minimum: 0,
    }),
    best: Type.Optional(
      Type.Integer({
        description:
          'How many departures stand before that of the least `sumNok`. Of departures that are `complete`, where there are any. Absent without `valueOfTime`.',
        minimum: 0,
      }),
    ),
    rushNok: Type.Optional(
      Type.Number({
        description:
          'NOK that the dearest departure with a rush-hour tariff costs more than the cheapest without one, the kilometres at `costPerKm` included. Of departures that are `complete`, where there are any. Absent: there are not both.',
      }),
    ),
    stepMin: count('Minutes from one departure to the next.'),
    vehicle: Type.Optional(Vehicle),
    stops: Type.Array(Stop, { description: 'As in `_billing` of `/api/route`.' }),
    source: Type.String({ description: 'Engine that planned the routes.' }),
    dataVersion: Type.String({ description: 'Names the tariffs and the road network used.' }),
    computedAt: instant('Moment of the calculation.'),
    test: Type.Optional(Type.Literal(true, { description: 'Present on answers to a test key.' })),
    attribution: Type.String({
      description: 'Credits that the licences of the data ask for: show them beside the answer.',
    }),
  },
  { title: 'DeparturesAnswer', description: 'What a trip costs and takes at each departure.' },
);

export type DeparturesAnswer = Shape<typeof DeparturesBody>;

export function formatDepartures(
  found: Departures,
  { trip, startsMs }: ParsedDepartures,
  attribution: string,
): DeparturesAnswer {
  const ways = new Map<string, { readonly at: number; readonly way: Shape<typeof DepartureWay> }>();
  const wayOf = (departure: Departure): number => {
    const way = describeWay(departure);
    const key = JSON.stringify(way);
    const known = ways.get(key) ?? { at: ways.size, way };
    ways.set(key, known);
    return known.at;
  };
  const departures = found.departures.map((one) => formatDeparture(one, wayOf(one), trip.vehicle));
  const indexOf = (one: Departure) => found.departures.indexOf(one);
  const [first = 0, second = first] = startsMs;
  return {
    departures,
    ways: [...ways.values()].map(({ way }) => way),
    cheapest: indexOf(found.cheapest),
    fastest: indexOf(found.fastest),
    ...(found.best && { best: indexOf(found.best) }),
    ...(found.rushOre !== undefined && { rushNok: toNok(found.rushOre) }),
    stepMin: (second - first) / MINUTE_MS,
    ...(trip.vehicle && { vehicle: formatVehicle(trip.vehicle) }),
    stops: found.stops.map((stop, i) => formatStop(stop, trip.named?.[i])),
    source: found.source,
    dataVersion: found.dataVersion,
    computedAt: formatOsloInstant(found.computedAtMs),
    attribution,
  };
}

function formatDeparture(
  { startMs, quoted, tollOre, ferryOre, sumOre, searchCut }: Departure,
  way: number,
  vehicle: IdentifiedVehicle | undefined,
): Shape<typeof OneDeparture> {
  const { route, toll, missing, warnings } = quoted;
  const ofVehicle = vehicle ? listVehicleWarnings(quoted, vehicle) : [];
  return {
    startTime: formatOsloInstant(startMs),
    durationMin: toMinutes(route.durationS),
    tollNok: toNok(tollOre),
    ferryNok: toNok(ferryOre),
    totalNok: toNok(tollOre + ferryOre),
    ...(sumOre !== undefined && { sumNok: toNok(Math.round(sumOre)) }),
    rush: toll.rush,
    way,
    complete: missing.length === 0,
    estimated: isEstimated(quoted),
    warnings: [...new Set([...warnings, ...ofVehicle].map(({ code }) => code))],
    ...(searchCut && { searchCut }),
  };
}

const isEstimated = ({ toll, ferry }: QuotedRoute): boolean =>
  toll.vehicle?.estimated === true ||
  (ferry.vehicle?.estimated ?? ferry.priced.some(({ estimated }) => estimated));

const describeWay = ({ quoted: { route, toll, ferry } }: Departure) => ({
  distance: Math.round(route.lengthM),
  stations: [...toll.charged, ...toll.free, ...toll.unpriced]
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ station }) => station.name),
  ferries: [...ferry.priced, ...ferry.unpriced].map(({ name }) => name),
});
