import { expect, test } from 'vitest';
import { openapiCommand } from '../../src/cli/openapi.ts';
import { loadContract } from '../../src/service/portal.ts';
import { runVeipris } from '../support/server.ts';
import { run } from '../support/terminal.ts';

const openapi = openapiCommand(async () => '{"openapi":"3.1.1"}');

test('prints the document alone', async () => {
  expect(await run([openapi], 'openapi')).toEqual({ code: 0, out: '{"openapi":"3.1.1"}', err: [] });
});

test('anything more is wrong usage', async () => {
  expect((await run([openapi], 'openapi', 'route')).code).toBe(2);
  expect((await run([openapi], 'openapi', '--json')).code).toBe(2);
});

test('needs neither database nor network, whatever the settings say', async () => {
  const settings = {
    VEIPRIS_HOME: import.meta.dirname,
    DATABASE_URL: 'postgres://127.0.0.1:1/x',
    PORT: 'x',
  };
  const { code, out, err } = await runVeipris(['openapi'], settings);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out === `${loadContract()}\n`).toBe(true);
});
