import { Fault } from '../base/fault.ts';

/** What a caller reads when the database can not be asked. */
const SENTENCE = 'The accounts can not be read at the moment; try again later.';

/** The fault of a database that is away, full, hung or shutting down: another try may succeed. */
export function toDown(cause: unknown): Fault {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Fault('upstream_down', SENTENCE, { message: `The database failed: ${reason}`, cause });
}
