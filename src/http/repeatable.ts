import type { FastifyRequest } from 'fastify';
import type { RepeatableCall, ReservedOnce } from '../account/access.ts';
import { Fault, refusedValue } from '../base/fault.ts';

/** What a caller may know its call by. Several headers come joined with a comma and a blank. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * A call that says by `Idempotency-Key` that it may be a repetition; `undefined`: it does not.
 *
 * @throws Fault `invalid_parameter` for a header that names no call.
 */
export function readRepeatable(
  request: FastifyRequest,
  dataVersion: string,
): RepeatableCall | undefined {
  const { 'idempotency-key': idempotencyKey, 'x-test-now': testNow } = request.headers;
  if (idempotencyKey === undefined) return undefined;
  if (typeof idempotencyKey !== 'string' || !IDEMPOTENCY_KEY.test(idempotencyKey))
    throw refusedValue(
      'Idempotency-Key',
      'Idempotency-Key must be 1 to 255 visible ASCII characters without blanks, given once.',
    );
  const question = JSON.stringify([request.routeOptions.url, testNow ?? null, askedOf(request)]);
  return { idempotencyKey, question, dataVersion };
}

/** The parameters that the endpoint knows, by name: their order, and what proxies add, is no question. */
const askedOf = (request: FastifyRequest) =>
  Object.entries(request.query as object)
    .filter(([name]) => isKnown(name, request))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

function isKnown(name: string, { routeOptions }: FastifyRequest): boolean {
  const { querystring } = (routeOptions.schema ?? {}) as { querystring?: { properties?: object } };
  return Object.hasOwn(querystring?.properties ?? {}, name);
}

/** What a header may hold of names that callers make up. */
const MOST_NAMES = 20;
const MOST_LETTERS = 100;

/** The parameters that are ignored, as `X-Unknown-Parameters` has them; '': there are none. */
export const unknownParametersOf = (request: FastifyRequest): string =>
  Object.keys(request.query as object)
    .filter((name) => !isKnown(name, request))
    .slice(0, MOST_NAMES)
    .map((name) => encodeURIComponent([...name].slice(0, MOST_LETTERS).join('')))
    .join(', ');

/** @throws Fault for a call that is no repetition of the one that its key is known for. */
export function demandSameCall({ kind }: ReservedOnce): void {
  if (kind === 'other-question')
    throw new Fault(
      'idempotency_key_used',
      'This Idempotency-Key belongs to another question of the last 24 hours: use a new one.',
    );
  if (kind === 'other-data')
    throw new Fault(
      'data_version_gone',
      'The data that this call was first answered from is no longer in force: ask again with a new Idempotency-Key, or with none.',
    );
}
