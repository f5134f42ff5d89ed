import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readChecked } from '../../src/facts/schema/read-bundled.ts';
import { TollProjectsFile } from '../../src/facts/schema/toll-projects.ts';
import { DATA_DIR } from '../../src/service/machine.ts';

const content = readChecked(join(DATA_DIR, 'toll-projects.json'), TollProjectsFile);
const { projects } = content;
const tariffs = projects.flatMap(({ id, tariffs: rows = [] }) =>
  rows.map((row) => ({ id, ...row })),
);

test('the counts in the head of the file are true', () => {
  expect(content.meta.counts).toEqual({
    projects: projects.length,
    tariffs: tariffs.length,
  });
});

test('every project of the dictionary has a record', () => {
  const ids = projects.map(({ id }) => id);
  expect(ids).toEqual(
    expect.arrayContaining(['oslo', 'bergen', 'svinesund', 'tresfjord', 'unknown']),
  );
  expect(ids.length).toBeGreaterThan(54);
});

test('a published price is not taken as known over a calendar year that no source covers', () => {
  const stretched = tariffs
    .filter(
      ({ small, large, until, dateKnown }) =>
        (small ?? large) !== undefined && !until && !dateKnown,
    )
    .filter((row) => {
      const next = tariffs
        .filter((other) => other.id === row.id && other.from > row.from && overlaps(row, other))
        .map(({ from }) => from)
        .sort()[0];
      const same = tariffs.find(
        ({ id, from, small }) => id === row.id && from === next && small === row.small,
      );
      return (
        next !== undefined && !same && Number(next.slice(0, 4)) > Number(row.from.slice(0, 4)) + 1
      );
    })
    .map(({ id, from }) => `${id} ${from}`);
  expect(stretched).toEqual([]);
});

test('a share that electric vehicles pay is given wherever the terms are a share', () => {
  const terms = [content.national, ...projects].flatMap(({ zeroEmission = [] }) => zeroEmission);
  const odd = terms.filter(
    ({ terms: kind, percentOfTagged }) =>
      ['own-tariff', 'exempt', 'on-application'].includes(kind) !== (percentOfTagged === undefined),
  );
  expect([terms.length > 20, odd]).toEqual([true, []]);
});

test('small vehicles pay by fuel in Oslo and Bergen only', () => {
  expect(projects.filter(({ smallByFuel }) => smallByFuel).map(({ id }) => id)).toEqual([
    'oslo',
    'bergen',
  ]);
});

test.each([
  ['oslo', [60, 60, 120]],
  ['bergen', [60]],
  ['kristiansand', [50]],
  ['nord-jaeren', [75]],
  ['ryfast', [40, 75]],
  ['tromso', [80]],
  ['bodo', [80]],
  ['alesund', [60, 60]],
  ['forde', [30]],
  ['harstad', [60]],
  ['grenland', [60]],
  ['nedre-glomma', [70]],
  ['haugaland', [75]],
  ['nordhordland', [50]],
  ['hardangerbrua', [25]],
  ['e6-ranheim-verdal', [40]],
  ['e6-ringebu-otta', [40]],
  ['e16-oppland', [40]],
  ['e16-eggemoen-olum', [40]],
])('the caps per month of %s are %j', (id, perMonth) => {
  const caps = projects.find((project) => project.id === id)?.caps ?? [];
  expect(caps.map((cap) => cap.perMonth)).toEqual(perMonth);
});

test('Nord-Jæren had rush windows from October 2018 to 2020-02-07, with a pause', () => {
  const rush = projects.find(({ id }) => id === 'nord-jaeren')?.rush ?? [];
  expect(rush.map(({ from, until }) => [from, until])).toEqual([
    ['2018-10-01', '2018-12-01'],
    ['2019-04-01', '2020-02-08'],
  ]);
});

test.each([
  ['oslo', 'dearest', 60, true],
  ['bergen', 'dearest', 60, true],
  ['nord-jaeren', 'first', 60, true],
  ['ryfast', 'first', 60, true],
  ['kristiansand', 'first', 60, true],
  ['grenland', 'first', 60, true],
  ['trondheim', 'first', 60, false],
  ['kvam', 'first', 90, false],
  ['e16-eggemoen-olum', 'first', 60, false],
])(
  'the hour rule of %s now: the %s pays, %i minutes, untagged %s',
  (id, pays, windowMin, untagged) => {
    const rule = projects.find((project) => project.id === id)?.hourRules?.at(-1);
    expect(rule).toMatchObject({ pays, windowMin, untagged });
  },
);

interface Row {
  readonly stations?: readonly string[];
}

const overlaps = (a: Row, b: Row) =>
  a.stations === undefined ||
  b.stations === undefined ||
  a.stations.some((key) => b.stations?.includes(key));
