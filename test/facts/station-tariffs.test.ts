import { describe, expect, test, vi } from 'vitest';
import type { ProjectRecord, PublishedTariffRecord } from '../../src/facts/schema/toll-projects.ts';
import type { StationRecord } from '../../src/facts/schema/toll-stations.ts';
import {
  listStationTariffs,
  onceForAlike,
  type TariffTerms,
} from '../../src/facts/station-tariffs.ts';
import type { Tariff } from '../../src/pricing/toll/law.ts';
import { record } from '../support/renewals.ts';
import { table } from '../support/table.ts';

const OBSERVED_ON = '2026-09-10';

test.each(
  table<'what' | 'notices' | 'seen' | 'tariffs'>(`
    what                                                    | notices                                       | seen    | tariffs
    a notice that the extract contradicts ends with its year | 2024-03-01: 20 / 40                          | 21 / 42 | 2024-03-01 until 2025-01-01: 20 / 40; 2026-09-10 observed: 21 / 42
    one that it confirms holds until then                   | 2019-03-01: 20 / 40                           | 20 / 40 | 2019-03-01: 20 / 40; 2026-09-10 observed: 20 / 40
    an earlier end that the data gives stays                | 2024-03-01 until 2024-10-01: 20 / 40          | 21 / 42 | 2024-03-01 until 2024-10-01: 20 / 40; 2026-09-10 observed: 21 / 42
    it is not the end of the extract that confirms it       | 2025-01-01 until 2026-01-01: 20 / 40          | 20 / 40 | 2025-01-01 until 2026-01-01: 20 / 40; 2026-09-10 observed: 20 / 40
    one of which only the year is known holds on no day     | 2022-01-01 of the year: 20 / 40               | 21 / 42 | 2022-01-01 until 2022-01-01: 20 / 40; 2026-09-10 observed: 21 / 42
    one after the extract follows it                        | 2027-01-01: 21 / 42                           | 20 / 40 | 2026-09-10 observed: 20 / 40; 2027-01-01: 21 / 42
    one of the same day replaces it                         | 2026-09-10: 21 / 42                           | 20 / 40 | 2026-09-10: 21 / 42
    the oldest comes first, whatever the order in the file  | 2024-01-01: 22 / 44; 2023-01-01: 21 / 42      | 23 / 46 | 2023-01-01: 21 / 42; 2024-01-01 until 2025-01-01: 22 / 44; 2026-09-10 observed: 23 / 46
    a size left out has the price of the nearer row         | 2023-01-01: 20 / 40; 2024-01-01: 22 / -       | 24 / 48 | 2023-01-01: 20 / 40; 2024-01-01 until 2025-01-01: 22 / 40 large of 2023-01-01; 2026-09-10 observed: 24 / 48
    and the next one where the tariff stands nearer to it   | 2017-01-01: 150 / 600; 2024-07-01: 135 / -    | 143 / 428 | 2017-01-01: 150 / 600; 2024-07-01 until 2025-01-01: 135 / 428 large of 2026-09-10; 2026-09-10 observed: 143 / 428
    which is the extract where the other size is the same   | 2025-01-01: 20 / 40; 2026-01-01: 22 / -       | 22 / 48 | 2025-01-01: 20 / 40; 2026-01-01: 22 / 48 large of 2026-09-10; 2026-09-10 observed: 22 / 48
    a size that no earlier one knows has the next price     | 2022-01-01: - / 40                            | 24 / 48 | 2022-01-01 until 2023-01-01: 24 / 40 small of 2026-09-10; 2026-09-10 observed: 24 / 48
    an extract without prices ends them: unpriced, not free | 2024-01-01: 20 / 40                           | - / -   | 2024-01-01 until 2025-01-01: 20 / 40; 2026-09-10 observed: - / -
    a station without any tariff has no rows                | none                                          | - / -   | none
  `),
)('$what', ({ notices, seen, tariffs }) => {
  const { small = null, large = null } = pricesOf(seen);
  const rows = list(listed(notices).map(parseNotice), { smallNok: small, largeNok: large });
  expect(brief(rows)).toEqual(listed(tariffs));
});

const listed = (cell: string) => (cell === 'none' ? [] : cell.split('; '));

/** `20 / 40`, in kroner; `-` for a price that is not there. */
function pricesOf(text: string): { small?: number; large?: number } {
  const [small = Number.NaN, large = Number.NaN] = text.split(' / ').map(Number);
  return { ...(small >= 0 && { small }), ...(large >= 0 && { large }) };
}

function parseNotice(text: string): Omit<PublishedTariffRecord, 'source'> {
  const [when = '', prices = ''] = text.split(': ');
  const [from = '', until] = when.replace(' of the year', '').split(' until ');
  const dateKnown = when.endsWith('year') && { dateKnown: 'year' as const };
  return { from, ...(until !== undefined && { until }), ...dateKnown, ...pricesOf(prices) };
}

describe('a tariff that was observed for a while', () => {
  const NOW = { smallNok: 22, largeNok: 44 };
  const WAS = { smallNok: 20, largeNok: 40, smallRushNok: null, rush: null };

  test('holds from the first day on which it was seen, and is seen again on the day of the data', () => {
    expect(brief(list([], { ...NOW, observedFrom: '2025-03-01' }))).toEqual([
      '2025-03-01 observed: 22 / 44',
      '2026-09-10 observed: 22 / 44',
    ]);
  });

  test('is seen again on no day on which its station was not', () => {
    const days = { observedFrom: '2025-03-01', observedUntil: '2025-11-01' };
    const notice = { from: '2026-01-01', small: 25, large: 50 };
    expect(brief(list([notice], { ...NOW, ...days }))).toEqual([
      '2025-03-01 observed: 22 / 44',
      '2025-11-01 observed: 22 / 44',
      '2026-01-01: 25 / 50',
    ]);
  });

  test('comes after those that were seen before it, each to the day on which it was not', () => {
    const earlier = [
      { from: '2025-01-01', until: '2025-02-20', ...WAS },
      { from: '2025-03-01', until: '2026-01-01', ...WAS, smallNok: 21 },
    ];
    expect(brief(list([], { ...NOW, observedFrom: '2026-01-01', earlier }))).toEqual([
      '2025-01-01 until 2025-02-20 observed: 20 / 40',
      '2025-03-01 until 2026-01-01 observed: 21 / 40',
      '2026-01-01 observed: 22 / 44',
      '2026-09-10 observed: 22 / 44',
    ]);
  });

  test('does not undo a notice that is newer: the road database lags behind', () => {
    const notice = { from: '2026-07-01', small: 25, large: 50 };
    expect(brief(list([notice], { ...NOW, observedFrom: '2025-03-01' }))).toEqual([
      '2025-03-01 observed: 22 / 44',
      '2026-07-01: 25 / 50',
    ]);
  });

  test('undoes a notice that is older than its first day', () => {
    const notice = { from: '2026-07-01', small: 25, large: 50 };
    expect(brief(list([notice], { ...NOW, observedFrom: '2026-08-01' }))).toEqual([
      '2026-07-01 until 2027-01-01: 25 / 50',
      '2026-08-01 observed: 22 / 44',
      '2026-09-10 observed: 22 / 44',
    ]);
  });
});

describe('a rush price of large vehicles that the road database knows', () => {
  const rush = { rush: ['06:30-09:00'], smallNok: 20, largeNok: 40, smallRushNok: 30 };
  const terms = [
    {
      windows: ['06:30-09:00'],
      except: [],
      sizes: ['small' as const, 'large' as const],
      source: 'notice',
    },
  ];

  test('is the price, and nothing is carried over', () => {
    const [row] = list([], { ...rush, largeRushNok: 60 }, { rush: terms });
    expect(row).toMatchObject({ small: { rushOre: 3000 }, large: { rushOre: 6000 } });
    expect(row?.large?.rushCarriedFrom).toBeUndefined();
  });

  test('is not that of an earlier tariff, which did not know it', () => {
    const earlier = [{ from: '2025-01-01', until: '2026-01-01', ...rush }];
    const now = { ...rush, largeRushNok: 60, observedFrom: '2026-01-01', earlier };
    expect(list([], now, { rush: terms }).map(({ large }) => large?.rushOre)).toEqual([
      undefined,
      6000,
      6000,
    ]);
  });
});

test('windows without terms of their project have the national ones, for the sizes with a price', () => {
  const station = { smallNok: 20, largeNok: 40, smallRushNok: 30, rush: ['06:30-09:00'] };
  const nationalRush = { except: ['public-holiday' as const] };
  const [row] = list([], station, {}, { nationalRush });
  expect(row?.rush).toEqual({
    windows: [{ fromMin: 390, untilMin: 540 }],
    except: ['public-holiday'],
    sizes: ['small'],
  });
  const [both] = list([], { ...station, largeRushNok: 60 }, {}, { nationalRush });
  expect(both?.rush?.sizes).toEqual(['small', 'large']);
});

test('a row without a price for either size prices nothing', () => {
  const rows = list([{ from: '2019-04-06', byFuel: { electric: { off: 10 } } }], { smallNok: 20 });
  expect(rows.map(({ from }) => from)).toEqual([OBSERVED_ON]);
});

test('a row for other stations does not apply', () => {
  const rows = list([{ from: '2024-01-01', small: 20, large: 40, stations: ['p/other'] }], {
    smallNok: 21,
  });
  expect(rows.map(({ from }) => from)).toEqual([OBSERVED_ON]);
});

test('the rush terms of the day of the row decide windows, days and sizes', () => {
  const rows = list(
    [
      { from: '2023-01-01', small: 20, smallRush: 30, large: 40, largeRush: 60 },
      { from: '2024-01-01', small: 22, smallRush: 32, large: 44 },
    ],
    { smallNok: 22, smallRushNok: 32, largeNok: 44, rush: ['07:15-09:00'] },
    {
      rush: [
        {
          until: '2024-01-01',
          windows: ['07:00-09:00'],
          except: ['july'],
          sizes: ['small', 'large'],
          source: 's',
        },
        {
          from: '2024-01-01',
          windows: ['07:30-09:00'],
          except: ['half-day'],
          sizes: ['small'],
          source: 's',
        },
      ],
    },
  );
  expect(rows.map(({ rush }) => rush)).toEqual([
    { windows: [{ fromMin: 420, untilMin: 540 }], except: ['july'], sizes: ['small', 'large'] },
    { windows: [{ fromMin: 450, untilMin: 540 }], except: ['half-day'], sizes: ['small'] },
    // The extract has windows of its own; days and sizes are those of the project.
    { windows: [{ fromMin: 435, untilMin: 540 }], except: ['half-day'], sizes: ['small'] },
  ]);
});

test('a station outside the rush terms has no rush price, in the notice or in the extract', () => {
  const rows = list(
    [{ from: '2024-01-01', small: 22, smallRush: 32, large: 44, largeRush: 60 }],
    { smallNok: 24, smallRushNok: 22, largeNok: 48 },
    {
      rush: [
        {
          windows: ['07:00-09:00'],
          except: [],
          sizes: ['small'],
          stations: ['p/other'],
          source: 's',
        },
      ],
    },
  );
  expect(rows.some((row) => 'rush' in row || 'smallRushOre' in row || 'largeRushOre' in row)).toBe(
    false,
  );
});

test('an extract that says the same takes over the rush price that only the notice has', () => {
  const rush = [{ windows: ['07:00-09:00'], except: [], sizes: ['small', 'large'], source: 's' }];
  const rows = list(
    [{ from: '2024-01-01', small: 22, smallRush: 32, large: 44, largeRush: 60 }],
    { smallNok: 22, smallRushNok: 32, largeNok: 44, rush: ['07:00-09:00'] },
    { rush } as Partial<ProjectRecord>,
  );
  expect(rows[1]).toMatchObject({ from: OBSERVED_ON, observed: true, large: { rushOre: 6000 } });
});

describe('the rush price of large vehicles that nobody publishes', () => {
  const rush = [
    { windows: ['07:00-09:00'], except: [], sizes: ['small', 'large'] as const, source: 's' },
  ] as unknown as ProjectRecord['rush'] & object;
  const seen = (largeNok: number) => ({
    smallNok: 24,
    smallRushNok: 34,
    largeNok,
    rush: ['07:00-09:00'],
  });
  const both = { small: 22, smallRush: 32, large: 44 };
  const largeRush = (rows: readonly Tariff[]) =>
    rows.map(({ large }) => [large?.rushOre, large?.rushCarriedFrom?.from]);

  test('is the newest published before, where that is dearer than the ordinary price', () => {
    const rows = list(
      [
        { from: '2022-01-01', ...both, largeRush: 90 },
        { from: '2023-01-01', ...both, largeRush: 80 },
        { from: '2024-01-01', ...both },
        { from: '2025-01-01', small: 23, smallRush: 33 },
      ],
      seen(79),
      { rush },
    );
    expect(largeRush(rows)).toEqual([
      [9000, undefined],
      [8000, undefined],
      [8000, '2023-01-01'],
      [8000, '2023-01-01'],
      [8000, '2023-01-01'],
    ]);
  });

  test.each([80, 81])('stays unknown where the ordinary price is %d, as dear or dearer', (nok) => {
    const rows = list([{ from: '2023-01-01', ...both, largeRush: 80 }], seen(nok), { rush });
    expect(largeRush(rows)[1]).toEqual([undefined, undefined]);
  });

  test('stays unknown before the first that is published', () => {
    const rows = list(
      [
        { from: '2022-01-01', ...both },
        { from: '2023-01-01', ...both, largeRush: 80 },
      ],
      seen(50),
      { rush },
    );
    expect(largeRush(rows)[0]).toEqual([undefined, undefined]);
  });

  test('is not looked for where the rush does not cover large vehicles', () => {
    const rows = list([{ from: '2023-01-01', ...both, largeRush: 80 }], seen(50), {
      rush: rush.flatMap((terms) => [
        { ...terms, until: '2024-01-01' },
        { ...terms, from: '2024-01-01', sizes: ['small'] },
      ]),
    });
    expect(largeRush(rows)[1]).toEqual([undefined, undefined]);
  });
});

test('a row that begins during its day says at which minute', () => {
  const rows = list([{ from: '2024-01-01', fromTime: '10:30', small: 22, large: 44 }], {
    smallNok: 24,
  });
  expect(rows.map(({ fromMin }) => fromMin)).toEqual([630, undefined]);
  const same = list([{ from: '2024-01-01', fromTime: '10:30', small: 22, large: 44 }], {
    smallNok: 22,
    largeNok: 44,
  });
  expect(same.map(({ fromMin }) => fromMin)).toEqual([630, undefined]);
});

test('an extract without the rush price of the notice contradicts it', () => {
  const rows = list(
    [{ from: '2024-01-01', small: 22, smallRush: 32, large: 44 }],
    { smallNok: 22, largeNok: 44 },
    { rush: [{ windows: ['07:00-09:00'], except: [], sizes: ['small'], source: 's' }] },
  );
  expect(rows[0]?.until).toBe('2025-01-01');
});

test('windows without rush terms of the project stop the load', () => {
  expect(() => list([], { smallNok: 20, smallRushNok: 30, rush: ['07:00-09:00'] })).toThrow(
    'toll-stations.json, 1 (One): it has rush windows, but p has no rush terms for it on 2026-09-10.',
  );
});

function list(
  tariffs: readonly Omit<PublishedTariffRecord, 'source'>[],
  observed: Partial<StationRecord>,
  project: Partial<ProjectRecord> = {},
  terms: Partial<TariffTerms> = {},
): Tariff[] {
  const unpriced = { smallNok: null, largeNok: null };
  const station = record(1, { name: 'One', passageKey: 'p/one', ...unpriced, ...observed });
  const rows = tariffs.map((row) => ({ ...row, source: 'notice' }));
  const made: ProjectRecord = { id: 'p', name: 'P', operator: 'O', tariffs: rows, ...project };
  return listStationTariffs(station, made, { observedOn: OBSERVED_ON, ...terms });
}

/** `from until observed: small / large`, in kroner. */
const brief = (rows: readonly Tariff[]) =>
  rows.map(({ from, until, observed, ...prices }) => {
    const when = [from, until && `until ${until}`, observed && 'observed']
      .filter(Boolean)
      .join(' ');
    const sizes = ['small', 'large'] as const;
    const kroner = sizes.map((size) => (prices[size] ? prices[size].ore / 100 : '-'));
    const carried = sizes.flatMap((size) => {
      const origin = prices[size]?.carriedFrom;
      return origin ? [`${size} of ${origin.from}`] : [];
    });
    const note = carried.length > 0 ? ` ${carried.join()}` : '';
    return `${when}: ${kroner.join(' / ')}${note}`;
  });

const rows = (...stations: readonly string[]) => [{ stations }, {}];

test.each(['tariffs', 'zeroEmission', 'rush'])(
  'stations that the same %s hold at are one, and another is worked out by itself',
  (kind) => {
    const work = vi.fn((passageKey: string) => passageKey);
    const ask = onceForAlike(work);
    const project = { [kind]: rows('a', 'b') } as unknown as ProjectRecord;
    expect(['a', 'b', 'c', 'd', 'a'].map((key) => ask(key, project))).toEqual([...'aacca']);
    expect(work).toHaveBeenCalledTimes(2);
    ask('a', { ...project });
    expect(work, 'another project').toHaveBeenCalledTimes(3);
  },
);
