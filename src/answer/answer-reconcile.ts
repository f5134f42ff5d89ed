import { type Fault, refusedValue } from '../base/fault.ts';
import { inSteps, type Steps } from '../base/steps.ts';
import { chooseReading } from '../statement/find-stations.ts';
import { type CheckedStatement, reconcile } from '../statement/reconcile.ts';
import type { ReconcileTerms, Statement } from '../statement/statement.ts';
import type { WorkTerms } from '../trip/ports.ts';
import { FERRY_PAYMENT } from '../trip/settings.ts';
import type { JourneyAnswer } from '../wire/journey.ts';
import type { ParsedJourney } from '../wire/read-journey.ts';

/** A statement, and the drives that it is held against. Without drives it is held against the tariffs alone. */
export interface StatementQuestion extends ParsedJourney {
  readonly statement: Statement;
}

/**
 * @throws Fault `invalid_parameter` of `plate` where the question is about one vehicle, and the rows belong to several
 * vehicles or to another one.
 */
export function holdAgainst(statement: Statement, question: ParsedJourney): StatementQuestion {
  const { request, asked } = question;
  const isTagged = statement.columns.tag !== undefined;
  const own = isTagged ? undefined : asked?.plate;
  const names = new Set(statement.rows.flatMap(({ plate }) => plate ?? []));
  const isOfOne = request.drives.length > 0 || asked?.plate !== undefined;
  if (isOfOne && own === undefined && names.size > 1) throw severalVehicles(names.size, isTagged);
  if (own !== undefined && names.size > 0 && !names.has(own))
    throw refusedValue(
      'plate',
      'The plate of the statement is not that of the question: the lines are of another vehicle.',
    );
  if (!isTagged || asked?.plate === undefined) return { ...question, statement };
  return { ...question, statement: leavePlates(statement) };
}

/** The statement without the names of its tags: the only tag is that of the vehicle. */
function leavePlates({ otherwise, ...statement }: Statement): Statement {
  const rows = statement.rows.map(({ plate: _, ...row }) => row);
  return { ...statement, rows, ...(otherwise && { otherwise: otherwise.map(leavePlates) }) };
}

const severalVehicles = (count: number, isTagged: boolean): Fault =>
  refusedValue(
    'plate',
    isTagged
      ? `The statement has lines of ${count} tags and no plates, and the question is about one vehicle: hold the lines of each tag against its own drives.`
      : `The statement has lines of ${count} plates, and the question is about one vehicle: name its plate, or hold the lines of each against its own drives.`,
  );

/** The stations without the tolls of ferries: their lines have the fare as well, which depends on the vehicle. */
function leaveFerries(tolls: ReconcileTerms['tolls']): ReconcileTerms['tolls'] {
  const stations = tolls.stations.map((one) =>
    one.project.id === FERRY_PAYMENT ? { ...one, tariffs: [] } : one,
  );
  const byId = new Map(stations.map((one) => [one.id, one]));
  return { ...tolls, stations, findStation: (id) => byId.get(id) };
}

/** Holds statements against the tariffs, and against the drives of their questions. */
export function answerReconcile(
  quote: Quote,
  { calendar, ...facts }: Pick<ReconcileTerms, 'tolls' | 'calendar'>,
) {
  const tolls = leaveFerries(facts.tolls);
  return async (
    { statement, ...question }: StatementQuestion,
    work: WorkTerms,
  ): Promise<CheckedStatement> => {
    const { request, asked } = question;
    const journey = request.drives.length > 0 ? await quote(question, work) : undefined;
    const [first] = journey?.drives ?? [];
    const { size, vehicle = { size, tagged: true } } = request;
    const terms = {
      ...request,
      tolls,
      calendar,
      // A fact of the vehicle that is not told is unknown: the most usual value is not assumed.
      vehicle,
      ...(asked?.plate !== undefined && { plate: asked.plate }),
      ...(first && { departureMs: Date.parse(first.startTime) }),
    };
    const passed = journey && listPassed(journey);
    return inSteps(check(statement, passed, terms), work.pause);
  };
}

function* check(
  statement: Statement,
  passed: Parameters<typeof reconcile>[1],
  terms: ReconcileTerms,
): Steps<CheckedStatement> {
  const { rows, ...told } = yield* chooseReading(statement, terms.tolls.stations);
  return { ...(yield* reconcile(rows, passed, terms, told.paidBackOre)), ...told };
}

type Quote = (question: ParsedJourney, work: WorkTerms) => Promise<JourneyAnswer>;

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
