import { expect, test } from 'vitest';
import { formatMadeKey, formatReady, openapiCommand, serveCommand } from '../../src/cli/serve.ts';
import { loadContract } from '../../src/service/portal.ts';
import { runVeipris } from '../support/server.ts';
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

const openapi = openapiCommand(async () => '{"openapi":"3.1.1"}');

test('openapi prints the document alone', async () => {
  expect(await run([openapi], 'openapi')).toEqual({ code: 0, out: '{"openapi":"3.1.1"}', err: [] });
});

test('anything more than openapi is wrong usage', async () => {
  expect((await run([openapi], 'openapi', 'route')).code).toBe(2);
  expect((await run([openapi], 'openapi', '--json')).code).toBe(2);
});

test('openapi needs neither database nor network, whatever the settings say', async () => {
  const settings = {
    VEIPRIS_HOME: import.meta.dirname,
    DATABASE_URL: 'postgres://127.0.0.1:1/x',
    PORT: 'x',
  };
  const { code, out, err } = await runVeipris(['openapi'], settings);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out === `${loadContract()}\n`).toBe(true);
});

const ADDRESS = 'http://127.0.0.1:8080';
const URL = `'${ADDRESS}/api/route?from=59.9139,10.7522&to=60.3913,5.3221&refine=1'`;

test('the call takes the key from its file, so that the shell does not remember it', () => {
  expect(formatReady(ADDRESS, 'var/demo-key')).toBe(
    `veipris is ready at ${ADDRESS}\n  portal: ${ADDRESS}/portal/\n  docs: ${ADDRESS}/docs\n  key: var/demo-key\n  curl -H "Authorization: Bearer $(cat var/demo-key)" ${URL}`,
  );
});

test('any path is one word of the shell', () => {
  expect(formatReady(ADDRESS, "/home/o'neil/my var/demo-key")).toContain(
    String.raw`$(cat '/home/o'\''neil/my var/demo-key')`,
  );
});

test('without a key the line before the call makes one', () => {
  expect(formatReady(ADDRESS).split('\n')).toEqual([
    `veipris is ready at ${ADDRESS}`,
    `  portal: ${ADDRESS}/portal/`,
    `  docs: ${ADDRESS}/docs`,
    '  VEIPRIS_KEY=$(npx veipris key create --email you@example.no)',
    `  curl -H "Authorization: Bearer $VEIPRIS_KEY" ${URL}`,
  ]);
});

test('a made key stands alone on its line', () => {
  expect(formatMadeKey('var/demo-key', 'veipris_live_x').split('\n')).toEqual([
    'veipris: a demo account on plan Free; its key is shown this once and kept in var/demo-key',
    '  veipris_live_x',
  ]);
});

test('the ready line names the foreign services that are asked, where there are any', () => {
  expect(formatReady(ADDRESS, 'var/demo-key', ['route planner', 'OSRM server'])).toContain(
    '\n  it asks: route planner, OSRM server\n',
  );
  expect(formatReady(ADDRESS, 'var/demo-key')).not.toContain('it asks');
});
