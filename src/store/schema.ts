/**
 * The tables as the queries see them, one description for SQLite and PostgreSQL: each is a record of ours in columns.
 *
 * Only `text` and `integer` columns, and bytes of jobs, because both engines hand these back as the same JavaScript
 * values: a day is `YYYY-MM-DD`, an instant is ISO 8601 in UTC to the millisecond, so that the
 * order of the texts is the order in time.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Account, ApiKey } from '../account/account.ts';
import type {
  AuditEntry,
  CountedCall,
  KeyCall,
  KeyUsageRow,
  OnceCall,
  UsageRow,
} from '../account/ports.ts';
import type { NewSession } from '../account/sessions.ts';
import type { StoredLink, WelcomedBrowser } from '../account/sign-in.ts';
import type { Visit } from '../account/visits.ts';
import type { BlockCount, Job, OpenBlock, QueueName } from '../jobs/job.ts';

export interface Schema {
  account: RowOf<Account>;
  /** The account that has an address, whatever tag is in it. */
  mailbox: { readonly address: string; readonly account_id: string };
  api_key: RowOf<ApiKey & { readonly hash: string }>;
  quota_day: QuotaDay;
  /** `quota_day` for the test keys of an account. */
  quota_test_day: QuotaDay;
  /** Rows of jobs, for accounts that have an allowance for them. */
  quota_job_day: QuotaDay;
  /** Calls that were given back: a second request to give one back finds its row. */
  quota_credit: { readonly call_id: string; readonly account_id: string; readonly day: string };
  /** Calls that their callers may repeat without being counted again, under way and answered. */
  counted_once: RowOf<
    Pick<CountedCall, 'accountId' | 'day'> &
      OnceCall & { readonly units: number; readonly running: number; readonly answered: number }
  >;
  usage_day: RowOf<UsageRow>;
  key_usage_day: RowOf<KeyUsageRow & Pick<UsageRow, 'day'>>;
  /** The last calls of a key, without what they asked. */
  recent_call: RowOf<KeyCall & { readonly id: string; readonly keyId: string }>;
  audit: RowOf<AuditEntry>;
  /** Links that are not used yet. */
  sign_in_link: RowOf<StoredLink>;
  /** Browsers that are signed in. */
  session: RowOf<Omit<NewSession, 'idleEndMs'>> & {
    readonly seen_at: string;
    readonly idle_end: string;
  };
  /** Browsers that have signed in to an account before. */
  known_browser: RowOf<Omit<WelcomedBrowser, 'formerHash'>>;
  /** What somebody without a key did within a period. */
  visit: RowOf<Visit & { readonly used: number }>;
  /** What the subjects of a day are hashed with. */
  visit_salt: { readonly day: string; readonly salt: string };
  /** Many rows that are priced beside the calls. */
  job: RowOf<KeptJob>;
  job_block: RowOf<KeptBlock>;
  /** Work that is to be done for jobs, where no queue of PostgreSQL has it. */
  job_message: {
    readonly id: string;
    readonly queue: QueueName;
    readonly turn: number;
    readonly after_at: string;
    /** A JSON object. */
    readonly message: string;
    /** The mark of the worker that has it; null: no worker has had it, or it was given back. */
    readonly taken_by: string | null;
  };
  webhook_secret: { readonly account_id: string; readonly secret: string };
}

interface QuotaDay {
  readonly account_id: string;
  readonly day: string;
  readonly used: number;
}

/** A job, with what only the store knows of it. */
export interface KeptJob extends Job {
  /** The last turn of its last block, and the last turn that was served. */
  readonly turn: number;
  readonly served: number;
  /** Its rows and results as they are kept, each block in whole kilobytes. */
  readonly packedKb: number;
}

/** Some rows of a job: what is asked until it is answered, and then the answers. */
export interface KeptBlock extends Omit<OpenBlock, 'input'> {
  readonly jobId: string;
  /** Where its units are counted; absent: they are not counted yet. */
  readonly countedAs?: Omit<BlockCount, 'limit'>;
  readonly input?: Buffer;
  /** What the rows take, in whole kilobytes. */
  readonly packedKb: number;
  readonly result?: Buffer;
  readonly resultBytes?: number;
  readonly doneAtMs?: number;
}

/**
 * A record of ours as a row. One rule for all: `accountId` stands in `account_id`, the instant `createdAtMs` as text in
 * `created_at`, a yes or no as 1 or 0, an object or a list as JSON, and what is absent as null.
 */
export type RowOf<Of> = {
  readonly [Member in keyof Of as Column<Member & string>]-?:
    | Cell<Member, Exclude<Of[Member], undefined>>
    | (undefined extends Of[Member] ? null : never);
};

/** `RowOf` of a part of a record: an absent member has no cell. */
type CellsOf<Of> = RowOf<{
  readonly [Member in keyof Of]-?: Exclude<Of[Member], undefined>;
}>;

type Instant = 'atMs' | `${string}AtMs`;

type Column<Member extends string> = Member extends 'atMs'
  ? 'at'
  : Member extends `${infer What}AtMs`
    ? `${Snake<What>}_at`
    : Snake<Member>;

type Snake<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${Snake<Rest>}`
  : '';

type Cell<Member, Value> = Value extends null
  ? null
  : Member extends Instant
    ? string
    : Value extends boolean
      ? number
      : Value extends string | number | Buffer
        ? Value
        : string;

/** The columns that hold JSON, in every table. */
const JSON_COLUMNS = new Set([
  'callback',
  'counted_as',
  'data_versions',
  'detail',
  'errors',
  'terms',
]);

/** A record, or a part of one, as the cells of a row. */
export function toRow<const Of extends object>(record: Of): CellsOf<Of> {
  const cells = Object.entries(record).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    cells.map(([member, value]) => [columnOf(member), toCell(member, value)]),
  ) as CellsOf<Of>;
}

function toCell(member: string, value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value))
    return JSON.stringify(value);
  return typeof value === 'number' && isInstant(member) ? toInstant(value) : value;
}

/** The record that stands in a row. Every column of the row becomes a member: give no columns that the record lacks. */
export function fromRow<Of extends object>(row: RowOf<Of>): Of {
  const record: Record<string, unknown> = {};
  for (const [column, cell] of Object.entries(row))
    if (cell !== null) {
      const { member, read } = memberIn(column);
      record[member] = read(cell);
    }
  return record as Of;
}

interface CellReader {
  readonly member: string;
  readonly read: (cell: unknown) => unknown;
}

/** Readers are kept, as rows are read with every call. They are no more than the tables have columns. */
const readers = new Map<string, CellReader>();

function memberIn(column: string): CellReader {
  const known = readers.get(column);
  if (known !== undefined) return known;
  const reader = { member: memberOf(column), read: readerOf(column) };
  readers.set(column, reader);
  return reader;
}

function readerOf(column: string): (cell: unknown) => unknown {
  if (/^(?:.+_)?at$/.test(column)) return (cell) => fromInstant(String(cell));
  if (JSON_COLUMNS.has(column)) return (cell) => JSON.parse(String(cell));
  return column.startsWith('is_') ? (cell) => cell === 1 : (cell) => cell;
}

const isInstant = (member: string) => member === 'atMs' || member.endsWith('AtMs');

const columnOf = (member: string): string =>
  (isInstant(member) ? member.slice(0, -2) : member).replace(
    /[A-Z]/g,
    (letter) => `_${letter.toLowerCase()}`,
  );

const memberOf = (column: string): string =>
  column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()).replace(/^at$|At$/, '$&Ms');

/** @param atMs Unix time, milliseconds; years 0 to 9999, which all have texts of one length. */
export const toInstant = (atMs: number): string => new Date(atMs).toISOString();

/** Unix time, milliseconds. */
export const fromInstant = (text: string): number => Date.parse(text);

/** Rows of a list that has the newest first. @param id of the last row that was read; `undefined`: all rows. */
export const isBefore = (id: string | undefined, column = 'id') =>
  id === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} < ${id}`;

/**
 * Keys that let their callers in, in the words of their index.
 *
 * @param now as `toInstant` gives it.
 */
export const isLiveAt = (now: string) =>
  sql<boolean>`rotated_at is null and revoked_at is null and (ends_at is null or ends_at > ${now})`;

let latest = 0n;

/**
 * An id that no other row has. Ids of one process sort in the order they were made in, also
 * within a millisecond and when its clock is set back; ids of several processes sort by their clocks.
 *
 * Source: RFC 9562, section 5.7 (UUID version 7) and 6.2, method 1, with a counter of 12 bits
 * that runs on into the next millisecond, May 2024.
 *
 * @param atMs Unix time, milliseconds.
 */
export function newId(atMs: number): string {
  const tick = BigInt(atMs) << 12n;
  latest = tick > latest ? tick : latest + 1n;
  const ticks = latest.toString(16).padStart(15, '0');
  const random = randomUUID().slice('00000000-0000-0000-'.length);
  return `${ticks.slice(0, 8)}-${ticks.slice(8, 12)}-7${ticks.slice(12)}-${random}`;
}
