import { LRUCache } from 'lru-cache';
import type { Day } from '../base/day.ts';
import { openSingleFlight } from '../base/memoize.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Fix } from '../base/point.ts';
import type { IsLate } from '../base/steps.ts';
import type { Statement } from '../statement/statement.ts';
import type { AskedDrive } from '../trip/journey.ts';
import type { WorkTerms } from '../trip/ports.ts';
import type { QuoteStage } from '../trip/quote-trip.ts';
import { type IdentifyParts, identifyVehicle } from '../vehicle/identify-vehicle.ts';
import type { AskedVehicle, IdentifiedVehicle } from '../vehicle/vehicle.ts';
import type { ParsedQuestion } from '../wire/question.ts';
import type { RouteAnswer } from '../wire/route.ts';
import { type AdmissionQueue, NO_QUEUE } from './admission-queue.ts';

/** Hears of the look at the vehicle register, the stages of a quote, and its writing. */
export type OnStage = (stage: 'look-up' | QuoteStage | 'serialise') => void;

/** The caller of a question. */
export interface Caller {
  /** Aborted when the caller has left. */
  readonly signal?: AbortSignal | undefined;
  /** Called as each stage of the work begins. */
  readonly onStage?: OnStage | undefined;
  /** The account in whose queue the question waits; absent: the queue of all callers without an account. */
  readonly account?: string | undefined;
  /** Absent: the caller waits for any time. */
  readonly isLate?: IsLate | undefined;
}

/** Takes in a question, and gives its answer. */
export type Ask<Question, Answer> = (question: Question, caller?: Caller) => Promise<Answer>;

/** How a quote goes on. */
export interface QuoteWork extends WorkTerms {
  readonly onStage?: OnStage | undefined;
}

/** Works a question out. */
export type Quote<Question, Answer> = (question: Question, work: QuoteWork) => Promise<Answer>;

/**
 * The way of every question, in four stages:
 * 1. snapshot: the facts, roads and engines in force when the question comes answer it to its end;
 * 2. vehicle: its tariff group, ferry class and length, where the question names one;
 * 3. admission: work waits for its turn, and identical questions about a trip are worked out once for an account;
 * 4. quote: ways, stations, prices, and the answer as it is written.
 *
 * @param inForce what identifies vehicles in the snapshot in force, and its admission and quote.
 */
export function answerQuestion<Question extends VehicleQuestion, Answer>(
  inForce: () => { readonly vehicle: IdentifyParts; readonly answer: Ask<Question, Answer> },
): Ask<Question, Answer> {
  return async (question, caller = {}) => {
    const { vehicle, answer } = inForce();
    if (question.asked?.plate !== undefined) caller.onStage?.('look-up');
    return answer(await withVehicle(question, vehicle, caller.signal), caller);
  };
}

/** A question that may be about one vehicle. */
interface VehicleQuestion {
  /** Absent: it names none of the parameters of a vehicle. */
  readonly asked?: AskedVehicle;
  readonly request: { readonly startMs: number } | { readonly drives: readonly AskedDrive[] };
  /** A recorded drive. */
  readonly fixes?: readonly Fix[];
  /** Lines that an operator billed. */
  readonly statement?: Pick<Statement, 'rows'>;
}

/** The first day of travel of a question. */
function findFirstDay({ request, fixes, statement }: VehicleQuestion): Day {
  if ('startMs' in request) return toOsloTime(fixes?.[0]?.atMs ?? request.startMs).day;
  const passed = (drive: AskedDrive) =>
    'passages' in drive
      ? drive.passages.map(({ atMs }) => atMs)
      : [('fixes' in drive ? drive.fixes[0]?.atMs : undefined) ?? drive.startMs];
  const billed = statement?.rows.map(({ atMs }) => atMs) ?? [];
  const [first = 0] = [...request.drives.flatMap(passed), ...billed].toSorted((a, b) => a - b);
  return toOsloTime(first).day;
}

/**
 * Tariff group, ferry class and length of a question become those of its vehicle. A question without a vehicle stays as
 * it is.
 */
async function withVehicle<Question extends VehicleQuestion>(
  question: Question,
  parts: IdentifyParts,
  signal?: AbortSignal,
): Promise<Question & { readonly vehicle?: IdentifiedVehicle }> {
  if (question.asked === undefined) return question;
  const vehicle = await identifyVehicle(question.asked, parts, findFirstDay(question), signal);
  const { toll, ferry } = vehicle;
  const request = { ...question.request, size: toll.size, ferry, vehicle: toll };
  return { ...question, request, vehicle };
}

/** Answers that are not remembered: each is worked out in the turn of its account. */
export const answerInTurn =
  <Question, Answer>(
    quote: Quote<Question, Answer>,
    { run }: Pick<AdmissionQueue, 'run'>,
  ): Ask<Question, Answer> =>
  (question, { account = '', signal, isLate } = {}) =>
    run(account, (pause) => quote(question, { signal, pause, isLate }), signal);

/**
 * Works out once what an account asks several times at the same time, each work in its turn. Remembers answers for all
 * accounts together. Two questions are the same if all values read from them are the same, including the moment of
 * departure to the millisecond. Accounts share no work, since work waits in the queue of one account.
 *
 * @param remembered how many answers; 0: none. A preliminary answer in place of a refined one is never kept, and neither
 *   is one whose search ended because it was late.
 */
export function answerOnce(
  quote: Quote<ParsedQuestion, RouteAnswer>,
  remembered = 0,
  queue: AdmissionQueue = NO_QUEUE,
): Ask<ParsedQuestion, RouteAnswer> {
  const known = remembered > 0 ? new LRUCache<string, RouteAnswer>({ max: remembered }) : undefined;
  const shareWork = openSingleFlight<{ readonly found: RouteAnswer; readonly wasLate: boolean }>();
  return async (question, { signal, onStage, account = '', isLate } = {}) => {
    const key = JSON.stringify(question);
    const ready = known?.get(key);
    if (ready !== undefined) return ready;
    let isJoined = true;
    const begin = async (stop: AbortSignal) => {
      isJoined = false;
      let wasLate = false;
      const noteLate: IsLate = (share) => {
        const late = isLate?.(share) === true;
        wasLate ||= late;
        return late;
      };
      const work = { signal: stop, onStage, ...(isLate && { isLate: noteLate }) };
      const found = await queue.run(account, (pause) => quote(question, { ...work, pause }), stop);
      return { found, wasLate };
    };
    const answer = shareWork(`${account} ${key}`, begin, signal);
    // The stages of the work are told to the caller who began it. To the others all of it is the first stage.
    if (isJoined) onStage?.('route');
    const { found, wasLate } = await answer;
    const { refineFallback, searchCut } = found._billing;
    if (!refineFallback && !(searchCut && wasLate)) known?.set(key, found);
    return found;
  };
}
