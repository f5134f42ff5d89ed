import type { AccessClass } from '../demand-terms.ts';
import type { Answer, Endpoint } from './endpoint.ts';
import { errorsOf } from './error-responses.ts';
import { type Example, formatExamples } from './example.ts';
import { type HeaderName, headersOf } from './headers.ts';
import type { Json } from './json.ts';
import { liftSchemas } from './lift-schemas.ts';
import { parametersOf } from './parameters.ts';

/**
 * An endpoint as an operation of the contract.
 *
 * @param schemas gets the schemas that it refers to.
 */
export function formatOperation(
  endpoint: Endpoint,
  examples: readonly Example[],
  schemas: Record<string, unknown>,
): Json {
  const { operationId, tag, summary, description, access, answer, also = {} } = endpoint;
  const own = examples.filter(({ at }) => at === operationId);
  const format = (one: Answer, status: number) => ({
    description: one.description,
    headers: headersOf([...RATE[access], ...(one.caching === 'revalidated' ? CACHED : [])]),
    content: {
      [one.mediaType ?? 'application/json']: {
        schema: liftSchemas(one.schema, schemas),
        ...formatExamples(own.filter((example) => example.status === status)),
      },
    },
  });
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: SECURITY[access],
    parameters: parametersOf(endpoint),
    responses: {
      200: format(answer, 200),
      ...(answer.caching === 'revalidated' && { 304: NOT_MODIFIED }),
      ...errorsOf(endpoint),
      ...Object.fromEntries(
        Object.entries(also).map(([status, one]) => [status, format(one, Number(status))]),
      ),
    },
  };
}

/** Either of two headers. */
const KEY: readonly Json[] = [{ bearer: [] }, { apiKey: [] }];
const SECURITY: Readonly<Record<AccessClass, readonly Json[]>> = {
  open: [],
  key: KEY,
  counted: KEY,
};

const RATE: Readonly<Record<AccessClass, readonly HeaderName[]>> = {
  open: [],
  key: [],
  counted: ['rateLimitPolicy', 'rateLimit'],
};

/** On what may be kept and asked for again. */
const CACHED: readonly HeaderName[] = ['etag', 'lastModified', 'vary'];

const NOT_MODIFIED = { $ref: '#/components/responses/NotModified' } as const;

/** The component behind 304. */
export const notModified = () => ({
  description: 'The caller has it already: its `If-None-Match` is still the `ETag`.',
  headers: headersOf(CACHED),
});
