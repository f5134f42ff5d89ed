/** Reads the question of `POST /api/journey`. */
import { Fault, type ParameterProblem, refusedValue, refusedValues } from '../base/fault.ts';
import type { Fix } from '../base/point.ts';
import { inSteps, type Steps } from '../base/steps.ts';
import { openLookups } from '../places/gazetteer.ts';
import type { FoundPlace } from '../places/place.ts';
import { countTrace, stepTrace } from '../recording/read-trace.ts';
import type { AskedDrive, JourneyRequest, PassedDrive, RecordedDrive } from '../trip/journey.ts';
import { type DriveClaim, JourneyQuestion, OPTIONS, WISHES, type WrittenDrive } from './journey.ts';
import { keepGood, openReading, textsOf } from './parameter.ts';
import type { QuoteQuestion } from './parameters.ts';
import {
  type AskTerms,
  type ParsedQuestion,
  type ParsedVehicle,
  parseVehicle,
  readQuestion,
} from './question.ts';
import { demandYears, readInstant } from './read-parameter.ts';

/** A journey that is asked for. */
export interface ParsedJourney
  extends Pick<ParsedQuestion, keyof typeof OPTIONS | 'asked' | 'lengthIgnored' | 'vehicle'> {
  readonly request: JourneyRequest;
  /** By drive of the question, the places that its stops were named by, start first; undefined for a point. */
  readonly named: readonly (readonly (FoundPlace | undefined)[])[];
  /** By drive of the question, what a claim says of it. */
  readonly claims: readonly DriveClaim[];
  readonly claimant?: NonNullable<JourneyQuestion['claimant']>;
}

/** The calls that a journey counts as: one for each drive and each way back, a recording as `/api/trace` counts it. */
export const countDrives = ({ request: { drives } }: ParsedJourney): number =>
  drives.reduce((sum, drive) => {
    if ('fixes' in drive) return sum + countTrace(drive.fixes.length);
    return sum + countDrive('backAfterMs' in drive);
  }, 0);

/** The calls that a planned drive counts as. */
const countDrive = (isReturn: boolean): number => (isReturn ? 2 : 1);

/** The calls that a journey as it is written counts as. @throws Fault for a recording that can not be read. */
export function* stepWrittenUnits({ drives }: Pick<JourneyQuestion, 'drives'>): Steps<number> {
  let units = 0;
  for (const drive of drives) {
    if (drive.trace === undefined) units += countDrive(drive.return === true);
    else units += countTrace((yield* stepTrace(drive.trace)).length);
  }
  return units;
}

interface JourneyTerms extends AskTerms {
  /** Takes the steps of reading a recording; absent: they are taken without pause. */
  readonly inTurn?: (reading: Steps<readonly Fix[]>) => Promise<readonly Fix[]>;
}

/**
 * @throws Fault `invalid_parameter` with one sentence that names the member and what is wrong.
 */
export async function readJourney(
  question: JourneyQuestion,
  { problems = [], lookups = openLookups(), ...terms }: JourneyTerms,
  signal?: AbortSignal,
): Promise<ParsedJourney> {
  const isOfDrive = ({ parameter }: ParameterProblem) => parameter.startsWith('drives[');
  const good = keepGood(
    question,
    JourneyQuestion,
    problems.filter((one) => !isOfDrive(one)),
  );
  const { drives: written = [], claimant, ...rest } = good;
  const shared: QuoteQuestion = textsOf(rest);
  const reading = openReading({ problems });
  const told = reading.read(() => parseVehicle(shared, terms));
  const options = reading.values(OPTIONS, shared);
  const { avoidTolls } = reading.values(WISHES, shared);
  const drives: ReadDrive[] = [];
  for (const [i, drive] of written.entries()) {
    const name = `drives[${i}]`;
    if (reading.isFull()) break;
    if (problems.some(({ parameter }) => parameter.startsWith(name))) continue;
    const found = await readDrive(drive, name, { ...terms, lookups }, signal).catch(
      (error: unknown) => reading.read(() => refuseDrive(error, name, drive)),
    );
    if (found !== undefined) drives.push(found);
  }
  reading.demandNone();
  const { lengthIgnored = false, asked, usedBefore, ...vehicle } = told as ParsedVehicle;
  return {
    request: {
      drives: drives.map(({ drive }) => drive),
      ...vehicle,
      ...(usedBefore && { usedBefore }),
      ...(avoidTolls && { avoidTolls }),
    },
    lengthIgnored,
    named: drives.map(({ named }) => named),
    claims: written,
    ...(claimant && { claimant }),
    ...(asked && { asked }),
    ...options,
  };
}

/** What is wrong with a drive, its values named as they stand in the question. */
function refuseDrive(error: unknown, name: string, { via = [] }: WrittenDrive): never {
  const [first, ...others] = error instanceof Fault ? error.problems : [];
  if (first === undefined) throw error;
  const placeOf = (entry: number) => `[${entry}]${typeof via[entry] === 'string' ? '' : '.place'}`;
  const named = ({ parameter, entry, ...problem }: ParameterProblem) => ({
    ...problem,
    parameter: parameter.startsWith(name)
      ? parameter
      : `${name}.${parameter}${entry === undefined ? '' : placeOf(entry)}`,
  });
  throw refusedValues([named(first), ...others.map(named)]);
}

/** @param parameter as it stands in the question. */
const fail = (parameter: string, sentence: string): never => {
  throw refusedValue(parameter, `${sentence}.`);
};

interface ReadDrive {
  readonly drive: AskedDrive;
  readonly named: readonly (FoundPlace | undefined)[];
}

/** @param name of the drive in the question. */
async function readDrive(
  written: WrittenDrive,
  name: string,
  terms: JourneyTerms,
  signal: AbortSignal | undefined,
): Promise<ReadDrive> {
  const { passages, trace, startTime, via = [], dwellMin = 0 } = written;
  if (passages !== undefined) return { drive: readPassed(written, passages, name), named: [] };
  if (trace !== undefined)
    return { drive: await readRecorded(written, trace, name, terms), named: [] };
  if (startTime === undefined)
    return fail(
      `${name}.startTime`,
      `${name}.startTime is missing: a drive has from, to and startTime, or a trace, or passages`,
    );
  if (dwellMin > 0 && written.return !== true)
    return fail(
      `${name}.dwellMin`,
      `${name}.dwellMin goes with return: a stay on the way is one of via`,
    );
  const stays = via.map((one) => (typeof one === 'string' ? { place: one } : one));
  const parted = stays.findIndex(({ place }) => place.includes('|'));
  if (parted !== -1)
    throw refusedValue('via', `${name}.via point ${parted + 1} has "|" in it.`, [], parted);
  const { from, to } = written;
  const asked: QuoteQuestion = {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(via.length > 0 && { via: stays.map(({ place }) => place).join('|') }),
    startTime,
  };
  const nameOf = (member: string) => `${name}.${member}`;
  const { request, named = [] } = await readQuestion(asked, { ...terms, nameOf }, signal);
  const drive = {
    from: request.from,
    to: request.to,
    via: request.via.map((at, i) => ({ at, stayMs: toMs(stays[i]?.dwellMin) })),
    startMs: request.startMs,
    ...(written.return === true && { backAfterMs: toMs(dwellMin) }),
  };
  return { drive, named };
}

const toMs = (minutes = 0) => minutes * 60_000;

/** Members of a planned drive. */
const PLANNED = ['via', 'return', 'dwellMin'] as const;

function refusePlanned(
  written: WrittenDrive,
  name: string,
  told: 'passages, which tell' | 'a trace, which tells',
  members: readonly (keyof WrittenDrive)[],
): void {
  const other = members.find((member) => written[member] !== undefined);
  if (other !== undefined) fail(`${name}.${other}`, `${name} has ${told} all of it, and ${other}`);
}

function readPassed(
  written: WrittenDrive,
  passages: NonNullable<WrittenDrive['passages']>,
  name: string,
): PassedDrive {
  refusePlanned(written, name, 'passages, which tell', [...PLANNED, 'startTime', 'trace']);
  return {
    passages: passages.map(({ stationId, at }, i) => ({
      stationId,
      atMs: readMoment(at, `${name}.passages[${i}].at`),
    })),
  };
}

async function readRecorded(
  written: WrittenDrive,
  trace: NonNullable<WrittenDrive['trace']>,
  name: string,
  { inTurn = inSteps }: JourneyTerms,
): Promise<RecordedDrive> {
  const place = `${name}.trace`;
  refusePlanned(written, name, 'a trace, which tells', PLANNED);
  const fixes = await inTurn(stepTrace(trace)).catch((error: unknown) => {
    if (!(error instanceof Fault) || error.code !== 'invalid_parameter') throw error;
    throw refusedValue(place, error.publicMessage.replace(/^The trace/, place));
  });
  demandYears(fixes, (problem) => fail(place, `${place} ${problem}`));
  const { startTime } = written;
  const atMs = fixes[0]?.atMs;
  if (atMs !== undefined) {
    refusePlanned(written, name, 'a trace, which tells', ['startTime']);
    return { fixes, startMs: atMs };
  }
  if (startTime === undefined)
    return fail(`${name}.startTime`, `${name}.startTime is missing: the trace has no times`);
  return { fixes, startMs: readMoment(startTime, `${name}.startTime`) };
}

/** @param place as it stands in the question. */
const readMoment = (text: string, place: string): number =>
  readInstant(text, (problem) => fail(place, `${place} ${problem}`));
