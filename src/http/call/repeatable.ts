import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { TakenOnce } from '../../account/ports.ts';
import { Fault, refusedValue } from '../../base/fault.ts';

/**
 * The names that a caller may give to its call. Several headers come joined with a comma and a blank, and so are
 * refused.
 */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The name in `Idempotency-Key` under which the call may be repeated; `undefined`: the header is not sent.
 *
 * @throws Fault `invalid_parameter` for a header that is not such a name.
 */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const { 'idempotency-key': idempotencyKey } = headers;
  if (idempotencyKey === undefined) return undefined;
  if (typeof idempotencyKey !== 'string' || !IDEMPOTENCY_KEY.test(idempotencyKey))
    throw refusedValue(
      'Idempotency-Key',
      'Idempotency-Key must be 1 to 255 visible ASCII characters without blanks, given once.',
    );
  return idempotencyKey;
}

/**
 * The parts of a call that distinguish its question from others: endpoint, parameters, body, and the clock of a test.
 */
export function questionOf(request: FastifyRequest): string {
  const { headers, routeOptions, body } = request;
  const question = [routeOptions.url, headers['x-test-now'] ?? null, askedOf(request)];
  return JSON.stringify(body === undefined || body === null ? question : [...question, tell(body)]);
}

/**
 * Lets a request forget its text. A request that may be repeated keeps the digest, which distinguishes its question
 * from others.
 */
export function keepDigest(request: FastifyRequest): void {
  const { body } = request;
  const isRepeatable = readIdempotencyKey(request) !== undefined;
  request.body = isRepeatable && typeof body === 'string' ? digestOf(body) : undefined;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * A text, which may be long, as its digest. Any other body as JSON with the members of its objects in order of their
 * names.
 */
const tell = (body: unknown): string =>
  typeof body === 'string'
    ? digestOf(body)
    : JSON.stringify(body, (_, value: unknown) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).toSorted(byName))
          : value,
      );

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : 1;

/**
 * The parameters that the endpoint knows, in order of their names. Neither the order in the address nor parameters that
 * proxies add change the question.
 */
const askedOf = (request: FastifyRequest) =>
  Object.entries(request.query as object)
    .filter(([name]) => isKnown(name, request))
    .toSorted(byName);

const isKnown = (name: string, request: FastifyRequest) =>
  Object.hasOwn(parametersOf(request) ?? {}, name);

/** The parameters of the address that the endpoint knows, by name; undefined: it has none. */
export function parametersOf({ routeOptions }: FastifyRequest): object | undefined {
  const { querystring } = (routeOptions.schema ?? {}) as { querystring?: { properties?: object } };
  return querystring?.properties;
}

/** Bounds of a header that holds names which callers make up. */
const MOST_NAMES = 20;
const MOST_LETTERS = 100;

/** The parameters that are ignored, in the form of `X-Unknown-Parameters`; '': there are none. */
export const unknownParametersOf = (request: FastifyRequest): string =>
  Object.keys(request.query as object)
    .filter((name) => !isKnown(name, request))
    .slice(0, MOST_NAMES)
    .map((name) => encodeURIComponent([...name].slice(0, MOST_LETTERS).join('')))
    .join(', ');

/** @throws Fault for a call that does not repeat the call that its key is known for. */
export function demandSameCall({ kind }: TakenOnce): void {
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
