import ValidatorSelector from '@fastify/ajv-compiler';
import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchemaCompiler,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import { hasMoreThan } from '../base/json-bounds.ts';
import type { Steps } from '../base/steps.ts';

/** The web framework with our schemas as its types. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

type CompileCheck = ReturnType<ReturnType<typeof ValidatorSelector>>;
type CompileWriter = ReturnType<ReturnType<typeof SerializerSelector>>;

/** A value is what it is: nothing is made a text, left out or filled in before it is looked at. */
const CHECKS = {
  allowUnionTypes: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
} as const;

/**
 * In a body of more values only the first wrong one is told: a list of a million wrong entries would give a million
 * errors. A choice of ours: the largest journeys have as many.
 */
const MOST_CHECKED = 10_000;

/** Errors that end at the first value that is refused. */
export const endAtFirst = new WeakSet<object>();

const compileWriter: CompileWriter = SerializerSelector()();
const knownWriters = new WeakMap<object, ReturnType<CompileWriter>>();

/** By app: what is not compiled yet. */
const waiting = new WeakMap<App, (() => unknown)[]>();

/**
 * Compiles a schema when a body is first checked by it or written: all of them are a tenth of a start.
 *
 * What writes bodies is compiled once, whichever endpoints have it: all of them have that of faults, and the framework
 * would compile it anew for each.
 */
export function compileLate(app: App): void {
  const all: (() => unknown)[] = [];
  waiting.set(app, all);
  const late = <Made extends object>(of: string, work: () => Made): (() => Made) => {
    let made: Made | undefined;
    const make = () => {
      try {
        made ??= work();
        return made;
      } catch (cause) {
        throw new Error(`A schema of ${of} cannot be compiled.`, { cause });
      }
    };
    all.push(make);
    return make;
  };
  const compileChecks = (allErrors: boolean) =>
    late<CompileCheck>('any endpoint', () =>
      ValidatorSelector()({}, { customOptions: { ...CHECKS, allErrors } }),
    );
  const [compileFirst, compileAll] = [compileChecks(false), compileChecks(true)];
  app.setValidatorCompiler<object>((route) => {
    const openFirst = late(nameOf(route), () => compileFirst()(route));
    const openAll = late(nameOf(route), () => compileAll()(route));
    const check: ReturnType<FastifySchemaCompiler<object>> = (value) => {
      const first = openFirst();
      if (first(value) === true) return true;
      check.errors = first.errors ?? null;
      if (hasMoreThan(MOST_CHECKED, value)) {
        endAtFirst.add(check.errors ?? []);
        return false;
      }
      const all = openAll();
      all(value);
      check.errors = all.errors ?? null;
      return false;
    };
    return check;
  });
  app.setSerializerCompiler<object>(({ schema, ...route }) => {
    const open = late(nameOf(route), () => {
      const found = knownWriters.get(schema) ?? compileWriter({ httpStatus: '', ...route, schema });
      knownWriters.set(schema, found);
      return found;
    });
    return (value) => open()(value);
  });
}

const nameOf = ({ method, url }: { readonly method: string; readonly url: string }): string =>
  `${method} ${url}`;

/** Compiles what no call has asked for yet, one after the other. */
export function* compileRest(app: App): Steps<void> {
  for (const make of waiting.get(app) ?? []) {
    yield;
    make();
  }
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
