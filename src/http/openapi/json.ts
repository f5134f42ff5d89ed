/** A part of the document, ready to be written as JSON. */
export type Json = { readonly [name: string]: unknown };

/**
 * The schema with every part that has a title replaced by a reference, and those parts put among
 * the components under their titles.
 *
 * @throws Error when two different schemas have the same title.
 */
export function liftSchemas(schema: object, components: Record<string, unknown>): Json {
  const { title, ...plain } = liftMembers(schema, components);
  if (typeof title !== 'string') return title === undefined ? plain : { title, ...plain };
  const known = components[title];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(plain))
    throw new Error(`Expected one schema with the title ${title}, got two.`);
  components[title] = plain;
  return { $ref: `#/components/schemas/${title}` };
}

function liftMembers(schema: object, components: Record<string, unknown>): Json {
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, liftValue(value, components)]),
  );
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
