import { expect, test } from 'vitest';
import { type ListedStation, stationsCommand } from '../../src/cli/stations.ts';
import { run } from '../support/terminal.ts';

const station = (facts: Partial<ListedStation>): ListedStation => ({
  id: '1',
  name: 'Ås',
  project: 'p',
  operator: null,
  road: 'E6',
  smallNok: 30,
  largeNok: null,
  smallRushNok: null,
  lat: 60,
  lon: 10,
  ...facts,
});
const command = stationsCommand(async () => [
  station({ id: '1', name: 'Ås' }),
  station({ id: '2', name: 'Bro', operator: 'Bompengeselskap Nord AS', lat: 61, smallRushNok: 50 }),
]);
const ids = async (...args: readonly string[]) =>
  JSON.parse((await run([command], 'stations', '--json', ...args)).out).map(
    ({ id }: ListedStation) => id,
  );

test('a price that is not known is a question mark, and no rush tariff is blank', async () => {
  const { out } = await run([command], 'stations');
  expect(out.split('\n')).toEqual([
    'id  name  road  project  small  in rush  large',
    '2   Bro   E6    p        30.00    50.00      ?',
    '1   Ås    E6    p        30.00               ?',
  ]);
});

test('stations are found by name, operator and id, the nearest first, as many as are wanted', async () => {
  expect(await ids('--find', 'bompengeselskap nord')).toEqual(['2']);
  expect(await ids('--find', '1')).toEqual(['1']);
  expect(await ids('--near', '60,10')).toEqual(['1', '2']);
  expect(await ids('--near', '62,10', '--limit', '1')).toEqual(['2']);
});

test.each([
  ['--near', 'here', '--near must be'],
  ['--limit', '0', '--limit must be a whole number above 0; see'],
])('%s %s is wrong usage', async (option, value, sentence) => {
  const { code, err } = await run([command], 'stations', option, value);
  expect(code).toBe(2);
  expect(err.join()).toContain(`veipris stations: ${sentence}`);
});
