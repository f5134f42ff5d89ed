import type { Json } from './json.ts';

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
