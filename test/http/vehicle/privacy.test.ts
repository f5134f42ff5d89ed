import { expect, test } from 'vitest';
import { keyed } from '../../support/app.ts';
import { FAULTS, type FaultName } from '../../support/fake-upstream/faults.ts';
import { openDemoApp, openVehicleApp } from './vehicle-app.ts';

/** The plate as it is written, as it is asked for, and as it stands in a record. */
const PLATE = /Q{2}[ -]?(%20)?12345|%C3%86|ÆØÅ|QQQ0000/i;

const faults = [...Object.keys(FAULTS), 'reset on connect'] as FaultName[];

test.each(faults)('%s: no line of the log has the plate or our key', async (fault) => {
  const { fake, ask, lines, alarms } = await openVehicleApp(undefined, {
    limits: { attemptMs: 50, bodyBytes: 1000 },
  });
  fake.fail(fault);
  for (const plate of ['QQ12345', 'qq 12345', 'ÆØÅ-QQ']) await ask(plate);
  expect(lines.length).toBeGreaterThanOrEqual(3);
  expect(lines.join('')).not.toMatch(PLATE);
  expect(lines.join('')).not.toContain('00000000-0000-4000-8000-000000000000');
  expect(alarms).toEqual([]);
});

test('neither do lines of calls that go well, that find nothing, or that are refused', async () => {
  const { app, ask, lines, upstream } = await openVehicleApp();
  for (const plate of ['QQ12345', 'ÆØÅQQ', 'QQ-12345-678', 'QQ12345;']) await ask(plate);
  await app.inject(keyed('/api/vehicle?plate=QQ12345&plate=QQ12345'));
  expect(lines).toHaveLength(5);
  expect(lines.join('')).not.toMatch(PLATE);
  expect(JSON.stringify(upstream?.state())).not.toMatch(PLATE);
});

test('nor do the answers to plates that are refused or unknown repeat them', async () => {
  const { ask } = await openVehicleApp();
  for (const plate of ['QQ123456789', 'QQ12345;'])
    expect((await ask(plate)).payload).not.toContain(plate);
  expect((await (await openDemoApp()).ask('QQ12345')).payload).not.toContain('QQ12345');
});
