import { expect, test } from 'vitest';
import { findVehicleTariff, type VehicleTariff } from '../../src/pricing/vehicle-tariff.ts';
import { table } from '../support/table.ts';
import { tariff } from './stations.ts';

/** A notice of 2024: electric vehicles pay half of 20, and it is known to the end of the year. */
const NOTICE: VehicleTariff = {
  id: 'notice',
  size: 'small',
  classes: ['electric'],
  from: '2024-06-14',
  knownUntil: '2025-01-01',
  beside: { ore: 2000, rushOre: 4000 },
  price: { kind: 'share', percentOfTagged: 50 },
  untagged: false,
  source: 'test',
};

test.each(
  table<'day' | 'ordinary' | 'from' | 'isKnown' | 'is' | 'because'>(`
    day        | ordinary | from       | isKnown | is      | because
    2024-06-13 | 20       | 2024-06-14 | no      |         | a rebate is not older than its notice
    2019-06-14 | 20       | 2024-06-14 | no      |         | nor by years
    2024-06-13 | 20       | 2023-01-01 | yes     |         | it had not begun
    2024-06-14 | 20       | 2024-06-14 | yes     | known   | its first day
    2024-12-31 | 20       | 2024-06-14 | yes     | known   | its last day
    2025-01-01 | 20       | 2024-06-14 | yes     | carried | its year is over, and the ordinary tariff stands
    2026-11-18 | 20       | 2026-09-10 | yes     | carried | the road database shows the same
    2026-11-18 | 21       | 2026-09-10 | yes     |         | the ordinary tariff has moved
    2026-11-18 | 20 / 42  | 2026-09-10 | yes     |         | its rush price has moved
    2024-10-01 | 21       | 2024-09-10 | yes     |         | it moved in the year of the notice already
    2025-06-01 | 20       | 2024-06-14 | no      |         | the ordinary tariff is not known itself, after it moved
  `),
)('$day, $ordinary since $from: $is, for $because', ({ day, ordinary, from, isKnown, is }) => {
  const [small = Number.NaN, smallRush = 40] = ordinary.split(' / ').map(Number);
  const found = findVehicleTariff(
    [NOTICE],
    { size: 'small', tollClass: 'electric', tagged: true, moment: { day, minuteOfDay: 720 } },
    { tariff: tariff({ small, smallRush, from }), isKnown: isKnown === 'yes' },
  );
  expect(found?.certainty ?? '').toBe(is);
});

test.each([
  ['2024-06-13', 'carried', 'it was in force in that year already'],
  ['2024-01-01', 'carried', 'on the first day of the year'],
  ['2023-12-31', '', 'but nobody tells of the year before'],
])(
  'on %s a notice of 2024-06-14 that held before it, since nobody knows when, is %j: %s',
  (day, is) => {
    const found = findVehicleTariff(
      [{ ...NOTICE, isOlder: true }],
      { size: 'small', tollClass: 'electric', tagged: true, moment: { day, minuteOfDay: 720 } },
      {
        tariff: tariff({ small: 20, smallRush: 40, from: '2024-06-14' }),
        isKnown: false,
      },
    );
    expect(found?.certainty ?? '').toBe(is);
  },
);

test('a row for vehicles with a tag is none for others, nor one of another class or size', () => {
  const ordinary = { tariff: tariff({ small: 20, from: '2024-06-14' }), isKnown: true };
  const asked = {
    size: 'small',
    tollClass: 'electric',
    tagged: true,
    moment: { day: '2024-07-01', minuteOfDay: 0 },
  } as const;
  expect(findVehicleTariff([NOTICE], asked, ordinary)).toBeDefined();
  expect(findVehicleTariff([NOTICE], { ...asked, tagged: false }, ordinary)).toBeUndefined();
  expect(findVehicleTariff([NOTICE], { ...asked, size: 'large' }, ordinary)).toBeUndefined();
  expect(findVehicleTariff([NOTICE], { ...asked, tollClass: 'petrol' }, ordinary)).toBeUndefined();
});
