import { createHash } from 'node:crypto';
import type { JobLimits } from '../account/account.ts';
import { Fault, refusedValue } from '../base/fault.ts';
import { readRows, type TripRow } from '../batch/read-rows.ts';
import { countUnits, type InTurn } from './answer-record.ts';
import type { Job, JobStore, JobsKept, JobTerms, NewBlock, NewJob } from './job.ts';
import { formatOfJob, type KeptRow, pack } from './price-block.ts';

/** What a caller asks for beside the rows. */
export interface Submission extends Omit<NewJob, 'terms'> {
  /** `resultForm` absent: as the rows came. */
  readonly terms: Omit<JobTerms, 'kind' | 'columns' | 'form' | 'resultForm'> &
    Partial<Pick<JobTerms, 'resultForm'>>;
}

export interface SubmitParts {
  readonly jobs: JobStore;
  readonly limits: JobLimits;
  /** Units that the account may still count today. */
  readonly left: number;
  /** Seconds until the next day begins. */
  readonly newDayS: number;
  /** Units of a whole day. */
  readonly perDay: number;
  readonly inTurn: InTurn;
}

/** Rows of a block: a worker that is killed loses the work on so many. */
const BLOCK_ROWS = 500;
/** A day holds some blocks of any account, so that the last of its calls are used as well. */
const BLOCKS_PER_DAY = 20;
/** Far above any table. */
const HEADER_CHARACTERS = 20_000;
/** Of the cells of a block and their names: all of them are in the memory at once. */
const BLOCK_CHARACTERS = 2_000_000;
/** Of each row that a job may have, with breaks in its cells and blank lines; `\r\n` is two. */
const BREAKS_PER_ROW = 20;

/**
 * Takes the rows of a job as they arrive: the memory that it takes does not depend on how many there are. They are
 * worked on once all have come; of a body that breaks off nothing is kept.
 *
 * @returns the job; where its `onceDigest` is known, the one that was submitted first, however full the account is.
 * @throws Fault `invalid_parameter` for a header that is none, too many rows, or too much that is kept already;
 * `idempotency_key_used` when the rows are not those of the first; `quota_exceeded` when the day has no room and
 * the job is not to wait; `not_found` when it was deleted while its rows arrived. What the body throws.
 */
export async function submitJob(
  body: AsyncIterable<Buffer>,
  submission: Submission,
  parts: SubmitParts,
): Promise<{ readonly job: Job; readonly isNew: boolean }> {
  const { jobs, limits } = parts;
  const read = meterBody(body, limits.rows * BREAKS_PER_ROW);
  const { kind, columns, form, rows } = await readRows(read.chunks, 'The body').catch(toFault);
  const terms: JobTerms = { resultForm: kind, ...submission.terms, kind, columns, form };
  const job: NewJob = { ...submission, terms };
  demandHeader(job);
  const begun = await jobs.begin(job, { jobs: limits.kept, bytes: limits.megabytes * 1e6 });
  if (begun.kind === 'known') return joinKnown(begun.job, terms, rows, read);
  if (begun.kind === 'full') throw fullAccount(begun.kept, limits);
  try {
    const { count, units } = await keepRows(rows, job, parts);
    if (units > parts.left && terms.overLimit === 'refuse')
      throw new Fault(
        'quota_exceeded',
        `The job counts ${units} calls, and today has ${parts.left} left.`,
        { retryAfterS: parts.newDayS },
      );
    const came = { rows: count, bytes: read.bytes(), bodyDigest: read.digest() };
    const submitted = await jobs.submit(job.id, came);
    if (submitted === undefined) throw gone(job);
    return { job: submitted, isNew: true };
  } catch (error) {
    await jobs.remove(job.id);
    throw error;
  }
}

async function keepRows(
  all: AsyncIterable<TripRow>,
  job: NewJob,
  { jobs, limits, perDay, inTurn }: SubmitParts,
): Promise<{ readonly count: number; readonly units: number }> {
  const most = Math.min(BLOCK_ROWS, Math.max(1, Math.floor(perDay / BLOCKS_PER_DAY)));
  let [count, units] = [0, 0];
  const unitsOf = (row: TripRow) => countUnits(row, job.terms.kind, inTurn);
  for await (const block of toBlocks(all, unitsOf, most)) {
    count += block.rows;
    units += block.units;
    if (count > limits.rows) throw tooMany(limits.rows);
    const outcome = await jobs.addBlock(job.id, block, limits.megabytes * 1e6);
    if (outcome === 'full') throw tooLarge(limits.megabytes);
    if (outcome === 'gone') throw gone(job);
  }
  return { count, units };
}

/** The job was taken away while its rows arrived: by the same key again, or by its owner. */
const gone = ({ onceDigest }: NewJob): Fault =>
  onceDigest === undefined
    ? new Fault('not_found', 'The job was deleted while its rows arrived.')
    : new Fault(
        'idempotency_key_used',
        'The job was deleted while these rows arrived, or the same Idempotency-Key was sent again: then that submission counts.',
      );

const tooMany = (rows: number) =>
  refusedValue('body', `A job of this account has up to ${rows} rows: submit it in parts.`);

const tooLarge = (megabytes: number) =>
  refusedValue(
    'body',
    `The jobs of this account may take ${megabytes} MB, packed: delete one first, or submit it in parts.`,
  );

/** The header of the result must be one that can be written; it is kept with the job. */
function demandHeader(job: NewJob): void {
  if (job.terms.columns.join(' ').length > HEADER_CHARACTERS)
    throw refusedValue('body', `The header may have up to ${HEADER_CHARACTERS} characters.`);
  try {
    formatOfJob(job);
  } catch (error) {
    toFault(error);
  }
}

/** What is wrong with a table as a whole is one sentence. */
function toFault(error: unknown): never {
  if (
    error instanceof Fault ||
    !(error instanceof Error) ||
    'code' in error ||
    'statusCode' in error
  )
    throw error;
  throw refusedValue('body', error.message);
}

const fullAccount = ({ jobs }: JobsKept, limits: JobLimits): Fault =>
  jobs < limits.kept
    ? tooLarge(limits.megabytes)
    : refusedValue(
        'body',
        `This account has ${jobs} jobs, and may have ${limits.kept}: delete one first.`,
      );

/**
 * Blank lines are no rows, and take time all the same.
 *
 * @returns the chunks as they come, and how long and what they were.
 */
function meterBody(body: AsyncIterable<Buffer>, mostBreaks: number) {
  const hash = createHash('sha256');
  let [bytes, breaks] = [0, 0];
  async function* read() {
    for await (const chunk of body) {
      hash.update(chunk);
      bytes += chunk.length;
      breaks += countBreaks(chunk);
      if (breaks > mostBreaks)
        throw refusedValue('body', `The rows of a job may have up to ${mostBreaks} line breaks.`);
      yield chunk;
    }
  }
  return { chunks: read(), bytes: () => bytes, digest: () => hash.digest('hex') };
}

function countBreaks(chunk: Buffer): number {
  let breaks = 0;
  for (const byte of chunk) if (byte === 10 || byte === 13) breaks += 1;
  return breaks;
}

/** A repetition is the same rows with the same terms; they are read to the end and not kept. */
async function joinKnown(
  known: Job,
  terms: JobTerms,
  rows: AsyncIterable<unknown>,
  read: ReturnType<typeof meterBody>,
): Promise<{ readonly job: Job; readonly isNew: boolean }> {
  for await (const _ of rows);
  // What data is pinned is that of the first submission; the order of parameters is no question.
  const told = ({ pinned, question, ...rest }: JobTerms) =>
    JSON.stringify([rest, Object.entries(question).toSorted(), pinned !== undefined]);
  if (known.bodyDigest !== read.digest() || told(known.terms) !== told(terms))
    throw new Fault(
      'idempotency_key_used',
      'This Idempotency-Key belongs to a job with other rows or options: use a new one.',
    );
  return { job: known, isNew: false };
}

async function* toBlocks(
  rows: AsyncIterable<TripRow>,
  unitsOf: (row: TripRow) => Promise<number>,
  most: number,
): AsyncGenerator<NewBlock> {
  let no = 0;
  let [some, units, characters]: [KeptRow[], number, number] = [[], 0, 0];
  const close = async (): Promise<NewBlock> => {
    const block = { no, rows: some.length, units, input: await pack(JSON.stringify(some)) };
    no += 1;
    [some, units, characters] = [[], 0, 0];
    return block;
  };
  for await (const row of rows) {
    const own = await unitsOf(row);
    some.push(own === 1 ? row : { ...row, units: own });
    units += own;
    for (const [name, cell] of Object.entries(row.cells)) characters += name.length + cell.length;
    if (units >= most || characters >= BLOCK_CHARACTERS) yield await close();
  }
  if (some.length > 0) yield await close();
}
