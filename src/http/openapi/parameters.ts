import type { Endpoint } from './endpoint.ts';
import type { Json } from './json.ts';

/** Headers of a caller's that several endpoints read, as components. */
export const SHARED_PARAMETERS = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      "The caller's own name for the request, which answer and log then use. Anything else than 1 to 64 letters, digits, dots, hyphens and underscores is replaced.",
    schema: { type: 'string', examples: ['trip-4711'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the answer that the caller has: 304 when it is still the same.',
    schema: { type: 'string', examples: ['"3q2-7wAAAAAAAAAAAAAAAA"'] },
  },
} as const;

/** One for each member of the query, and the headers that the endpoint reads. */
export function parametersOf({ query, answer }: Endpoint): readonly Json[] {
  const shared = answer.caching === 'revalidated' ? ['IfNoneMatch', 'RequestId'] : ['RequestId'];
  return [
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
