import { expect, test } from 'vitest';
import { isCalled, pickMeant } from '../../portal/js/trip/find-places.js';
import { table } from '../support/table.ts';

test.each(
  table<'typed' | 'found' | 'meant'>(`
    typed      | found                                                        | meant
    Oslo       | Oslo town Oslo                                               | Oslo
    hamar      | Hamar town Hamar; Hamar station Hamar                        | Hamar
    Ham        | Hamar town Hamar; Hammerfest town Hammerfest                 | Hamar
    Nes        | Nes town Nes; Nes hamlet Hole                                | Nes
    Vik        | Vik settlement Vik; Vik settlement Sømna                     | several Vik
    vik        | Vik settlement Vik; Vik settlement Sømna                     | several Vik
    Dalen      | Dalen settlement Tokke; dalen hamlet Os                      | several Dalen
    Berg       | Berg hamlet Halden; Berg farm Nærøysund                      | Berg
    Os         | Oslo town Oslo; Os settlement Os; Os hamlet Rakkestad        | several Os
    Stavang    | Stavanger town Stavanger; Stavang post-town Kinn             | to choose
    Gardermoen | Oslo lufthavn airport Ullensaker; Gardermoen post-town Ullensaker | Oslo lufthavn
    Vik, Sømna | Vik settlement Sømna; Rossvika farm Sømna                    | Vik
    Xyz        | none                                                         | to choose
  `),
)('$typed, of $found: $meant', ({ typed, found, meant }) => {
  const places = found === 'none' ? [] : found.split('; ').map(parsePlace);
  const { place, several } = pickMeant(typed, places);
  const told = several === undefined ? 'to choose' : `several ${several}`;
  expect(place?.name ?? told).toBe(meant);
});

function parsePlace(text: string) {
  const [, name = '', kind = '', area = ''] = /^(.*) (\S+) (\S+)$/.exec(text) ?? [];
  return { name, kind, area, lat: 60, lon: 10 };
}

test.each(
  table<'typed' | 'name' | 'called'>(`
    typed        | name                      | called
    oslo         | Oslo                      | yes
    tromso       | Tromsø                    | yes
    gardermoen   | Oslo lufthavn, Gardermoen | yes
    0150         | 0150 Oslo                 | yes
    Osloo        | Oslo                      | no
    Os           | Oslo                      | no
    OSL          | Oslo lufthavn, Gardermoen | no
    vik, somna   | Vik                       | yes
    Vik, Hole    | Vik                       | no
    Sømna        | Vik                       | no
  `),
)(
  'a user who typed $typed needs no note that $name was taken: $called',
  ({ typed, name, called }) => {
    const area = name === 'Vik' ? 'Sømna' : 'Oslo';
    expect(isCalled({ name, area, lat: 60, lon: 10 }, typed)).toBe(called === 'yes');
  },
);
