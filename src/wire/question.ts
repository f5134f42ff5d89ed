/** Reads a question from its texts. */
import { MINUTE_MS } from '../base/duration.ts';
import { fromNok } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { FerryClass } from '../base/vehicle.ts';
import type { Gazetteer, Lookups } from '../places/gazetteer.ts';
import type { FoundPlace } from '../places/place.ts';
import type { ResolvePlace } from '../places/resolve-place.ts';
import { ferryClassOf } from '../pricing/ferry/class.ts';
import type { LengthBounds } from '../pricing/ferry/law.ts';
import type { FerryVehicle } from '../pricing/ferry/terms.ts';
import type { MoneyWish, QuoteRequest } from '../trip/quote.ts';
import { checkCapGroups } from '../trip/quote-trip.ts';
import { MOST_ALTERNATIVES } from '../trip/settings.ts';
import type { AskedVehicle, IdentifiedVehicle } from '../vehicle/vehicle.ts';
import {
  omitTexts,
  openReading,
  type Reading,
  type ReadingTerms,
  type ValuesOf,
} from './parameter.ts';
import {
  ANSWER_PARAMETERS,
  listMisspelt,
  type Misspelt,
  type ParameterName,
  type QuoteQuestion,
  TRIP_PARAMETERS,
  VEHICLE_PARAMETERS,
} from './parameters.ts';
import { namesIn, pointNamedStops } from './places.ts';

/** A question that has been read. The parameters that say how the answer is written have their names. */
export interface ParsedQuestion extends ValuesOf<typeof ANSWER_PARAMETERS> {
  readonly request: QuoteRequest;
  /** A vehicle length was given beside a ferry class, which wins. */
  readonly lengthIgnored: boolean;
  /** Names that are ignored and seem to mean a parameter; absent: there are none. */
  readonly misspelt?: readonly Misspelt[];
  /** The places that stops were named by, start first, undefined for a point; absent: all are points. */
  readonly named?: readonly (FoundPlace | undefined)[];
  /** The vehicle that is asked about; absent: no parameter about a vehicle is given. */
  readonly asked?: AskedVehicle;
  /** What the vehicle was taken for; absent: it is not looked for yet, or was not asked for. */
  readonly vehicle?: IdentifiedVehicle;
}

export interface QuestionTerms extends ReadingTerms {
  /** Departure when the question names none. Unix milliseconds. */
  readonly nowMs: number;
  /** Departure whatever the question names, which has to be right all the same; absent: it is the question's. */
  readonly departMs?: number;
  /** Which length belongs to which ferry class. */
  readonly ferryBounds: LengthBounds;
  /** Groups of monthly caps; absent: they are only known, and checked, where the stations are. */
  readonly capGroups?: readonly string[];
  /** Finds the place that a name means; absent: stops are given as points only. */
  readonly resolvePlace?: ResolvePlace;
  /** The parameters that a name may be meant for; absent: those of a route. */
  readonly known?: object;
}

/** What a question is read with where names of places are looked up. */
export interface AskTerms extends QuestionTerms {
  /** Absent: stops are given as points only. */
  readonly places?: Pick<Gazetteer, 'prepare'>;
  /** Names that were looked up for the same call; absent: there are none. */
  readonly lookups?: Lookups;
}

/**
 * Looks up the names of places in a question, and reads it.
 *
 * @throws Fault as `parseQuoteRequest`, and as `Gazetteer.prepare`.
 */
export async function readQuestion(
  asked: QuoteQuestion,
  { places, lookups, ...terms }: AskTerms,
  signal?: AbortSignal,
): Promise<ParsedQuestion> {
  // What was refused may be no text at all.
  const refused = (terms.problems ?? []).map(({ parameter }) => parameter);
  const question = omitTexts(asked, refused);
  const resolvePlace = await places?.prepare(namesIn(question), signal, lookups);
  return parseQuoteRequest(question, { ...terms, ...(resolvePlace && { resolvePlace }) });
}

/**
 * Turns a question in text into a request.
 *
 * @throws Fault `invalid_parameter` with a sentence for each value that is wrong.
 */
export function parseQuoteRequest(written: QuoteQuestion, terms: QuestionTerms): ParsedQuestion {
  const { trip, told, options, named, ...read } = readValues(written, terms);
  const { bounds, passagesThisMonth } = trip;
  const asked = askedVehicle(told, trip);
  // A question without any of the newer parameters gets only the members that the answer had before them.
  const isNewer = bounds ?? options.explain ?? options.lines ?? asked ?? passagesThisMonth;
  const request = toRequest(trip, read, terms);
  return {
    ...options,
    request: { ...request, ...(isNewer !== undefined && { bounds: true as const }) },
    lengthIgnored: isLengthIgnored(trip),
    ...findMisspelt(written, terms.known),
    ...(named.some((place) => place !== undefined) && { named }),
    ...(asked && { asked }),
  };
}

/** @param known the parameters by name; absent: those of a route. */
export function findMisspelt(
  written: object,
  known: object | undefined,
): Pick<ParsedQuestion, 'misspelt'> {
  const misspelt = listMisspelt(Object.keys(written), known);
  return misspelt.length > 0 ? { misspelt } : {};
}

function toRequest(
  trip: ValuesOf<typeof TRIP_PARAMETERS>,
  { from, to, money }: Pick<ReturnType<typeof readValues>, 'from' | 'to' | 'money'>,
  { nowMs, departMs, ferryBounds }: QuestionTerms,
): QuoteRequest {
  const { via = [] } = trip;
  // A question without a time is about this minute: so it stays the same question for a minute.
  const { startTime = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS } = trip;
  const startMs = departMs ?? startTime;
  const { bearing, passagesThisMonth, avoidTolls = false, refine = false } = trip;
  const { alternatives = MOST_ALTERNATIVES } = trip;
  const others = alternatives === 'pareto' ? MOST_ALTERNATIVES : Number(alternatives);
  return {
    from,
    to,
    via,
    startMs,
    avoidTolls,
    ...(others < MOST_ALTERNATIVES && { alternatives: others }),
    refine,
    ...(bearing && { bearings: bearing }),
    ...sizeAndFerry(trip, ferryBounds),
    ...(passagesThisMonth && {
      capUse: { month: toOsloTime(startMs).day.slice(0, 7), counts: passagesThisMonth },
    }),
    ...(money && { money }),
  };
}

/** @throws Fault for every value that is refused. */
function readValues(written: QuoteQuestion, { resolvePlace, ...terms }: QuestionTerms) {
  const reading = openReading(terms);
  const { question, named } =
    resolvePlace === undefined
      ? { question: written, named: [] }
      : pointNamedStops(written, resolvePlace, reading);
  const trip = reading.values(TRIP_PARAMETERS, question);
  const told = reading.values(VEHICLE_PARAMETERS, question);
  const options = reading.values(ANSWER_PARAMETERS, question);
  const [from, to] = (['from', 'to'] as const).map((name) =>
    reading.hasRefused(name)
      ? undefined
      : (trip[name] ?? reading.read(() => missing(reading, name))),
  );
  reading.read(() => checkBearings(trip, reading));
  reading.read(() => checkGroups(trip, terms));
  const money = reading.read(() => moneyOf(trip, reading, terms));
  reading.demandNone();
  if (from === undefined || to === undefined)
    throw new Error('A stop is missing, and not refused.');
  return { trip, told, options, named, from, to, money };
}

/** @throws Fault for passages of a group that does not exist. */
function checkGroups(
  { passagesThisMonth: counts }: ToldVehicle,
  { capGroups }: Pick<QuestionTerms, 'capGroups'>,
): void {
  if (counts !== undefined && capGroups !== undefined)
    checkCapGroups({ capUse: { month: '', counts } }, capGroups);
}

function checkBearings(
  { bearing = [], via = [] }: ValuesOf<typeof TRIP_PARAMETERS>,
  { refuse, hasRefused }: Reading,
): void {
  const stops = via.length + 2;
  if (bearing.length > stops && !hasRefused('via'))
    refuse('bearing', `has ${bearing.length} values for ${stops} stops`);
}

const missing = ({ refuse }: Reading, name: ParameterName) =>
  refuse(name, 'is missing: give it as "<lat>,<lon>" in WGS84, or as the name of a place');

/** How the way is chosen by money; `undefined` where the question says nothing of it. */
function moneyOf(
  trip: ValuesOf<typeof TRIP_PARAMETERS>,
  { refuse, hasRefused }: Reading,
  { nameOf = (name) => name, needsExact = 'needs refine=1' }: ReadingTerms,
): MoneyWish | undefined {
  const { valueOfTime, costPerKm, alternatives } = trip;
  // A refused value may have been meant as the one that the others need.
  if (['valueOfTime', 'alternatives', 'refine'].some(hasRefused)) return undefined;
  const isPareto = alternatives === 'pareto';
  if (valueOfTime === undefined && !isPareto)
    return costPerKm === undefined
      ? undefined
      : refuse(
          'costPerKm',
          `goes with ${nameOf('valueOfTime')} or ${nameOf('alternatives')}=pareto`,
        );
  const [name, what] =
    valueOfTime === undefined
      ? (['alternatives', 'is pareto, which'] as const)
      : (['valueOfTime', ''] as const);
  const problem = (text: string) => refuse(name, `${what} ${text}`.trim());
  if (trip.refine !== true)
    return problem(`${needsExact}: preliminary tolls are no sums to choose by`);
  return {
    ...(valueOfTime !== undefined && { hourOre: fromNok(valueOfTime) }),
    metreOre: (costPerKm ?? 0) / 10,
    isPareto,
  };
}

const { heavy, ferryClass, vehicleLength, passagesThisMonth } = TRIP_PARAMETERS;

/** The parameters of a trip that are about its vehicle, and about what the vehicle has passed before. */
export const TRIP_VEHICLE_PARAMETERS = { heavy, ferryClass, vehicleLength, passagesThisMonth };

type ToldVehicle = ValuesOf<typeof TRIP_VEHICLE_PARAMETERS>;

/** What is the same for all drives of a journey. */
export interface ParsedVehicle
  extends Pick<ParsedQuestion, 'lengthIgnored' | 'asked'>,
    Pick<QuoteRequest, 'size' | 'ferry'> {
  /** Paid passages of the month by cap group; absent: not told. */
  readonly usedBefore?: Readonly<Record<string, number>>;
}

/**
 * Reads the parameters that are about a vehicle only.
 *
 * @throws Fault `invalid_parameter` as `parseQuoteRequest`.
 */
export function parseVehicle(question: QuoteQuestion, terms: QuestionTerms): ParsedVehicle {
  const reading = openReading(terms);
  const told = reading.values(TRIP_VEHICLE_PARAMETERS, question);
  const asked = askedVehicle(reading.values(VEHICLE_PARAMETERS, question), told);
  reading.read(() => checkGroups(told, terms));
  reading.demandNone();
  return {
    ...sizeAndFerry(told, terms.ferryBounds),
    lengthIgnored: isLengthIgnored(told),
    ...(asked && { asked }),
    ...(told.passagesThisMonth && { usedBefore: told.passagesThisMonth }),
  };
}

const isLengthIgnored = (told: ToldVehicle): boolean =>
  told.ferryClass !== undefined && told.vehicleLength !== undefined;

const sizeAndFerry = (told: ToldVehicle, bounds: LengthBounds) => ({
  size: told.heavy ? ('large' as const) : ('small' as const),
  ferry: ferryVehicleOf(bounds, told.ferryClass, told.vehicleLength),
});

/** What a question says of one vehicle; `undefined` where no parameter of one is given. */
function askedVehicle(
  told: ValuesOf<typeof VEHICLE_PARAMETERS>,
  trip: ToldVehicle,
): AskedVehicle | undefined {
  if (Object.keys(told).length === 0) return undefined;
  const { weight, tag, ferryAgreement, trailerLength, ...same } = told;
  const { heavy = false, ferryClass, vehicleLength } = trip;
  return {
    heavy,
    ...(ferryClass && { ferryClass }),
    ...(vehicleLength && { lengthM: vehicleLength }),
    ...same,
    ...(weight && { weightKg: weight }),
    ...(tag && { tagged: tag === '1' }),
    ...(ferryAgreement && { agreement: ferryAgreement }),
    ...(trailerLength && { trailerM: trailerLength }),
  };
}

/** An explicit class wins over the length, which then plays no part in any fare. */
function ferryVehicleOf(
  bounds: LengthBounds,
  ferryClass?: FerryClass,
  lengthM?: number,
): FerryVehicle {
  if (ferryClass !== undefined) return { ferryClass };
  if (lengthM === undefined) return { ferryClass: 'AP1' };
  return { ferryClass: ferryClassOf(lengthM, bounds), lengthM };
}
