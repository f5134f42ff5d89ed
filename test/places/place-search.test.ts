import { describe, expect, test } from 'vitest';
import { atOnce } from '../../src/base/steps.ts';
import { loadPlaces } from '../../src/facts/load-country.ts';
import type { Place } from '../../src/places/place.ts';
import { buildPlaceSearch } from '../../src/places/place-search.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { table } from '../support/table.ts';

const place = (name: string, rank = 3, facts: Partial<Place> = {}): Place => ({
  name,
  kind: 'town',
  lat: 60,
  lon: 10,
  rank,
  ...facts,
});

const searchAmong = (places: readonly Place[]) => atOnce(buildPlaceSearch(places));

const find = searchAmong(
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
  const mixed = searchAmong(['Fagernes', 'Store Nes', 'Nesodden'].map((name) => place(name)));
  expect(mixed('nes').map(({ name }) => name)).toEqual(['Nesodden', 'Store Nes', 'Fagernes']);
});

test('a name that is typed whole comes before larger places whose name begins so, whatever its size', () => {
  const mixed = searchAmong([place('Oslo', 1), place('Os', 5), place('Bergen lufthavn, Os', 3)]);
  expect(mixed('os').map(({ name }) => name)).toEqual(['Bergen lufthavn, Os', 'Os', 'Oslo']);
  expect(searchAmong([place('Arendal', 2), place('Å', 6)])('å')[0]?.name).toBe('Å');
});

const AREAS = table<'text' | 'areas'>(`
  text            | areas
  Vik, Sømna      | Sømna
  vik, somna      | Sømna
  Vik, Sø         | Sømna Sørfold
  Vik, Bø         | Bø
  Vik, Hábmer     | Hamarøy
  Vik, Oslo       |
`);

test.each(AREAS)('$text finds those of the name in: $areas', ({ text, areas }) => {
  const of = (area: string, facts = {}) => place('Vik', 5, { kind: 'hamlet', area, ...facts });
  const viks = [
    of('Sømna'),
    of('Sørfold'),
    of('Bø'),
    of('Bømlo'),
    of('Hamarøy', { alsoIn: ['Hábmer'] }),
  ];
  const found = searchAmong(viks)(text);
  expect(found.map(({ area }) => area).toSorted()).toEqual(areas.split(' ').filter(Boolean));
  expect(found.every((one) => !('alsoIn' in one))).toBe(true);
});

test('two letters are not looked for inside of words', () => {
  expect(names('es')).toEqual([]);
});

test('among those that fit alike the larger place comes first, and at most 8 are given', () => {
  const many = searchAmong([
    ...Array.from({ length: 9 }, (_, i) => place(`Nes ${i}`, 5)),
    place('Nesbyen', 2),
  ]);
  expect(many('nes')).toHaveLength(8);
  expect(many('nes')[0]?.name).toBe('Nesbyen');
});

test('a code comes first as it is written, in small letters a place of that name does', () => {
  const airport = { kind: 'airport', code: 'HOV' };
  const mixed = searchAmong([place('Hovden', 3, airport), place('Hov', 5)]);
  expect(mixed('HOV')[0]?.name).toBe('Hovden');
  expect(mixed('hov')[0]?.name).toBe('Hov');
});

test('of places of one name and size the one that its municipality is named after comes first', () => {
  const two = [place('Valle', 5, { area: 'Ålesund' }), place('Valle', 5, { area: 'Valle' })];
  for (const places of [two, two.toReversed()])
    expect(searchAmong(places)('valle')[0]?.area).toBe('Valle');
});

test('one letter finds what a search through all names would', () => {
  const many = ['Oslo', 'Odda', 'Mo i Rana', 'Ål', 'Rena'].map((name) => place(name));
  const found = (text: string) => searchAmong(many)(text).map(({ name }) => name);
  expect(found('o')).toEqual(['Odda', 'Oslo']);
  expect(found('r')).toEqual(['Rena', 'Mo i Rana']);
  expect(found('å')).toEqual(['Ål']);
});

test.each(['', ' ', '%', '.*', '\u0000', '🚗'])('%j finds nothing', (text) => {
  expect(find(text)).toEqual([]);
});

describe('over the bundled places', () => {
  const bundled = searchAmong(loadPlaces(DATA_DIR));

  test.each([
    ['oslo', 'Oslo'],
    ['bergen', 'Bergen'],
    ['trondh', 'Trondheim'],
    ['tromso', 'Tromsø'],
    ['stavanger', 'Stavanger'],
  ])('%s finds %s first', (text, name) => {
    expect(bundled(text)[0]).toMatchObject({ name, kind: 'town' });
  });
});

test('a name with its municipality behind a comma is found as a question takes it, the municipality half typed, too', () => {
  const areas = ['Sømna', 'Vestvågøy', 'Vik'];
  const among = searchAmong(areas.map((area) => place('Vik', 3, { area })));
  const areasOf = (text: string) => among(text).map(({ area }) => area);
  expect(areasOf('Vik, Sømna')).toEqual(['Sømna']);
  expect(areasOf('vik, so')).toEqual(['Sømna']);
  expect(areasOf('Vik, V').toSorted()).toEqual(['Vestvågøy', 'Vik']);
  expect(areasOf('Vik, Oslo')).toEqual([]);
  expect(areasOf('Vik,')).toHaveLength(3);
});
