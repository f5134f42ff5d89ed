import { expect, test } from 'vitest';
import { type CompiledData, dataCompileCommand } from '../../src/cli/data-compile.ts';
import { run } from '../support/terminal.ts';

const COMPILED: CompiledData = {
  files: [
    { path: 'toll-stations.json', records: 463, changed: true },
    { path: 'speed-cameras.json', records: 436, changed: false },
  ],
  notes: ['look at this'],
};

const compile = dataCompileCommand(async (from) => {
  if (from !== 'extracts') throw new Error(`There is no ${from}.`);
  return COMPILED;
});

test('says which files were written, and notes what a person should look at', async () => {
  const { code, out, err } = await run([compile], 'data', 'compile', '--from', 'extracts');
  expect(code).toBe(0);
  expect(out).toMatch(/toll-stations\.json +463 +written\nspeed-cameras\.json +436 +unchanged/);
  expect(err).toEqual(['look at this']);
});

test('--json prints the files', async () => {
  const { out } = await run([compile], 'data', 'compile', '--from', 'extracts', '--json');
  expect(JSON.parse(out)).toEqual(COMPILED.files);
});

test('without --from it is wrong usage, and a folder that is not there is a failure', async () => {
  expect((await run([compile], 'data', 'compile')).code).toBe(2);
  expect((await run([compile], 'data', 'compile', '--from', 'x')).err).toEqual([
    'veipris data compile: There is no x.',
  ]);
});
