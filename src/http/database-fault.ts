import { Fault } from '../base/fault.ts';

/** A restart of the database takes about as long. */
const RETRY_AFTER_S = 5;

/**
 * What a caller hears when nobody can look up keys and quotas: when to come back, beside what the
 * database says of itself. Anything but a fault is a defect, and stays one.
 */
export function databaseFault(error: unknown): unknown {
  if (!(error instanceof Fault)) return error;
  const { code, publicMessage, message } = error;
  return new Fault(code, publicMessage, { message, cause: error, retryAfterS: RETRY_AFTER_S });
}

/** For a question to the database that failed: gives the caller that fault. */
export function throwDatabaseFault(error: unknown): never {
  throw databaseFault(error);
}
