import { expect, test } from 'vitest';
import { toCalendar } from '../../../src/base/calendar.ts';
import { fromOsloWallClock } from '../../../src/base/oslo-time.ts';
import { priceTolls } from '../../../src/pricing/toll/bill.ts';
import type { MonthlyCap } from '../../../src/pricing/toll/law.ts';
import type { TollPassage, TollTerms } from '../../../src/pricing/toll/terms.ts';
import { table } from '../../support/table.ts';
import { hourTerms, project, station, tariff } from './stations.ts';

const calendar = toCalendar([]);
const cap: MonthlyCap = {
  key: 'ring',
  name: 'Ring',
  bySize: { small: [{ from: '2000-01-01', perMonth: 60, knownOn: '2026-11-20', source: 'test' }] },
};
const ring = project({ hourRules: [hourTerms({ pays: 'first' })] });
const A = station('A', { project: ring, hourGroup: 'ring', cap });
const B = station('B', {
  project: ring,
  hourGroup: 'ring',
  cap,
  tariffs: [tariff({ small: 50, large: 90 })],
});
const C = station('C');

/** Reads `2026-10-05 08:00 A > 10:00 B`; a passage may name its own day. */
function read(trip: string): TollPassage[] {
  let day = '';
  return trip.split(' > ').map((text) => {
    const [name = '', time = '', own = day] = text.split(' ').toReversed();
    day = own;
    const found = [A, B, C].find((candidate) => candidate.name === name) ?? A;
    return { station: found, atMs: fromOsloWallClock(`${day}T${time}`) };
  });
}

const bill = (trip: string, used: number, terms: Partial<TollTerms> = {}) =>
  priceTolls(
    read(trip),
    {
      size: 'small',
      rulesBetweenPassages: true,
      capUse: { month: '2026-10', counts: { ring: used } },
      ...terms,
    },
    calendar,
  );

test.each(
  table<'used' | 'trip' | 'small' | 'untagged' | 'large' | 'because'>(`
    used | trip                                      | small | untagged | large | because
    58   | 2026-10-05 08:00 A > 10:00 B              | 72    | 90       | 190   | the sixtieth is paid
    59   | 2026-10-05 08:00 A > 10:00 B              | 32    | 90       | 190   | the sixty-first is free
    60   | 2026-10-05 08:00 A > 10:00 B              | 0     | 90       | 190   | all beyond are free
    59   | 2026-10-05 08:00 A > 08:30 B > 10:00 B    | 32    | 90       | 190   | what the hour makes free does not count
    60   | 2026-10-05 08:00 A > 08:30 B              | 0     | 40       | 100   | who rides along is beyond it, too
    60   | 2026-10-05 08:00 A > 08:30 C              | 32    | 80       | 200   | a station outside the group is paid
    60   | 2026-10-31 23:50 A > 2026-11-01 01:00 B   | 40    | 90       | 190   | the next month begins at nothing
  `),
)(
  '$used used, $trip: small $small with tag, for $because',
  ({ used, trip, small, untagged, large }) => {
    const { total } = bill(trip, Number(used));
    expect(total.smallOre).toBe(Number(small) * 100);
    expect(total.smallNoDiscountOre).toBe(Number(untagged) * 100);
    expect(total.largeOre).toBe(Number(large) * 100);
  },
);

test('a passage that does not count leaves the cap to the next one', () => {
  const isCounted = ({ station: { name } }: TollPassage) => name !== 'A';
  const capUse = { month: '2026-10', counts: { ring: 59 }, isCounted };
  const { total } = bill('2026-10-05 08:00 A > 10:00 B > 12:00 B', 59, { capUse });
  expect(total.smallOre).toBe(7200);
});

test('a free passage says that the cap made it free, and how far it was used', () => {
  const { free, lines, count } = bill('2026-10-05 08:00 A > 10:00 B', 59);
  expect(free).toMatchObject([{ station: { id: 'B' }, rule: 'monthly-cap' }]);
  expect(free[0]).not.toHaveProperty('paidAt');
  expect(lines[1]?.charges.smallOre.cap).toEqual({
    cap: { key: 'ring', name: 'Ring', ...cap.bySize.small?.[0] },
    month: '2026-10',
    used: 60,
  });
  expect(count).toBe(1);
});

test('without passages of the month no cap is applied', () => {
  const terms = { size: 'small', rulesBetweenPassages: true } as const;
  const { total } = priceTolls(read('2026-10-05 08:00 A > 10:00 B'), terms, calendar);
  expect(total.smallOre).toBe(7200);
});

test('the vehicle asked for with a tag is capped like its size, and one without a tag is not', () => {
  const trip = '2026-10-05 08:00 A > 10:00 C';
  const vehicle = { size: 'small', fuel: 'diesel' } as const;
  expect(bill(trip, 60, { vehicle: { ...vehicle, tagged: true } }).vehicle?.ore).toBe(3200);
  expect(bill(trip, 60, { vehicle: { ...vehicle, tagged: false } }).vehicle?.ore).toBe(8000);
});

test('a passage beyond the cap is not free for a vehicle without a tag, which pays there', () => {
  const vehicle = { size: 'small', fuel: 'diesel', tagged: false } as const;
  const { free, charged, count } = bill('2026-10-05 08:00 A > 10:00 B', 60, { vehicle });
  expect(free).toEqual([]);
  expect(charged.map(({ reason }) => reason)).toEqual(['regular', 'regular']);
  expect(count).toBe(2);
});

test.each([
  ['2026-10-05', 32, 100],
  ['2026-10-06', 0, 100],
  ['2026-10-08', 0, 0],
])(
  'a cap holds for each size from its own first day on: on %s small pay %i and large %i',
  (day, small, large) => {
    const terms = { perMonth: 60, knownOn: '2026-11-20', source: 'test' };
    const bySize = {
      small: [{ ...terms, from: '2026-10-06' }],
      large: [{ ...terms, from: '2026-10-08' }],
    };
    const dated = { ...A, cap: { ...cap, bySize } };
    const passages = [{ station: dated, atMs: fromOsloWallClock(`${day}T08:00`) }];
    const capUse = { month: '2026-10', counts: { ring: 60 } };
    const { total } = priceTolls(
      passages,
      { size: 'small', rulesBetweenPassages: true, capUse },
      calendar,
    );
    expect([total.smallOre, total.largeOre]).toEqual([small * 100, large * 100]);
  },
);

test.each([
  ['2019-05-31', 60, 0],
  ['2019-05-31', 59, 40],
  ['2019-06-01', 60, 40],
  ['2019-06-01', 119, 40],
  ['2019-06-01', 120, 0],
])(
  'a cap that was raised on 2019-06-01: on %s after %i passages small pay %i',
  (day, used, nok) => {
    const source = 'test';
    const small = [
      { from: '0001-01-01', perMonth: 60, knownOn: '2019-01-01', source },
      { from: '2019-06-01', perMonth: 120, knownOn: '2026-11-20', source },
    ];
    const tariffs = [tariff({ from: '2019-01-01', small: 50, large: 100 })];
    const passages = [
      {
        station: { ...A, tariffs, cap: { ...cap, bySize: { small } } },
        atMs: fromOsloWallClock(`${day}T08:00`),
      },
    ];
    const capUse = { month: day.slice(0, 7), counts: { ring: used } };
    const terms = { size: 'small', rulesBetweenPassages: true, capUse } as const;
    expect(priceTolls(passages, terms, calendar).total.smallOre).toBe(nok * 100);
  },
);
