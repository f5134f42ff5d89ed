import { expect, test } from 'vitest';
import type { VehicleTariff } from '../../../src/pricing/toll/law.ts';
import { findVehicleTariff } from '../../../src/pricing/toll/vehicle-tariff.ts';
import { table } from '../../support/table.ts';
import { tariff } from './stations.ts';

/** A notice of 2024: electric vehicles pay 10 beside 20, and it is known to the end of the year. */
const NOTICE: VehicleTariff = {
  id: 'notice',
  size: 'small',
  classes: ['electric'],
  from: '2024-06-14',
  knownUntil: '2025-01-01',
  beside: { ore: 2000, rushOre: 4000 },
  price: { kind: 'tariff', ore: 1000, rushOre: 2000 },
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
    2025-06-01 | 20       | 2024-06-14 | no      | carried | the ordinary tariff of the same notice stands in
    2027-06-01 | 20       | 2026-09-10 | no      | carried | and so does one that was the same when it was last seen
    2027-06-01 | 21       | 2026-09-10 | no      |         | but not one that had moved by then
    2024-06-13 | 20       | 2026-09-10 | no      |         | nor before the notice
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

/** Shares of 2019 to 2024, and an exemption since 2025. */
const SHARES: readonly VehicleTariff[] = [
  share({ from: '0001-01-01', percentOfTagged: 0, end: { day: '2019-02-01', minuteOfDay: 0 } }),
  share({ from: '2019-02-01', percentOfTagged: 50, knownUntil: '2022-01-01' }),
  share({ from: '2023-06-01', fromMin: 600, percentOfTagged: 40, knownUntil: '2024-01-01' }),
  share({ from: '2024-05-31', percentOfTagged: 70, end: { day: '2024-11-07', minuteOfDay: 900 } }),
];

function share({
  percentOfTagged,
  ...facts
}: Partial<VehicleTariff> & { readonly percentOfTagged: number }): VehicleTariff {
  const { beside: _, knownUntil: __, ...row } = NOTICE;
  return { ...row, ...facts, price: { kind: 'share', percentOfTagged } };
}

const askShare = (day: string, time: string, rows: readonly VehicleTariff[] = SHARES) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const found = findVehicleTariff(
    rows,
    {
      size: 'small',
      tollClass: 'electric',
      tagged: true,
      moment: { day, minuteOfDay: hours * 60 + minutes },
    },
    { tariff: tariff({ small: 999, from: '2018-01-01' }), isKnown: false },
  );
  const price = found?.row.price;
  return price?.kind === 'share' ? `${price.percentOfTagged} ${found?.certainty}` : '';
};

test.each(
  table<'day' | 'time' | 'is' | 'because'>(`
    day        | time  | is         | because
    2010-01-01 | 00:00 | 0 known    | a source tells its end, and nobody its first day
    2019-01-31 | 23:59 | 0 known    | its last minute
    2019-02-01 | 00:00 | 50 known   | the newer decision
    2021-12-31 | 23:59 | 50 known   | the last year for which a source tells of it
    2022-01-01 | 00:00 | 50 carried | it holds, and no source tells so
    2023-06-01 | 09:59 | 50 carried | until the newer decision, to the minute
    2023-06-01 | 10:00 | 40 known   | whatever the ordinary price is
    2024-05-30 | 12:00 | 40 carried | the year is over
    2024-05-31 | 00:00 | 70 known   | the next decision
    2024-11-07 | 14:59 | 70 known   | its last minute
    2024-11-07 | 15:00 |            | it has ended, and the one before it does not come back
  `),
)('on $day at $time the share is "$is", for $because', ({ day, time, is }) => {
  expect(askShare(day, time)).toBe(is);
});

test('before its first day a share is none: a rebate is not older than its notice', () => {
  expect(askShare('2019-01-31', '23:59', SHARES.slice(1))).toBe('');
});

test('a known price decides before a share, a share before a price that is not known any more', () => {
  const rows = [NOTICE, ...SHARES.slice(0, 3)];
  expect(askShare('2024-06-20', '12:00', rows)).toBe('');
  expect(askShare('2025-06-20', '12:00', rows)).toBe('40 carried');
});

const EXEMPT: VehicleTariff = { ...NOTICE, from: '2023-06-01', price: { kind: 'exempt' } };
const { knownUntil: _, ...LAW } = { ...EXEMPT, from: '2023-01-01' };

test.each([
  { day: '2024-12-31', rows: [EXEMPT, NOTICE], is: 'known', because: 'a source tells of it' },
  { day: '2025-01-01', rows: [EXEMPT], is: 'carried', because: 'no source tells of its end' },
  {
    day: '2025-01-01',
    rows: [EXEMPT, { ...NOTICE, knownUntil: '2026-01-01' }],
    is: 'carried',
    because: 'no price moves it',
  },
  { day: '2025-01-01', rows: [LAW, EXEMPT], is: 'known', because: 'one of several is' },
  { day: '2023-05-31', rows: [EXEMPT], is: undefined, because: 'it had not begun' },
])('on $day an exemption is $is: $because', ({ day, rows, is }) => {
  const found = findVehicleTariff(
    rows,
    { size: 'small', tollClass: 'electric', tagged: true, moment: { day, minuteOfDay: 720 } },
    { tariff: tariff({ small: 20, smallRush: 40, from: '2022-01-01' }), isKnown: true },
  );
  expect([found?.certainty, found?.row.price.kind]).toEqual([is, is && 'exempt']);
});

test.each([
  ['2024-06-14', '2023-06-01', 'tariff'],
  ['2024-06-14', '2024-08-01', 'share'],
  ['2024-06-14', '2024-06-14', 'tariff'],
])(
  'of a price of %s and a share of %s, both carried, the newer decides: the %s',
  (price, rebate, kind) => {
    const rows = [
      { ...NOTICE, from: price },
      share({ from: rebate, percentOfTagged: 40, knownUntil: '2025-01-01' }),
    ];
    const found = findVehicleTariff(
      rows,
      {
        size: 'small',
        tollClass: 'electric',
        tagged: true,
        moment: { day: '2026-11-18', minuteOfDay: 720 },
      },
      { tariff: tariff({ small: 20, smallRush: 40, from: '2022-01-01' }), isKnown: true },
    );
    expect(found).toMatchObject({ row: { price: { kind } }, certainty: 'carried' });
  },
);
