import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '../base/fault.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { Pause } from '../base/steps.ts';
import type { Clock } from '../trip/ports.ts';
import type { Matrix, MatrixRequest, PairQuote, QuoteMatrix } from '../trip/quote-matrix.ts';
import { type AnswerPair, formatPair, type MatrixHead, type ParsedMatrix } from '../wire/matrix.ts';
import { formatVehicle } from '../wire/priced-vehicle.ts';
import type { AdmissionQueue } from './admission-queue.ts';
import { type InForce, withVehicle } from './answer-question.ts';

/**
 * Answers a question about many pairs, some of them at a time: other calls come between.
 *
 * @param nowMs departure where the question names none.
 * @param account in whose queue the work waits; absent: that of all without an account.
 */
export type AnswerMatrix = (
  question: ParsedMatrix,
  nowMs: number,
  signal?: AbortSignal,
  account?: string,
) => Promise<OpenMatrix>;

export interface OpenMatrix {
  readonly head: MatrixHead;
  /** By origin, and of each by destination; some at a time. */
  readonly pairs: AsyncIterable<readonly AnswerPair[]>;
}

/** How matrices are answered while one snapshot of the facts is in force. */
export interface MatrixAnswers {
  readonly queue: AdmissionQueue;
  readonly quote: QuoteMatrix;
  readonly clock: Clock;
  readonly dataVersion: string;
  readonly attribution: string;
}

/** So many pairs are given at a time. */
const PAIRS_A_TURN = 12;
const MINUTE_MS = 60_000;

export function answerMatrix(inForce: InForce<MatrixAnswers>): AnswerMatrix {
  return async (question, nowMs, signal, account = '') => {
    const { vehicle: parts, queue, quote, clock, dataVersion, attribution } = inForce();
    const { vehicle, ...asked } = await withVehicle(question, parts, signal);
    const startMs = asked.request.startMs ?? Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
    const request: MatrixRequest = { ...asked.request, startMs };
    const inTurn = openTurns(queue, account, signal);
    const matrix = await inTurn((pause) => quote(request, { signal, pause }));
    const head = {
      source: matrix.source,
      startTime: formatOsloInstant(startMs),
      dataVersion,
      computedAt: formatOsloInstant(clock.now()),
      attribution,
      ...(vehicle && { vehicle: formatVehicle(vehicle) }),
    };
    const format = (pair: PairQuote) => formatPair(pair, request, vehicle);
    return { head, pairs: listPairs(matrix, request, format, inTurn) };
  };
}

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
 * Each turn waits in the queue like a call by itself: between them a caller reads what it was given, and holds no place.
 *
 * @returns throws Fault `overloaded` where the first turn is refused; later ones are tried again.
 */
function openTurns(
  queue: AdmissionQueue,
  account: string,
  signal: AbortSignal | undefined,
): InTurn {
  let isBegun = false;
  return async (work) => {
    for (;;) {
      try {
        const done = await queue.run(account, work, signal);
        isBegun = true;
        return done;
      } catch (error) {
        const isRefused = error instanceof Fault && error.code === 'overloaded';
        if (!isBegun || !isRefused) throw error;
        await wait(RETRY_MS, undefined, signal && { signal });
      }
    }
  };
}
