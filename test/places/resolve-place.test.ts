import { expect, test } from 'vitest';
import { atOnce } from '../../src/base/steps.ts';
import type { Place } from '../../src/places/place.ts';
import { buildPlaceSearch } from '../../src/places/place-search.ts';
import { buildPlaceResolver } from '../../src/places/resolve-place.ts';
import { table } from '../support/table.ts';

const place = (name: string, kind: string, lat: number, facts: Partial<Place> = {}): Place => ({
  name,
  kind,
  lat,
  lon: 10,
  rank: 4,
  ...facts,
});

const places = [
  place('Moss', 'town', 59.4),
  place('Moss', 'station', 59.41),
  place('Moss ferjekai', 'quay', 59.42),
  place('Moss', 'farm', 65),
  place('Vik', 'settlement', 61, { area: 'Sømna' }),
  place('Vik', 'hamlet', 62, { area: 'Hole' }),
  place('Lom', 'settlement', 61.8),
  place('Lom', 'mountain', 69),
  place('Hamar', 'post-town', 60.8, { area: 'Hamar', rank: 5 }),
  place('Hamar', 'district', 60.9, { area: 'Hamar' }),
  place('Oslo lufthavn, Gardermoen', 'airport', 60.2, { code: 'OSL' }),
  place('Hamar', 'station', 60.91, { area: 'Hamar', rank: 5 }),
  place('Torp', 'post-town', 59.25, { area: 'Fredrikstad', rank: 5 }),
  place('Sandefjord lufthavn, Torp', 'airport', 59.2, { area: 'Sandefjord', rank: 3 }),
  place('Tun', 'settlement', 58.8, { area: 'Sola', rank: 5 }),
  place('Stavanger lufthavn, Tun', 'airport', 59, { area: 'Sola', rank: 3 }),
  place('Bessheim fjellstue', 'lodge', 61.5),
  place('Haukeliseter Fjeldstue', 'lodge', 59.8),
  place('Fefor Høyfjellshotell', 'lodge', 61.6),
  place('Fjellro turisthytte', 'lodge', 61.7),
  place('Nesset', 'quay', 61.9),
  place('Balestrand kai', 'quay', 61.95),
  place('Oslo Lufthavn Gardermoen', 'station', 60.19),
  place('Drag', 'settlement', 68, { area: 'Hamarøy', alsoIn: ['Hábmer'] }),
  place('Drag', 'hamlet', 64, { area: 'Nærøysund' }),
  place('Snøhetta', 'mountain', 68.6, { area: 'Bardu' }),
  place('Snøhetta', 'mountain', 62.3, { area: 'Lesja', isFar: true }),
  place('Bu', 'farm', 62.5, { area: 'Hol' }),
  place('Bu', 'island', 62.6, { area: 'Frøya', isFar: true }),
  place('Sola', 'settlement', 58.9, { area: 'Sola' }),
  place('Søla', 'island', 65.6, { area: 'Vega', isFar: true }),
  place('Finse', 'station', 60.6, { area: 'Ulvik', awayM: 20_100, isFar: true }),
  place('Nesheim ferjekai', 'quay', 59.3),
  place('Nesheim', 'farm', 60.8, { area: 'Vaksdal' }),
  place('Hella kai', 'quay', 61.2),
  place('Hella', 'farm', 61.21),
  place('Råna', 'farm', 67.9, { area: 'Hamarøy' }),
  place('Mo', 'town', 66.3, { area: 'Rana' }),
  place('7042 Trondheim', 'postcode', 63.4, { code: '7042' }),
];
const resolve = buildPlaceResolver(places, atOnce(buildPlaceSearch(places)));

const MEANT = table<'text' | 'name' | 'kind'>(`
  text             | name                      | kind
  Moss             | Moss                      | town
  moss sentrum     | Moss                      | town
  Moss stasjon     | Moss                      | station
  moss fergekai    | Moss ferjekai             | quay
  Moss ferge       | Moss ferjekai             | quay
  Hamar st         | Hamar                     | station
  hamar st.        | Hamar                     | station
  bessheim         | Bessheim fjellstue        | lodge
  haukeliseter     | Haukeliseter Fjeldstue    | lodge
  fefor            | Fefor Høyfjellshotell     | lodge
  fjellro          | Fjellro turisthytte       | lodge
  Tun              | Tun                       | settlement
  Torp, Fredrikstad | Torp                     | post-town
  Vik, Sømna       | Vik                       | settlement
  vik, hole        | Vik                       | hamlet
  Lom              | Lom                       | settlement
  Hamar            | Hamar                     | district
  Gardermoen       | Oslo lufthavn, Gardermoen | airport
  Oslo flyplass    | Oslo lufthavn, Gardermoen | airport
  Gardermoen flyplass | Oslo lufthavn, Gardermoen | airport
  gardermoen lufthavn | Oslo lufthavn, Gardermoen | airport
  Gardermoen stasjon | Oslo Lufthavn Gardermoen | station
  Tun flyplass     | Stavanger lufthavn, Tun   | airport
  Nesset fergekai  | Nesset                    | quay
  Balestrand fergekai | Balestrand kai         | quay
  Balestrand ferje | Balestrand kai            | quay
  Drag, Hamarøy    | Drag                      | settlement
  drag, habmer     | Drag                      | settlement
  Snøhetta, Bardu  | Snøhetta                  | mountain
  Sola             | Sola                      | settlement
  Nesheim ferjekai | Nesheim ferjekai          | quay
  Hella            | Hella kai                 | quay
  råna             | Råna                      | farm
  osl              | Oslo lufthavn, Gardermoen | airport
  7042             | 7042 Trondheim            | postcode
  7042 trondheim   | 7042 Trondheim            | postcode
`);

test.each(MEANT)('$text means $name, the $kind', ({ text, name, kind }) => {
  expect(resolve(text)).toMatchObject({ place: { name, kind } });
});

const REFUSED = table<'text' | 'problem'>(`
  text          | problem
  Vik           | there are 2 places of this name: Vik, Sømna (settlement, 61,10); Vik, Hole (hamlet, 62,10)
  Torp          | there are 2 places of this name: Torp, Fredrikstad (post-town, 59.25,10); Sandefjord lufthavn, Torp, Sandefjord (airport, 59.2,10)
  Snøhetta      | there are 2 places of this name: Snøhetta, Bardu (mountain, 68.6,10); Snøhetta, Lesja (mountain, no road leads near it)
  snohetta      | there are 2 places of this name
  Bu            | there are 2 places of this name: Bu, Frøya (island, no road leads near it); Bu, Hol (farm, 62.5,10)
  Søla          | there are 2 places of this name
  Nesheim       | there are 2 places of this name: Nesheim ferjekai (quay, 59.3,10); Nesheim, Vaksdal (farm, 60.8,10)
  Finse         | is "Finse", a station in Ulvik, and no road of the network leads near it: the nearest is 20.1 km off, at 60.6,10
  Snøhetta, Lesja | no road of the network leads near it
  Rana          | is "Rana", a municipality, and no place of this name is known. In it: Mo
  Hamarøy       | is "Hamarøy", a municipality, and no place of this name is known. In it: Drag; Råna
  Drag, Vik     | no place of this name is known
  Mosss         | no place of this name is known. Near to it: Moss
  Tunn          | no place of this name is known. Near to it: Stavanger lufthavn, Tun; Tun
  Storgata 1    | no place of this name is known
  Vik, Oslo     | no place of this name is known
  7042 Oslo     | is "7042 Oslo", and 7042 is Trondheim
  9999          | is the postcode 9999, which is not known
`);

test.each(REFUSED)('$text is refused: $problem', ({ text, problem }) => {
  const found = resolve(text);
  expect('problem' in found && found.problem).toContain(problem);
});

test('what may be meant is given beside the sentence', () => {
  const found = resolve('Vik');
  expect('candidates' in found && found.candidates.map(({ area }) => area)).toEqual([
    'Sømna',
    'Hole',
  ]);
});

test('what no road leads near is in the sentence, and not among the places to choose', () => {
  const found = resolve('Snøhetta');
  expect('problem' in found && found.problem).toContain('Lesja (mountain, no road leads near it)');
  expect('candidates' in found && found.candidates.map(({ area }) => area)).toEqual(['Bardu']);
  expect('candidates' in found && found.far?.map(({ area }) => area)).toEqual(['Lesja']);
});
