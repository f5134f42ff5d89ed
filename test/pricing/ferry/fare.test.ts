import { expect, test } from 'vitest';
import type { FerryClass } from '../../../src/base/vehicle.ts';
import {
  type DatedFare,
  findFare,
  findZeroEmissionShare,
  listPublished,
  listZoneFares,
} from '../../../src/pricing/ferry/fare.ts';
import type { FerryConnection } from '../../../src/pricing/ferry/law.ts';
import { loadFerryTariffs } from '../../support/bundled-facts.ts';
import { table } from '../../support/table.ts';

const fare = (label: string, from: string, until: string): DatedFare => ({
  label,
  from,
  until,
  ordinaryOre: 100,
  estimate: false,
  isDayInferred: false,
});
const fares = [
  fare('old', '2017-01-01', '2018-01-01'),
  fare('new', '2024-01-01', '2025-01-01'),
  fare('zone', '2024-01-01', '2026-01-01'),
];

test.each(
  table<'day' | 'found' | 'because'>(`
    day        | found | because
    2017-01-01 | old   | it covers its first day
    2017-12-31 | old   | it covers its last day
    2018-01-01 | old   | it ended a day ago
    2020-12-31 | old   | it ended three years ago and the next begins in three years and a day
    2021-01-02 | new   | it begins in less time than the old one is gone
    2016-05-05 | old   | nothing is nearer
    2024-06-01 | new   | it stands first among those that cover the day
    2025-06-01 | zone  | it alone covers the day
    2030-01-01 | zone  | it ended last
  `),
)('on $day the fare is the $found one: $because', ({ day, found }) => {
  expect(findFare(fares, day, [])?.label).toBe(found);
});

test.each(
  table<'day' | 'found'>(`
    day        | found
    2019-12-31 | old
    2020-01-01 | new
    2023-12-31 | new
    2026-06-01 | zone
    2027-01-01 | none
    2027-06-01 | none
  `),
)('no fare reaches across a break: on $day it is $found', ({ day, found }) => {
  expect(findFare(fares, day, ['2020-01-01', '2027-01-01'])?.label ?? 'none').toBe(found);
});

test('a fare that ends with a break does not reach beyond it', () => {
  const [old] = fares;
  const upTo = (day: string) => findFare(old === undefined ? [] : [old], day, ['2018-01-01']);
  expect(upTo('2017-12-31')?.label).toBe('old');
  expect(upTo('2018-01-01')).toBeUndefined();
  expect(upTo('2019-01-01')).toBeUndefined();
});

test('a class without a published fare has none', () => {
  const moskenes = loadFerryTariffs().tables.get('Bodø-Moskenes');
  if (moskenes === undefined) throw new Error('Expected the table of Bodø-Moskenes, got none.');
  expect(listPublished(moskenes, 'AP1')).toHaveLength(3);
  expect(listPublished(moskenes, 'AP3')).toHaveLength(2);
});

test('a zone beyond the table has no fare', () => {
  const { zoneTable } = loadFerryTariffs();
  expect(listZoneFares(zoneTable, 101, 'AP1')).toEqual([]);
  expect(listZoneFares(zoneTable, 100, 'AP1')).toHaveLength(4);
});

const { zeroEmission } = loadFerryTariffs();

function connectionOf(authority: string): FerryConnection {
  const fare = { kind: 'zone', legs: [] } as const;
  return { id: '1', name: 'A-B', authority, quayIds: ['A', 'B'], fare, agreementUnsure: false };
}

// Sources: m.basto-fosen.no/priser-2024-1-januar-29-februar/category1455.html and m.basto-fosen.no/fares/.
test.each(
  table<'day' | 'authority' | 'class' | 'percent' | 'assumed'>(`
    day        | authority | class | percent | assumed
    2018-02-28 | state     | AP1   | 100     | true
    2018-03-01 | state     | AP1   | 50      | false
    2018-03-01 | county 50 | AP9   | 50      | false
    2024-02-29 | state     | AP1   | 50      | false
    2024-03-01 | state     | AP1   | 70      | false
    2024-03-01 | state     | AP2   | 50      | false
    2024-03-17 | county 15 | AP1   | 50      | false
    2024-03-18 | county 15 | AP1   | 70      | false
    2024-03-18 | county 46 | AP1   | 50      | true
    2024-12-31 | county 46 | MC    | 50      | false
    2025-01-01 | county 46 | MC    | 50      | true
    2025-01-01 | state     | AP9   | 50      | true
    2026-06-15 | state     | AP1   | 70      | false
  `),
)('$class on $day, $authority: $percent % (assumed: $assumed)', (row) => {
  const connection = connectionOf(row.authority);
  const found = findZeroEmissionShare(zeroEmission, row.class as FerryClass, connection, row.day);
  expect(found.percent).toBe(Number(row.percent));
  expect(String(found.assumed)).toBe(row.assumed);
});
