import { expect, test } from 'vitest';
import { keepHistory } from '../../../src/facts/renew/keep-history.ts';
import type { StationRecord } from '../../../src/facts/schema/toll-stations.ts';
import { record } from '../../support/renewals.ts';

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

const WAS = { smallNok: 20, largeNok: 40, smallRushNok: null, rush: null };

test('a new station has no past', () => {
  expect(keep({})).toEqual(record(1));
});

test('a tariff that stays was first seen when it was', () => {
  expect(keep({}, {}).observedFrom).toBe(BEFORE_DAY);
  expect(keep({}, { observedFrom: '2026-01-01' }).observedFrom).toBe('2026-01-01');
});

test('a tariff that changes ends the one before it, on the day after it was last seen', () => {
  const { observedFrom, earlier } = keep({ smallNok: 22 }, { observedFrom: '2026-01-01' });
  expect(observedFrom).toBeUndefined();
  expect(earlier).toEqual([{ from: '2026-01-01', until: TODAY, ...WAS }]);
  const afterLong = keep({ smallNok: 22 }, { observedFrom: '2026-01-01' }, '2026-03-31');
  expect(afterLong.earlier?.[0]?.until).toBe('2026-04-01');
});

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
