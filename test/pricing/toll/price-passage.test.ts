import { expect, test } from 'vitest';
import { toCalendar } from '../../../src/base/calendar.ts';
import { fromOsloWallClock, toOsloTime } from '../../../src/base/oslo-time.ts';
import type { VehicleSize } from '../../../src/base/vehicle.ts';
import type { RushRule } from '../../../src/pricing/toll/law.ts';
import { isRush, pricePassage, turnRush } from '../../../src/pricing/toll/price-passage.ts';
import { table } from '../../support/table.ts';
import { station, tariff } from './stations.ts';

const calendar = toCalendar([
  { name: 'Onsdag før påske', kind: 'half-day', easterOffset: -4 },
  { name: 'Andre påskedag', kind: 'public-holiday', easterOffset: 1 },
]);
const windows = [
  { fromMin: 390, untilMin: 540 },
  { fromMin: 900, untilMin: 1020 },
];
const RULES: Record<string, RushRule> = {
  oslo: { windows, except: ['public-holiday', 'july'], sizes: ['small', 'large'] },
  tromso: { windows, except: ['public-holiday', 'half-day'], sizes: ['small', 'large'] },
  kristiansand: { windows, except: ['public-holiday'], sizes: ['small'] },
};

test.each(
  table<'rule' | 'size' | 'at' | 'rush' | 'because'>(`
    rule         | size  | at               | rush | because
    oslo         | small | 2026-11-20T06:29 | no   | the window has not begun
    oslo         | small | 2026-11-20T06:30 | yes  | it begins
    oslo         | small | 2026-11-20T08:59 | yes  | its last minute
    oslo         | small | 2026-11-20T09:00 | no   | the end lies outside
    oslo         | small | 2026-11-20T15:00 | yes  | the afternoon has a window, too
    oslo         | small | 2026-11-20T17:00 | no   | which ends
    oslo         | large | 2026-11-20T08:00 | yes  | it is for both sizes
    oslo         | small | 2026-11-21T08:00 | no   | Saturday
    oslo         | small | 2026-11-22T08:00 | no   | Sunday
    oslo         | small | 2026-04-06T08:00 | no   | Easter Monday is a public holiday
    oslo         | small | 2026-04-01T08:00 | yes  | Oslo does not except half days
    oslo         | small | 2026-07-01T08:00 | no   | Oslo excepts July
    tromso       | small | 2026-04-01T08:00 | no   | Tromsø excepts the Wednesday before Easter
    tromso       | small | 2026-07-01T08:00 | yes  | Tromsø does not except July
    kristiansand | small | 2026-11-20T08:00 | yes  | group 1 pays rush tariff
    kristiansand | large | 2026-11-20T08:00 | no   | group 2 does not
  `),
)('$rule, $size, at $at: rush $rush, because $because', ({ rule, size, at, rush }) => {
  const time = toOsloTime(fromOsloWallClock(at));
  expect(isRush(RULES[rule] as RushRule, time, calendar, size as VehicleSize)).toBe(rush === 'yes');
});

test.each(
  table<'at' | 'small' | 'because'>(`
    at               | small | because
    2026-11-20T08:00 | 40    | the price outside the rush
    2026-11-20T12:00 | 60    | the rush price
  `),
)('with the rush turned at $at: $small, $because, and nothing where none is known', (row) => {
  const { at, small } = row;
  const rush = RULES.oslo as RushRule;
  const tolls = station('A', { tariffs: [tariff({ small: 40, smallRush: 60, large: 90, rush })] });
  const turned = turnRush(pricePassage({ station: tolls, atMs: fromOsloWallClock(at) }, calendar));
  expect(turned.small?.untagged.ore).toBe(Number(small) * 100);
  expect(turned.large).toBeUndefined();
});
