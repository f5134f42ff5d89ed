import { expect, test } from 'vitest';
import { formatMadeKey, formatReady } from '../../src/cli/serve.ts';

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
