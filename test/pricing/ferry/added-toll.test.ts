import { expect, test } from 'vitest';
import type { FerryClass } from '../../../src/base/vehicle.ts';
import { countUnknownFares, priceFerries } from '../../../src/pricing/ferry/bill.ts';
import type { FerryVehicle } from '../../../src/pricing/ferry/terms.ts';
import { loadFerryTariffs } from '../../support/bundled-facts.ts';
import { table } from '../../support/table.ts';
import { FREE, MOSS, sail } from './crossings.ts';

const tariffs = loadFerryTariffs();

/** The toll as printed at ferde.no/bomanlegg-og-priser/boemlopakken, by the length of the vehicle. */
const nok = { AP1: 25, AP2: 50, AP3: 50, AP4: 50, AP5: 74, AP6: 74, AP7: 74, AP8: 74, AP9: 74 };
const addedToll = {
  project: 'Bømlopakken',
  from: '2013-05-02',
  amounts: [
    { from: '2024-05-31', nok: { MC: 0, ...nok }, zeroEmissionPercent: 50, source: 'notice' },
  ],
  source: 'page',
};

/** Over Moss-Horten, whose fares of 2024 are published, as if it had the toll. */
function cross(
  vehicle: FerryVehicle,
  day: string,
  { fare = MOSS, leg = 'A-C', toll = addedToll } = {},
) {
  const { connection, ...crossing } = sail(leg, fare);
  const withToll = connection && { ...crossing, connection: { ...connection, addedToll: toll } };
  return priceFerries([withToll ?? crossing], vehicle, day, tariffs);
}

test.each(
  table<'day' | 'ferryClass' | 'ordinary' | 'zero' | 'agreement' | 'estimated' | 'because'>(`
    day        | ferryClass | ordinary | zero   | agreement | estimated | because
    2024-06-10 | AP1        | 311      | 212.50 | 225.20    | false     | 286 and 25, 200 and half of 25, 30 % off 286 and 25
    2024-06-10 | AP4        | 1072     | 536    | 765.40    | false     | 1022 and 50, 511 and 25, 30 % off 1022 and 50
    2024-06-10 | AP5        | 1254     | 627    | 900       | false     | 1180 and 74, 590 and 37, 30 % off 1180 and 74
    2024-06-10 | MC         | 108      | 54     | 108       | false     | motorcycles pay no toll
    2025-06-10 | AP1        | 316      | 216.50 | 228.70    | true      | the toll of 2024 stands in for that of 2025
    2024-05-30 | AP1        | 286      | 200    | 200.20    | false     | the toll of that day is not published
  `),
)('$ferryClass on $day costs $ordinary, because $because', (row) => {
  const bill = cross({ ferryClass: row.ferryClass as FerryClass }, row.day);
  const [priced] = bill.priced;
  expect(bill.ordinaryOre).toBe(Math.round(100 * Number(row.ordinary)));
  expect(bill.zeroEmissionOre).toBe(Math.round(100 * Number(row.zero)));
  expect(bill.autopassOre).toBe(Math.round(100 * Number(row.agreement)));
  expect(priced?.estimated).toBe(row.estimated === 'true');
  const isUnknown = row.because.endsWith('not published');
  expect(countUnknownFares(bill)).toBe(isUnknown ? 1 : 0);
  expect(bill.warnings.some(({ code }) => code === 'ferry_toll_not_known')).toBe(isUnknown);
});

test.each(
  table<'fuel' | 'agreement' | 'trailerM' | 'pays' | 'because'>(`
    fuel     | agreement | trailerM | pays   | because
    petrol   | none      |          | 311    | 286 and 25
    petrol   | tag       |          | 282.40 | 10 % off 286, and 25
    electric | private   |          | 152.50 | 30 % off 200, and 12.50
    electric | none      |          | 225    | 200, and the whole 25 without a tag
    petrol   | none      | 4        | 597    | twice 286, and 25 once
    petrol   | private   | 4        | 425.40 | twice what 30 % off 286 leaves, and 25 once
  `),
)('a car ($fuel, $agreement, trailer of $trailerM m) pays $pays: $because', (row) => {
  const customer = {
    fuel: row.fuel as 'petrol',
    agreement: row.agreement as 'none',
    ...(row.trailerM && { trailerM: Number(row.trailerM) }),
  };
  const bill = cross({ ferryClass: 'AP1', lengthM: 4.5, customer }, '2024-06-10');
  expect(bill.vehicle?.ore).toBe(Math.round(100 * Number(row.pays)));
  const isDoubted = bill.warnings.some(({ message }) => message.includes('with a trailer'));
  expect(isDoubted).toBe(row.trailerM !== '');
  if (isDoubted) expect(bill.vehicle?.estimated).toBe(true);
});

test.each([
  ['A-C', 2500],
  ['C-B', 2500],
  ['A-B', 0],
])('a free leg %s with a toll at C alone costs %i øre', (leg, ore) => {
  const terms = { fare: FREE, leg, toll: { ...addedToll, touching: ['C'] } };
  const bill = cross({ ferryClass: 'AP1' }, '2024-06-10', terms);
  expect(bill.ordinaryOre).toBe(ore);
  expect(bill.zeroEmissionOre).toBe(ore / 2);
  expect(bill.autopassOre).toBe(ore);
  expect(bill.priced[0]?.estimated).toBe(false);
});

test('a toll is known to the last day that its source prints, also in another year', () => {
  const [row] = addedToll.amounts;
  const toll = { ...addedToll, amounts: row ? [{ ...row, until: '2025-02-01' }] : [] };
  const isEstimated = (day: string) =>
    cross({ ferryClass: 'AP1' }, day, { fare: FREE, toll }).priced[0]?.estimated;
  expect(['2025-01-31', '2025-02-01'].map(isEstimated)).toEqual([false, true]);
});

test('a free leg with the toll of another year is an estimate, and one whose toll is not published is not known whole', () => {
  const at = (day: string) => cross({ ferryClass: 'AP1' }, day, { fare: FREE });
  expect(at('2026-06-10').warnings.map(({ code }) => code)).toEqual(['ferry_estimated']);
  expect(at('2026-06-10').ordinaryOre).toBe(2500);
  expect(at('2024-05-30').warnings.map(({ code }) => code)).toEqual(['ferry_toll_not_known']);
  expect(countUnknownFares(at('2024-05-30'))).toBe(1);
});

test('an electric car with a private agreement pays half of the toll of a free leg, and no doubt is told', () => {
  const customer = { fuel: 'electric', agreement: 'private' } as const;
  const bill = cross({ ferryClass: 'AP1', customer }, '2024-06-10', { fare: FREE });
  expect(bill.vehicle).toEqual({ ore: 1250, estimated: false });
  expect(bill.warnings).toEqual([]);
});
