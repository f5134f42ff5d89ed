import { expect, test } from 'vitest';
import {
  type BuildOptions,
  networkAuditCommand,
  networkBuildCommand,
} from '../../src/cli/network.ts';
import type { PlacementAudit } from '../../src/network/placement/audit-placement.ts';
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
  expect(asked.at(-1)).toEqual({ ifNewer: false });
});

test('--osm names the map to build from, and the result names it', async () => {
  const { out } = await run([build], 'network', 'build', '--osm', 'norway.osm.pbf');
  expect(out).toBe('The road network 1a2b of norway.osm.pbf is in /home/network/1a2b.');
  expect(asked.at(-1)).toEqual({ osm: 'norway.osm.pbf', ifNewer: false });
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

test.each([
  ['alone', []],
  ['with a map', ['--osm', 'norway.osm.pbf']],
  ['with a file', ['--ruteplan', 'norway.zip']],
])('--if-newer %s is wrong usage, and nothing is built', async (_, options) => {
  asked.length = 0;
  expect((await run([build], 'network', 'build', '--if-newer', ...options)).code).toBe(2);
  expect(asked).toEqual([]);
});

const AUDIT: PlacementAudit = {
  rows: [
    {
      id: '1',
      name: 'Sinsen',
      project: 'oslo',
      kind: 'autopass',
      road: 'R150',
      placed: true,
      why: 'on the link of its road',
      offM: 12,
      directionUndecided: true,
    },
    {
      id: '2',
      name: 'Rampe',
      project: 'oslo',
      kind: 'autopass',
      road: 'E6',
      placed: false,
      why: 'stands on a ramp',
      directionUndecided: false,
    },
  ],
  projects: [{ project: 'oslo', stations: 2, placed: 1, directionUndecided: 1 }],
  mainRoads: { stations: 2, placed: 1 },
  allMainRoads: { stations: 4, placed: 1 },
  roadsInNetwork: { stations: 3, placed: 2 },
  autopass: { stations: 2, placed: 1 },
  all: { stations: 0, placed: 0 },
  leftOut: { ramp: 7, 'ferry-payment': 0, 'road-missing': 5, missed: 3 },
};

const audit = networkAuditCommand(async () => AUDIT);

test('every station has its line, with the reason, and every project its count', async () => {
  const { code, out } = await run([audit], 'network', 'audit');
  expect(code).toBe(0);
  expect(out).toMatch(
    /oslo +Sinsen +1 +R150 +12 +yes, on the link of its road; direction undecided/,
  );
  expect(out).toMatch(/oslo +Rampe +2 +E6 +NO, stands on a ramp\n/);
  expect(out).toMatch(/oslo +2 +1 +1\n/);
  expect(out).toMatch(/on any road that the network has +3 +2 +66\.7 %/);
  expect(out).toMatch(/on a ramp or a side road at a junction, and the network has none +7\n/);
  expect(out).toMatch(/on a road that the network has +3$/);
});

test('--json prints the audit as data', async () => {
  const { out } = await run([audit], 'network', 'audit', '--json');
  expect(JSON.parse(out)).toEqual(AUDIT);
});

test('an option that it does not know is wrong usage', async () => {
  expect((await run([audit], 'network', 'audit', '--all')).code).toBe(2);
});
