/** The answers to questions of all kinds, and how quotes are written as answers. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Fault } from '../base/fault.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import { inSteps, type Pause } from '../base/steps.ts';
import type { CheckedStatement } from '../statement/reconcile.ts';
import type { QuoteDepartures } from '../trip/departures.ts';
import { type JourneyParts, priceJourney } from '../trip/journey.ts';
import type { Clock, WorkTerms } from '../trip/ports.ts';
import type { Matrix, MatrixRequest, PairQuote, QuoteMatrix } from '../trip/quote-matrix.ts';
import { openBillWith, priceDoubts, type QuoteTrace } from '../trip/quote-trace.ts';
import type { QuoteParts, QuoteTrip } from '../trip/quote-trip.ts';
import type { ExplainNoRoute } from '../trip/quoted-stops.ts';
import { type AnswerOptions, formatAnswer } from '../wire/answer.ts';
import {
  type DeparturesAnswer,
  formatDepartures,
  type ParsedDepartures,
} from '../wire/departures.ts';
import { formatJourney, type JourneyTerms } from '../wire/format-journey.ts';
import type { JourneyAnswer } from '../wire/journey.ts';
import { type AnswerPair, type DatedMatrix, formatPair, type MatrixHead } from '../wire/matrix.ts';
import type { ParsedQuestion } from '../wire/question.ts';
import type { ParsedJourney } from '../wire/read-journey.ts';
import type { RouteAnswer } from '../wire/route.ts';
import { formatMatch, type ParsedTrace, type TraceAnswer } from '../wire/trace.ts';
import { formatVehicle } from '../wire/vehicle.ts';
import type { AdmissionQueue } from './admission-queue.ts';
import type { Ask, QuoteWork } from './answer-question.ts';
import type { StatementQuestion } from './answer-reconcile.ts';

/** One function for each kind of question. */
export interface Answers {
  readonly answerRoute: Ask<ParsedQuestion, RouteAnswer>;
  /** By the second engine. */
  readonly answerEstimate: Ask<ParsedQuestion, RouteAnswer>;
  readonly answerMatrix: Ask<DatedMatrix, OpenMatrix>;
  readonly answerDepartures: Ask<ParsedDepartures, DeparturesAnswer>;
  readonly answerJourney: Ask<ParsedJourney, JourneyAnswer>;
  readonly answerTrace: Ask<ParsedTrace, TraceAnswer>;
  readonly answerReconcile: Ask<StatementQuestion, CheckedStatement>;
}

/** Answers questions about trips. */
export type AnswerTrip = (question: ParsedQuestion, work?: QuoteWork) => Promise<RouteAnswer>;

export interface AnswerTerms {
  /** Credit lines of the data and the roads behind the quotes. */
  readonly attribution: string;
  /** Rates of the kilometre allowance, oldest first; absent: none is known. */
  readonly rates?: NonNullable<AnswerOptions['rates']>;
  readonly explain: ExplainNoRoute;
}

/** Writes quotes as answers, and what went wrong to the log. */
export function answerTrip(
  quote: QuoteTrip,
  { explain, ...terms }: AnswerTerms,
  log: Logger,
): AnswerTrip {
  return async ({ request, ...options }, work = {}) => {
    const quoted = await quote(request, work).catch((error: unknown) => {
      // The reason names distances and limits, never coordinates.
      if (error instanceof Fault)
        log.debug({ code: error.code, reason: error.message }, 'no quote');
      throw explain(error, request);
    });
    if (quoted.refineFallback) log.warn('a refined quote fell back to preliminary tolls');
    await work.pause?.();
    work.onStage?.('serialise');
    return formatAnswer(quoted, request, { ...options, ...terms });
  };
}

/** Answers questions about departures of one trip; other calls come between the departures. */
export const answerDepartures =
  (quote: QuoteDepartures, { explain, attribution }: Omit<AnswerTerms, 'rates'>) =>
  async (question: ParsedDepartures, work: WorkTerms) => {
    const { request, startsMs } = question;
    const found = await quote({ trip: request, startsMs }, work).catch((error: unknown) => {
      throw explain(error, request);
    });
    await work.pause?.();
    return formatDepartures(found, question, attribution);
  };

/** Answers questions about recorded drives, each from its first fix to the last. Nothing of it is remembered or logged. */
export const answerTrace =
  (
    quote: QuoteTrace,
    { tolls, calendar }: Pick<QuoteParts, 'tolls' | 'calendar'>,
    terms: Pick<AnswerTerms, 'attribution' | 'rates'>,
  ) =>
  async ({ fixes, request: asked, ...options }: ParsedTrace, work: WorkTerms) => {
    const [{ quote: quoted, request, match, drives }] = await quote(asked, fixes, 'route', work);
    const sure = quoted.routes[0]?.toll;
    const pricing =
      sure && priceDoubts(match.doubts, sure, openBillWith(sure, request, calendar), tolls);
    const doubts = pricing ? await inSteps(pricing, work.pause) : [];
    await work.pause?.();
    return {
      ...formatAnswer(quoted, request, { ...options, ...terms, drives }),
      match: formatMatch(match, doubts),
    };
  };

/** Answers questions about several drives of one vehicle. */
export const answerJourney =
  (
    { clock, ...parts }: JourneyParts & { readonly clock: Clock },
    terms: Omit<JourneyTerms, 'computedAtMs'>,
  ) =>
  async (question: ParsedJourney, work: WorkTerms = {}) => {
    const journey = await priceJourney(question.request, parts, work);
    await work.pause?.();
    return formatJourney(journey, question, { ...terms, computedAtMs: clock.now() });
  };

export interface OpenMatrix {
  readonly head: MatrixHead;
  /** By origin, then by destination; some at a time. */
  readonly pairs: AsyncIterable<readonly AnswerPair[]>;
}

/** What matrices are answered with. */
interface MatrixParts {
  readonly quote: QuoteMatrix;
  readonly clock: Clock;
  readonly dataVersion: string;
  readonly attribution: string;
}

/** How many pairs are given at a time. */
const PAIRS_A_TURN = 12;

/** Answers questions about many pairs, some of them at a time: other calls come between. */
export const answerMatrix =
  (
    { quote, clock, dataVersion, attribution }: MatrixParts,
    queue: AdmissionQueue,
  ): Ask<DatedMatrix, OpenMatrix> =>
  async (question, { account = '', signal } = {}) => {
    const { request, vehicle } = question;
    const inTurn = takeTurns(queue, account, signal);
    const matrix = await inTurn((pause) => quote(request, { signal, pause }));
    const head = {
      source: matrix.source,
      startTime: formatOsloInstant(request.startMs),
      dataVersion,
      computedAt: formatOsloInstant(clock.now()),
      attribution,
      ...(vehicle && { vehicle: formatVehicle(vehicle) }),
    };
    const format = (pair: PairQuote) => formatPair(pair, question);
    return { head, pairs: listPairs(matrix, request, format, inTurn) };
  };

async function* listPairs(
  matrix: Matrix,
  { origins, destinations }: MatrixRequest,
  format: (pair: PairQuote) => AnswerPair,
  inTurn: InTurn,
): AsyncGenerator<readonly AnswerPair[]> {
  const count = origins.length * destinations.length;
  for (let first = 0; first < count; first += PAIRS_A_TURN)
    yield await inTurn(async (pause) => {
      const pairs: AnswerPair[] = [];
      for (let pair = first; pair < Math.min(count, first + PAIRS_A_TURN); pair++) {
        await pause();
        const origin = Math.floor(pair / destinations.length);
        const quoted = await matrix.quotePair(origin, pair % destinations.length, pause);
        pairs.push(format(quoted));
      }
      return pairs;
    });
}

/** Does a piece of work when its turn comes. */
type InTurn = <Result>(work: (pause: Pause) => Promise<Result>) => Promise<Result>;

/** How long work that was begun waits where the queue refuses it. Milliseconds. */
const RETRY_MS = 250;

/**
 * Does one work in many turns. Each turn waits in the queue like a call by itself. Between turns the caller reads its
 * pairs, and holds no place.
 *
 * @returns a function that throws Fault `overloaded` where the first turn is refused; later turns are tried again.
 */
function takeTurns({ run }: AdmissionQueue, account: string, signal?: AbortSignal): InTurn {
  let isBegun = false;
  const inTurn: InTurn = async (work) => {
    try {
      const done = await run(account, work, signal);
      isBegun = true;
      return done;
    } catch (error) {
      if (!isBegun || !isRefused(error)) throw error;
      await wait(RETRY_MS, undefined, signal && { signal });
      return inTurn(work);
    }
  };
  return inTurn;
}

const isRefused = (error: unknown) => error instanceof Fault && error.code === 'overloaded';
