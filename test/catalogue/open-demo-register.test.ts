import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDemoRegister } from '../../src/catalogue/open-demo-register.ts';
import { DATA_DIR } from '../../src/data-dir.ts';
import { parsePlate } from '../../src/trip/parse-plate.ts';
import { tempHome } from '../support/temp-home.ts';

const vehicle = { fictitious: true, plates: ['QQ1'], response: { kjoretoydataListe: [{ a: 1 }] } };

async function registerOf(vehicles: readonly unknown[]) {
  const dir = await tempHome();
  writeFileSync(join(dir, 'demo-vehicles.json'), JSON.stringify({ meta: {}, vehicles }));
  return openDemoRegister(dir);
}

test('every plate of a vehicle finds its whole record', async () => {
  const register = await registerOf([{ ...vehicle, plates: ['QQ1', 'ÆØ2'] }]);
  for (const plate of ['QQ1', 'ÆØ2'])
    expect(await register.findVehicle(plate)).toBe('{"kjoretoydataListe":[{"a":1}]}');
  expect(await register.findVehicle('QQ2')).toBeUndefined();
});

test('every plate it names can be asked for', async () => {
  const { findVehicle, whyUnknown = '' } = openDemoRegister(DATA_DIR);
  const plates = whyUnknown.match(/[A-ZÆØÅ]{2,3}\d{4,5}/g) ?? [];
  expect(plates).toHaveLength(7);
  for (const plate of plates) {
    expect(parsePlate(plate)).toBe(plate);
    expect(await findVehicle(plate)).toContain('kjoretoydataListe');
  }
});

test.each([
  ['a vehicle that may be real', { ...vehicle, fictitious: false }],
  ['a vehicle without a plate', { ...vehicle, plates: [] }],
  ['a record without a vehicle', { ...vehicle, response: { kjoretoydataListe: [] } }],
])('%s stops the start', async (_what, wrong) => {
  await expect(registerOf([wrong])).rejects.toThrow('demo-vehicles.json, vehicles 0');
});
