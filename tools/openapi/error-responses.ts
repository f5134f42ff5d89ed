import type { FaultCode } from '../../src/base/fault.ts';
import type { AccessClass } from '../../src/http/framework.ts';
import type { Endpoint } from '../../src/http/openapi/endpoint.ts';
import { FAULT_REPLIES, REFUSALS } from '../../src/http/reply/replies.ts';
import { ErrorBody } from '../../src/wire/unit.ts';
import {
  type Example,
  formatExamples,
  type HeaderName,
  headersOf,
  type Json,
  liftSchemas,
  RATE,
} from './components.ts';

/** An answer of 400 or above that several endpoints share. */
interface ErrorResponse {
  /** Its name among the components. */
  readonly name: string;
  /** An endpoint that gives the first of them has it; of two with one status the later stands. */
  readonly faults?: readonly FaultCode[];
  /** Statuses that the framework refuses with and that it stands for. */
  readonly refusals?: readonly number[];
  /** Absent: those of every answer that may be counted. */
  readonly headers?: readonly HeaderName[];
}

const RATE_AND_RETRY: readonly HeaderName[] = [...RATE, 'retryAfter'];
const NO_RANGE: readonly HeaderName[] = ['contentRange', 'jobState', 'retryAfter'];

/** What an endpoint gives by what it says of itself. */
const OF_ENDPOINTS: readonly ErrorResponse[] = [
  { name: 'InvalidParameter', faults: ['invalid_parameter'] },
  { name: 'InvalidApiKey', faults: ['invalid_api_key'], headers: ['authenticate'] },
  { name: 'SubscriptionInactive', faults: ['subscription_inactive'] },
  { name: 'NotFound', faults: ['not_found'] },
  { name: 'RouteNotPossible', faults: ['route_not_possible', 'not_found'] },
  { name: 'NoSuchRange', faults: ['range_not_satisfiable'], headers: NO_RANGE },
  { name: 'OtherCall', faults: ['idempotency_key_used', 'data_version_gone'] },
  { name: 'TooManyCalls', faults: ['quota_exceeded', 'rate_limited'], headers: RATE_AND_RETRY },
  { name: 'UpstreamBroken', faults: ['upstream_broken'], headers: RATE_AND_RETRY },
];

/** What an endpoint that takes a body gives for one that it does not take. */
const OF_BODIES: readonly ErrorResponse[] = [
  { name: 'BodyTooLarge', refusals: [413] },
  { name: 'BodyNotTaken', refusals: [415], headers: [...RATE, 'acceptEncoding'] },
];

/** What may happen to any request. */
const OF_ALL: readonly ErrorResponse[] = [
  {
    name: 'Refusal',
    faults: ['not_found', 'method_not_allowed'],
    refusals: Object.keys(REFUSALS)
      .map(Number)
      .filter((status) => status < 500 && status !== 413 && status !== 415),
    headers: ['allow'],
  },
  { name: 'Defect', refusals: [500] },
  {
    name: 'Unavailable',
    faults: ['upstream_down', 'overloaded'],
    refusals: [503],
    headers: RATE_AND_RETRY,
  },
];

const OF_KEYS: readonly FaultCode[] = ['invalid_api_key', 'subscription_inactive'];
const OF_ACCESS: Readonly<Record<AccessClass, readonly FaultCode[]>> = {
  open: [],
  key: OF_KEYS,
  counted: [
    ...OF_KEYS,
    'idempotency_key_used',
    'data_version_gone',
    'quota_exceeded',
    'rate_limited',
  ],
};

/** References to all answers of 400 or above that an endpoint gives, by status. */
export function errorsOf({ access, faults = [], body }: Endpoint): Json {
  const given = new Set<FaultCode>([...faults, ...OF_ACCESS[access]]);
  const own = OF_ENDPOINTS.filter(({ faults: [first] = [] }) => first && given.has(first));
  return Object.fromEntries(
    [...own, ...(body ? OF_BODIES : []), ...OF_ALL].map((response) => [
      statusOf(response),
      { $ref: `#/components/responses/${response.name}` },
    ]),
  );
}

/**
 * All of them as components.
 *
 * @param schemas gets the schemas that they refer to.
 */
export function listErrorResponses(
  examples: readonly Example[],
  schemas: Record<string, unknown>,
): Json {
  return Object.fromEntries(
    [...OF_ENDPOINTS, ...OF_BODIES, ...OF_ALL].map((response) => [
      response.name,
      {
        description: describe(response),
        headers: headersOf(response.headers ?? RATE),
        content: {
          'application/json': {
            schema: liftSchemas(bodyOf(response), schemas),
            ...formatExamples(examples.filter(({ at }) => at === response.name)),
          },
        },
      },
    ]),
  );
}

/** One status, or the range where there are several. */
function statusOf({ faults = [], refusals = [] }: ErrorResponse): string {
  const statuses = new Set([...faults.map((fault) => FAULT_REPLIES[fault].status), ...refusals]);
  const [status] = statuses;
  return statuses.size === 1 ? String(status) : '4XX';
}

/** When it happens: a sentence, or a list where there are several cases. */
function describe({ faults = [], refusals = [] }: ErrorResponse): string {
  const cases = [
    ...faults.map((fault) => ({ ...FAULT_REPLIES[fault], code: fault })),
    ...refusals.map((status) => ({ status, code: undefined, when: REFUSALS[status]?.when })),
  ].map(
    ({ status, code, when }) => `${status}${code === undefined ? '' : ` \`${code}\``}: ${when}.`,
  );
  return cases.length === 1 ? cases.join() : cases.map((one) => `- ${one}`).join('\n');
}

/** The body with the codes that `error` may hold; a sentence is any text. */
function bodyOf({ faults = [], refusals = [] }: ErrorResponse): object {
  const areCodes = faults.every((fault) => FAULT_REPLIES[fault].error === undefined);
  if (refusals.length > 0 || !areCodes) return ErrorBody;
  const error = { type: 'string', enum: faults, description: 'A stable code.' };
  const { title: _, ...body }: Json = { ...ErrorBody };
  return { ...body, properties: { ...ErrorBody.properties, error } };
}
