import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FERRY_CLASSES, type FerryClass } from '../../../src/base/vehicle.ts';
import { chargedClass, ferryClassOf } from '../../../src/pricing/ferry/class.ts';
import { loadFerryTariffs } from '../../support/bundled-facts.ts';
import { table } from '../../support/table.ts';

const tariffs = loadFerryTariffs();
const national = tariffs.zoneTable.bounds;
const mossHorten = tariffs.tables.get('Moss-Horten')?.bounds ?? national;

// Sources: torghatten.no/en/our-routes/18-782 and torghatten.no/our-routes/BF?tab=price.
test.each(
  table<'lengthM' | 'national' | 'mossHorten'>(`
    lengthM | national | mossHorten
    0.5     | AP1      | AP1
    6.00    | AP1      | AP1
    6.01    | AP2      | AP2
    7       | AP2      | AP2
    8.00    | AP2      | AP2
    8.01    | AP3      | AP3
    10.00   | AP3      | AP3
    10.01   | AP4      | AP4
    12.00   | AP4      | AP4
    12.01   | AP4      | AP5
    12.3    | AP4      | AP5
    12.50   | AP4      | AP5
    12.51   | AP5      | AP5
    14.00   | AP5      | AP5
    14.01   | AP5      | AP6
    14.50   | AP5      | AP6
    14.51   | AP6      | AP6
    17.50   | AP6      | AP6
    17.51   | AP7      | AP7
    18      | AP7      | AP7
    19.50   | AP7      | AP7
    19.51   | AP8      | AP8
    22.00   | AP8      | AP8
    22.01   | AP9      | AP9
    60      | AP9      | AP9
  `),
)('$lengthM m is $national, and $mossHorten on Moss-Horten', (row) => {
  expect(ferryClassOf(Number(row.lengthM), national)).toBe(row.national);
  expect(ferryClassOf(Number(row.lengthM), mossHorten)).toBe(row.mossHorten);
});

test('a longer vehicle is never in a lower class', () => {
  const rank = (lengthM: number) => FERRY_CLASSES.indexOf(ferryClassOf(lengthM, mossHorten));
  const lengthM = fc.double({ min: 0.1, max: 60, noNaN: true });
  fc.assert(
    fc.property(lengthM, lengthM, (a, b) => {
      expect(rank(Math.max(a, b))).toBeGreaterThanOrEqual(rank(Math.min(a, b)));
    }),
  );
});

test('a class without a length is charged as it is, under any bounds', () => {
  for (const ferryClass of FERRY_CLASSES)
    expect(chargedClass({ ferryClass }, mossHorten)).toBe(ferryClass);
});

test('a motorcycle stays one, whatever length is given', () => {
  expect(chargedClass({ ferryClass: 'MC', lengthM: 2.2 }, mossHorten)).toBe('MC');
});

test('bounds that leave out a length are a programmer error', () => {
  const short = { name: 'short', classes: [{ ferryClass: 'AP1' as FerryClass, upToM: 6 }] };
  expect(() => ferryClassOf(7, short)).toThrow('got short for 7 m');
});
