/** What the contract refers to: schemas by their titles, headers, and examples. */
import { COMMON_HEADERS } from '../../src/http/reply/headers.ts';

/** A part of the document, ready to be written as JSON. */
export type Json = { readonly [name: string]: unknown };

/**
 * The schema with every part that has a title replaced by a reference, and those parts put among
 * the components under their titles.
 *
 * @throws Error when two different schemas have the same title.
 */
export function liftSchemas(schema: object, components: Record<string, unknown>): Json {
  const { title, ...plain } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, liftValue(value, components)]),
  );
  if (typeof title !== 'string') return title === undefined ? plain : { title, ...plain };
  const known = components[title];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(plain))
    throw new Error(`Expected one schema with the title ${title}, got two.`);
  components[title] = plain;
  return { $ref: `#/components/schemas/${title}` };
}

function liftValue(value: unknown, components: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => liftValue(item, components));
  return typeof value === 'object' && value !== null ? liftSchemas(value, components) : value;
}

/** A question, and the answer that a server over the bundled data gave to it. */
export interface Example {
  /** Unique among the examples. */
  readonly name: string;
  /** Where it is shown: an endpoint's `operationId`, or the name of an error response. */
  readonly at: string;
  readonly summary: string;
  /** Method, path and query: `GET /api/route?from=…`. */
  readonly request: string;
  readonly status: number;
  readonly body: unknown;
}

/** Examples as a media type holds them; nothing where there are none. */
export function formatExamples(examples: readonly Example[]): Json {
  if (examples.length === 0) return {};
  return {
    examples: Object.fromEntries(
      examples.map(({ name, summary, request, body }) => [
        name,
        { summary, description: `\`${request}\``, value: body },
      ]),
    ),
  };
}

/** A header as the contract describes it; `name` is how it is written there. */
interface HeaderFact {
  readonly name: string;
  readonly description: string;
  /** Absent: a text. */
  readonly schema?: Json;
  readonly example: string | number;
  /** On every answer that lists it. */
  readonly required?: true;
}

const whole = { type: 'integer', minimum: 0 } as const;

const FACTS = {
  quotaLimit: {
    name: 'X-API-Quota-Limit',
    description: 'Calls that the plan allows a day; 0 without a key that is in use.',
    schema: whole,
    example: 500,
    required: true,
  },
  quotaRemaining: {
    name: 'X-API-Quota-Remaining',
    description:
      'Calls that today has left, this one taken off and a credit added; 0 without a key that is in use.',
    schema: whole,
    example: 499,
    required: true,
  },
  quotaCost: {
    name: 'X-API-Quota-Cost',
    description:
      'On counted endpoints, to a known caller: units that this call counted: 1, and more for some questions with a body, as their endpoint says. 0 when it was not counted, was credited, or repeats a call by its `Idempotency-Key`.',
    schema: whole,
    example: 1,
  },
  test: {
    name: 'X-API-Test',
    description: '`1` on every answer to a test key.',
    schema: { type: 'integer', enum: [1] },
    example: 1,
  },
  unknownParameters: {
    name: 'X-Unknown-Parameters',
    description:
      'The parameters of the question that this endpoint does not know and has ignored, the first 20, percent-encoded. Absent: there is none.',
    example: 'plat, starttime',
  },
  serverTiming: {
    name: 'Server-Timing',
    description: 'To a known caller: milliseconds of each stage of the work.',
    example: 'authenticate;dur=0.2, count;dur=0.4, route;dur=9.1, price;dur=0.8, serialise;dur=0.6',
  },
  rateLimitPolicy: {
    name: 'RateLimit-Policy',
    description:
      'On counted endpoints, to a known caller: the quota for general clients. The window is called a day of 86 400 s, also where the Norwegian day is shorter or longer.',
    example: '"daily";q=500;w=86400',
  },
  rateLimit: {
    name: 'RateLimit',
    description:
      'On counted endpoints, to a known caller: `r` calls left, `t` seconds to the next Norwegian day.',
    example: '"daily";r=499;t=43200',
  },
  retryAfter: {
    name: 'Retry-After',
    description: 'Whole seconds to wait before another try.',
    schema: { type: 'integer', minimum: 1 },
    example: 43200,
  },
  requestId: {
    name: 'X-Request-Id',
    description:
      "Names the request in our log: the caller's own id where it sent a sane one, else one of ours.",
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    example: 'trip-4711',
    required: true,
  },
  cacheControl: {
    name: 'Cache-Control',
    description: 'Whether, by whom and for how many seconds the answer may be kept.',
    example: COMMON_HEADERS['cache-control'],
    required: true,
  },
  etag: {
    name: 'ETag',
    description: 'Changes with the content: send it as `If-None-Match`.',
    example: '"3q2-7wAAAAAAAAAAAAAAAA"',
    required: true,
  },
  lastModified: {
    name: 'Last-Modified',
    description: 'The day that the data stands for.',
    example: 'Thu, 10 Sep 2026 00:00:00 GMT',
  },
  vary: {
    name: 'Vary',
    description: 'What a cache must tell answers apart by.',
    example: 'Authorization, X-API-Key',
    required: true,
  },
  acceptRanges: {
    name: 'Accept-Ranges',
    description: '`bytes`: parts can be asked for with `Range`.',
    example: 'bytes',
  },
  contentRange: {
    name: 'Content-Range',
    description: 'Which bytes these are, and of how many; `*`: more will come.',
    example: 'bytes 0-999/*',
  },
  jobState: {
    name: 'X-Job-State',
    description: '`state` of the job: with `done` or `stopped` no more rows will come.',
    example: 'done',
  },
  allow: {
    name: 'Allow',
    description: 'On 405: the methods that the address answers.',
    example: 'GET, HEAD',
  },
  authenticate: {
    name: 'WWW-Authenticate',
    description: 'How to send a key.',
    example: 'Bearer',
    required: true,
  },
  acceptEncoding: {
    name: 'Accept-Encoding',
    description: 'How a body may be packed, where it was packed in another way.',
    example: 'gzip, identity',
  },
  contentTypeOptions: {
    name: 'X-Content-Type-Options',
    description: 'The media type is as it says.',
    example: COMMON_HEADERS['x-content-type-options'],
    required: true,
  },
  referrerPolicy: {
    name: 'Referrer-Policy',
    description: 'The address is not told to other sites.',
    example: COMMON_HEADERS['referrer-policy'],
    required: true,
  },
  contentSecurityPolicy: {
    name: 'Content-Security-Policy',
    description: 'What a browser may do with the answer: nothing, but for the reference page.',
    example: COMMON_HEADERS['content-security-policy'],
    required: true,
  },
} as const satisfies Record<string, HeaderFact>;

export type HeaderName = keyof typeof FACTS;

/** On every answer. */
const COMMON: readonly HeaderName[] = [
  'quotaLimit',
  'quotaRemaining',
  'test',
  'unknownParameters',
  'serverTiming',
  'requestId',
  'cacheControl',
  'contentTypeOptions',
  'referrerPolicy',
  'contentSecurityPolicy',
];

/** On counted endpoints, to a known caller. */
export const RATE: readonly HeaderName[] = ['quotaCost', 'rateLimitPolicy', 'rateLimit'];

const TEXT = { type: 'string' };

/** All headers as components. */
export function listHeaders(): Json {
  return Object.fromEntries(
    Object.values<HeaderFact>(FACTS).map(({ name, description, schema = TEXT, ...more }) => [
      name,
      { description, schema, ...more },
    ]),
  );
}

/** The headers of an answer: those of every answer, and some of its own. */
export function headersOf(own: readonly HeaderName[]): Json {
  return Object.fromEntries(
    [...COMMON, ...own].map((key) => {
      const { name } = FACTS[key];
      return [name, { $ref: `#/components/headers/${name}` }];
    }),
  );
}
