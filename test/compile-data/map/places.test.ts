import { expect, test } from 'vitest';
import { compileLabels, type SourceLabel } from '../../../tools/compile-data/map/places.ts';

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
  expect(compileLabels(labels).map(({ properties }) => properties)).toEqual([
    { name: 'Galdhøpiggen', kind: 'mountain', rank: 5 },
    { name: 'Mjøsa', kind: 'lake', rank: 4 },
  ]);
});
