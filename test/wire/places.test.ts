import { expect, test } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import { namesAmong } from '../../src/wire/places.ts';
import { readQuestion } from '../../src/wire/question.ts';
import { NATIONAL_BOUNDS } from '../support/ferry-bounds.ts';

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

test.each([
  [8, ['Oslo', ...Array.from({ length: 8 }, (_, i) => `Sted ${i}`), 'Bergen']],
  [9, ['Oslo', 'Bergen']],
  [2200, ['Oslo', 'Bergen']],
])(
  'of %i points between two names those that a way may have are looked up',
  async (count, names) => {
    const asked: string[] = [];
    const places = {
      prepare: async (some: readonly string[]) => {
        asked.push(...some);
        return () => ({ place: { name: 'Oslo', kind: 'town', lat: 59.9, lon: 10.7 } });
      },
    };
    const via = Array.from({ length: count }, (_, i) => `Sted ${i}`).join('|');
    const terms = { nowMs: 0, ferryBounds: NATIONAL_BOUNDS, places };
    const read = readQuestion({ from: 'Oslo', via, to: 'Bergen' }, terms);
    const problems = await read.then(
      () => [],
      (fault: Fault) => fault.problems.map(({ message }) => message),
    );
    expect(asked).toEqual(names);
    expect(problems).toEqual(
      count > 8 ? [`via has ${count} points, and at most 8 are allowed.`] : [],
    );
  },
);
