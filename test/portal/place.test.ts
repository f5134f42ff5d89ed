import { expect, test } from 'vitest';
import { openGazetteer } from '../../src/places/gazetteer.ts';
import type { Place } from '../../src/places/place.ts';
import { appOf, keyed } from '../support/app.ts';
import { table } from '../support/table.ts';

const place = (name: string, kind: string, lat: number, area: string): Place => ({
  name,
  kind,
  area,
  lat,
  lon: 10,
  rank: kind === 'airport' ? 3 : 5,
});

const gazetteer = openGazetteer(() => ({
  places: [
    place('Oslo', 'town', 59.9, 'Oslo'),
    place('Vik', 'settlement', 65.3, 'Sømna'),
    place('Vik', 'settlement', 60, 'Hole'),
    place('Torp', 'post-town', 59.25, 'Fredrikstad'),
    place('Sandefjord lufthavn, Torp', 'airport', 59.2, 'Sandefjord'),
    place('Røssvoll', 'hamlet', 66.36, 'Rana'),
    place('Mo i Rana lufthavn, Røssvoll', 'airport', 66.4, 'Rana'),
    { ...place('7042 Trondheim', 'postcode', 63.4, 'Trondheim'), code: '7042' },
    { ...place('Kirkehamn', 'hamlet', 58.2, 'Flekkefjord'), isFar: true },
  ],
  quays: [],
}));

test.each(
  table<'typed' | 'place' | 'candidates'>(`
    typed       | place          | candidates
    oslo        | Oslo           | none
    Vik, Hole   | Vik            | none
    Røssvoll    | Røssvoll       | none
    7042        | 7042 Trondheim | none
    Vik         | several        | Vik; Vik
    Torp        | several        | Torp; Sandefjord lufthavn, Torp
    7042 Bergen | several        | 7042 Trondheim
    9999        | several        | none
    Osloo       | unknown        | Oslo
    Kirkehamn   | far            | none
    Storgata 1  | unknown        | none
    150         | unknown        | none
  `),
)('$typed is for the portal what it is for /api/route: $place', async (row) => {
  const app = appOf({ gazetteer });
  const q = encodeURIComponent(row.typed);
  const reply = await app.inject(`/portal/api/place?q=${q}`);
  const { place: meant, candidates = [], isUnknown, far = [] } = reply.json();
  const why = far.length > 0 ? 'far' : isUnknown ? 'unknown' : 'several';
  expect(meant?.name ?? why).toBe(row.place);
  const names = candidates.map(({ name }: Place) => name).join('; ');
  expect(names || 'none').toBe(row.candidates);
  const route = await app.inject(keyed(`/api/route?from=${q}&to=60.39,5.32`));
  expect(route.statusCode).toBe(meant === undefined ? 400 : 200);
  expect(route.json().errors?.[0].candidates ?? []).toEqual(candidates);
});

test('a text that is given twice is refused', async () => {
  const reply = await appOf().inject('/portal/api/place?q=Oslo&q=Bergen');
  expect([reply.statusCode, reply.json().error]).toEqual([400, 'q must be given once.']);
});
