import { expect, test } from 'vitest';
import { toCalendar } from '../../src/base/calendar.ts';
import type { VehicleSize } from '../../src/base/vehicle.ts';
import { priceTolls } from '../../src/pricing/toll.ts';
import { table } from '../support/table.ts';
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
