import { expect, test } from 'vitest';
import { compileLabels, type SourceLabel } from '../../../tools/compile-data/map/labels.ts';

let numbers = 0;

const label = (
  name: string,
  type: string,
  facts: Partial<SourceLabel['properties']> = {},
  coordinates: readonly [number, number] = [10, 60],
): SourceLabel => ({
  properties: { name, label: name, type, placeNumber: ++numbers, fontCode: 804, ...facts },
  geometry: { coordinates },
});

test('mountains and waters are on the map, and what no kind is known of is not', () => {
  const labels = [
    label('Galdhøpiggen', 'fjell', { fontCode: 806 }),
    label('Mjøsa', 'innsjø', { fontCode: 813 }),
    label('Nowhere', 'something'),
  ];
  expect(compileLabels(labels, []).map(({ properties }) => properties)).toEqual([
    { name: 'Galdhøpiggen', kind: 'mountain', rank: 5 },
    { name: 'Mjøsa', kind: 'lake', rank: 4 },
  ]);
});

test.each([
  ['a town stands where one can drive to', 'by', 59.97, [10, 59.97]],
  ['a village too', 'tettsted', 59.97, [10, 59.97]],
  ['a place of the same name far away is another', 'by', 59.8, [10, 60]],
  ['a mountain stands where it is', 'fjell', 59.97, [10, 60]],
] as const)('%s', (_, type, lat, stands) => {
  const [feature] = compileLabels([label('Vik', type)], [{ name: 'Vik', lat, lon: 10 }]);
  expect(feature?.geometry.coordinates).toEqual(stands);
});
