import { Fault } from '../../base/fault.ts';
import { parseRetryAfter } from '../call/parse-retry-after.ts';
import type { UpstreamReply } from '../call/upstream.ts';
import { broken } from './read-page.ts';

/**
 * Lets an answer pass that is one.
 *
 * Source: NVDB API les V4, OpenAPI document, November 2026: 400, 401, 403, 404 and 500 with a
 * problem object; 429 with `Retry-After`.
 *
 * @throws Fault `upstream_down` where the road database is busy or failing, `upstream_broken` where
 * it refuses our question.
 */
export function checkReply(
  { status, headers }: Pick<UpstreamReply, 'status' | 'headers'>,
  nowMs: number,
): void {
  if (status === 200) return;
  const retryAfterS = parseRetryAfter(headers['retry-after'], nowMs);
  const wait = retryAfterS === undefined ? {} : { retryAfterS };
  if (status === 429) throw new Fault('upstream_down', 'The road database is busy (429).', wait);
  if (status >= 500)
    throw new Fault('upstream_down', `The road database is failing (${status}).`, wait);
  if (status === 401 || status === 403)
    throw new Fault(
      'upstream_broken',
      `The road database refused us (${status}); see ROAD_DATABASE_CONTACT.`,
    );
  throw broken(`the status ${status}`);
}
