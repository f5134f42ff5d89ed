import { expect, test } from 'vitest';
import { serveCommand } from '../../src/cli/serve.ts';
import { run } from '../support/terminal.ts';

test('serves until it is told to stop', async () => {
  let served = 0;
  const serve = serveCommand(async () => {
    served += 1;
  });
  expect((await run([serve], 'serve')).code).toBe(0);
  expect((await run([serve], 'serve', '--port', '1')).code).toBe(2);
  expect(served).toBe(1);
});

test('a server that can not start is one line', async () => {
  const serve = serveCommand(async () => {
    throw new Error('PORT must be a whole number from 0 to 65535, and is "x".');
  });
  expect(await run([serve], 'serve')).toEqual({
    code: 1,
    out: '',
    err: ['veipris serve: PORT must be a whole number from 0 to 65535, and is "x".'],
  });
});
