import { expect, test } from 'vitest';
import { type NetworkAudit, networkAuditCommand } from '../../src/cli/network-audit.ts';
import { run } from '../support/terminal.ts';

const AUDIT: NetworkAudit = {
  rows: [
    {
      id: '1',
      name: 'Sinsen',
      project: 'oslo',
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

test('--json prints the same as data', async () => {
  const { out } = await run([audit], 'network', 'audit', '--json');
  expect(JSON.parse(out)).toEqual(AUDIT);
});

test('an option that it does not know is wrong usage', async () => {
  expect((await run([audit], 'network', 'audit', '--all')).code).toBe(2);
});
