import { expect, test } from 'vitest';
import { openGazetteer } from '../../src/places/gazetteer.ts';
import type { Place } from '../../src/places/place.ts';

const MOSS: Place = { name: 'Moss', kind: 'town', lat: 59.44, lon: 10.66, rank: 2 };
const QUAY = { name: 'Moss ferjekai', at: { lat: 59.4287, lon: 10.6514 }, status: 'in-use' };

test('quays are found beside the places: those in force when somebody asks', () => {
  let facts = { places: [MOSS], quays: [QUAY] };
  const { find, resolve } = openGazetteer(() => facts);
  expect(find('moss').map(({ name }) => name)).toEqual(['Moss', 'Moss ferjekai']);
  facts = { places: [MOSS], quays: [{ ...QUAY, name: 'Ny kai' }] };
  expect(find('moss ferjekai')).toEqual([]);
  expect(resolve('ny kai')).toEqual({
    place: { name: 'Ny kai', kind: 'quay', lat: 59.4287, lon: 10.6514 },
  });
});

test('a closed quay is no place to drive to', () => {
  const { find } = openGazetteer(() => ({ places: [], quays: [{ ...QUAY, status: 'closed' }] }));
  expect(find('moss')).toEqual([]);
});
