import { expect, test } from 'vitest';
import { type BuildOptions, networkBuildCommand } from '../../src/cli/network-build.ts';
import { run } from '../support/terminal.ts';

const asked: BuildOptions[] = [];
const build = networkBuildCommand(async (options, onProgress) => {
  asked.push(options);
  onProgress('merged 3 links into 2');
  return {
    version: '1a2b',
    folder: '/home/network/1a2b',
    ...(options.osm !== undefined && { osm: options.osm }),
  };
});

test('progress goes to standard error, the result to standard output', async () => {
  expect(await run([build], 'network', 'build')).toEqual({
    code: 0,
    out: 'The road network 1a2b is in /home/network/1a2b.',
    err: ['merged 3 links into 2'],
  });
  expect(asked.at(-1)).toEqual({});
});

test('--osm names the map to build from, and the result names it', async () => {
  const { out } = await run([build], 'network', 'build', '--osm', 'norway.osm.pbf');
  expect(out).toBe('The road network 1a2b of norway.osm.pbf is in /home/network/1a2b.');
  expect(asked.at(-1)).toEqual({ osm: 'norway.osm.pbf' });
});

test('--json prints the same as data', async () => {
  const { out } = await run([build], 'network', 'build', '--json');
  expect(JSON.parse(out)).toEqual({ version: '1a2b', folder: '/home/network/1a2b' });
});

test.each([
  ['without a file', ['--osm']],
  ['with an empty name', ['--osm=']],
  ['given twice', ['--osm=a.pbf', '--osm=b.pbf']],
])('--osm %s is wrong usage, and nothing is built', async (_, options) => {
  asked.length = 0;
  expect((await run([build], 'network', 'build', ...options)).code).toBe(2);
  expect(asked).toEqual([]);
});
