import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '../base/fault.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { Pause } from '../base/steps.ts';
import type { Clock } from '../trip/ports.ts';
import type { Matrix, MatrixRequest, PairQuote, QuoteMatrix } from '../trip/quote-matrix.ts';
import { type AnswerPair, type DatedMatrix, formatPair, type MatrixHead } from '../wire/matrix.ts';
import { formatVehicle } from '../wire/priced-vehicle.ts';
import type { AdmissionQueue } from './admission-queue.ts';
import type { Ask } from './answer-question.ts';

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
