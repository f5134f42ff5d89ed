import { expect, test } from 'vitest';
import { openGazetteer } from '../../../src/places/gazetteer.ts';
import { appOf, keyed } from '../../support/app.ts';

const OSLO = { name: 'Oslo', kind: 'town', lat: 59.91, lon: 10.74, rank: 1 };
const gazetteer = openGazetteer(() => ({
  places: [OSLO, { ...OSLO, name: 'Os', kind: 'settlement', lat: 60.19, lon: 5.47, rank: 3 }],
  quays: [],
}));
const ask = async (query: string) =>
  (await appOf({ gazetteer }).inject(keyed(`/api/places?${query}`))).json();

test('places come with kind and position, the largest first', async () => {
  expect(await ask('q=osl')).toEqual({
    places: [{ name: 'Oslo', kind: 'town', lat: 59.91, lon: 10.74 }],
  });
});

test('those near a point come first, and no more than wanted', async () => {
  const { places } = await ask('q=o&near=60.2,5.5&limit=1');
  expect(places.map(({ name }: { readonly name: string }) => name)).toEqual(['Os']);
});

test('an empty text fits nothing', async () => {
  expect(await ask('q=')).toEqual({ places: [] });
});
