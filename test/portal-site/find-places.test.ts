import { expect, test, vi } from 'vitest';
import { findMeant } from '../../portal/js/trip/find-places.js';
import { table } from '../support/table.ts';

const OSLO = { name: 'Oslo', kind: 'town', area: 'Oslo', lat: 59.9, lon: 10.7 };
const VIK = { ...OSLO, name: 'Vik', area: 'Sømna' };

/** What a text means for the portal where this is what the server knows of it. */
async function findKnown(typed: string, answer: object) {
  vi.stubGlobal('fetch', async (address: string) => {
    expect(address).toBe(`/portal/api/place?${new URLSearchParams({ q: typed })}`);
    return new Response(JSON.stringify(answer));
  });
  try {
    return await findMeant(typed);
  } finally {
    vi.unstubAllGlobals();
  }
}

test.each([
  ['Osloo', { candidates: [OSLO, VIK], isUnknown: true }, { place: OSLO, typed: 'Osloo' }],
  ['Vik, Hole', { candidates: [VIK], isUnknown: true }, { place: VIK, typed: 'Vik, Hole' }],
  ['Vik', { candidates: [VIK, VIK], isUnknown: false }, { candidates: [VIK, VIK], far: [] }],
  ['0150 Vik', { candidates: [OSLO], isUnknown: false }, { candidates: [OSLO], far: [] }],
  ['Storgata 1', { candidates: [], isUnknown: true }, { candidates: [], far: [] }],
  ['Snøhetta', { candidates: [VIK], far: [OSLO] }, { candidates: [VIK], far: [OSLO] }],
])('%s, which names no one place for the server (%j), means %j', async (typed, answer, meant) => {
  expect(await findKnown(typed, answer)).toEqual(meant);
});

test('a field without a text names no place, and the server is not asked', async () => {
  expect(await findMeant(' ')).toEqual({ candidates: [], far: [] });
});

test.each(
  table<'typed' | 'name' | 'kind' | 'called'>(`
    typed        | name                      | kind     | called
    oslo         | Oslo                      | town     | yes
    vik, somna   | Vik                       | town     | yes
    Oslo lufthavn, Gardermoen | Oslo lufthavn, Gardermoen | airport | yes
    0150         | 0150 Oslo                 | postcode | yes
    gardermoen   | Oslo lufthavn, Gardermoen | airport  | no
    Sola         | Stavanger lufthavn, Sola  | airport  | no
    Osloo        | Oslo                      | town     | no
    Rana         | Råna                      | farm     | no
    0150         | Oslo                      | town     | no
  `),
)('a user who typed $typed needs no note that $name was taken: $called', async (row) => {
  const place = { name: row.name, kind: row.kind, code: '0150', lat: 60, lon: 10 };
  const typed = row.called === 'yes' ? {} : { typed: row.typed };
  expect(await findKnown(row.typed, { place })).toEqual({ place, ...typed });
});
