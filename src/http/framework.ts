import type { IncomingMessage } from 'node:http';
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
import type { Steps } from '../base/steps.ts';
import { hasMoreThan } from '../base/strict-json.ts';

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

/**
 * Values are checked as they came: none is converted, left out or filled in first. The code of the checks is not
 * shortened: that takes two fifths of the time in which they are compiled, and they check no faster.
 */
const CHECKS = {
  code: { optimize: false },
  allowUnionTypes: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
} as const;

/**
 * If a body has more values than this, only the first wrong value is told. A list of a million wrong entries would give
 * a million errors. A choice of ours: the largest journeys have as many values.
 */
const MOST_CHECKED = 10_000;

/** Lists of errors that end at the first value that is refused. */
export const endAtFirst = new WeakSet<object>();

const compileWriter: CompileWriter = SerializerSelector()();
const knownWriters = new WeakMap<object, ReturnType<CompileWriter>>();

/** The schemas that are not compiled yet, by app. */
const waiting = new WeakMap<App, (() => unknown)[]>();

/**
 * Compiles a schema when a body is first checked or written by it. To compile all schemas takes a tenth of a start.
 *
 * The writer of a schema is compiled once for all endpoints. All of them have the writer of faults, and the framework
 * would compile it anew for each endpoint.
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

/** Compiles the schemas that no call has needed yet, one after the other. */
export function* compileRest(app: App): Steps<void> {
  for (const make of waiting.get(app) ?? []) {
    yield;
    make();
  }
}

/**
 * What an endpoint asks of its callers: `counted` asks for a key and a call of the day, `key` for a key alone, `open`
 * for nothing.
 */
export type AccessClass = (typeof ACCESS_CLASSES)[number];

const ACCESS_CLASSES = ['counted', 'key', 'open'] as const;

/** Whether the body of a request is read. That of GET and HEAD is not. */
export const takesBody = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

/** Every line of a header. The parsed headers keep only one of several lines. @param name in small letters. */
export const linesOf = ({ rawHeaders }: IncomingMessage, name: string): string[] =>
  rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name);

/** Refuses to start with an endpoint that does not say who may call it, or what body it takes. */
export function demandTerms(app: App): void {
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (!ACCESS_CLASSES.some((one) => one === config?.access))
      throw new Error(`${method} ${url} must say in its config who may call it.`);
    if ([method].flat().some(takesBody) && schema?.body === undefined)
      throw new Error(`${method} ${url} must say in its schema what body it takes.`);
  });
}
