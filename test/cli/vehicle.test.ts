import { expect, test } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { vehicleCommand } from '../../src/cli/vehicle.ts';
import { run } from '../support/terminal.ts';

const RECORD = {
  kjoretoydataListe: [
    {
      kjoretoyId: { kjennemerke: 'QQ 10001' },
      godkjenning: { tekniskGodkjenning: { tekniskeData: { vekter: { tillattTotalvekt: 2350 } } } },
    },
  ],
};
const command = vehicleCommand(async () => async (plate) => {
  if (plate === 'QQ10001') return JSON.stringify(RECORD);
  throw new Fault('not_found', 'There is no such vehicle.');
});

test('what the record lacks is blank', async () => {
  const { out } = await run([command], 'vehicle', '--plate', 'QQ10001');
  expect(out.split('\n')).toEqual([
    'plate     registered  own weight  total weight  fuel',
    'QQ 10001                          2350 kg',
  ]);
});

test('the plate may stand by itself, once', async () => {
  const { out } = await run([command], 'vehicle', 'QQ10001', '--json');
  expect(JSON.parse(out)).toEqual(RECORD);
  const twice = await run([command], 'vehicle', 'QQ10001', '--plate', 'QQ10001');
  expect(twice).toMatchObject({
    code: 2,
    err: ['veipris vehicle: --plate must be given once; see veipris vehicle --help'],
  });
  expect((await run([command], 'vehicle', 'QQ10001', 'QQ10002')).code).toBe(2);
});

test('the record itself is printed as it is', async () => {
  const { out } = await run([command], 'vehicle', '--plate', 'QQ10001', '--json');
  expect(JSON.parse(out)).toEqual(RECORD);
});

test('an unknown plate is a failure, none is wrong usage', async () => {
  expect(await run([command], 'vehicle', '--plate', 'QQ1')).toMatchObject({
    code: 1,
    err: ['veipris vehicle: There is no such vehicle.'],
  });
  expect((await run([command], 'vehicle')).code).toBe(2);
});
