/** What is not known of one vehicle or of its fare is said, and makes its amount an estimate. */
import { expect, test } from 'vitest';
import { priceFerries } from '../../../src/pricing/ferry/bill.ts';
import type { FerryFare } from '../../../src/pricing/ferry/law.ts';
import type { FerryCustomer, FerryVehicle } from '../../../src/pricing/ferry/terms.ts';
import { loadFerryTariffs } from '../../support/bundled-facts.ts';
import { table } from '../../support/table.ts';
import { FREE, MOSS, sail } from './crossings.ts';

const tariffs = loadFerryTariffs();

const LINGE: FerryFare = {
  kind: 'zone',
  legs: [{ quayIds: ['A', 'B'], zone: 5, table: 'Eidsdal-Linge' }],
};
const FARES = { Moss: MOSS, Linge: LINGE, free: FREE };
type Line = keyof typeof FARES;

const DAYS: Readonly<Record<Line, string>> = {
  Moss: '2024-06-03',
  Linge: '2026-06-03',
  free: '2026-06-03',
};

interface Asked {
  readonly line: Line;
  readonly day?: string;
  readonly vehicle?: Partial<FerryVehicle>;
  readonly customer?: Partial<FerryCustomer>;
}

function priceOne({ line, day = DAYS[line], vehicle, customer }: Asked) {
  const asked = {
    ferryClass: 'AP1',
    ...vehicle,
    customer: { fuel: 'diesel', agreement: 'none', ...customer },
  } as const;
  const bill = priceFerries([sail('A-B', FARES[line], { line: 'A-B' })], asked, day, tariffs);
  const own = bill.priced[0]?.vehicle;
  expect(bill.vehicle?.estimated).toBe(own?.estimated);
  return { nok: (own?.amount?.ore ?? Number.NaN) / 100, ...own };
}

// Sources: data/ferry-payments.json (trailer rule); m.basto-fosen.no/fares/ (286, AP3 862).
test.each(
  table<'line' | 'ownM' | 'trailerM' | 'nok' | 'doubts' | 'because'>(`
    line  | ownM | trailerM | nok | doubts | because
    Moss  | 5.9  | 3.9      | 572 | 1      | above 3 500 kg it is AP3, 862
    Moss  | 4    | 2        | 286 | 0      | up to 6 m together is AP1 at any weight
    Moss  | 6.1  | 3.9      | 862 | 0      | above 6 m the class of both at any weight
    Linge | 6    | 4        | 162 | 1      | above 3 500 kg it is AP3
  `),
)('a weight that is not told: $line, $ownM + $trailerM m, $because', (row) => {
  const { nok, estimated, doubts } = priceOne({
    line: row.line as Line,
    vehicle: { lengthM: Number(row.ownM), ferryClass: Number(row.ownM) > 6 ? 'AP2' : 'AP1' },
    customer: { trailerM: Number(row.trailerM), isWeightAssumed: true },
  });
  expect([nok, doubts?.length]).toEqual([Number(row.nok), Number(row.doubts)]);
  expect(estimated).toBe(row.doubts !== '0');
  if (row.doubts !== '0')
    expect(doubts?.[0]).toContain('The permitted weight of the vehicle is not known');
});

test('without a trailer no weight is missed', () => {
  const own = priceOne({ line: 'Moss', customer: { isWeightAssumed: true } });
  expect(own).toMatchObject({ nok: 286, estimated: false, doubts: [] });
});

test('a class that is assumed makes an estimate of every fare but nothing', () => {
  const customer = { isClassAssumed: true } as const;
  expect(priceOne({ line: 'Moss', customer })).toMatchObject({ nok: 286, estimated: true });
  expect(priceOne({ line: 'Linge', customer })).toMatchObject({ nok: 81, estimated: true });
  expect(priceOne({ line: 'free', customer })).toMatchObject({ nok: 0, estimated: false });
});

test('where the AutoPASS agreement is not valid, what the own agreement takes off is in doubt', () => {
  expect(priceOne({ line: 'Moss', customer: { agreement: 'private' } })).toMatchObject({
    nok: 200.2,
    estimated: true,
    doubts: [
      'The AutoPASS ferry agreement is not valid on A-B: the price is that of its own agreement, which is another contract.',
    ],
  });
  const valid = priceOne({ line: 'Linge', customer: { agreement: 'private' } });
  expect(valid).toMatchObject({ nok: 41, estimated: false, doubts: [] });
});

test('an estimate for the class with the trailer is told with class and tariff, where the class alone is published', () => {
  const towing = { vehicle: { lengthM: 5 }, customer: { trailerM: 4, weightKg: 4000 } };
  expect(priceOne({ line: 'Linge', ...towing })).toMatchObject({
    nok: 262,
    estimated: true,
    doubts: [
      'With its trailer the vehicle is of class AP3. The fare of A-B is an estimate: reconstructed zone table 2026, zone 5 (estimate).',
    ],
  });
  expect(priceOne({ line: 'Moss', ...towing })).toMatchObject({
    nok: 862,
    estimated: false,
    doubts: [],
  });
});

test('what the crossing itself tells is not told again of the class with the trailer', () => {
  const towing = { vehicle: { lengthM: 5 }, customer: { trailerM: 4, weightKg: 4000 } };
  const own = priceOne({ line: 'Linge', day: '2025-06-03', ...towing });
  expect(own).toMatchObject({ estimated: true, doubts: [] });
});

test('the zero-emission share of the class with the trailer is told to those who pay it', () => {
  // 70 % of AP1 is published for state ferries; 50 % of the other classes for 2024 only.
  const towing = (fuel: 'diesel' | 'electric') =>
    priceOne({
      line: 'Linge',
      vehicle: { lengthM: 5 },
      customer: { fuel, trailerM: 4, weightKg: 4000 },
    }).doubts?.filter((doubt) => doubt.includes('zero-emission share'));
  expect(towing('diesel')).toEqual([]);
  expect(towing('electric')).toEqual([
    'With its trailer the vehicle is of class AP3. The zero-emission share of A-B is not published for the day; the last known is used.',
  ]);
});
