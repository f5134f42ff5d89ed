import { expect, test } from 'vitest';
import { networkBuildCommand } from '../../src/cli/network-build.ts';
import { run } from '../support/terminal.ts';

const build = networkBuildCommand(async (onProgress) => {
  onProgress('building tiles');
  return { version: '1a2b', folder: '/home/network/1a2b' };
});

test('progress goes to standard error, the result to standard output', async () => {
  expect(await run([build], 'network', 'build')).toEqual({
    code: 0,
    out: 'The road network 1a2b is in /home/network/1a2b.',
    err: ['building tiles'],
  });
});

test('--json prints version and folder', async () => {
  const { out } = await run([build], 'network', 'build', '--json');
  expect(JSON.parse(out)).toEqual({ version: '1a2b', folder: '/home/network/1a2b' });
});
