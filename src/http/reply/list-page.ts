import type { FastifyRequest } from 'fastify';
import type { Page } from '../../account/ports.ts';
import { Fault, refusedValue } from '../../base/fault.ts';

/** The usual number of rows of a page, and the highest number. */
const ROWS = { usual: 50, most: 100 };

/** Ids of rows, which are the cursors of most lists. */
const IDS = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The most characters of a cursor. */
const MOST_CHARS = 100;

/** The page that `limit` and `cursor` ask for. */
function readPage(request: FastifyRequest, cursors: RegExp): Page {
  const { limit = String(ROWS.usual), cursor } = request.query as Readonly<Record<string, unknown>>;
  const most = typeof limit === 'string' && /^\d{1,3}$/.test(limit) ? Number(limit) : 0;
  if (most < 1 || most > ROWS.most)
    throw refusedValue('limit', `limit must be a whole number from 1 to ${ROWS.most}.`);
  if (cursor === undefined) return { most };
  if (typeof cursor !== 'string' || cursor.length > MOST_CHARS || !cursors.test(cursor))
    throw refusedValue('cursor', 'cursor must be the nextCursor of the page before.');
  return { most, before: cursor };
}

/**
 * The page of a list that `limit` and `cursor` ask for, and the cursor of the next page; `null`: this page is the last.
 *
 * @param read gives as many rows as it is asked for.
 * @param cursors the form of the cursors of the list. A cursor may name a row that is no longer there.
 * @throws Fault `invalid_parameter` for another `limit` or `cursor`.
 */
export async function takePage<Row>(
  request: FastifyRequest,
  read: (page: Page) => Promise<readonly Row[]>,
  cursorOf: (row: Row) => string,
  cursors = IDS,
): Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string | null }> {
  const { most, ...from } = readPage(request, cursors);
  const found = await read({ most: most + 1, ...from });
  const rows = found.slice(0, most);
  const last = found.length > most ? rows.at(-1) : undefined;
  return { rows, nextCursor: last === undefined ? null : cursorOf(last) };
}

export interface WithId {
  Params: { readonly id: string };
}

/**
 * The id that an address names. Other texts must not reach the database: PostgreSQL refuses a text with a zero byte.
 *
 * @throws Fault `not_found` with the sentence for a text that can not be an id of ours.
 */
export function readId({ params: { id } }: FastifyRequest<WithId>, sentence?: string): string {
  if (/^[\w-]{1,64}$/.test(id)) return id;
  throw new Fault('not_found', sentence);
}

/** Unix milliseconds as ISO 8601 in UTC; `null` where the moment is absent. */
export const formatInstant = (atMs: number | undefined): string | null =>
  atMs === undefined ? null : new Date(atMs).toISOString();
