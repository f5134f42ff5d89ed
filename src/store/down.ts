import { Fault } from '../base/fault.ts';

/** What a caller reads when the database can not be asked. */
const SENTENCE = 'The accounts can not be read at the moment; try again later.';

/** A restart of the database takes about as long. */
const RETRY_AFTER_S = 5;

/** The fault of a database that is away, full, hung or shutting down: another try may succeed. */
export function toDown(cause: unknown): Fault {
  const message = `The database failed: ${toReason(cause)}`;
  return new Fault('upstream_down', SENTENCE, { message, cause, retryAfterS: RETRY_AFTER_S });
}

/** A host name with several addresses fails with an error for each, and has no message of its own. */
function toReason(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(toReason).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
