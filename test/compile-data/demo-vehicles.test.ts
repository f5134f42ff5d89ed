import { expect, test } from 'vitest';
import { compileDemoVehicles } from '../../tools/compile-data/demo-vehicles.ts';

const row = {
  case: 'car',
  description: 'a car',
  synthetic: true,
  response: {
    kjoretoydataListe: [
      {
        kjoretoyId: { kjennemerke: 'QQ 10005' },
        kjennemerke: [{ kjennemerke: 'QQ 10005' }, { kjennemerke: 'æøå0000' }],
      },
    ],
  },
};

test('a demo vehicle is found by every plate of its own, and marked as fictitious', () => {
  const { vehicles, meta } = compileDemoVehicles([row]);
  expect(vehicles).toMatchObject([{ fictitious: true, plates: ['QQ10005', 'ÆØÅ0000'] }]);
  expect(meta.source).toContain('FICTITIOUS');
});

test('a vehicle that is not marked as invented, or has no plate, is refused', () => {
  expect(() => compileDemoVehicles([{ ...row, synthetic: false }])).toThrow('got car');
  const bare = { ...row, response: { kjoretoydataListe: [{}] } };
  expect(() => compileDemoVehicles([bare])).toThrow('got car');
});
