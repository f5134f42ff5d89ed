import { expect, test } from 'vitest';
import { type BuildOptions, networkBuildCommand } from '../../src/cli/network-build.ts';
import { run } from '../support/terminal.ts';

const asked: BuildOptions[] = [];
const build = networkBuildCommand(async (options, onProgress) => {
  asked.push(options);
  onProgress('building tiles');
  return {
    version: '1a2b',
    folder: '/home/network/1a2b',
    ...(options.osm !== undefined && { osm: options.osm }),
    ...(options.keepPbf && { pbf: '/home/network/1a2b/network.osm.pbf' }),
  };
});

test('progress goes to standard error, the result to standard output', async () => {
  expect(await run([build], 'network', 'build')).toEqual({
    code: 0,
    out: 'The road network 1a2b is in /home/network/1a2b.',
    err: ['building tiles'],
  });
  expect(asked.at(-1)).toEqual({ keepPbf: false });
});

test('--osm names the map to build from, and the result names it', async () => {
  const { out } = await run([build], 'network', 'build', '--osm', 'norway.osm.pbf');
  expect(out).toBe('The road network 1a2b of norway.osm.pbf is in /home/network/1a2b.');
  expect(asked.at(-1)).toEqual({ osm: 'norway.osm.pbf', keepPbf: false });
});

test('--keep-pbf says where the map with its toll stations is', async () => {
  const map = ['--osm', 'norway.osm.pbf'];
  const { out } = await run([build], 'network', 'build', ...map, '--keep-pbf');
  expect(out).toMatch(/\nIts map is \/home\/network\/1a2b\/network\.osm\.pbf\.$/);
  expect(asked.at(-1)).toEqual({ osm: 'norway.osm.pbf', keepPbf: true });
});

test('the bundled network has no map to keep, and --keep-pbf alone says so', async () => {
  asked.length = 0;
  const { code, err } = await run([build], 'network', 'build', '--keep-pbf');
  expect(code).toBe(2);
  expect(err.join()).toContain('--keep-pbf needs --osm');
  expect(asked).toEqual([]);
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
