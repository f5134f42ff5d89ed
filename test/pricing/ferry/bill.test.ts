import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FERRY_CLASSES, type FerryClass } from '../../../src/base/vehicle.ts';
import { countUnknownFares, priceFerries } from '../../../src/pricing/ferry/bill.ts';
import { ferryClassOf } from '../../../src/pricing/ferry/class.ts';
import type { FerryFare, FreeTerm } from '../../../src/pricing/ferry/law.ts';
import type { FerryCrossing } from '../../../src/pricing/ferry/terms.ts';
import { loadFerryTariffs } from '../../support/bundled-facts.ts';
import { table } from '../../support/table.ts';
import { FREE, MOSS, sail, TERM } from './crossings.ts';

const tariffs = loadFerryTariffs();
const DAY = '2026-06-15';
const CAR = { ferryClass: 'AP1' } as const;

const ZONES: FerryFare = {
  kind: 'zone',
  legs: [
    { quayIds: ['A', 'B'], zone: 3 },
    { quayIds: ['A', 'C'], zone: 22 },
    { quayIds: ['B', 'C'], zone: 12 },
  ],
};
const PARTLY: FerryFare = {
  kind: 'partly-free',
  terms: [{ ...TERM, from: '2023-08-16', touching: ['B'] }],
  legs: [{ quayIds: ['A', 'C'], zone: 6 }],
};

const priceOne = (crossing: FerryCrossing, day = DAY, ferryClass: FerryClass = 'AP1') =>
  priceFerries([crossing], { ferryClass }, day, tariffs);

test('a toll that is added to the fare and not published is told from its first day on, and the fare is not certain and not known whole', () => {
  const addedToll = { project: 'Tunnel', from: '2024-06-15', source: 'a notice' };
  const outcome = (day: string) => {
    const crossing = sail('A-B', MOSS);
    const connection = crossing.connection && { ...crossing.connection, addedToll };
    const bill = priceOne({ ...crossing, ...(connection && { connection }) }, day);
    const isTold = bill.warnings.some(({ code }) => code === 'ferry_toll_not_known');
    return [isTold, bill.priced[0]?.ordinary.certainty, countUnknownFares(bill)];
  };
  expect(outcome('2024-06-14')).toEqual([false, 'known', 0]);
  expect(outcome('2024-06-15')).toEqual([true, 'carried', 1]);
});

test('a ferry of the summer says so on any day, priced or not', () => {
  const sailOn = (fare: FerryFare, day: string, summerOnly = true) => {
    const crossing = sail('A-B', fare);
    const connection = crossing.connection && { ...crossing.connection, summerOnly };
    return priceOne({ ...crossing, ...(connection && { connection }) }, day).warnings.map(
      ({ code, message }) => `${code}: ${message}`,
    );
  };
  const season = (day: string) =>
    `ferry_season: A-B-C (A-B) sails in summer only: check the timetable for ${day}.`;
  expect(sailOn(FREE, '2026-01-15')).toEqual([season('2026-01-15')]);
  expect(sailOn(FREE, '2026-07-01')).toEqual([season('2026-07-01')]);
  expect(sailOn({ kind: 'own-fares', note: 'its own' }, DAY).at(-1)).toBe(season(DAY));
  expect(sailOn(FREE, DAY, false)).toEqual([]);
});

test('a ferry that has ended has no price from that day on, and the one of its time before', () => {
  const crossing = sail('A-B', FREE);
  const connection = crossing.connection && { ...crossing.connection, endedOn: '2026-03-01' };
  const sailOn = (day: string) =>
    priceOne({ ...crossing, ...(connection && { connection }) }, day).unpriced.map(
      ({ why }) => why,
    );
  expect(sailOn('2026-02-28')).toEqual([]);
  expect(sailOn('2026-03-01')).toEqual([
    'The road database has ended the connection on 2026-03-01.',
  ]);
});

test('a trip without ferries costs nothing and warns of nothing', () => {
  expect(priceFerries([], CAR, DAY, tariffs)).toEqual({
    count: 0,
    ordinaryOre: 0,
    zeroEmissionOre: 0,
    autopassOre: 0,
    priced: [],
    unpriced: [],
    ferryClass: 'AP1',
    warnings: [],
  });
});

test('a free crossing is priced, at 0, for certain', () => {
  const bill = priceOne(sail('A-C', FREE));
  expect(bill).toMatchObject({ count: 1, ordinaryOre: 0, unpriced: [], warnings: [] });
  expect(bill.priced).toMatchObject([
    { ordinary: { ore: 0 }, estimated: false, tariff: 'free from 2022-07-01 on (a list, undated)' },
  ]);
});

test('what a free crossing cost before it became free is not known', () => {
  expect(priceOne(sail('A-C', FREE), '2022-07-01').priced).toHaveLength(1);
  const bill = priceOne(sail('A-C', FREE), '2022-06-30');
  expect(bill.unpriced[0]?.why).toContain('free from 2022-07-01 on');
});

test('a first day that no source tells is an inference, before it and after it', () => {
  const terms: FreeTerm[] = [{ ...TERM, from: '2023-08-16', fromAssumed: true }];
  const sailOn = (day: string) => priceOne(sail('A-C', { kind: 'free', terms, legs: [] }), day);
  expect(sailOn('2023-08-15').unpriced[0]?.why).toBe(
    'It is free, but no source tells since when: 2023-08-16 is assumed, and the fare before is not known.',
  );
  const bill = sailOn('2023-09-10');
  expect(bill.priced).toMatchObject([
    { ordinary: { ore: 0, certainty: 'carried' }, estimated: false },
  ]);
  expect(bill.warnings).toEqual([
    {
      code: 'ferry_day_inferred',
      message:
        'No source tells the days of the fare of A-B-C (A-C); that it holds on 2023-09-10 is inferred: free from 2023-08-16 on, first day assumed (a list, undated).',
      about: 'A-B-C (A-C)',
    },
  ]);
});

test('a published fare whose days are inferred is no estimate, is not certain, and says so', () => {
  const bill = priceOne(sail('A-C', MOSS), '2025-06-03');
  expect(bill.priced).toMatchObject([
    { ordinary: { ore: 29_100, certainty: 'carried' }, estimated: false },
  ]);
  expect(bill.warnings).toMatchObject([{ code: 'ferry_day_inferred', about: 'A-B-C (A-C)' }]);
  // Beyond its days it is the nearest fare, and an estimate as any other.
  const later = priceOne(sail('A-C', MOSS), '2026-06-03');
  expect(later.warnings).toMatchObject([{ code: 'ferry_estimated' }]);
});

test.each(
  table<'ride' | 'zone' | 'ordinary' | 'zeroEmission' | 'autopass'>(`
    ride | zone | ordinary | zeroEmission | autopass
    A-B  | 3    | 69       | 48           | 35
    B-A  | 3    | 69       | 48           | 35
    A-C  | 22   | 183      | 128          | 92
    C-B  | 12   | 123      | 86           | 62
  `),
)('the ride $ride of a line with stops is one crossing of zone $zone', (row) => {
  const bill = priceOne(sail(row.ride, ZONES));
  expect(bill.priced).toMatchObject([
    {
      name: `A-B-C (${row.ride})`,
      ordinary: { ore: Number(row.ordinary) * 100 },
      zeroEmission: { ore: Number(row.zeroEmission) * 100 },
      autopass: { ore: Number(row.autopass) * 100 },
      tariff: `reconstructed zone table 2026, zone ${row.zone} (estimate)`,
      estimated: true,
    },
  ]);
});

test('a line that is free in parts is free to and from those quays only', () => {
  expect(priceOne(sail('A-B', PARTLY)).priced[0]?.ordinary.ore).toBe(0);
  expect(priceOne(sail('B-C', PARTLY)).priced[0]?.ordinary.ore).toBe(0);
  expect(priceOne(sail('C-A', PARTLY)).priced[0]?.ordinary.ore).toBe(8700);
});

test.each(
  table<'ride' | 'day' | 'price' | 'because'>(`
    ride | day        | price    | because
    A-B  | 2022-06-30 | -        | nothing is free yet
    A-B  | 2022-07-01 | 0        | a leg between two of the first quays
    A-C  | 2022-07-01 | -        | the list of 2022 leaves C out
    A-C  | 2023-08-16 | 0        | all legs are free
    B-A  | 2026-06-15 | 0        | and stay so
  `),
)('$ride on $day is $price: $because', ({ ride, day, price }) => {
  const terms: FreeTerm[] = [
    { ...TERM, between: ['A', 'B'] },
    { ...TERM, from: '2023-08-16', asOf: '2023-08-16' },
  ];
  const bill = priceOne(sail(ride, { kind: 'free', terms, legs: [] }), day);
  const [priced] = bill.priced;
  expect(priced === undefined ? '-' : String(priced.ordinary.ore)).toBe(price);
});

test('a source that does not name that leg makes an estimate of 0, which is told', () => {
  const probable: FerryFare = {
    kind: 'partly-free',
    terms: [{ ...TERM, asOf: '2022-07-01', sureness: 'probable', touching: ['B'] }],
    legs: [],
  };
  const bill = priceOne(sail('A-B', probable));
  expect(bill.priced).toMatchObject([{ ordinary: { ore: 0 }, estimated: true }]);
  expect(bill.warnings).toMatchObject([
    {
      code: 'ferry_estimated',
      message:
        'The fare of A-B-C (A-B) is an estimate: probably free from 2022-07-01 on (a list, as of 2022-07-01).',
    },
  ]);
  expect(priceOne(sail('A-C', probable)).unpriced[0]?.why).toContain('no source names this one');
});

// Bounds: torghatten.no/en/our-routes/18-782 (national), torghatten.no/our-routes/BF (Moss-Horten).
test.each(
  table<'lengthM' | 'rides' | 'route' | 'each' | 'because'>(`
    lengthM | rides       | route | each    | because
    14.3    | moss        | AP6   | AP6     | above 14 m on Moss-Horten
    14.3    | zone        | AP5   | AP5     | up to 14.5 m elsewhere
    14.3    | moss + zone | AP5   | AP6 AP5 | tariffs differ: the national class, and each its own
    14.3    | moss + free | AP6   | AP6 AP5 | what is free charges no class
    14.0    | moss        | AP5   | AP5     | up to 14 m on Moss-Horten
    12.3    | moss        | AP5   | AP5     | above 12 m on Moss-Horten
    12.3    | free        | AP4   | AP4     | nothing is paid
    7       | moss + zone | AP2   | AP2 AP2 | the bounds are the same
  `),
)('$lengthM m on $rides is $route: $because', (row) => {
  const fares = { moss: MOSS, zone: ZONES, free: FREE };
  const rides = row.rides.split(' + ').map((kind) => sail('A-B', fares[kind as 'moss']));
  const lengthM = Number(row.lengthM);
  const ferryClass = ferryClassOf(lengthM, tariffs.zoneTable.bounds);
  const bill = priceFerries(rides, { ferryClass, lengthM }, DAY, tariffs);
  expect(bill.ferryClass).toBe(row.route);
  expect(bill.priced.map((one) => one.ferryClass).join(' ')).toBe(row.each);
});

test.each([
  ['announced', { kind: 'announced-free', source: 'a paper' }, 'announced as free'],
  ['likely', { kind: 'likely-free', source: 'a rule' }, 'probably free'],
  ['own fares', { kind: 'own-fares', note: 'municipal' }, 'fares of its own: municipal'],
  ['a leg without zone', { kind: 'zone', legs: [] }, 'No tariff zone'],
  ['a missing table', { kind: 'own-table', table: 'Nowhere' }, 'table Nowhere is missing'],
] as const)('%s: the crossing is unpriced and says why', (_, fare, why) => {
  const bill = priceOne(sail('A-C', fare));
  expect(bill).toMatchObject({ count: 1, ordinaryOre: 0, priced: [] });
  expect(bill.unpriced[0]?.why).toContain(why);
  expect(bill.warnings).toMatchObject([{ code: 'ferry_unpriced', about: 'A-B-C (A-C)' }]);
});

test('a crossing that no connection serves counts, is named by its quays, and is unpriced', () => {
  const { connection: _, ...unknown } = sail('A-C', FREE);
  const bill = priceOne(unknown);
  expect(bill.count).toBe(1);
  expect(bill.unpriced).toMatchObject([{ name: 'Ferry A-C' }]);
  const nameless = priceOne({ lengthM: 1, durationS: 1 });
  expect(nameless.unpriced[0]?.name).toBe('Ferry unknown quay-unknown quay');
  const planned = priceOne({ lengthM: 1, durationS: 1, plannedName: 'Nordvik - Sørvik' });
  expect(planned.unpriced[0]?.name).toBe('Nordvik - Sørvik');
});

test('each crossing is rounded before the sum is made', () => {
  const bill = priceFerries([sail('A-B', ZONES), sail('B-A', ZONES)], CAR, DAY, tariffs);
  // Half of 69 is 34.50, twice that 69; rounded first it is 35 + 35.
  expect(bill.autopassOre).toBe(7000);
});

test('before the fares were halved, the zone table says nothing', () => {
  expect(priceOne(sail('A-C', ZONES), '2023-08-16').priced[0]?.estimated).toBe(true);
  const bill = priceOne(sail('A-C', ZONES), '2023-08-15');
  expect(bill.unpriced[0]?.why).toContain('No fare of class AP1 is known for 2023-08-15');
});

test('after the last year of the zone table its fares go on, and say so', () => {
  const bill = priceOne(sail('A-C', ZONES), '2028-02-01');
  expect(bill.priced).toMatchObject([{ ordinary: { ore: 18_300 }, estimated: true }]);
  expect(bill.priced[0]?.tariff).toMatch(/zone 22 \(estimate\), the nearest to 2028-02-01$/);
});

test('the length decides the class where a connection has bounds of its own', () => {
  const lorry = { ferryClass: 'AP4', lengthM: 12.3 } as const;
  const crossings = [sail('A-C', MOSS), sail('A-C', ZONES)];
  const bill = priceFerries(crossings, lorry, '2024-06-01', tariffs);
  expect(bill.priced.map(({ ferryClass }) => ferryClass)).toEqual(['AP5', 'AP4']);
  expect(bill.priced[0]?.ordinary.ore).toBe(118_000);
});

test('a motorcycle has no agreement price on Moss-Horten', () => {
  const bill = priceOne(sail('A-C', MOSS), '2024-06-01', 'MC');
  expect(bill).toMatchObject({ ordinaryOre: 10_800, autopassOre: 10_800 });
});

test('a published zero-emission fare goes before the share', () => {
  const bill = priceOne(sail('A-C', MOSS, { authority: 'county 46' }), '2024-06-01');
  expect(bill).toMatchObject({ ordinaryOre: 28_600, zeroEmissionOre: 20_000, warnings: [] });
});

test('a share that no source confirms for the day is told', () => {
  const bill = priceOne(sail('A-C', MOSS), '2025-06-01', 'AP2');
  expect(bill).toMatchObject({ ordinaryOre: 64_500, zeroEmissionOre: 32_300 });
  expect(bill.warnings).toMatchObject([
    { code: 'ferry_day_inferred' },
    { code: 'zero_emission_share_assumed', about: 'A-B-C (A-C)' },
  ]);
});

test('on a day before the first known share the ordinary fare is said to be used', () => {
  const fare = { kind: 'own-table', table: 'Svelvik-Verket' } as const;
  const bill = priceOne(sail('A-C', fare), '2017-06-01', 'AP1');
  expect(bill.zeroEmissionOre).toBe(bill.ordinaryOre);
  expect(bill.warnings.map(({ message }) => message)).toContain(
    'The zero-emission share of A-B-C (A-C) is not published for the day; no earlier one is known: the ordinary fare is used.',
  );
});

test('where the agreement may be refused, the estimate says so', () => {
  const bill = priceOne(sail('A-C', ZONES, { authority: 'county 50' }));
  expect(bill.warnings[0]?.message).toContain('Whether the ferry agreement is valid');
});

test('where no list of free ferries is whole, the estimate says that it may be free', () => {
  const said = (fare: FerryFare) => priceOne(sail('A-C', fare)).warnings[0]?.message;
  expect(said({ ...ZONES, freeUnsure: true })).toContain('It may be free');
  expect(said(ZONES)).not.toContain('may be free');
});

const FARES: readonly FerryFare[] = [
  FREE,
  ZONES,
  PARTLY,
  MOSS,
  { kind: 'own-table', table: 'Svelvik-Verket' },
  { kind: 'likely-free', source: 'a rule' },
];
const anyCrossing = fc
  .record({
    fare: fc.constantFrom(...FARES),
    ride: fc.constantFrom('A-B', 'B-C', 'C-A'),
    authority: fc.constantFrom('state', 'county 15', 'county 46'),
  })
  .map(({ fare, ride, authority }) => sail(ride, fare, { authority }));
const anyDay = fc
  .tuple(fc.integer({ min: 2010, max: 2040 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}-15`);

test('sums reconcile, øre stay whole, no rebate raises a price, every gap is told', () => {
  fc.assert(
    fc.property(
      fc.array(anyCrossing, { maxLength: 5 }),
      anyDay,
      fc.constantFrom(...FERRY_CLASSES),
      (crossings, day, ferryClass) => {
        const bill = priceFerries(crossings, { ferryClass }, day, tariffs);
        expect(bill.count).toBe(bill.priced.length + bill.unpriced.length);
        for (const kind of ['ordinary', 'zeroEmission', 'autopass'] as const) {
          const sumOre = bill[`${kind}Ore`];
          expect(sumOre).toBe(bill.priced.reduce((total, row) => total + row[kind].ore, 0));
          expect(Number.isInteger(sumOre)).toBe(true);
        }
        for (const row of bill.priced) {
          expect(row.zeroEmission.ore).toBeLessThanOrEqual(row.ordinary.ore);
          expect(row.autopass.ore).toBeLessThanOrEqual(row.ordinary.ore);
          expect(row.ordinary.ore % 100).toBe(0);
          if (row.tariff.includes('zone')) expect(row.estimated).toBe(true);
        }
        const told = (code: string) => bill.warnings.filter((w) => w.code === code).length;
        expect(told('ferry_estimated')).toBe(bill.priced.filter((row) => row.estimated).length);
        expect(told('ferry_unpriced')).toBe(bill.unpriced.length);
      },
    ),
  );
});

test('a higher class never costs less', () => {
  fc.assert(
    fc.property(anyCrossing, anyDay, (crossing, day) => {
      const costs = FERRY_CLASSES.map((ferryClass) => priceOne(crossing, day, ferryClass)).map(
        (bill) => bill.ordinaryOre,
      );
      expect(costs).toEqual(costs.toSorted((a, b) => a - b));
    }),
  );
});
