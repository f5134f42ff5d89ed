import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCalendar } from '../../../src/base/calendar.ts';
import { FUELS } from '../../../src/base/vehicle.ts';
import { ALWAYS } from '../../../src/pricing/dated.ts';
import { priceTolls } from '../../../src/pricing/toll/bill.ts';
import type { VehicleTariff } from '../../../src/pricing/toll/law.ts';
import type { TollVehicle } from '../../../src/pricing/toll/terms.ts';
import { hourTerms, morningRush, passagesOf, project, station, tariff } from './stations.ts';

const calendar = toCalendar([]);

/** Electric vehicles pay so much of the price with a tag. */
const share = (percentOfTagged: number, facts: Partial<VehicleTariff> = {}): VehicleTariff => ({
  id: `share-${percentOfTagged}`,
  size: 'small',
  classes: ['electric', 'hydrogen'],
  from: '2026-01-01',
  knownUntil: '2027-01-01',
  price: { kind: 'share', percentOfTagged },
  untagged: false,
  source: 'test',
  ...facts,
});

const town = project({ hourRules: [hourTerms({ pays: 'dearest' })] });

/** 1 is dearer than 2 for everybody but electric vehicles, which pay a fifth of it. */
const STATIONS = [
  station('1', {
    project: town,
    hourGroup: 'town',
    tariffs: [tariff({ small: 50, large: 100 })],
    vehicleTariffs: [share(20)],
  }),
  station('2', {
    project: town,
    hourGroup: 'town',
    tariffs: [tariff({ small: 40, smallRush: 60, large: 80, rush: morningRush() })],
    vehicleTariffs: [share(50)],
  }),
  station('3', { tariffs: [tariff({ large: 70 })] }),
  station('4', { tariffs: [tariff({ small: 31, large: 70 })] }),
];

const ELECTRIC: TollVehicle = { size: 'small', tagged: true, fuel: 'electric' };

const bill = (text: string, vehicle: TollVehicle, rulesBetweenPassages = true) =>
  priceTolls(
    passagesOf(text, STATIONS),
    { size: vehicle.size, rulesBetweenPassages, vehicle },
    calendar,
  );

/** What the vehicle pays at each charged station, in kroner. */
const paid = (...asked: Parameters<typeof bill>) =>
  bill(...asked).charged.map(({ station: at, vehicle }) => [
    at.name,
    vehicle?.amount && vehicle.charge.ore / 100,
  ]);

describe('the rules between passages compare the prices of the vehicle', () => {
  test('the dearest of its own prices pays, also where that of the four ways is another', () => {
    expect(paid('12:00 1, 12:10 2', ELECTRIC)).toEqual([
      ['1', 0],
      ['2', 16],
    ]);
    expect(paid('12:00 1, 12:10 2', { ...ELECTRIC, fuel: 'petrol' })).toEqual([['1', 40]]);
  });

  test('a preliminary bill charges each, and is an estimate', () => {
    const preliminary = bill('12:00 1, 12:10 2', ELECTRIC, false);
    expect(preliminary.vehicle).toEqual({ ore: 2400, estimated: true });
    expect(bill('12:00 1, 12:10 2', ELECTRIC).vehicle).toEqual({ ore: 1600, estimated: false });
  });
});

test('an amount has its row and the steps from there, in øre', () => {
  const [charged] = bill('08:00 2', ELECTRIC).charged;
  expect(charged?.vehicle?.amount).toEqual({
    ore: 2400,
    certainty: 'known',
    row: { id: '2/2026-01-01/small', from: '2026-01-01', source: 'test' },
    steps: [
      { kind: 'full-rush', ore: 6000 },
      { kind: 'tag-discount', percentLeft: 80, ore: 4800, source: 'test' },
      { kind: 'zero-emission', percentLeft: 50, ore: 2400, source: 'test' },
    ],
  });
});

test('in the rush a row without a rush price says nothing', () => {
  const [, , , own] = STATIONS;
  const price = { kind: 'tariff', ore: 1000 } as const;
  const rows = [share(0, { price, untagged: true })];
  const rush = tariff({ small: 40, smallRush: 60, rush: morningRush() });
  const at = { ...own, tariffs: [rush], vehicleTariffs: rows } as (typeof STATIONS)[number];
  const pays = (time: string) => {
    const terms = { size: 'small', rulesBetweenPassages: true, vehicle: ELECTRIC } as const;
    return priceTolls(passagesOf(`${time} 4`, [at]), terms, calendar).vehicle;
  };
  expect(pays('12:00')).toEqual({ ore: 800, estimated: false });
  const range = { minOre: 0, maxOre: 4800 };
  expect(pays('08:00')).toEqual({ ore: 4800, estimated: true, range });
});

describe('where no share is published', () => {
  const CEILINGS = [
    { from: '0001-01-01', until: '2023-01-01', percentOfTagged: 50, source: 'law' },
    { from: '2023-01-01', percentOfTagged: 70, source: 'law' },
  ];
  const lawful = project({ ceilings: CEILINGS, hourRules: [hourTerms({ pays: 'first' })] });
  const open = (name: string, small: number) =>
    station(name, {
      project: lawful,
      hourGroup: 'town',
      tariffs: [tariff({ small, from: '2022-01-01' }), tariff({ small, from: '2026-01-01' })],
    });
  const known = station('known', {
    project: lawful,
    hourGroup: 'town',
    tariffs: [tariff({ small: 50 })],
    vehicleTariffs: [share(100)],
  });
  const stations = [open('open', 20), open('other', 30), known];
  const ask = (text: string, facts: Partial<TollVehicle> = {}, day = '2026-11-18') => {
    const vehicle = { ...ELECTRIC, ...facts };
    const terms = { size: 'small', rulesBetweenPassages: true, vehicle } as const;
    return priceTolls(passagesOf(text, stations, day), terms, calendar);
  };

  test('the most that the law of the day allows is charged, with its source and as an estimate', () => {
    const { vehicle, charged } = ask('12:00 open');
    expect(vehicle).toEqual({ ore: 1120, estimated: true, range: { minOre: 0, maxOre: 1120 } });
    expect(charged[0]?.vehicle?.amount).toMatchObject({
      certainty: 'ceiling',
      steps: [
        { kind: 'full', ore: 2000 },
        { kind: 'tag-discount', percentLeft: 80, ore: 1600 },
        { kind: 'zero-emission', percentLeft: 70, ore: 1120, source: 'law' },
      ],
    });
    expect(ask('12:00 open', {}, '2022-12-30').vehicle?.ore).toBe(800);
  });

  test('without a tag the full price is known: no share holds there', () => {
    expect(ask('12:00 open', { tagged: false }).vehicle).toEqual({ ore: 2000, estimated: false });
  });

  test('the bounds are of the whole trip: what costs nothing opens no hour for the first that pays', () => {
    // At the ceiling the open passage pays and frees the known one; at 0 the known one pays.
    expect(ask('12:00 open, 12:10 known').vehicle).toEqual({
      ore: 1120,
      estimated: true,
      range: { minOre: 0, maxOre: 4000 },
    });
    expect(ask('12:00 known, 12:10 open').vehicle).toEqual({
      ore: 4000,
      estimated: true,
      range: { minOre: 4000, maxOre: 4000 },
    });
  });

  test('several are bound together, and what is charged lies within', () => {
    expect(ask('12:00 open, 13:30 other').vehicle).toEqual({
      ore: 1120 + 1680,
      estimated: true,
      range: { minOre: 0, maxOre: 2800 },
    });
  });
});

test('a price of its own less a tag discount that is not known is an estimate', () => {
  const percent = { small: 20, large: 0 };
  const own: VehicleTariff = {
    ...{ id: 'own', size: 'small', classes: ['electric'], from: '2026-01-01', source: 'test' },
    ...{ price: { kind: 'tariff', ore: 1000 }, untagged: true },
  };
  const payWith = (known: boolean, tagged: boolean) => {
    const discount = { from: '2018-01-01', percent, source: 'test' };
    const tagDiscounts = [{ ...discount, ...(!known && { known: false as const }) }];
    const at = station('A', { project: project({ tagDiscounts }), vehicleTariffs: [own] });
    const vehicle: TollVehicle = { size: 'small', tagged, fuel: 'electric' };
    const terms = { size: 'small', rulesBetweenPassages: true, vehicle } as const;
    const { vehicle: paid } = priceTolls(passagesOf('12:00 A', [at]), terms, calendar);
    return [paid?.ore, paid?.estimated];
  };
  expect(payWith(true, true)).toEqual([800, false]);
  expect(payWith(false, true)).toEqual([800, true]);
  expect(payWith(false, false)).toEqual([1000, false]);
});

test('a known share of an ordinary price that is not known for the day is an estimate', () => {
  const [, , , own] = STATIONS;
  const over = tariff({ small: 40, from: '2026-01-01', until: '2026-02-01' });
  const at = { ...own, tariffs: [over], vehicleTariffs: [share(50)] } as (typeof STATIONS)[number];
  const terms = { size: 'small', rulesBetweenPassages: true, vehicle: ELECTRIC } as const;
  const { charged, vehicle } = priceTolls(passagesOf('12:00 4', [at]), terms, calendar);
  expect(vehicle).toEqual({ ore: 1600, estimated: true });
  expect(charged[0]?.vehicle).toMatchObject({
    amount: { certainty: 'carried' },
    doubt: { kind: 'ordinary-not-known' },
  });
});

describe('a price that no source tells for the day says which row stands in, and why', () => {
  const from = '2026-06-01';
  const notice = share(0, {
    from,
    beside: { ore: 4000 },
    price: { kind: 'tariff', ore: 1000 },
  });

  test.each([
    {
      day: '2026-11-18',
      tariffs: [tariff({ small: 40 })],
      says: 'that of 2026-06-01 is carried forward, because the ordinary one stands as it stood then',
    },
    {
      day: '2026-11-18',
      tariffs: [tariff({ small: 40, from, until: '2026-07-01' })],
      says: 'that of 2026-06-01 is carried forward, beside the ordinary one that stood beside it then',
    },
    {
      day: '2026-11-18',
      knownUntil: from,
      tariffs: [tariff({ small: 40, from, until: from })],
      says: 'that of the notice of 2026 is charged, whose day is not told, beside the ordinary one of the same notice',
    },
    {
      day: '2026-02-04',
      tariffs: [tariff({ small: 40, from })],
      says: 'that of 2026-06-01 is charged, of which it is not known since when it holds, beside the ordinary one of the same notice',
    },
    {
      day: '2026-06-01',
      fromMin: 900,
      tariffs: [tariff({ small: 40, from, fromMin: 900 })],
      says: 'that of 2026-06-01 15:00 is charged, of which it is not known since when it holds, beside the ordinary one of the same notice',
    },
  ])('on $day: $says', ({ day, fromMin = 0, knownUntil = '2026-07-01', tariffs, says }) => {
    const own = { ...notice, fromMin, knownUntil, isOlder: true } as const;
    const at = station('own', { tariffs, vehicleTariffs: [own] });
    const terms = { size: 'small', rulesBetweenPassages: true, vehicle: ELECTRIC } as const;
    const { charged, warnings } = priceTolls(passagesOf('12:00 own', [at], day), terms, calendar);
    // 10 kroner less a fifth for the tag.
    expect(charged[0]?.vehicle?.charge.ore).toBe(800);
    expect(warnings).toContainEqual({
      code: 'vehicle_tariff_carried',
      message: `The tariff of small electric vehicles in Town is not published for ${day}: ${says}.`,
      about: 'Town',
    });
  });
});

test.each([
  ['2019-09-01', 'that of 2019-09-01'],
  [ALWAYS, 'one whose first day is not told'],
])('a share from %s on that is carried is told as %s', (from, since) => {
  const at = station('own', {
    tariffs: [tariff({ small: 40, large: 80 })],
    vehicleTariffs: [share(50, { from, knownUntil: '2020-01-01' })],
  });
  const terms = { size: 'small', rulesBetweenPassages: true, vehicle: ELECTRIC } as const;
  const { warnings } = priceTolls(passagesOf('12:00 own', [at], '2026-11-18'), terms, calendar);
  expect(warnings.map(({ message }) => message)).toEqual([
    `The share of small electric vehicles in Town on 2026-11-18 is ${since}, 50 % of the price with tag: it holds until a newer decision, and none is known.`,
  ]);
});

test('a station without a price for the size has no amount, and the sum is an estimate', () => {
  const { vehicle, unpriced, charged } = bill('12:00 3', ELECTRIC);
  expect(vehicle).toEqual({ ore: 0, estimated: true });
  expect(unpriced).toHaveLength(1);
  expect(charged[0]?.vehicle?.amount).toBeUndefined();
});

test('who names no vehicle gets none', () => {
  const terms = { size: 'small', rulesBetweenPassages: true } as const;
  const plain = priceTolls(passagesOf('12:00 1', STATIONS), terms, calendar);
  expect('vehicle' in plain || plain.charged.some((one) => 'vehicle' in one)).toBe(false);
});

const vehicles = fc.record(
  {
    size: fc.constantFrom('small' as const, 'large' as const),
    tagged: fc.boolean(),
    fuel: fc.constantFrom(...FUELS),
    euroClass: fc.nat(6),
  },
  { requiredKeys: ['size', 'tagged'] },
);
const trips = fc
  .array(fc.record({ minute: fc.nat(59), name: fc.constantFrom('1', '2', '3', '4') }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((passages) =>
    passages
      .toSorted((a, b) => a.minute - b.minute)
      .map(({ minute, name }) => `08:${String(minute).padStart(2, '0')} ${name}`)
      .join(', '),
  );

test('the amounts add up to the sum, no vehicle pays more than the ordinary tariff, and each amount is that of its last step', () => {
  fc.assert(
    fc.property(trips, vehicles, (trip, vehicle) => {
      const { charged, vehicle: toll, total } = bill(trip, vehicle);
      const sum = charged.reduce((ore, one) => ore + (one.vehicle?.charge.ore ?? 0), 0);
      expect(toll?.ore).toBe(sum);
      const { smallOre, smallNoDiscountOre, largeOre, largeNoDiscountOre } = total;
      const tagged = vehicle.size === 'small' ? smallOre : largeOre;
      const untagged = vehicle.size === 'small' ? smallNoDiscountOre : largeNoDiscountOre;
      expect(sum).toBeLessThanOrEqual(vehicle.tagged ? tagged : untagged);
      for (const { vehicle: own } of charged)
        expect(own?.amount?.steps.at(-1)?.ore).toBe(own?.amount?.ore);
    }),
    { numRuns: 300 },
  );
});
