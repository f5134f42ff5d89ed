/** The OpenAPI document, from the rows of the endpoints: `npm run openapi` writes it to `docs/`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, type Endpoint, TAGS } from '../../src/http/openapi/endpoint.ts';
import { ENDPOINTS } from '../../src/http/openapi/endpoints.ts';
import { listCodes } from '../../src/http/reply/replies.ts';
import { PACKAGE_DIR, readProgramVersion } from '../../src/service/machine.ts';
import {
  type Example,
  formatExamples,
  type HeaderName,
  headersOf,
  type Json,
  liftSchemas,
  listHeaders,
  RATE,
} from './components.ts';
import { errorsOf, listErrorResponses } from './error-responses.ts';

const read = (path: string) => readFileSync(join(PACKAGE_DIR, path), 'utf8');

/** The document of all endpoints, with the guide, in which the table of errors stands in the place of `{errors}`. */
export function formatContract(): string {
  const { examples }: { readonly examples: readonly Example[] } = JSON.parse(
    read('docs/examples.json'),
  );
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, Json> = {};
  for (const endpoint of ENDPOINTS)
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method?.toLowerCase() ?? 'get']: formatOperation(endpoint, examples, schemas),
    };
  const responses = listErrorResponses(examples, schemas);
  const document: Json = {
    openapi: '3.1.1',
    info: {
      title: 'Veipris',
      version: readProgramVersion(),
      summary: 'What does this drive in Norway cost?',
      description: read('docs/guide.md').replace('{errors}', listErrorRows().join('\n')),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that gave this document.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: SHARED_PARAMETERS,
      headers: listHeaders(),
      responses: { NotModified: NOT_MODIFIED, ...responses },
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(byName)),
    },
  };
  return JSON.stringify(document, undefined, 2);
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : 1;

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: '`Authorization: Bearer <key>`. Recommended; it wins where both are sent.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: '`X-API-Key: <key>`.',
  },
} as const;

/**
 * An endpoint as an operation of the contract.
 *
 * @param schemas gets the schemas that it refers to.
 */
function formatOperation(
  endpoint: Endpoint,
  examples: readonly Example[],
  schemas: Record<string, unknown>,
): Json {
  const { operationId, tag, summary, description, access, body, answer, also = {} } = endpoint;
  const own = examples.filter(({ at }) => at === operationId);
  const format = (one: Answer, status: number) => ({
    description: one.description,
    headers: headersOf([
      ...(access === 'counted' ? RATE : []),
      ...(one.isKept ? CACHED : []),
      ...(one.headers ?? []),
    ]),
    content: {
      [one.mediaType ?? 'application/json']: {
        schema: liftSchemas(one.schema, schemas),
        ...formatExamples(own.filter((example) => example.status === status)),
      },
      ...(one.record && {
        'application/x-ndjson': { schema: liftSchemas(one.record, schemas) },
      }),
    },
  });
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: access === 'open' ? [] : KEY,
    parameters: parametersOf(endpoint),
    ...(body && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          Object.entries(body.usualTypes ?? { 'application/json': body.example }).map(
            ([type, example]) => [type, { schema: liftSchemas(body.schema, schemas), example }],
          ),
        ),
      },
    }),
    responses: {
      200: format(answer, 200),
      ...(answer.isKept && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...errorsOf(endpoint),
      ...Object.fromEntries(
        Object.entries(also).map(([status, one]) => [status, format(one, Number(status))]),
      ),
    },
  };
}

/** Either of two headers. */
const KEY: readonly Json[] = [{ bearer: [] }, { apiKey: [] }];

/** On what may be kept and asked for again. */
const CACHED: readonly HeaderName[] = ['etag', 'lastModified', 'vary'];

/** With 304. */
const NOT_MODIFIED = {
  description: 'The caller has it already: its `If-None-Match` is still the `ETag`.',
  headers: headersOf(CACHED),
};

/**
 * Every error there is as rows of a table in Markdown: status, `error`, when. By status.
 *
 * @internal Its tests ask for it.
 */
export const listErrorRows = (): string[] =>
  listCodes()
    .filter(({ isOfPortal }) => !isOfPortal)
    .map(({ status, error, code, when }) => {
      const said = error === 'sentence' ? 'a sentence' : `\`${code}\``;
      return `| ${status} | ${said} | ${when} |`;
    });

/** Headers of a caller's that several endpoints read, as components. */
const SHARED_PARAMETERS = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      "The caller's own name for the request, which answer and log then use. Anything else than 1 to 64 letters, digits, dots, hyphens and underscores is replaced.",
    schema: { type: 'string', examples: ['trip-4711'] },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Names the call, 1 to 255 visible ASCII characters: within 24 hours the same question under the same key is counted once, and answered as at its first moment.',
    schema: { type: 'string', examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'] },
  },
  TestNow: {
    name: 'X-Test-Now',
    in: 'header',
    description:
      'With a test key: where the clock stands, ISO 8601 with an offset. 400 with any other key.',
    schema: { type: 'string', examples: ['2026-11-20T08:00:00+01:00'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the answer that the caller has: 304 when it is still the same.',
    schema: { type: 'string', examples: ['"3q2-7wAAAAAAAAAAAAAAAA"'] },
  },
} as const;

/** One for each member of the query, and the headers that the endpoint reads. */
function parametersOf({ path, query, answer, access, faults = [] }: Endpoint): readonly Json[] {
  const isRepeatable = access === 'counted' || faults.includes('idempotency_key_used');
  const shared = [
    ...(answer.isKept ? ['IfNoneMatch'] : []),
    ...(isRepeatable ? ['IdempotencyKey', 'TestNow'] : []),
    'RequestId',
  ];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  return [
    ...names.map((name) => ({
      name,
      in: 'path',
      required: true,
      description: 'As the answer to its submission names it.',
      schema: { type: 'string', examples: ['069218f4-1c80-7000-8000-4d1f5a2b3c4d'] },
    })),
    ...Object.entries(query?.properties ?? {}).map(([name, member]) =>
      toParameter(name, member, query?.required?.includes(name) === true),
    ),
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

interface Member {
  readonly description?: string;
  readonly examples?: readonly string[];
}

/**
 * What belongs to a first try: an example of a parameter fills the form of the reference, one of
 * its schema does not. A plate belongs to it only where the question is about nothing else.
 */
const FIRST_TRY: readonly string[] = ['from', 'to', 'refine', 'startTime', 'plate'];

function toParameter(name: string, member: Member, required: boolean): Json {
  const { description, examples, ...schema } = member;
  const isFirstTry = FIRST_TRY.includes(name) && (required || name !== 'plate');
  return {
    name,
    in: 'query',
    required,
    description,
    schema: isFirstTry ? schema : { ...schema, examples },
    ...(isFirstTry && { example: examples?.[0] }),
  };
}
