import { describe, expect, test } from 'vitest';
import type { Tariff, TollStation } from '../../src/pricing/toll/law.ts';
import { listChanges } from '../../src/wire/changes.ts';
import { station } from '../support/toll-clerk.ts';

const DATE = '2026-11-22';

const tariff = (from: string, smallNok: number, more: Partial<Tariff> = {}): Tariff => ({
  from,
  small: { ore: smallNok * 100 },
  source: 'a notice',
  ...more,
});

/** A station with these tariffs and periods alone. */
const collecting = (
  tariffs: readonly Tariff[],
  periods: TollStation['periods'] = [],
): TollStation => ({ ...station('bergen', 'Sandviken'), id: '7', name: 'Vika', tariffs, periods });

const tollsOf = (...stations: readonly TollStation[]) =>
  listChanges('', { stations, fareTables: [], date: DATE }).tolls;

describe('the toll of a station changes', () => {
  test('on the day of each tariff but the first, the latest first, future days included', () => {
    const tolls = tollsOf(
      collecting([tariff('2020-01-01', 20), tariff('2026-01-01', 22), tariff('2027-01-01', 25)]),
    );
    expect(tolls).toEqual([
      {
        day: '2027-01-01',
        station: '7',
        name: 'Vika',
        project: 'bergen',
        before: { smallNok: 22 },
        after: { smallNok: 25 },
      },
      expect.objectContaining({ day: '2026-01-01', before: { smallNok: 20 } }),
    ]);
  });

  test('not by a tariff with the same prices', () => {
    expect(tollsOf(collecting([tariff('2020-01-01', 20), tariff('2021-01-01', 20)]))).toEqual([]);
  });

  test('within a day, and by its rush alone', () => {
    const rush = { windows: [{ fromMin: 390, untilMin: 540 }], except: [], sizes: [] };
    const dearer = { small: { ore: 2000, rushOre: 3050 }, rush, fromMin: 600 };
    expect(
      tollsOf(collecting([tariff('2020-01-01', 20), tariff('2021-01-01', 20, dearer)])),
    ).toMatchObject([
      { day: '2021-01-01', time: '10:00', after: { smallRushNok: 30.5, rush: ['06:30-09:00'] } },
    ]);
  });

  test.each([{ observed: true }, { isOlder: true } as const])(
    'by a day that is only known as one on which the new price held: %o',
    (known) => {
      const held = tariff('2026-09-10', 30, known);
      expect(tollsOf(collecting([tariff('2020-01-01', 20), held]))).toMatchObject([
        { day: '2026-09-10', observedBy: true },
      ]);
    },
  );

  test('where the station begins and ends to collect', () => {
    const periods = [
      {
        openFrom: { day: '2021-02-03', minuteOfDay: 0 },
        openTo: { day: '2024-05-06', minuteOfDay: 720 },
      },
    ];
    expect(tollsOf(collecting([tariff('2020-01-01', 20)], periods))).toMatchObject([
      { day: '2024-05-06', time: '12:00', before: { smallNok: 20 }, after: null },
      { day: '2021-02-03', before: null, after: { smallNok: 20 } },
    ]);
  });

  test('where only a day is known on which it collected, or no more, by that day', () => {
    const at = (day: string) => ({ day, minuteOfDay: 0 });
    const periods = [
      {
        openFrom: at('2018-10-01'),
        openBy: '2021-08-14',
        openUntil: '2024-06-01',
        openTo: at('2024-08-01'),
      },
    ];
    const prices = [tariff('2018-10-01', 20), tariff('2020-01-01', 22), tariff('2024-07-01', 30)];
    expect(tollsOf(collecting(prices, periods))).toMatchObject([
      { day: '2024-08-01', observedBy: true, before: { smallNok: 22 }, after: null },
      { day: '2021-08-14', observedBy: true, before: null, after: { smallNok: 22 } },
    ]);
  });

  test('while it collects alone, and once on the day on which it begins', () => {
    const periods = [
      { openTo: { day: '2021-01-01', minuteOfDay: 0 } },
      { openFrom: { day: '2024-06-21', minuteOfDay: 0 } },
    ];
    const prices = ['2020-01-01', '2022-01-01', '2024-06-21', '2025-01-01'];
    const tolls = tollsOf(
      collecting(
        prices.map((from, i) => tariff(from, 20 + i)),
        periods,
      ),
    );
    expect(tolls.map(({ day, before, after }) => [day, before?.smallNok, after?.smallNok])).toEqual(
      [
        ['2025-01-01', 22, 23],
        ['2024-06-21', undefined, 22],
        ['2021-01-01', 20, undefined],
      ],
    );
  });

  test('not by a price that stands in from another day', () => {
    const standIn = { large: { ore: 5000, carriedFrom: { from: '2020-01-01', source: 'test' } } };
    const oldRush = {
      large: { ore: 5000, rushOre: 7000, rushCarriedFrom: { from: '2020-01-01', source: 'test' } },
    };
    const tolls = tollsOf(
      collecting([
        tariff('2020-01-01', 20, { large: { ore: 4000 } }),
        tariff('2021-01-01', 20, standIn),
        tariff('2022-01-01', 22, standIn),
        tariff('2023-01-01', 22, oldRush),
      ]),
    );
    expect(tolls.map(({ day, before, after }) => [day, before, after])).toEqual([
      ['2022-01-01', { smallNok: 20 }, { smallNok: 22 }],
    ]);
  });
});

test('the fares of a table change where they are others than those of the row before', () => {
  const row = (from: string, nok: number) => ({
    label: from,
    from,
    until: '2030-01-01',
    dated: 'published' as const,
    ordinary: { AP1: nok * 100 },
    zeroEmission: {},
    source: 'a table',
  });
  const table = {
    name: 'Moss-Horten',
    rows: [row('2024-01-01', 100), row('2025-01-01', 100), row('2026-01-01', 104)],
    bounds: { name: 'national', classes: [] },
    agreement: { name: 'x', percentOff: 0, roundedTo: 'nok', exceptClasses: [], source: 'x' },
    breaks: [],
  } as const;
  expect(listChanges('', { stations: [], fareTables: [table], date: DATE }).ferries).toEqual([
    {
      day: '2026-01-01',
      dated: 'published',
      table: 'Moss-Horten',
      before: { AP1: 100 },
      after: { AP1: 104 },
    },
  ]);
});

test('releases are those of the changelog, prices by themselves', () => {
  const changelog = `# Changelog

Versions follow the interface.

## 0.3.0, unreleased

- One thing:
  it goes on.
- Another.

Prices, roads of today: a trip costs more.

Prices, data of today:

- Bergen.
- Oslo
  too.

## 0.2.0, 2026-12-01

The first.

- All.
`;
  expect(listChanges(changelog, { stations: [], fareTables: [], date: DATE }).releases).toEqual([
    {
      version: '0.3.0',
      released: null,
      changes: ['One thing: it goes on.', 'Another.'],
      prices: ['Prices, roads of today: a trip costs more.', 'Bergen.', 'Oslo too.'],
    },
    { version: '0.2.0', released: '2026-12-01', changes: ['All.'], prices: [] },
  ]);
});
