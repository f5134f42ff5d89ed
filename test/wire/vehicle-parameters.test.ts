import { describe, expect, test } from 'vitest';
import type { AskedVehicle } from '../../src/vehicle/vehicle.ts';
import type { QuoteQuestion } from '../../src/wire/parameters.ts';
import { parseQuoteRequest } from '../../src/wire/question.ts';
import { NATIONAL_BOUNDS } from '../support/ferry-bounds.ts';

const parse = (question: QuoteQuestion) =>
  parseQuoteRequest(
    { from: '60,10', to: '61,11', ...question },
    { nowMs: 0, ferryBounds: NATIONAL_BOUNDS },
  );

describe('what a question says of the vehicle', () => {
  const cases: readonly (readonly [QuoteQuestion, AskedVehicle | undefined])[] = [
    [{}, undefined],
    [{ heavy: '1', ferryClass: 'AP2', vehicleLength: '7' }, undefined],
    [{ plate: 'qq 123-45' }, { heavy: false, plate: 'QQ12345' }],
    [
      { fuel: 'plugin-hybrid', heavy: '1' },
      { heavy: true, fuel: 'plugin-hybrid' },
    ],
    [{ vehicleType: 'camper' }, { heavy: false, vehicleType: 'camper' }],
    [{ euroClass: '6' }, { heavy: false, euroClass: 6 }],
    [{ euroClass: 'Euro VI' }, { heavy: false, euroClass: 6 }],
    [{ euroClass: 'iv' }, { heavy: false, euroClass: 4 }],
    [{ euroClass: 'euro-5' }, { heavy: false, euroClass: 5 }],
    [{ weight: '3500.5' }, { heavy: false, weightKg: 3500.5 }],
    [{ tag: '0' }, { heavy: false, tagged: false }],
    [{ tag: '1' }, { heavy: false, tagged: true }],
    [{ ferryAgreement: 'private' }, { heavy: false, agreement: 'private' }],
    [{ trailerLength: '4.5' }, { heavy: false, trailerM: 4.5 }],
    [
      { fuel: 'gas', ferryClass: 'AP2', vehicleLength: '7' },
      { heavy: false, fuel: 'gas', ferryClass: 'AP2', lengthM: 7 },
    ],
  ];
  test.each(cases)('%j', (question, asked) => {
    expect(parse(question).asked).toEqual(asked);
  });
});

const TYPES = 'vehicleType must be motorcycle, car, van, bus, truck or camper.';

test.each<readonly [QuoteQuestion, string]>([
  [{ plate: '' }, 'plate must be 2 to 7 letters A to Å and digits, such as "QQ 12345".'],
  [{ plate: "QQ'; --" }, 'plate must be 2 to 7 letters A to Å and digits, such as "QQ 12345".'],
  [{ vehicleType: '' }, TYPES],
  [{ vehicleType: 'Car' }, TYPES],
  [{ vehicleType: 'lorry' }, TYPES],
  [{ fuel: '' }, 'fuel must be petrol, diesel, electric, hydrogen, plugin-hybrid or gas.'],
  [{ fuel: 'other' }, 'fuel must be petrol, diesel, electric, hydrogen, plugin-hybrid or gas.'],
  [{ fuel: 'Diesel' }, 'fuel must be petrol, diesel, electric, hydrogen, plugin-hybrid or gas.'],
  [{ euroClass: '0' }, 'euroClass must be 1 to 6, or I to VI.'],
  [{ euroClass: '7' }, 'euroClass must be 1 to 6, or I to VI.'],
  [{ euroClass: 'IIV' }, 'euroClass must be 1 to 6, or I to VI.'],
  [{ euroClass: ' 6' }, 'euroClass must be 1 to 6, or I to VI.'],
  [{ euroClass: '6\n' }, 'euroClass must be 1 to 6, or I to VI.'],
  [{ euroClass: '٦' }, 'euroClass must be 1 to 6, or I to VI.'],
  [{ euroClass: '' }, 'euroClass must be 1 to 6, or I to VI.'],
  [{ weight: '0' }, 'weight must be a number of kilograms above 0 and at most 200000.'],
  [{ weight: '3.5t' }, 'weight must be a number of kilograms above 0 and at most 200000.'],
  [{ weight: '1e3' }, 'weight must be a number of kilograms above 0 and at most 200000.'],
  [{ weight: '0x3e8' }, 'weight must be a number of kilograms above 0 and at most 200000.'],
  [{ weight: '+1000' }, 'weight must be a number of kilograms above 0 and at most 200000.'],
  [{ weight: ' 1000' }, 'weight must be a number of kilograms above 0 and at most 200000.'],
  [{ weight: '１０００' }, 'weight must be a number of kilograms above 0 and at most 200000.'],
  [{ weight: '1e9' }, 'weight must be a number of kilograms above 0 and at most 200000.'],
  [{ tag: '' }, 'tag must be 1 or 0.'],
  [{ tag: 'yes' }, 'tag must be 1 or 0.'],
  [{ ferryAgreement: 'autopass' }, 'ferryAgreement must be none, tag, private or business.'],
  [{ trailerLength: '-1' }, 'trailerLength must be a number of metres above 0 and at most 60.'],
  [{ trailerLength: '1e1' }, 'trailerLength must be a number of metres above 0 and at most 60.'],
  [{ vehicleLength: '7e0' }, 'vehicleLength must be a number of metres above 0 and at most 60.'],
  [{ vehicleLength: ' 7' }, 'vehicleLength must be a number of metres above 0 and at most 60.'],
  [{ trailerLength: '61' }, 'trailerLength must be a number of metres above 0 and at most 60.'],
])('%j is refused: %s', (question, sentence) => {
  expect(() => parse(question)).toThrow(
    expect.objectContaining({ code: 'invalid_parameter', publicMessage: sentence }),
  );
});
