/**
 * Runs before the tests of each file: the apps that a worker builds share the compiled serialisers of
 * their schemas. Most tests over HTTP build an app each, and spent half of their time compiling anew.
 */
import { createRequire } from 'node:module';

type Compile = (schema: object, options?: object) => unknown;

const COMPILER = 'fast-json-stringify';

// Fastify has it two packages down, and keeps what it finds there when it is loaded.
const fromHere = createRequire(import.meta.url);
const fromFastify = createRequire(fromHere.resolve('fastify'));
const require = createRequire(fromFastify.resolve('@fastify/fast-json-stringify-compiler'));

const SHARED = Symbol.for('veipris.test.shared-serialisers');
const compile: Compile = require(COMPILER);
const loaded = require.cache[require.resolve(COMPILER)];
if (loaded === undefined) throw new Error(`Expected ${COMPILER} among the modules.`);
// Setup runs for each file, and the modules of Node stay.
if (!(SHARED in compile))
  loaded.exports = Object.assign(shared(compile), compile, { [SHARED]: true });

/** Schemas that read the same have one serialiser: it is a function of its argument alone. */
function shared(compile: Compile): Compile {
  const known = new Map<string, unknown>();
  return (schema, options) => {
    const text = JSON.stringify([schema, options]);
    const found = known.get(text) ?? compile(schema, options);
    known.set(text, found);
    return found;
  };
}
