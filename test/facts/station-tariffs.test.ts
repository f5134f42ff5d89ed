import { describe, expect, test } from 'vitest';
import type { ProjectRecord, PublishedTariffRecord } from '../../src/facts/schema/toll-projects.ts';
import type { StationRecord } from '../../src/facts/schema/toll-stations.ts';
import { listStationTariffs, type TariffTerms } from '../../src/facts/station-tariffs.ts';
import type { Tariff } from '../../src/pricing/toll/law.ts';

const OBSERVED_ON = '2026-09-10';

test('a published row that the extract contradicts is known to the end of its year', () => {
  const rows = list([{ from: '2024-03-01', small: 20, large: 40 }], { smallNok: 21, largeNok: 42 });
  expect(brief(rows)).toEqual([
    '2024-03-01 until 2025-01-01: 20 / 40',
    '2026-09-10 observed: 21 / 42',
  ]);
});

test('a published row that the extract confirms holds until then', () => {
  const rows = list([{ from: '2019-03-01', small: 20, large: 40 }], { smallNok: 20, largeNok: 40 });
  expect(brief(rows)).toEqual(['2019-03-01: 20 / 40', '2026-09-10 observed: 20 / 40']);
});

test('an earlier end that the data gives stays', () => {
  const rows = list([{ from: '2024-03-01', until: '2024-10-01', small: 20, large: 40 }], {
    smallNok: 21,
    largeNok: 42,
  });
  expect(rows[0]?.until).toBe('2024-10-01');
});

test('a row of which only the year is known is known for no day', () => {
  const rows = list([{ from: '2022-01-01', dateKnown: 'year', small: 20, large: 40 }], {
    smallNok: 21,
    largeNok: 42,
  });
  expect(brief(rows)[0]).toBe('2022-01-01 until 2022-01-01: 20 / 40');
});

test('the end of a published row is not that of the extract which confirms it', () => {
  const rows = list([{ from: '2025-01-01', until: '2026-01-01', small: 20, large: 40 }], {
    smallNok: 20,
    largeNok: 40,
  });
  expect(brief(rows)).toEqual([
    '2025-01-01 until 2026-01-01: 20 / 40',
    '2026-09-10 observed: 20 / 40',
  ]);
});

test('a notice after the extract follows it, and one of the same day replaces it', () => {
  const observed = { smallNok: 20, largeNok: 40 };
  const later = list([{ from: '2027-01-01', small: 21, large: 42 }], observed);
  expect(brief(later)).toEqual(['2026-09-10 observed: 20 / 40', '2027-01-01: 21 / 42']);
  const sameDay = list([{ from: OBSERVED_ON, small: 21, large: 42 }], observed);
  expect(brief(sameDay)).toEqual(['2026-09-10: 21 / 42']);
});

describe('a tariff that was observed for a while', () => {
  const NOW = { smallNok: 22, largeNok: 44 };
  const WAS = { smallNok: 20, largeNok: 40, smallRushNok: null, rush: null };

  test('holds from the first day on which it was seen, and is seen again on the day of the data', () => {
    expect(brief(list([], { ...NOW, observedFrom: '2025-03-01' }))).toEqual([
      '2025-03-01 observed: 22 / 44',
      '2026-09-10 observed: 22 / 44',
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

test('rows stand oldest first, whatever their order in the file', () => {
  const rows = list(
    [
      { from: '2024-01-01', small: 22, large: 44 },
      { from: '2023-01-01', small: 21, large: 42 },
    ],
    { smallNok: 23, largeNok: 46 },
  );
  expect(rows.map(({ from }) => from)).toEqual(['2023-01-01', '2024-01-01', '2026-09-10']);
});

test('a size that a row leaves out has the last price before it, and the row says so', () => {
  const rows = list(
    [
      { from: '2023-01-01', small: 20, large: 40 },
      { from: '2024-01-01', small: 22 },
    ],
    { smallNok: 24, largeNok: 48 },
  );
  expect(brief(rows)[1]).toBe('2024-01-01 until 2025-01-01: 22 / 40 large carried over');
});

test('the extract of the same year stands in before an older price does', () => {
  const rows = list(
    [
      { from: '2025-01-01', small: 20, large: 40 },
      { from: '2026-01-01', small: 22 },
    ],
    { smallNok: 22, largeNok: 48 },
  );
  expect(brief(rows)[1]).toBe('2026-01-01: 22 / 48 large carried over');
});

test('a size that no earlier row knows has the next known price', () => {
  const rows = list([{ from: '2022-01-01', large: 40 }], { smallNok: 24, largeNok: 48 });
  expect(brief(rows)[0]).toBe('2022-01-01 until 2023-01-01: 24 / 40 small carried over');
});

test('an extract without prices ends the published ones: unpriced, not free', () => {
  const rows = list([{ from: '2024-01-01', small: 20, large: 40 }], {});
  expect(brief(rows)).toEqual([
    '2024-01-01 until 2025-01-01: 20 / 40',
    '2026-09-10 observed: - / -',
  ]);
});

test('a station without any tariff has no rows', () => {
  expect(list([], {})).toEqual([]);
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
    rows.map(({ large }) => [large?.rushOre, large?.rushCarriedFrom]);

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
  const station: StationRecord = {
    id: '1',
    name: 'One',
    kind: 'autopass',
    project: 'p',
    operator: null,
    road: 'E6',
    municipality: null,
    lat: 60,
    lon: 10,
    passageKey: 'p/one',
    smallNok: null,
    largeNok: null,
    smallRushNok: null,
    rush: null,
    hourGroup: null,
    charged: 'both',
    chargedBearingDeg: null,
    chargedBy: 'source-both',
    chargedWhy: 'Made up.',
    ...observed,
  };
  const rows = tariffs.map((row) => ({ ...row, source: 'notice' }));
  const record: ProjectRecord = { id: 'p', name: 'P', operator: 'O', tariffs: rows, ...project };
  return listStationTariffs(station, record, { observedOn: OBSERVED_ON, ...terms });
}

/** `from until observed: small / large`, in kroner. */
const brief = (rows: readonly Tariff[]) =>
  rows.map(({ from, until, observed, ...prices }) => {
    const when = [from, until && `until ${until}`, observed && 'observed']
      .filter(Boolean)
      .join(' ');
    const sizes = ['small', 'large'] as const;
    const kroner = sizes.map((size) => (prices[size] ? prices[size].ore / 100 : '-'));
    const carried = sizes.filter((size) => prices[size]?.carriedOver);
    const note = carried.length > 0 ? ` ${carried.join()} carried over` : '';
    return `${when}: ${kroner.join(' / ')}${note}`;
  });
