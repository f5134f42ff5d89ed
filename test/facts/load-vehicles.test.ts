import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDemoRegister } from '../../src/facts/load-vehicles.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { parsePlate } from '../../src/vehicle/vehicle.ts';
import { checkDataFile, writeManifest } from '../../tools/compile-data/check-data.ts';
import { tempHome } from '../support/temp-home.ts';

/** An invented record that tells next to nothing. */
const recordOf = (...plates: readonly string[]) => ({
  kjoretoydataListe: [
    { kjoretoyId: {}, kjennemerke: plates.map((kjennemerke) => ({ kjennemerke })) },
  ],
});

const PLATES = ['QQ12345', 'ÆØÅ1234'];
const vehicle = {
  case: 'sparse',
  description: 'A vehicle',
  fictitious: true,
  plates: PLATES,
  response: recordOf('QQ 12345', 'ÆØÅ1234'),
};

async function registerOf(vehicles: readonly unknown[]) {
  const dir = tempHome();
  const meta = { date: '2026-11-20', counts: { vehicles: vehicles.length } };
  writeFileSync(join(dir, 'demo-vehicles.json'), JSON.stringify({ meta, vehicles }));
  checkDataFile(dir, 'demo-vehicles.json');
  writeManifest(dir);
  return openDemoRegister(dir);
}

test('every plate of a vehicle finds its whole record', async () => {
  const register = await registerOf([vehicle]);
  for (const plate of PLATES)
    expect(await register.findVehicle(plate)).toBe(JSON.stringify(vehicle.response));
  expect(await register.findVehicle('QQ12346')).toBeUndefined();
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
  ['a vehicle that may be real', { ...vehicle, fictitious: false }, 'vehicles 0 fictitious'],
  ['a vehicle without a plate', { ...vehicle, plates: [] }, 'vehicles 0 plates'],
  ['a plate that is issued', { ...vehicle, plates: ['AB12345'] }, 'vehicles 0 plates 0'],
  [
    'a record without a vehicle',
    { ...vehicle, response: { kjoretoydataListe: [] } },
    'vehicles 0 response kjoretoydataListe',
  ],
  ['an empty record', { ...vehicle, response: { kjoretoydataListe: [{}] } }, 'kjoretoyId'],
  [
    'a record with the number of a maker',
    {
      ...vehicle,
      response: { kjoretoydataListe: [{ kjoretoyId: { understellsnummer: '12345678901234567' } }] },
    },
    'vehicles 0 response kjoretoydataListe 0 kjoretoyId understellsnummer',
  ],
  [
    'a plate that its record does not have',
    { ...vehicle, plates: [...PLATES, 'QQ54321'] },
    'sparse: the plate QQ54321 does not stand in its record',
  ],
  [
    'a record with one plate more, which may be issued',
    { ...vehicle, response: recordOf(...PLATES, 'AB 12345') },
    'sparse: its record has the plate AB12345, which is not named as invented',
  ],
  [
    'a record that tells nothing and is not meant to',
    { ...vehicle, case: 'lorry' },
    'lorry: its record does not tell category, weight and fuel',
  ],
])('%s is refused', async (_what, wrong, sentence) => {
  await expect(registerOf([wrong])).rejects.toThrow(/^demo-vehicles\.json, [^\n]+$/);
  await expect(registerOf([wrong])).rejects.toThrow(sentence);
});
