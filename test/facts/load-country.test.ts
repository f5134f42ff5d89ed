import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadCalendar, loadLand, loadPlaces } from '../../src/facts/load-country.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { checkDataFile } from '../../tools/compile-data/check-data.ts';
import { leanData } from '../support/lean-data.ts';
import { table } from '../support/table.ts';
import { tempHome } from '../support/temp-home.ts';

const calendar = loadCalendar(DATA_DIR);

test.each(
  table<'day' | 'kinds' | 'name'>(`
    day        | kinds          | name
    2026-01-01 | public-holiday | 1. nyttårsdag
    2026-04-01 | half-day       | onsdag før påske
    2026-04-02 | public-holiday | skjærtorsdag
    2026-04-03 | public-holiday | langfredag
    2026-04-04 |                | påskeaften is a Saturday
    2026-04-05 | public-holiday | 1. påskedag
    2026-04-06 | public-holiday | 2. påskedag
    2026-04-07 |                | the day after Easter
    2026-05-01 | public-holiday | 1. mai
    2026-05-14 | public-holiday | Kristi himmelfartsdag
    2026-05-17 | public-holiday | 17. mai
    2026-05-24 | public-holiday | 1. pinsedag
    2026-05-25 | public-holiday | 2. pinsedag
    2026-07-01 | july           | the first day of July
    2026-07-31 | july           | the last day of July
    2026-12-23 |                | an ordinary day
    2026-12-24 | half-day       | julaften
    2026-12-25 | public-holiday | 1. juledag
    2026-12-26 | public-holiday | 2. juledag
    2026-12-31 | half-day       | nyttårsaften
    2024-03-27 | half-day       | onsdag før påske
    2024-03-28 | public-holiday | skjærtorsdag
  `),
)('$day is $kinds: $name', ({ day, kinds }) => {
  expect([...calendar(day)].join()).toBe(kinds);
});

test('a rule of neither kind is refused, and the file named', () => {
  const dir = tempHome();
  writeFileSync(
    join(dir, 'holidays.json'),
    JSON.stringify({
      meta: { date: '2026-11-20', counts: { rules: 1 } },
      rules: [{ name: 'fri', kind: 'bank-holiday', month: 1, day: 1 }],
    }),
  );
  expect(() => checkDataFile(dir, 'holidays.json')).toThrow('holidays.json, rules 0 (fri)');
});

test('facts that take over share land and places with those before', async () => {
  const { data } = await leanData();
  const [land, places] = [loadLand(data), loadPlaces(data)];
  expect(loadLand(data)).toBe(land);
  expect(loadPlaces(data)).toBe(places);
  expect(loadPlaces(DATA_DIR)).not.toBe(places);
});
