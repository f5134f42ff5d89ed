import { describe, expect, test } from 'vitest';
import { loadPlaces } from '../../src/facts/load-country.ts';
import type { Place } from '../../src/places/place.ts';
import { buildPlaceSearch } from '../../src/places/place-search.ts';
import { DATA } from '../support/network-home.ts';
import { table } from '../support/table.ts';

const place = (name: string, rank = 3, facts: Partial<Place> = {}): Place => ({
  name,
  kind: 'town',
  lat: 60,
  lon: 10,
  rank,
  ...facts,
});

const find = buildPlaceSearch(
  ['Ålesund', 'Bodø', 'Ærøya', 'Mo i Rana', 'Moss', 'Kárášjohka', 'Nesodden', 'Fagernes'].map(
    (name) => place(name),
  ),
);
const names = (text: string) => find(text).map(({ name }) => name);

const SPELLINGS = table<'text' | 'found'>(`
  text        | found
  ålesund     | Ålesund
  ÅLE         | Ålesund
  alesund     | Ålesund
  aalesund    | Ålesund
  Bodø        | Bodø
  bodo        | Bodø
  bodoe       | Bodø
  aeroya      | Ærøya
  mo i r      | Mo i Rana
  rana mo     | Mo i Rana
  rana        | Mo i Rana
  karasjohka  | Kárášjohka
`);

test.each(SPELLINGS)('$text finds $found', ({ text, found }) => {
  expect(names(text)).toEqual([found]);
});

test('names that begin so come before words that do, and these before what has it inside', () => {
  const mixed = buildPlaceSearch(['Fagernes', 'Store Nes', 'Nesodden'].map((name) => place(name)));
  expect(mixed('nes').map(({ name }) => name)).toEqual(['Nesodden', 'Store Nes', 'Fagernes']);
});

test('two letters are not looked for inside of words', () => {
  expect(names('es')).toEqual([]);
});

test('among those that fit alike the larger place comes first, and at most 8 are given', () => {
  const many = buildPlaceSearch([
    ...Array.from({ length: 9 }, (_, i) => place(`Nes ${i}`, 5)),
    place('Nesbyen', 2),
  ]);
  expect(many('nes')).toHaveLength(8);
  expect(many('nes')[0]?.name).toBe('Nesbyen');
});

test.each(['', ' ', '%', '.*', '\u0000', '🚗'])('%j finds nothing', (text) => {
  expect(find(text)).toEqual([]);
});

describe('over the bundled places', () => {
  const bundled = buildPlaceSearch(loadPlaces(DATA));

  test.each([
    ['oslo', 'Oslo'],
    ['berg', 'Bergen'],
    ['trondh', 'Trondheim'],
    ['tromso', 'Tromsø'],
    ['stavanger', 'Stavanger'],
  ])('%s finds %s first', (text, name) => {
    expect(bundled(text)[0]).toMatchObject({ name, kind: 'town' });
  });
});
