import { createHash } from 'node:crypto';
import type { JobLimits } from '../account/account.ts';
import { Fault, refusedValue } from '../base/fault.ts';
import { readRows, type TripRow } from '../batch/read-rows.ts';
import { countUnits, type InTurn } from './answer-record.ts';
import type { Job, JobStore, JobsKept, JobTerms, NewBlock, NewJob } from './job.ts';
import { formatOfJob, type KeptRow, pack } from './price-block.ts';

/** The terms that a caller asks for beside the rows. */
export interface Submission extends Omit<NewJob, 'terms'> {
  /** `resultForm` absent: the result has the form of the rows. */
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

/** Rows of a block. A worker that is killed loses the work on so many rows at most. */
const BLOCK_ROWS = 500;
/**
 * Blocks that fit into a day of any account. So blocks are small enough for the last calls of a day to be used, too.
 */
const BLOCKS_PER_DAY = 20;
/** The longest header, in characters. It is far above that of any real table. */
const HEADER_CHARACTERS = 20_000;
/** Characters of the cells of a block and their names. All of them are in memory at once. */
const BLOCK_CHARACTERS = 2_000_000;
/** Line breaks for each row that a job may have, for breaks in cells and blank lines. `\r\n` counts as two. */
const BREAKS_PER_ROW = 20;

/**
 * Takes the rows of a job as they arrive. The memory that this needs does not depend on their number. The rows are
 * worked on once all have come. If the body breaks off, nothing is kept.
 *
 * @returns the job. If its `onceDigest` is known, this is the job that was submitted first, even when the account is
 * full.
 * @throws Fault `invalid_parameter` for an unusable header, too many rows, or too much that is kept already;
 * `idempotency_key_used` when rows or terms differ from those of the first; `quota_exceeded` when the day has no room
 * and the job is not to wait; `not_found` when it was deleted while its rows arrived. What the body throws.
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

/**
 * The fault of a job that was removed while its rows arrived: by a new submission with the same key, or by its owner.
 */
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

/** Refuses a job whose header is too long to be kept, or whose result could not be written. */
function demandHeader(job: NewJob): void {
  if (job.terms.columns.join(' ').length > HEADER_CHARACTERS)
    throw refusedValue('body', `The header may have up to ${HEADER_CHARACTERS} characters.`);
  try {
    formatOfJob(job);
  } catch (error) {
    toFault(error);
  }
}

/** Makes a fault from the sentence about a table as a whole. */
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
 * Measures a body, and bounds its line breaks: blank lines are no rows, but reading them takes time.
 *
 * @returns the chunks as they come, and the number and the digest of their bytes.
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

/**
 * Answers a repetition with the known job. A repetition must have the same rows and the same terms. Its rows are read
 * to the end and not kept.
 */
async function joinKnown(
  known: Job,
  terms: JobTerms,
  rows: AsyncIterable<unknown>,
  read: ReturnType<typeof meterBody>,
): Promise<{ readonly job: Job; readonly isNew: boolean }> {
  for await (const _ of rows);
  // The pinned data is that of the first submission. The order of parameters does not matter.
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
