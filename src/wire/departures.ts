/** Question and answer of `GET /api/departures`: one trip at many departures. */
import { Type } from 'typebox';
import { MINUTE_MS } from '../base/duration.ts';
import { toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { Departure, Departures } from '../trip/departures.ts';
import { formatStops, listWarnings } from './answer.ts';
import { origin, Stop } from './billing.ts';
import { omitTexts, openReading, parameter, queryOf, type TextsOf, whole } from './parameter.ts';
import { type QuoteQuestion, RouteQuery } from './parameters.ts';
import { type AskTerms, findMisspelt, type ParsedQuestion, readQuestion } from './question.ts';
import { readInstant } from './read-parameter.ts';
import * as t from './unit.ts';
import { formatVehicle, hasEstimate, Vehicle } from './vehicle.ts';

/** Source: docs/interface.md, departures. */
const MOST_HOURS = 48;
const USUAL_HOURS = 24;
const STEP_MIN = { least: 5, most: 60 };
const USUAL_STEP_MIN = 15;

/** When a trip may set out. */
export const WINDOW_PARAMETERS = {
  earliest: parameter(
    {
      description: 'The first departure, written as `startTime` is. Default: this minute.',
      example: '2026-11-20T05:00:00+01:00',
      option: { value: 'T', help: 'the first departure, ISO 8601 with offset; default: now' },
    },
    readInstant,
  ),
  latest: parameter(
    {
      description: `No departure is later; at most ${MOST_HOURS} hours after \`earliest\`. Default: ${USUAL_HOURS} hours after it.`,
      example: '2026-11-20T20:00:00+01:00',
      option: {
        value: 'T',
        help: `no departure is later; default: ${USUAL_HOURS} hours after the first`,
      },
    },
    readInstant,
  ),
  step: whole(
    { unit: 'minutes', ...STEP_MIN },
    {
      description: `Whole minutes from one departure to the next, ${STEP_MIN.least} to ${STEP_MIN.most}. Default: ${USUAL_STEP_MIN}.`,
      example: '15',
      option: {
        value: 'MIN',
        help: `minutes from one departure to the next, ${STEP_MIN.least} to ${STEP_MIN.most}; default: ${USUAL_STEP_MIN}`,
      },
    },
  ),
} as const;

export type DeparturesQuestion = QuoteQuestion & TextsOf<typeof WINDOW_PARAMETERS>;

/** Parameters of `/api/route` that departures have no use for: each is priced exactly, and has one way. */
export const LEFT_OUT = [
  'startTime',
  'refine',
  'alternatives',
  'bounds',
  'explain',
  'lines',
  'allowance',
  'srs',
  'geometry',
] as const;

const TripQuery = Type.Omit(RouteQuery, [...LEFT_OUT]);
export const DeparturesQuery = Type.Object({
  ...TripQuery.properties,
  ...queryOf(WINDOW_PARAMETERS).properties,
});

/** A question about departures; its trip sets out at the first of them. */
export interface ParsedDepartures extends ParsedQuestion {
  /** Minutes from one departure to the next. */
  readonly stepMin: number;
  /** Unix milliseconds, ascending. */
  readonly startsMs: readonly number[];
}

/** @throws Fault `invalid_parameter` as `readQuestion`, and for a window that ends before it begins or is too long. */
export async function readDepartures(
  question: DeparturesQuestion,
  terms: AskTerms,
  signal?: AbortSignal,
): Promise<ParsedDepartures> {
  const reading = openReading(terms);
  const nowMs = Math.floor(terms.nowMs / MINUTE_MS) * MINUTE_MS;
  const {
    earliest = nowMs,
    latest = earliest + USUAL_HOURS * 60 * MINUTE_MS,
    step = USUAL_STEP_MIN,
  } = reading.values(WINDOW_PARAMETERS, question);
  if (!reading.hasRefused('latest'))
    reading.read(() => {
      if (latest < earliest) reading.refuse('latest', 'lies before earliest');
      if (latest - earliest > MOST_HOURS * 60 * MINUTE_MS)
        reading.refuse('latest', `lies more than ${MOST_HOURS} hours after earliest`);
    });
  reading.demandNone();
  const stepMs = step * MINUTE_MS;
  const written = { ...omitTexts(question, LEFT_OUT), refine: '1', alternatives: '0' };
  const { misspelt: _, ...trip } = await readQuestion(
    written,
    { ...terms, nowMs: earliest },
    signal,
  );
  const number = Math.floor((latest - earliest) / stepMs) + 1;
  return {
    ...trip,
    ...findMisspelt(question, DeparturesQuery.properties),
    request: { ...trip.request, startMs: earliest },
    stepMin: step,
    startsMs: Array.from({ length: number }, (_, i) => earliest + i * stepMs),
  };
}

const OneDeparture = t.object('Departure', 'The recommended way of one departure.', {
  startTime: t.instant('Departure.'),
  durationMin: t.measure('Minutes.'),
  tollNok: t.nok('Tolls of the vehicle; without one of its size with a tag.'),
  ferryNok: t.nok('Priced ferries of the vehicle; without one at the ordinary fare.'),
  totalNok: t.nok('Both.'),
  sumNok: t.maybe(
    t.number(
      'NOK: `totalNok`, the kilometres at `costPerKm` and the time of the drive at `valueOfTime`. Absent without `valueOfTime`.',
    ),
  ),
  rush: t.bool('A rush-hour tariff is charged on the way.'),
  way: t.count('How many of `ways` stand before its own.'),
  complete: t.bool('False: a station, ferry or stop could not be priced or placed.'),
  estimated: t.bool('An amount is an estimate, as `estimated` of a vehicle or a ferry says.'),
  warnings: t.list('Codes of the warnings that `/api/route` has for it.', Type.String()),
  searchCut: t.mark('As in `_billing`: there may be a better way.'),
});

const DepartureWay = t.object('DepartureWay', 'A way that departures take.', {
  distance: t.measure('Metres.'),
  stations: t.list('Names of the toll stations that it passes, in travel order.', Type.String()),
  ferries: t.list('Names of its ferries, in travel order.', Type.String()),
});

/** Body of `GET /api/departures`. */
export const DeparturesBody = t.object(
  'DeparturesAnswer',
  'What a trip costs and takes at each departure.',
  {
    departures: Type.Array(OneDeparture, { description: 'The earliest first.', minItems: 1 }),
    ways: t.list('Each way once, in the order of departures.', DepartureWay),
    cheapest: t.count(
      'How many departures stand before that of the least money, of several the fastest. Money is `totalNok`, and the kilometres at `costPerKm`. Of departures that are `complete`, where there are any.',
    ),
    fastest: t.count(
      'How many departures stand before that of the shortest drive, of several the cheapest.',
    ),
    best: t.maybe(
      t.count(
        'How many departures stand before that of the least `sumNok`. Of departures that are `complete`, where there are any. Absent without `valueOfTime`.',
      ),
    ),
    rushNok: t.maybe(
      t.number(
        'NOK that the dearest departure with a rush-hour tariff costs more than the cheapest without one, the kilometres at `costPerKm` included. Of departures that are `complete`, where there are any. Absent: there are not both.',
      ),
    ),
    stepMin: t.count('Minutes from one departure to the next: `step`, or its default.'),
    vehicle: t.maybe(Vehicle),
    stops: t.list('As in `_billing` of `/api/route`.', Stop),
    source: t.text('Engine that planned the routes.'),
    ...origin,
  },
);

export type DeparturesAnswer = t.Shape<typeof DeparturesBody>;

export function formatDepartures(
  found: Departures,
  question: ParsedDepartures,
  attribution: string,
): DeparturesAnswer {
  const { vehicle, named, stepMin } = question;
  const ways = new Map<
    string,
    { readonly at: number; readonly way: t.Shape<typeof DepartureWay> }
  >();
  const wayOf = (departure: Departure): number => {
    const way = describeWay(departure);
    const key = JSON.stringify(way);
    const known = ways.get(key) ?? { at: ways.size, way };
    ways.set(key, known);
    return known.at;
  };
  const departures = found.departures.map((one) => formatDeparture(one, wayOf(one), question));
  const indexOf = (one: Departure) => found.departures.indexOf(one);
  return {
    departures,
    ways: [...ways.values()].map(({ way }) => way),
    cheapest: indexOf(found.cheapest),
    fastest: indexOf(found.fastest),
    ...(found.best && { best: indexOf(found.best) }),
    ...(found.rushOre !== undefined && { rushNok: toNok(found.rushOre) }),
    stepMin,
    ...(vehicle && { vehicle: formatVehicle(vehicle) }),
    stops: formatStops(found.stops, named),
    source: found.source,
    dataVersion: found.dataVersion,
    computedAt: formatOsloInstant(found.computedAtMs),
    attribution,
  };
}

function formatDeparture(
  { startMs, quoted, tollOre, ferryOre, sumOre, searchCut }: Departure,
  way: number,
  question: ParsedDepartures,
): t.Shape<typeof OneDeparture> {
  const { route, toll, missing } = quoted;
  const warnings = listWarnings(quoted, question, {});
  return {
    startTime: formatOsloInstant(startMs),
    durationMin: t.toMinutes(route.durationS),
    tollNok: toNok(tollOre),
    ferryNok: toNok(ferryOre),
    totalNok: toNok(tollOre + ferryOre),
    ...(sumOre !== undefined && { sumNok: toNok(Math.round(sumOre)) }),
    rush: toll.rush,
    way,
    complete: missing.length === 0,
    estimated: hasEstimate(quoted, question.vehicle),
    warnings: [...new Set(warnings.map(({ code }) => code))],
    ...(searchCut && { searchCut }),
  };
}

const describeWay = ({ quoted: { route, toll, ferry } }: Departure) => ({
  distance: Math.round(route.lengthM),
  stations: [...toll.charged, ...toll.free, ...toll.unpriced]
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ station }) => station.name),
  ferries: [...ferry.priced, ...ferry.unpriced].map(({ name }) => name),
});
