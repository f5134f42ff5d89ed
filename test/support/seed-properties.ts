/** Runs before the tests of each file, so that properties draw the same cases on every machine. */
import fc from 'fast-check';

// `PROPERTY_SEED=5 npm test` draws other cases.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) });
