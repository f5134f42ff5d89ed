import { Fault } from '../base/fault.ts';
import { inSteps, type Pause } from '../base/steps.ts';
import { type CheckedStatement, reconcile } from '../trip/reconcile.ts';
import type { BilledPassage, ReconcileTerms, Statement } from '../trip/statement.ts';
import type { JourneyAnswer } from '../wire/journey.ts';
import type { ParsedJourney } from '../wire/read-journey.ts';
import { type InForce, type Turn, type TurnAnswers, withVehicle } from './answer-question.ts';

interface ReconcileAnswers extends TurnAnswers<ParsedJourney, JourneyAnswer> {
  readonly facts: Pick<ReconcileTerms, 'tolls' | 'calendar'>;
}

/**
 * Holds a statement against the tariffs, and against the drives of the question where it has any.
 *
 * @returns throws Fault `invalid_parameter` where the rows are of several vehicles, and the question is about one, or of
 * another one.
 */
export function answerReconcile(inForce: InForce<ReconcileAnswers>) {
  return async (
    { rows, ...told }: Statement,
    question: ParsedJourney,
    ...[signal, account = '']: Turn
  ): Promise<CheckedStatement> => {
    checkPlates(rows, question);
    const { vehicle: parts, facts, queue, quote } = inForce();
    const { request, ...identified } = await withVehicle(question, parts, signal);
    const isDriven = request.drives.length > 0;
    const work = async (pause: Pause) => {
      const asked = { ...identified, request };
      const journey = isDriven ? await quote(asked, { signal, pause }) : undefined;
      const { plate } = question.asked ?? {};
      const [first] = journey?.drives ?? [];
      const terms = {
        ...request,
        ...facts,
        ...(plate !== undefined && { plate }),
        ...(first && { departureMs: Date.parse(first.startTime) }),
      };
      const passed = journey && listPassed(journey);
      return { ...(await inSteps(reconcile(rows, passed, terms), pause)), ...told };
    };
    return queue.run(account, work, signal);
  };
}

function checkPlates(rows: readonly BilledPassage[], { request, asked }: ParsedJourney): void {
  const plates = new Set(rows.flatMap(({ plate }) => plate ?? []));
  if (request.drives.length > 0 && asked?.plate === undefined && plates.size > 1)
    throw new Fault(
      'invalid_parameter',
      `The statement has lines of ${plates.size} plates, and the question is about one vehicle: name its plate, or hold the lines of each against its own drives.`,
    );
  if (asked?.plate !== undefined && plates.size > 0 && !plates.has(asked.plate))
    throw new Fault(
      'invalid_parameter',
      'The plate of the statement is not that of the question: the lines are of another vehicle.',
    );
}

/** The stations that the drives passed, or may have passed, whatever they cost. A passage may stand in two of the lists. */
function listPassed({ drives }: JourneyAnswer) {
  const passed = drives.flatMap((drive) =>
    [...drive.chargedStations, ...drive.freePassages, ...drive.unpricedStations].map(toPassed),
  );
  const possible = drives.flatMap(({ match }) =>
    (match?.possibleStations ?? []).map((one) => ({ ...toPassed(one), isPossible: true as const })),
  );
  const all = [...passed, ...possible];
  return [...new Map(all.map((one) => [`${one.stationId} ${one.atMs}`, one])).values()];
}

const toPassed = ({ id, passedAt }: { readonly id: string; readonly passedAt: string }) => ({
  stationId: id,
  atMs: Date.parse(passedAt),
});
