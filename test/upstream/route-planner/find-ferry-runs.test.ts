import { expect, test } from 'vitest';
import { fromUtm33 } from '../../../src/geo/utm33.ts';
import { parsePart } from '../../../src/upstream/route-planner/parse-part.ts';
import { type FerryClues, findFerryRuns } from '../../../src/upstream/route-planner/parse-route.ts';
import { table } from '../../support/table.ts';
import { feature, ORIGIN } from './drawn-answer.ts';

/** Parts of 3 km each, eastwards; `named` says what each of them has as ferries, `-` is none. */
const partsOf = (named: string, texts: string) => {
  const text = texts.split(' / ');
  return named.split(' ').map((names, i) =>
    parsePart(
      feature({
        line: [
          [i * 3000, 0],
          [i * 3000 + 3000, 0],
        ],
        text: text[i] ?? '',
        ...(names !== '-' && { ferries: names.split('+').map((navn) => ({ navn })) }),
      }),
    ),
  );
};
const quayAt = (eastM: number) => fromUtm33([ORIGIN[0] + eastM, ORIGIN[1] + 200]);

const runsOf = (named: string, texts = '', clues: Partial<FerryClues> = {}) =>
  findFerryRuns(partsOf(named, texts), { quays: [], ...clues })
    .map(({ first, last }) => `${first}-${last}`)
    .join(' ');

test.each(
  table<'ferries' | 'runs' | 'because'>(`
    ferries      | runs    | because
    - A -        | 1-1     | one part with a ferry is a crossing
    - A A -      | 1-2     | a run with one name is one crossing
    A - A        | 0-0 2-2 | a part without a ferry lies between
    A B          | 0-0 1-1 | another name is another crossing
    A+B B        | 0-1     | a shared name joins
    ? A          | 0-1     | a part without a name joins
    - -          |         | nothing is sailed
  `),
)('ferries $ferries are the crossings [$runs]: $because', ({ ferries, runs }) => {
  expect(runsOf(ferries.replace('?', ''))).toBe(runs);
});

test('the text of the manoeuvre tells where the parts do not, but only when some of it is sailed', () => {
  const texts = 'Kjør / {F9999} Ta ferja Nordvik - Sørvik / Kjør';
  expect(runsOf('- - -', texts, { ferryM: 3000 })).toBe('1-1');
  expect(runsOf('- - -', texts, { ferryM: 0 })).toBe('');
  expect(runsOf('- - -', texts)).toBe('');
  expect(runsOf('A - -', texts, { ferryM: 3000 })).toBe('0-0');
});

test('a street that is named after the ferry is not sailed where a part between quays is', () => {
  const texts = 'Sving inn på Fergeveien / Take the ferry / Kjør';
  const quays = [quayAt(3000), quayAt(6000)];
  expect(runsOf('- - -', texts, { ferryM: 3000, quays })).toBe('1-1');
});

test('where the text does not tell either, a part from quay to quay is sailed', () => {
  const quays = [quayAt(3000), quayAt(6000)];
  expect(runsOf('- - -', '', { ferryM: 3000, quays })).toBe('1-1');
  expect(runsOf('- - -', '', { ferryM: 3000, quays: [quayAt(3000)] })).toBe('');
  expect(runsOf('- - -', '', { quays })).toBe('');
});
