import { expect, test } from 'vitest';
import { checkCollection } from '../../src/facts/check/check-tolls.ts';
import type { CollectionRecord, ProjectRecord } from '../../src/facts/schema/toll-projects.ts';
import { listPeriods } from '../../src/facts/toll-project.ts';

const project = (
  collection: readonly Omit<CollectionRecord, 'source'>[],
  more: Partial<ProjectRecord> = {},
): ProjectRecord => ({
  id: 'town',
  name: 'Town',
  operator: 'Nobody',
  collection: collection.map((record) => ({ ...record, source: 'made up' })),
  ...more,
});

test('a station has the records that name it, and else those of the project', () => {
  const town = project([
    { openFrom: '2019-06-01' },
    { openFrom: '2026-03-30', stations: ['town/bridge'] },
    { openTo: '2023-07-01', openToTime: '14:00', stations: ['town/bridge'] },
  ]);
  expect(listPeriods('town/gate', town).periods).toEqual([
    { openFrom: { day: '2019-06-01', minuteOfDay: 0 } },
  ]);
  expect(listPeriods('town/bridge', town).periods).toEqual([
    { openTo: { day: '2023-07-01', minuteOfDay: 840 } },
    { openFrom: { day: '2026-03-30', minuteOfDay: 0 } },
  ]);
  expect(listPeriods('town/gate', project([{ openFrom: '2020-01-01', stations: ['x'] }]))).toEqual(
    {},
  );
});

const KEY = 'town/gate';
const price = { from: '2020-01-01', small: 10, source: 'made up' };

test.each<readonly [what: string, project: ProjectRecord, says: RegExp]>([
  ['a record without a day', project([{}]), /no day/],
  ['a time alone', project([{ openFromTime: '10:00', openTo: '2020-01-01' }]), /more of a day/],
  [
    'an end before the beginning',
    project([{ openFrom: '2022-01-01', openTo: '2021-01-01' }]),
    /ends before it begins/,
  ],
  [
    'a day that vouches for it before it can have opened',
    project([{ openFrom: '2022-01-01', openBy: '2021-12-31' }]),
    /ends before it begins/,
  ],
  [
    'two lives at a time',
    project([{ openFrom: '2020-01-01' }, { openFrom: '2021-01-01' }]),
    /opens again before it has closed/,
  ],
  [
    'a tariff from before it opens',
    project([{ openFrom: '2020-01-02' }], { tariffs: [{ ...price, stations: [KEY] }] }),
    /a tariff of 2020-01-01, before it opens on 2020-01-02/,
  ],
])('%s is refused with one sentence', (_, record, says) => {
  expect(() => checkCollection(record, [KEY])).toThrow(says);
});

test('a station that opens on the first day of its tariff is sound', () => {
  const sound = project([{ openFrom: '2020-01-01' }], { tariffs: [{ ...price, stations: [KEY] }] });
  expect(() => checkCollection(sound, [KEY])).not.toThrow();
});
