import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Answer, BilledRoute, ChargedStation } from '../../portal/js/trip/answer.js';
import { toBill, tollBounds, toOre } from '../../portal/js/trip/bill.js';

const EXAMPLES: { examples: { name: string; at: string; status: number; body: Answer }[] } =
  JSON.parse(readFileSync('docs/examples.json', 'utf8'));
const ROUTES = EXAMPLES.examples.filter(({ at, status }) => at === 'getRoute' && status === 200);
const VIEWS = ['small', 'smallNoDiscount', 'large', 'largeNoDiscount'] as const;
const FARES = ['nok', 'evNok', 'autopassNok'] as const;

function billed(name: string): BilledRoute {
  const route = ROUTES.find((example) => example.name === name)?.body._billing.routes[0];
  if (route === undefined) throw new Error(`no example ${name}`);
  return route;
}

describe('the examples of the contract', () => {
  test('there are some', () => {
    expect(ROUTES.length).toBeGreaterThan(2);
  });

  test.each(ROUTES)('$name adds up to the øre, however it is paid', ({ body }) => {
    for (const route of body._billing.routes)
      for (const view of VIEWS)
        for (const fare of FARES) expect(toBill(route, view, fare).addsUp).toBe(true);
  });
});

test('lines stand in the order of the drive, free passages between the paid ones', () => {
  const bill = toBill(billed('rushHour'), 'small', 'nok');
  expect(bill.tolls).toEqual([
    expect.objectContaining({ name: 'E18 Maritim', kind: 'charged', amountOre: 4000 }),
    expect.objectContaining({
      name: 'E18 Bygdøylokket',
      kind: 'free',
      amountOre: 0,
      reason: 'hour-rule',
      paidAtName: 'E18 Maritim',
    }),
  ]);
  expect(bill.totalOre).toBe(4000);
  expect(bill.complete).toBe(true);
});

test('a free passage before the paid ones stands before them', () => {
  const route = billed('rushHour');
  const early = route.freePassages.map((passage) => ({
    ...passage,
    passedAt: '2026-11-20T08:01:00+01:00',
  }));
  const bill = toBill({ ...route, freePassages: early }, 'small', 'nok');
  expect(bill.tolls.map(({ kind }) => kind)).toEqual(['free', 'charged']);
});

test('half kroner of ferries are not lost', () => {
  const bill = toBill(billed('ferry'), 'small', 'autopassNok');
  expect(bill.ferryOre).toBe(45_150);
  expect(bill.totalOre).toBe(45_150);
});

test('a sum that is an øre off is not called right', () => {
  const route = { ...billed('rushHour'), tollSmall: 40.01 };
  expect(toBill(route, 'small', 'nok').addsUp).toBe(false);
  expect(toBill(route, 'smallNoDiscount', 'nok').addsUp).toBe(true);
});

const PLACE = { operator: '', lat: 60, lon: 10, passedAt: '2026-11-20T08:01:00+01:00' };

test('an unknown price is never a 0, and makes the total a lower bound', () => {
  const route = {
    ...billed('rushHour'),
    unpricedStations: [{ ...PLACE, id: '9', name: 'Nowhere' }],
    ferryUnpriced: [{ name: 'Somewhere', why: 'Nobody publishes it.', lengthKm: 1 }],
  };
  const bill = toBill(route, 'small', 'nok');
  expect(bill.complete).toBe(false);
  expect(bill.tolls.find(({ id }) => id === '9')?.amountOre).toBeUndefined();
  expect(bill.ferries).toEqual([expect.objectContaining({ amountOre: undefined })]);
  expect(bill.totalOre).toBe(4000);
});

test('a station that is free in the chosen way to pay is shown as free', () => {
  const route = billed('rushHour');
  const stations = route.chargedStations.map((station) => ({ ...station, smallNok: 0 }));
  const bill = toBill({ ...route, tollSmall: 0, chargedStations: stations }, 'small', 'nok');
  expect(bill.tolls.map(({ kind }) => kind)).toEqual(['free', 'free']);
});

test('the price of the vehicle that was asked for is a view of its own', () => {
  const route = billed('rushHour');
  const stations = route.chargedStations.map((station) => ({ ...station, vehicleNok: 20 }));
  const vehicle = { tollNok: 20, ferryNok: 0, totalNok: 20, estimated: false };
  const bill = toBill({ ...route, chargedStations: stations, vehicle }, 'vehicle', 'vehicleNok');
  expect(bill.totalOre).toBe(2000);
  expect(bill.addsUp).toBe(true);
});

test('a station whose price for the vehicle nobody knows is left out, and said', () => {
  const route = billed('rushHour');
  const vehicle = { tollNok: 0, ferryNok: 0, totalNok: 0, estimated: true };
  const bill = toBill({ ...route, vehicle }, 'vehicle', 'vehicleNok');
  expect(bill.tolls[0]).toMatchObject({ kind: 'unpriced', amountOre: undefined });
  expect(bill.addsUp).toBe(true);
  expect(bill.complete).toBe(false);
});

test('kroner of the wire are whole øre again, whatever binary fractions make of them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (ore) => {
      expect(toOre(ore / 100)).toBe(ore);
    }),
    { numRuns: 2000 },
  );
});

test('each line carries the proof of the amount that it shows', () => {
  const route = billed('rushHour');
  const amount = (of: string, ore: number) => ({
    of,
    ore,
    tariff: { id: of, from: '2026-09-10', source: 'a notice' },
    certainty: 'known',
    steps: [{ kind: 'full', ore }],
  });
  const amounts = [amount('smallNok', 4000), amount('largeNok', 16_100)];
  const proof = { amounts } as NonNullable<ChargedStation['proof']>;
  const chargedStations = route.chargedStations.map((station) => ({ ...station, proof }));
  const proven = { ...route, chargedStations };
  expect(toBill(proven, 'large', 'nok').tolls[0]?.proof?.tariff.id).toBe('largeNok');
  expect(toBill(proven, 'small', 'nok').tolls[0]?.proof?.tariff.id).toBe('smallNok');
  expect(toBill(proven, 'smallNoDiscount', 'nok').tolls[0]?.proof).toBeUndefined();
});

test('bounds are shown for the size that was asked for, with a tag, and for nothing else', () => {
  const route = { ...billed('rushHour'), tollMin: 40, tollMax: 80.5 };
  const bounds = { minOre: 4000, maxOre: 8050 };
  expect(tollBounds(route, 'small', false)).toEqual(bounds);
  expect(tollBounds(route, 'large', true)).toEqual(bounds);
  expect(tollBounds(route, 'large', false)).toBeUndefined();
  expect(tollBounds(route, 'smallNoDiscount', false)).toBeUndefined();
  expect(tollBounds(route, 'vehicle', false)).toBeUndefined();
  expect(tollBounds(billed('rushHour'), 'small', false)).toBeUndefined();
});
