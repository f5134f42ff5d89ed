import { TAGS } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { listErrorResponses } from './error-responses.ts';
import { listErrorRows } from './error-table.ts';
import type { Example } from './example.ts';
import { listHeaders } from './headers.ts';
import type { Json } from './json.ts';
import { formatOperation, notModified } from './operation.ts';
import { SHARED_PARAMETERS } from './parameters.ts';

/** What the contract holds beside the endpoints. */
export interface ContractParts {
  /** Of the program. */
  readonly version: string;
  /** How to use the interface, Markdown; the table of errors stands in the place of `{errors}`. */
  readonly guide: string;
  readonly examples: readonly Example[];
}

/** The OpenAPI document of all endpoints, the same text for the same parts. */
export function formatContract({ version, guide, examples }: ContractParts): string {
  const schemas: Record<string, unknown> = {};
  const paths = ENDPOINTS.map((endpoint) => [
    endpoint.path,
    { get: formatOperation(endpoint, examples, schemas) },
  ]);
  const responses = listErrorResponses(examples, schemas);
  const document: Json = {
    openapi: '3.1.1',
    info: {
      title: 'Veipris',
      version,
      summary: 'What does this drive in Norway cost?',
      description: guide.replace('{errors}', listErrorRows().join('\n')),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that gave this document.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: SHARED_PARAMETERS,
      headers: listHeaders(),
      responses: { NotModified: notModified(), ...responses },
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
