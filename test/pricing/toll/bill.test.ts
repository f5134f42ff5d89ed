import { expect, test } from 'vitest';
import { toCalendar } from '../../../src/base/calendar.ts';
import { atOnce } from '../../../src/base/steps.ts';
import type { VehicleSize } from '../../../src/base/vehicle.ts';
import { chargeLines, priceTolls } from '../../../src/pricing/toll/bill.ts';
import { table } from '../../support/table.ts';
import { hourTerms, morningRush, passagesOf, project, station, tariff } from './stations.ts';

const calendar = toCalendar([
  { name: 'Første juledag', kind: 'public-holiday', month: 12, day: 25 },
]);

test.each(
  table<'size' | 'passages' | 'tag' | 'noTag' | 'reasons' | 'because'>(`
    size  | passages                  | tag    | noTag | reasons                            | because
    small | 12:00 A                   | 32     | 40    | regular                            | a tag takes 20 % off
    small | 08:00 A                   | 44     | 55    | rush                               | the rush tariff holds until 09:00
    small | 09:00 A                   | 32     | 40    | regular                            | the end of the window lies outside
    large | 12:00 A                   | 100    | 100   | regular                            | a tag takes nothing off in group 2
    large | 08:00 A                   | 130    | 130   | rush                               | the rush tariff of group 2 is known
    small | 12:00 A, 12:30 B          | 48     | 60    | dearest-of-hour                    | B is dearer and pays for both
    small | 12:00 B, 12:30 A          | 48     | 60    | dearest-of-hour                    | A rides along
    small | 08:55 A, 09:05 B          | 48     | 60    | dearest-of-hour                    | B costs more than A in rush
    small | 12:00 A, 13:00 B          | 80     | 100   | regular, regular                   | the end of the hour lies outside
    small | 12:00 T, 12:30 T          | 24     | 60    | regular, untagged-only             | the hour rule here needs a tag
    small | 12:00 S, 12:30 S          | 24     | 30    | regular, other-size-only           | the hour rule here is for group 1
    large | 12:00 S, 12:30 S          | 140    | 140   | regular, regular                   | and group 2 pays twice
    small | 12:00 F, 12:30 A          | 32     | 40    | other-size-only, regular           | F is free for group 1
    large | 12:00 F, 12:30 A          | 150    | 150   | regular, regular                   | F charges group 2
    small | 12:00 Z                   | 0      | 0     |                                    | Z is free for all
    small | 12:00 N, 12:30 A          | 32     | 40    | regular                            | N has no known tariff
    small | 12:00 L                   | 0      | 0     | other-size-only                    | L is known for group 2 only
    small | 12:00 A, 12:01 A2         | 32     | 40    | regular                            | A2 is another record of A
  `),
)('$size at $passages pays $tag with tag and $noTag without, for $because', (row) => {
  const size = row.size as VehicleSize;
  const bill = priceTolls(passagesOf(row.passages, TOWN), { ...REFINED, size }, calendar);
  const { total } = bill;
  const [taggedOre, untaggedOre] =
    size === 'small'
      ? [total.smallOre, total.smallNoDiscountOre]
      : [total.largeOre, total.largeNoDiscountOre];

  expect([taggedOre, untaggedOre]).toEqual([Number(row.tag) * 100, Number(row.noTag) * 100]);
  expect(bill.charged.map(({ reason }) => reason).join(', ')).toBe(row.reasons);
});

test.each(
  table<'day' | 'passages' | 'tag' | 'noTag' | 'because'>(`
    day        | passages                 | tag      | noTag    | because
    2021-04-30 | 12:00 Low, 12:30 High    | 24, 0    | 30, 60   | the first passage paid, and a tag was needed
    2021-05-01 | 12:00 Low, 12:30 High    | 0, 48    | 30, 60   | the dearest pays since May 2021
    2023-09-01 | 12:00 Low, 12:30 High    | 0, 48    | 0, 60    | no tag is needed since September 2023
    2017-12-31 | 12:00 Low, 12:30 High    | 27, 54   | 30, 60   | there was no hour rule yet, and a tag took 10 % off
    2026-11-18 | 17:40 Once, 20:20 Once   | 24, 0    | 30, 30   | with a tag one passage is paid in the evening
    2026-11-21 | 17:40 Once, 20:20 Once   | 24, 24   | 30, 30   | but not on Saturdays
    2025-12-25 | 17:40 Once, 20:20 Once   | 24, 24   | 30, 30   | nor on a holiday that is a Thursday
    2026-11-18 | 17:29 Once, 20:20 Once   | 24, 24   | 30, 30   | the first one came too early
    2026-11-18 | 19:00 Once, 20:30 Once   | 24, 24   | 30, 30   | the second one came too late
    2026-11-18 | 12:00 North, 12:30 Fjord | 24, 0    | 30, 0    | two projects share the window by its name
    2026-11-18 | 12:00 North, 12:30 Deep  | 24, 80   | 30, 100  | the third tunnel is outside every group
  `),
)('on $day $passages pays $tag with tag and $noTag without, because $because', (row) => {
  const { charged, free } = priceTolls(
    passagesOf(row.passages, REGION, row.day),
    REFINED,
    calendar,
  );
  const passed = [...charged, ...free.map((passage) => ({ ...NOTHING, ...passage }))]
    .filter(({ atMs }, i, all) => all.findIndex((other) => other.atMs === atMs) === i)
    .sort((a, b) => a.atMs - b.atMs);
  expect(passed.map(({ smallOre }) => smallOre / 100).join(', ')).toBe(row.tag);
  expect(passed.map(({ smallNoDiscountOre: ore }) => ore / 100).join(', ')).toBe(row.noTag);
});

test('each passage is priced by the tariff of its own day, also when midnight lies between', () => {
  const night = station('Night', {
    tariffs: [tariff({ from: '2025-01-01', small: 40 }), tariff({ from: '2026-01-01', small: 50 })],
  });
  const bill = priceTolls(
    [
      ...passagesOf('23:59 Night', [night], '2025-12-31'),
      ...passagesOf('00:10 Night', [night], '2026-01-01'),
    ],
    REFINED,
    calendar,
  );
  expect(bill.charged.map(({ smallNoDiscountOre }) => smallNoDiscountOre)).toEqual([4000, 5000]);
});

test('the time in which one passage is paid ends on the minute, whatever the seconds of the first', () => {
  const seconds = [45, 59, 15];
  const late = passagesOf('17:40 Once, 20:20 Once, 20:30 Once', REGION).map((passage, i) => ({
    ...passage,
    atMs: passage.atMs + (seconds[i] ?? 0) * 1000,
  }));
  const { charged } = priceTolls(late, REFINED, calendar);
  expect(charged.map(({ smallOre }) => smallOre / 100)).toEqual([24, 0, 24]);
});

test('what a vehicle is charged alone is what it is charged in the bill', () => {
  const trip = passagesOf('08:00 A, 08:10 B, 12:00 T, 12:30 T, 12:40 Z, 12:50 N', TOWN);
  const terms = { ...REFINED, vehicle: { size: 'small', tagged: true, fuel: 'diesel' } } as const;
  const charges = priceTolls(trip, terms, calendar).lines.map(({ vehicle }) => vehicle);
  expect(charges).toHaveLength(trip.length);
  expect(atOnce(chargeLines(trip, terms, calendar))).toEqual(charges);
});

test('a bill counts what the size pays with a tag, and knows whether one of that was rush', () => {
  const trip = passagesOf('08:00 A, 08:10 B, 12:00 T, 12:30 T, 12:40 Z, 12:50 N', TOWN);
  const bill = priceTolls(trip, REFINED, calendar);

  expect(bill.count).toBe(2);
  expect(bill.rush).toBe(false);
  expect(bill.charged.map(({ station: { name }, rush }) => `${name} ${rush}`)).toEqual([
    'B false',
    'T false',
    'T false',
  ]);
  expect(bill.free.map(({ station: { name }, rule, paidAt }) => [name, rule, paidAt])).toEqual([
    ['A', 'hour-rule', 'B'],
    ['T', 'hour-rule', 'T'],
    ['Z', 'zero-tariff', undefined],
  ]);
  expect(bill.unpriced.map(({ station: { name } }) => name)).toEqual(['N']);
  expect(bill.total).toEqual({
    smallOre: 7200,
    smallNoDiscountOre: 12_000,
    largeOre: 22_000,
    largeNoDiscountOre: 29_000,
  });
});

test('a passage in rush that costs the size nothing is not rush for it', () => {
  const { rush, charged } = priceTolls(passagesOf('08:55 A, 09:05 C', TOWN), REFINED, calendar);
  expect(rush).toBe(false);
  expect(charged.map(({ reason, rush: isRush }) => `${reason} ${isRush}`)).toEqual([
    'other-size-only false',
    'dearest-of-hour false',
  ]);
});

test('a price that is known for one size only stands in the bill, and is unpriced for the other', () => {
  const trip = passagesOf('12:00 L', TOWN);
  const small = priceTolls(trip, REFINED, calendar);
  expect(small.total).toEqual({ ...NOTHING, largeOre: 7000, largeNoDiscountOre: 7000 });
  expect([small.count, small.charged.length, small.free.length, small.unpriced.length]).toEqual([
    0, 1, 0, 1,
  ]);

  const large = priceTolls(trip, { ...REFINED, size: 'large' }, calendar);
  expect(large.total).toEqual(small.total);
  expect([large.count, large.charged.length, large.free.length, large.unpriced.length]).toEqual([
    1, 1, 0, 0,
  ]);
});

test('a preliminary bill charges every passage, with rush and tag discount but no hour rule', () => {
  const trip = passagesOf('08:00 A, 08:10 B, 08:20 Z, 08:30 N', TOWN);
  const bill = priceTolls(trip, { ...REFINED, rulesBetweenPassages: false }, calendar);
  expect(bill.charged.map(({ smallOre, reason }) => `${smallOre / 100} ${reason}`)).toEqual([
    '44 rush',
    '48 regular',
  ]);
  expect(bill.rush).toBe(true);
  expect(bill.free.map(({ rule }) => rule)).toEqual(['zero-tariff']);
  expect(bill.unpriced.map(({ station: { name } }) => name)).toEqual(['N']);
});

test('a trip without passages costs nothing', () => {
  expect(priceTolls([], REFINED, calendar)).toEqual({
    total: NOTHING,
    count: 0,
    rush: false,
    charged: [],
    lines: [],
    free: [],
    unpriced: [],
    warnings: [],
  });
});

const NOTHING = { smallOre: 0, smallNoDiscountOre: 0, largeOre: 0, largeNoDiscountOre: 0 };
const REFINED = { size: 'small', rulesBetweenPassages: true } as const;

const ring = project({ hourRules: [hourTerms({ pays: 'dearest' })] });
const A = station('A', {
  project: ring,
  hourGroup: 'ring',
  tariffs: [tariff({ small: 40, smallRush: 55, large: 100, largeRush: 130, rush: morningRush() })],
});
const TOWN = [
  A,
  { ...A, id: 'A2', name: 'A2' },
  station('B', { project: ring, hourGroup: 'ring', tariffs: [tariff({ small: 60, large: 150 })] }),
  station('C', { project: ring, hourGroup: 'ring', tariffs: [tariff({ small: 60, large: 120 })] }),
  station('T', {
    project: project({ hourRules: [hourTerms({ untagged: false })] }),
    hourGroup: 'tag',
    tariffs: [tariff({ small: 30, large: 70 })],
  }),
  station('S', {
    project: project({ hourRules: [hourTerms({ sizes: ['small'] })] }),
    hourGroup: 'small',
    tariffs: [tariff({ small: 30, large: 70 })],
  }),
  station('F', { tariffs: [tariff({ small: 0, large: 50 })] }),
  station('Z', { tariffs: [tariff({ small: 0, large: 0 })] }),
  station('N', { tariffs: [] }),
  station('L', { tariffs: [tariff({ large: 70 })] }),
];

const since2010 = (small: number) => [tariff({ from: '2010-01-01', small })];
const changing = project({
  tagDiscounts: [
    { from: '2010-01-01', percent: { small: 10, large: 10 }, source: 'test' },
    { from: '2018-01-01', percent: { small: 20, large: 0 }, source: 'test' },
  ],
  hourRules: [
    hourTerms({ from: '2018-01-01', untagged: false }),
    hourTerms({ from: '2021-05-01', untagged: false, pays: 'dearest' }),
    hourTerms({ from: '2023-09-01', pays: 'dearest' }),
  ],
});
const ryfast = project({ id: 'ryfast', name: 'Ryfast', hourRules: [hourTerms()] });
const REGION = [
  station('Low', { project: changing, hourGroup: 'ring', tariffs: since2010(30) }),
  station('High', { project: changing, hourGroup: 'ring', tariffs: since2010(60) }),
  station('Once', {
    project: project({
      hourRules: [hourTerms({ onceBetween: { fromMin: 1050, untilMin: 1230 } })],
    }),
    hourGroup: 'once',
    tariffs: since2010(30),
  }),
  station('North', {
    project: project({ hourRules: [hourTerms()] }),
    hourGroup: 'jaeren',
    tariffs: since2010(30),
  }),
  station('Fjord', { project: ryfast, hourGroup: 'jaeren', tariffs: since2010(23) }),
  station('Deep', { project: ryfast, tariffs: since2010(100) }),
];
