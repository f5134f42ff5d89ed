import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { App } from './framework.ts';

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
