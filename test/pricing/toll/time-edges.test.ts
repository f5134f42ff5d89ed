/** When a price may change; and between two moments at which a bill may turn it is the same. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCalendar } from '../../../src/base/calendar.ts';
import { formatOsloInstant, fromOsloWallClock } from '../../../src/base/oslo-time.ts';
import { atOnce } from '../../../src/base/steps.ts';
import { priceTolls } from '../../../src/pricing/toll/bill.ts';
import type { TollProject, TollStation } from '../../../src/pricing/toll/law.ts';
import type { TollVehicle } from '../../../src/pricing/toll/terms.ts';
import {
  listPasts,
  listPriceSteps,
  listTurns,
  type TimedPassage,
} from '../../../src/pricing/toll/time-edges.ts';
import { table } from '../../support/table.ts';
import { hourTerms, morningRush, project, station, tariff } from './stations.ts';

const town = project({
  hourRules: [hourTerms({ pays: 'dearest', onceBetween: { fromMin: 360, untilMin: 600 } })],
});
const pair = project({
  reversedRules: [{ stations: ['East', 'West'], windowMin: 60, source: 'test' }],
});
const grouped = { project: town, hourGroup: 'town' };
const STATIONS: readonly TollStation[] = [
  station('Road'),
  station('Bridge', { ...grouped, tariffs: [rushTariff()] }),
  station('Tunnel', grouped),
  station('East', { project: pair }),
  station('West', { project: pair }),
  station('Row', { tariffs: [tariff({ small: 10 }), noonTariff()] }),
  station('New', { periods: [{ openFrom: { day: '2026-11-18', minuteOfDay: 480 } }] }),
  station('Electric', { vehicleTariffs: [electricUntil(540)] }),
  station('One', { passageKey: 'both' }),
  station('Two', { passageKey: 'both' }),
];

function rushTariff() {
  return tariff({ small: 40, smallRush: 70, large: 80, largeRush: 90, rush: morningRush() });
}
function noonTariff() {
  return tariff({ small: 20, from: '2026-11-18', fromMin: 720 });
}
function electricUntil(minuteOfDay: number) {
  return {
    id: 'electric',
    size: 'small',
    classes: ['electric'],
    from: '2026-01-01',
    end: { day: '2026-11-18', minuteOfDay },
    price: { kind: 'exempt' },
    untagged: true,
    source: 'test',
  } as const;
}

const calendar = toCalendar([]);
const terms = { size: 'small', rulesBetweenPassages: true } as const;
const ELECTRIC: TollVehicle = { size: 'small', tagged: true, fuel: 'electric' };

/** A time before noon after one in the evening is that of the next day. */
const momentsOf = (times: readonly string[]) =>
  times.map((time) => {
    const isNextDay = time < '12:00' && (times[0] ?? '') > '12:00';
    return fromOsloWallClock(`2026-11-${isNextDay ? 19 : 18}T${time}`);
  });

/** Reads `Bridge 06:10 06:20 06:30, ...`: early, expected, late. */
const timed = (text: string): TimedPassage[] =>
  text.split(', ').map((passage) => {
    const [name = '', ...times] = passage.split(' ');
    const found = STATIONS.find((one) => one.name === name) as TollStation;
    return { station: found, atMs: momentsOf(times) };
  });

const isSteady = (passed: readonly TimedPassage[]) => listTurns(passed, true).length === 0;

/** The sums at a place in the list of moments. */
const billAt = (passages: readonly TimedPassage[], place: number) => {
  const passed = passages.map(({ station: at, atMs }) => {
    const before = Math.min(Math.floor(place), atMs.length - 2);
    const [from = 0, to = 0] = atMs.slice(before);
    return { station: at, atMs: from + (place - before) * (to - from) };
  });
  const { total, vehicle } = priceTolls(passed, { ...terms, vehicle: ELECTRIC }, calendar);
  return { total, vehicle: vehicle?.ore };
};

describe('what may move a price', () => {
  test.each(
    table<'passed' | 'steady' | 'because'>(`
      passed                                             | steady | because
      Road 06:20 06:30 06:40                             | yes    | it has one price
      Bridge 06:10 06:20 06:29                           | yes    | the rush has not begun
      Bridge 06:10 06:20 06:30                           | no     | it begins
      Bridge 06:40 06:20 06:25                           | no     | the first moment is the latest
      Road 23:50 23:55 23:59                             | yes    | all on one day
      Row 11:40 11:50 11:59                              | yes    | before a new price
      Row 11:40 11:50 12:00                              | no     | a new price begins at noon of the day
      New 07:40 07:50 08:00                              | no     | it opens
      Electric 08:40 08:50 09:00                         | no     | an exemption ends
      Bridge 10:00 10:05 10:10, Tunnel 10:30 10:40 10:55 | yes    | within the hour
      Bridge 10:00 10:05 10:10, Tunnel 10:50 11:04 11:12 | no     | 50 to 62 minutes between them
      Bridge 10:00 10:05 10:10, Road 10:50 11:04 11:12   | yes    | another group
      Bridge 09:10 09:12 09:15, Tunnel 09:50 09:58 10:05 | no     | at 10 the time ends in which one is paid
      East 12:00 12:05 12:10, West 12:50 13:04 13:12     | no     | the reversed rule has 60 minutes, too
      One 12:00 12:00 12:00, Two 12:01 12:02 12:03       | no     | up to two minutes are one drive past
    `),
  )('$passed: steady $steady, because $because', ({ passed, steady }) => {
    expect(isSteady(timed(passed))).toBe(steady === 'yes');
  });
});

const moments = fc
  .tuple(fc.nat(1430), fc.integer({ min: 5, max: 30 }), fc.integer({ min: 5, max: 40 }))
  .map(([startMin, fasterPercent, slowerPercent]) => ({ startMin, fasterPercent, slowerPercent }));
const passages = fc
  .record({
    moments,
    stops: fc.array(fc.record({ at: fc.nat(STATIONS.length - 1), afterS: fc.nat(4000) }), {
      minLength: 1,
      maxLength: 6,
    }),
  })
  .map(({ moments: { startMin, fasterPercent, slowerPercent }, stops }): TimedPassage[] => {
    const startMs = fromOsloWallClock('2026-11-18T00:00') + startMin * 60_000;
    let drivenMs = 0;
    return stops.map(({ at, afterS }) => {
      drivenMs += afterS * 1000;
      const shares = [1 - fasterPercent / 100, 1, 1 + slowerPercent / 100];
      return {
        station: STATIONS[at] as TollStation,
        atMs: shares.map((share) => startMs + Math.round(share * drivenMs)),
      };
    });
  });

test('a bill costs the same at all moments between two turns, whatever is passed', () => {
  fc.assert(
    fc.property(passages, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (passed, share) => {
      const turns = [0, ...listTurns(passed, true), 2];
      for (const [i, to] of turns.slice(1).entries()) {
        const from = turns[i] as number;
        // A passage is charged by the millisecond.
        if (to - from < 1e-5) continue;
        const middle = billAt(passed, (from + to) / 2);
        expect(billAt(passed, from + share * (to - from))).toEqual(middle);
      }
    }),
    { numRuns: 300 },
  );
});

test.each(
  table<'passed' | 'turns' | 'because'>(`
    passed                                             | turns            | because
    Bridge 06:05 06:20 09:05                           | 1.061, 1.970     | the rush begins 10 of 165 minutes after the expected moment, and ends 5 before the late one
    Bridge 05:30 06:20 06:25                           | 0.6              | the time begins in which one is paid
    Road 23:00 23:30 00:30                             | 1.5              | a new day begins
    Bridge 12:00 12:00 12:00, Tunnel 12:50 12:58 13:04 | 1.333            | an hour lies between them
  `),
)('$passed turns at $turns: $because', ({ passed, turns }) => {
  const found = listTurns(timed(passed), true);
  expect(found.map((place) => Number(place.toFixed(3)))).toEqual(turns.split(', ').map(Number));
});

test('without rules between passages the time between them turns nothing', () => {
  const passed = timed('Bridge 12:00 12:00 12:00, Tunnel 12:50 12:58 13:04');
  expect(listTurns(passed, false)).toEqual([]);
});

test('a rule of any project of a group is looked at', () => {
  const other: TollProject = { ...town, hourRules: [hourTerms({ windowMin: 90 })] };
  const far = { station: station('Far', { project: other, hourGroup: 'town' }) };
  const [bridge] = timed('Bridge 12:00 12:00 12:00');
  const at = (...minutes: number[]) => ({
    ...far,
    atMs: minutes.map((minute) => (bridge?.atMs[0] ?? 0) + minute * 60_000),
  });
  expect(isSteady([bridge as TimedPassage, at(85, 88, 91)])).toBe(false);
  expect(isSteady([bridge as TimedPassage, at(70, 75, 80)])).toBe(true);
});

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

test.each([
  [8, 1 + 2 ** 8],
  [9, 3],
])(
  '%i silences are tried with each other in %i bills; of more than eight all are early, or all late',
  (count, bills) => {
    const row = station('Row', { tariffs: [tariff({ small: 10 }), noonTariff()] });
    const noonMs = fromOsloWallClock('2026-11-18T12:00');
    const passages = Array.from({ length: count }, (_, silence) => ({
      station: row,
      atMs: [noonMs - 60_000, noonMs - 1000, noonMs + 60_000],
      silence,
    }));
    const tried = atOnce(listPasts(passages, true)).map((one) =>
      one.map(({ atMs }) => atMs - noonMs),
    );
    expect(tried).toHaveLength(bills);
    for (const ms of [-1000, -60_000, 60_000]) expect(tried).toContainEqual(passages.map(() => ms));
  },
);
