import { expect, test } from 'vitest';
import { keepHistory } from '../../../src/facts/renew/renew-data.ts';
import type { StationRecord } from '../../../src/facts/schema/toll-stations.ts';
import { listStationTariffs } from '../../../src/facts/station-tariffs.ts';
import { findTariff } from '../../../src/pricing/toll/in-force.ts';
import { record } from '../../support/renewals.ts';
import { table } from '../../support/table.ts';

const BEFORE_DAY = '2026-11-19';
const TODAY = '2026-11-20';

const keep = (
  now: Partial<StationRecord>,
  before?: Partial<StationRecord>,
  dayBefore = BEFORE_DAY,
) =>
  keepHistory(
    record(1, now),
    before === undefined ? undefined : record(1, before),
    dayBefore,
    TODAY,
  );

const PROJECT = { id: 'bro', name: 'Bro', operator: 'Bro AS' };

const WAS = { smallNok: 20, largeNok: 40, smallRushNok: null, rush: null };

test('a new station has no past', () => {
  expect(keep({})).toEqual(record(1));
});

test('a tariff that stays was first seen when it was', () => {
  expect(keep({}, {}).observedFrom).toBe(BEFORE_DAY);
  expect(keep({}, { observedFrom: '2026-01-01' }).observedFrom).toBe('2026-01-01');
});

test('a tariff that changes is seen from today on, and ends the one before it', () => {
  const { observedFrom, earlier } = keep({ smallNok: 22 }, { observedFrom: '2026-01-01' });
  expect(observedFrom).toBeUndefined();
  expect(earlier).toEqual([{ from: '2026-01-01', until: TODAY, ...WAS }]);
});

test.each(
  table<'seen' | 'today' | 'until' | 'because'>(`
    seen       | today      | until      | because
    2026-11-19 | 2026-11-20 | 2026-11-20 | it was seen until the day before
    2026-03-31 | 2026-11-20 | 2026-04-01 | within a year the day of the change is not known
    2026-09-10 | 2027-01-10 | 2027-01-01 | tariffs change at the turn of the year more often than within it
    2026-12-31 | 2027-01-01 | 2027-01-01 | both are the same day here
    2026-09-10 | 2029-05-05 | 2027-01-01 | of the years between nothing is known
  `),
)(
  'a tariff last seen on $seen, and another on $today, ends on $until, because $because',
  ({ seen, today, until }) => {
    const now = record(1, { smallNok: 22 });
    const { earlier } = keepHistory(now, record(1), seen, today);
    expect(earlier).toEqual([{ from: seen, until, ...WAS }]);
  },
);

test('what came before is kept behind it', () => {
  const earlier = [{ from: '2025-01-01', until: '2026-01-01', ...WAS, smallNok: 18 }];
  expect(keep({}, { earlier }).earlier).toEqual(earlier);
  expect(keep({ smallNok: 22 }, { earlier }).earlier).toEqual([
    ...earlier,
    { from: BEFORE_DAY, until: TODAY, ...WAS },
  ]);
});

test('a tariff that was not known, or was seen today only, leaves nothing behind', () => {
  expect(keep({}, { smallNok: null, largeNok: null }).earlier).toBeUndefined();
  expect(keep({ smallNok: 22 }, {}, TODAY).earlier).toBeUndefined();
});

test('a rush price of large vehicles that was not known before is no change', () => {
  const rush = { smallRushNok: 30, rush: ['06:30-09:00'] };
  expect(keep({ ...rush, largeRushNok: 60 }, rush).observedFrom).toBe(BEFORE_DAY);
  const changed = keep({ ...rush, largeRushNok: 60 }, { ...rush, largeRushNok: 50 });
  expect(changed.earlier).toHaveLength(1);
});

test('a rush price of large vehicles stays known while the tariff does that it stood beside', () => {
  const rush = { smallRushNok: 30, rush: ['06:30-09:00'] };
  const known = { ...rush, largeRushNok: 60 };
  expect(keep(rush, known).largeRushNok).toBe(60);
  const { largeRushNok, earlier } = keep({ ...rush, smallNok: 22 }, known);
  expect([largeRushNok, earlier?.[0]?.largeRushNok]).toEqual([undefined, 60]);
});

test.each(
  table<'seen' | 'day' | 'price' | 'known' | 'because'>(`
    seen                                            | day        | price | known | because
    2026-09-10: 42, 2027-01-10: 44                  | 2026-11-20 | 42    | yes   | a sparse renewal takes nothing from the year before
    2026-09-10: 42, 2027-01-10: 44                  | 2026-12-31 | 42    | yes   | to its last day
    2026-09-10: 42, 2027-01-10: 44                  | 2027-01-05 | 44    | no    | the turn of the year is the likely day of the change
    2026-09-10: 42, 2026-11-29: 42, 2027-01-10: 44  | 2026-12-15 | 42    | yes   | and so with a renewal between
    2026-09-10: 42, 2026-11-29: 44                  | 2026-09-20 | 42    | no    | within a year the day of the change is not known
    2026-09-10: 42, 2026-11-29: 44                  | 2026-11-27 | 44    | no    | and the nearer of the two days decides
    2026-09-10: 42, 2026-11-29: -                   | 2026-11-28 | 42    | no    | a price that is gone is not known from then on
    2026-09-10: 42, 2026-11-29: -                   | 2026-11-29 | -     | yes   | and not before
    2026-09-10: 42, 2027-01-10: 44, 2027-02-20: 44  | 2026-11-20 | 42    | yes   | a later renewal changes nothing
  `),
)(
  'of renewals that saw $seen a drive on $day pays $price, known: $known, because $because',
  ({ seen, day, price, known }) => {
    const files = seen.split(', ').map((text) => {
      const [today = '', nok] = text.split(': ');
      const smallNok = nok === '-' ? null : Number(nok);
      return { today, station: record(1, { smallNok, largeNok: smallNok }) };
    });
    const newest = files.reduce((before, { today, station }) => ({
      today,
      station: keepHistory(station, before.station, before.today, today),
    }));
    const tariffs = listStationTariffs(newest.station, PROJECT, { observedOn: newest.today });
    const found = findTariff({ tariffs }, { day, minuteOfDay: 720 });
    const ore = found?.tariff.small?.ore;
    expect([ore === undefined ? '-' : String(ore / 100), found?.isKnown]).toEqual([
      price,
      known === 'yes',
    ]);
  },
);
