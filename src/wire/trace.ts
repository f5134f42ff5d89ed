/** Body of `POST /api/trace`: that of a route, and how the trace fits the roads. */
import { Type } from 'typebox';
import { SECOND_MS } from '../base/duration.ts';
import { refusedValue } from '../base/fault.ts';
import { toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { Fix } from '../base/point.ts';
import { DOUBT_REASONS, STRETCH_KINDS, type TraceMatch } from '../trip/ports.ts';
import type { DoubtedToll } from '../trip/quote-trace.ts';
import { formatFour } from './charges.ts';
import { omitTexts } from './parameter.ts';
import { type QuoteQuestion, RouteQuery } from './parameters.ts';
import { type ParsedQuestion, parseQuoteRequest, type QuestionTerms } from './question.ts';
import { demandYears } from './read-parameter.ts';
import { RouteBody } from './route.ts';
import * as t from './unit.ts';

const km = (description: string) => t.measure(`Kilometres. ${description}`);
const share = (description: string) => Type.Number({ description, minimum: 0, maximum: 1 });

const PossibleStation = t.object(
  'PossibleStation',
  'A station that the drive may have passed. No sum holds it.',
  {
    id: t.text('NVDB object id.'),
    name: t.text('Of the station.'),
    ...t.position,
    passedAt: t.instant('When it was passed, if it was.'),
    why: t.choice(DOUBT_REASONS, {
      description:
        'Why it is not known. `parallel-road`: another road fits the trace nearly as well. `beside-the-trace`: the trace runs close by, on no road of the network that has the station. `away-from-the-trace`: the road has the station, and the trace lies off it. `trace-silent`: the trace has no points there. `on-foot`: the drive was never faster than somebody on foot or on a bicycle.',
    }),
    isPriced: t.bool('False: its tariff is not published, and no amount is given.'),
    smallNok: t.maybe(t.nok('What it would add to `tollSmall`, hour rule and caps applied.')),
    smallNoDiscountNok: t.maybe(t.nok('What it would add to `tollSmallNoDiscount`.')),
    largeNok: t.maybe(t.nok('What it would add to `tollLarge`.')),
    largeNoDiscountNok: t.maybe(t.nok('What it would add to `tollLargeNoDiscount`.')),
    vehicleNok: t.maybe(t.nok('What it would add for the vehicle, where one was asked for.')),
  },
);

const MatchedStretch = t.object('MatchedStretch', 'A part of the drive.', {
  kind: t.choice(STRETCH_KINDS, {
    description:
      '`road`: on roads and ferries of the network. `gap`: the trace is silent, and the fastest way is taken. `off-network`: on roads that the network does not have, from point to point. `unrecorded`: the fastest way to where the next drive begins, of which nothing is recorded for half an hour or longer; it is in no sum and no distance, and its stations are possible.',
  }),
  fromKm: km('From the start of the route.'),
  toKm: km('From the start of the route.'),
  confidence: share(
    'Share of such kilometres that are on these roads, as the matcher expects it: 0 to 1.',
  ),
  offM: t.maybe(t.measure('Median distance of the points from the road, metres.')),
});

const RecordedDrive = t.object('RecordedDrive', 'A drive of the trace.', {
  from: t.instant('Departure.'),
  to: t.instant('Arrival.'),
  fromKm: km('From the start of the route.'),
  toKm: km('From the start of the route.'),
});

export const Match = t.object('TraceMatch', 'How the trace fits the roads.', {
  points: t.count('Number of points of the trace.'),
  pointsIgnored: t.count(
    'Number of points left out: their clock runs back, or they lie where no vehicle can have driven to.',
  ),
  timed: t.bool(
    'False: the points have no times, and the moments are those of the model from `startTime` on.',
  ),
  share: share(
    'Share of the recorded kilometres that are on roads and ferries of the network: 0 to 1.',
  ),
  stretches: t.list('In travel order, over the whole length.', MatchedStretch),
  drives: t.list(
    'More than one where the vehicle rested for 30 minutes in one place, where nothing is recorded for as long, or where the file has several tracks. The bill is that of all of them, each a trip by itself.',
    RecordedDrive,
  ),
  possibleStations: t.list(
    'Stations that may have been passed and cannot be told from another road, in travel order. `tollMin` and `tollMax` of a route of `/api/trace` count with them; `[]`: there are none.',
    PossibleStation,
  ),
});

export const TraceBody = t.object(
  'TraceAnswer',
  'The drive as one route, what it cost, and how it was matched.',
  { ...RouteBody.properties, match: Match },
);

export type TraceAnswer = t.Shape<typeof TraceBody>;

const toShare = (value: number) => Math.round(value * 1000) / 1000;

export function formatMatch(
  { fixes, ignored, isTimed, share: matched, lengthFactor, stretches, drives }: TraceMatch,
  doubts: readonly DoubtedToll[],
): TraceAnswer['match'] {
  /** Kilometres as driven, like the distance of the route. */
  const toKm = (drawnM: number) => t.toKm(drawnM * lengthFactor);
  return {
    points: fixes,
    pointsIgnored: ignored,
    timed: isTimed,
    share: toShare(matched),
    stretches: stretches.map(({ kind, fromM, toM, confidence, offM }) => ({
      kind,
      fromKm: toKm(fromM),
      toKm: toKm(toM),
      confidence: toShare(confidence),
      ...(offM !== undefined && { offM: Math.round(offM) }),
    })),
    drives: drives.map(({ fromMs, toMs, fromM, toM }) => ({
      from: formatOsloInstant(fromMs),
      to: formatOsloInstant(toMs),
      fromKm: toKm(fromM),
      toKm: toKm(toM),
    })),
    possibleStations: doubts.map(({ station, atMs, why, adds, addsVehicleOre }) => ({
      id: station.id,
      name: station.name,
      ...station.at,
      passedAt: formatOsloInstant(atMs),
      why,
      isPriced: adds !== undefined,
      ...(adds && formatFour(adds)),
      ...(addsVehicleOre !== undefined && { vehicleNok: toNok(addsVehicleOre) }),
    })),
  };
}

/** Parameters that have no meaning for a drive that is already driven. */
export const NOT_OF_TRACES = [
  'from',
  'to',
  'via',
  'bearing',
  'refine',
  'avoidTolls',
  'valueOfTime',
  'costPerKm',
  'alternatives',
  'bounds',
] as const;

/** Query of `POST /api/trace`. */
export const TraceQuery = Type.Omit(RouteQuery, [...NOT_OF_TRACES]);

/** A question about a recorded drive, which goes from its first fix to its last. */
export interface ParsedTrace extends ParsedQuestion {
  readonly fixes: readonly Fix[];
}

/**
 * The question that is asked of a drive: from its first fix to its last, at its own time where it has times.
 *
 * @throws Fault `invalid_parameter` as for a route.
 */
export function parseTraceQuestion(
  question: QuoteQuestion,
  fixes: readonly Fix[],
  terms: QuestionTerms,
): ParsedTrace {
  demandYears(fixes, (problem) => {
    throw refusedValue('body', `The trace ${problem}.`);
  });
  const [from, to] = [fixes[0], fixes.at(-1)].map((fix) =>
    fix === undefined ? '' : `${fix.lat.toFixed(6)},${fix.lon.toFixed(6)}`,
  ) as [string, string];
  const told = omitTexts(question, NOT_OF_TRACES);
  const asked = { ...told, from, to, refine: '1', alternatives: '0' };
  const atMs = fixes[0]?.atMs;
  const departure = atMs !== undefined && { departMs: Math.floor(atMs / SECOND_MS) * SECOND_MS };
  return {
    ...parseQuoteRequest(asked, { ...terms, ...departure, known: TraceQuery.properties }),
    fixes,
  };
}
