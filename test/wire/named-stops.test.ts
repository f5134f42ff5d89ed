import { expect, test } from 'vitest';
import { namesAmong } from '../../src/wire/named-stops.ts';

test.each([
  'Oslo S',
  '0150',
  '7042 Trondheim',
  'Vik, Sømna',
  'Storgata 1',
  'Storgata 1, Oslo',
  'Storgata 1, 0155 Oslo',
  'storgata 1,0155  oslo',
  'Storgata 1, 0155',
  'Kárášjohka',
])('%j is looked for as a name', (text) => {
  expect(namesAmong([text])).toEqual([text]);
});

test.each([
  '59.9139,10.7522',
  '59.9139, 10.7522',
  '5991,1075',
  'N59.9139, 10.7522',
  'lat 59, 10',
  'lat 59, -10.75',
  'lat 59, 0155.5',
  'lat 59, 0155,5',
  '015',
  '01550 Oslo',
  ', 0155 Oslo',
  '',
])('%j is a point, right or wrong', (text) => {
  expect(namesAmong([text])).toEqual([]);
});
