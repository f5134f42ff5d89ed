import { expect, test } from 'vitest';
import { formatOsloInstant, fromOsloWallClock } from '../../../src/base/oslo-time.ts';
import type { TollStation } from '../../../src/pricing/toll/law.ts';
import { listPriceSteps } from '../../../src/pricing/toll/time-edges.ts';
import { hourTerms, morningRush, project, station, tariff } from './stations.ts';

const stepsOf = (facts: Partial<TollStation>, from: string, until: string) =>
  listPriceSteps(station('1', facts), fromOsloWallClock(from), fromOsloWallClock(until)).map((ms) =>
    formatOsloInstant(ms).slice(0, 16),
  );

const rush = [tariff({ small: 40, smallRush: 50, rush: morningRush() })];

test('a station without anything but a price may change at midnight alone', () => {
  expect(stepsOf({}, '2026-10-05T00:00', '2026-10-07T00:00')).toEqual([
    '2026-10-06T00:00',
    '2026-10-07T00:00',
  ]);
});

test('the first moment itself is no step, the last one is', () => {
  expect(stepsOf({ tariffs: rush }, '2026-10-05T06:30', '2026-10-05T09:00')).toEqual([
    '2026-10-05T09:00',
  ]);
});

test.each<readonly [what: string, facts: Partial<TollStation>, steps: readonly string[]]>([
  ['the rush', { tariffs: rush }, ['06:30', '09:00']],
  [
    'a tariff that begins within a day',
    { tariffs: [tariff({ small: 40, fromMin: 6 * 60 })] },
    ['06:00'],
  ],
  [
    'a rule of once a day',
    {
      project: project({
        hourRules: [hourTerms({ onceBetween: { fromMin: 22 * 60, untilMin: 23 * 60 } })],
      }),
    },
    ['22:00', '23:00'],
  ],
  [
    'a price of its own for electric cars, and its end',
    {
      vehicleTariffs: [
        {
          id: 'electric',
          from: '2026-10-05',
          fromMin: 5 * 60,
          end: { day: '2026-10-05', minuteOfDay: 15 * 60 },
          size: 'small',
          classes: ['electric'],
          price: { kind: 'exempt' },
          untagged: false,
          source: 'test',
        },
      ],
    },
    ['05:00', '15:00'],
  ],
  [
    'the moments at which it begins and ends to collect',
    {
      periods: [
        {
          openFrom: { day: '2026-10-05', minuteOfDay: 3 * 60 },
          openTo: { day: '2026-10-05', minuteOfDay: 4 * 60 },
        },
      ],
    },
    ['03:00', '04:00'],
  ],
])('%s may change it', (_what, facts, steps) => {
  const found = stepsOf(facts, '2026-10-05T00:00', '2026-10-05T23:59');
  expect(found).toEqual(steps.map((time) => `2026-10-05T${time}`));
});

test('on the day on which the clocks go back every time of day is looked at an hour off as well', () => {
  const found = stepsOf({ tariffs: rush }, '2026-10-25T00:00', '2026-10-25T23:59');
  expect(found).toContain('2026-10-25T06:30');
  expect(found).toContain('2026-10-25T09:00');
});
