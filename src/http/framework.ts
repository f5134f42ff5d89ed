import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';

/** The web framework with our schemas as its types. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

type Compile = ReturnType<ReturnType<typeof SerializerSelector>>;

const compile: Compile = SerializerSelector()();
const known = new WeakMap<object, ReturnType<Compile>>();

/**
 * Compiles what writes the bodies of a schema once, whichever endpoints have it: all of them have that
 * of faults, and the framework would compile it anew for each.
 */
export function shareSerialisers(app: App): void {
  app.setSerializerCompiler<object>(({ schema, ...route }) => {
    const found = known.get(schema) ?? compile({ httpStatus: '', ...route, schema });
    known.set(schema, found);
    return found;
  });
}

/**
 * What an endpoint asks of its callers: `counted` a key and a call of the day, `key` a key alone,
 * `open` nothing.
 */
export type AccessClass = (typeof ACCESS_CLASSES)[number];

const ACCESS_CLASSES = ['counted', 'key', 'open'] as const;

/** That of GET and HEAD is not read. */
export const takesBody = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

/** Refuses to start with an endpoint that does not say who may call it, or what body it takes. */
export function demandTerms(app: App): void {
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (!ACCESS_CLASSES.some((one) => one === config?.access))
      throw new Error(`${method} ${url} must say in its config who may call it.`);
    if ([method].flat().some(takesBody) && schema?.body === undefined)
      throw new Error(`${method} ${url} must say in its schema what body it takes.`);
  });
}
