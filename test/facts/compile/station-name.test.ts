import { describe, expect, test } from 'vitest';
import {
  findOutdatedDuplicates,
  keyStations,
  readCompass,
} from '../../../src/facts/compile/station-name.ts';
import { table } from '../../support/table.ts';

/** A station `northM` metres north of the first. */
const station = (id: string, name: string, northM = 0, project = 'oslo') => ({
  id,
  name,
  project,
  lat: 59.9 + northM / 111_195,
  lon: 10.7,
});

const keysOf = (...stations: ReturnType<typeof station>[]) => [
  ...keyStations(stations, []).values(),
];

describe('a passage key', () => {
  test('is shared by records of one name that lie close together', () => {
    const [one, two] = keysOf(station('1', 'Veitvet'), station('2', 'Veitvet', 203));
    expect(one).toBe('oslo/veitvet');
    expect(two).toBe(one);
  });

  test('is shared when only the road in front is written otherwise', () => {
    const [one, two] = keysOf(station('1', 'Rv 13 Hundvåg'), station('2', 'Rv13 Hundvåg', 15));
    expect(two).toBe(one);
  });

  test('has plain letters, whatever accents the name has and however they are written', () => {
    for (const form of ['NFC', 'NFD']) {
      const name = 'Allégata Øst på Håøya'.normalize(form);
      expect(keysOf(station('1', name))).toEqual(['oslo/allegata-oest-paa-haaoeya']);
    }
  });

  test('is not shared by the same name far away', () => {
    const [one, two] = keysOf(station('1', 'Kongsveien'), station('2', 'Kongsveien', 900));
    expect(two).not.toBe(one);
  });

  test('is not shared by another project', () => {
    const [one, two] = keysOf(station('1', 'Skaret'), station('2', 'Skaret', 10, 'bergen'));
    expect(two).not.toBe(one);
  });

  test('is not shared by the side road beside the main road', () => {
    const [one, two] = keysOf(station('1', 'E16 Åsum'), station('2', 'Fv. 175 Åsum', 78));
    expect(two).not.toBe(one);
  });

  test('is not shared by the two ramps of a junction', () => {
    const [one, two] = keysOf(station('1', 'Moholt, rampe 1'), station('2', 'Moholt, rampe 2', 16));
    expect(two).not.toBe(one);
  });

  test('is shared by records that a decision joins, whatever their names', () => {
    const stations = [station('1', 'Bodøtunnelen 1'), station('2', 'Bodøtunnelen 2', 59)];
    const keys = keyStations(stations, [{ key: 'bodo/tunnel', ids: ['1', '2'], why: 'tubes' }]);
    expect([...keys.values()]).toEqual(['bodo/tunnel', 'bodo/tunnel']);
  });
});

test.each(
  table<'name' | 'deg'>(`
    name                                        | deg
    E16 Arnavegen, mot nord-vest                | 315
    Fv558 Lyderhornsveien, mot sør-øst          | 135
    Fv. 509 Oalsgata, mot Sørøst - Sandnes      | 135
    FV44 Gausel mot sør (bussvei)               | 180
    Kroppan bru (Nordgående), M-snitt           | 0
    Kroppan bru (Sørgående), M-snitt            | 180
    E39 Flatøy påkjøring mot Bergen             | none
    Fv. 498 Barstølveien Vest                   | none
    Fagerheimgata Nord                          | none
  `),
)('"$name" says $deg', ({ name, deg }) => {
  expect(readCompass(name)).toBe(deg === 'none' ? undefined : Number(deg));
});

const CURRENT = {
  id: '1',
  name: 'Fv 5254 Kleppevegen',
  project: 'askoy',
  road: 'F5254',
  lat: 60.41246,
  lon: 5.22755,
  smallNok: 44,
  largeNok: 88,
};
const OLD = { ...CURRENT, id: '2', name: 'Kleppevegen', smallNok: 31, largeNok: 52 };

describe('an outdated duplicate', () => {
  test('is the record of the same place and name with the lower tariff', () => {
    expect([...findOutdatedDuplicates([CURRENT, OLD])]).toEqual([['2', '1']]);
  });

  test.each([
    ['of another project', { project: 'bergen' }],
    ['of another road, as the side road beside the main road', { road: 'E39' }],
    ['of another name', { name: 'Storeklubben' }],
    ['more than 100 m away', { lat: 60.4136 }],
    ['with the same tariff', { smallNok: 44, largeNok: 88 }],
    ['that is dearer for large vehicles', { largeNok: 90 }],
    ['without a tariff', { smallNok: null, largeNok: null }],
  ])('is not a record %s', (_, other) => {
    expect(findOutdatedDuplicates([CURRENT, { ...OLD, ...other }]).has('2')).toBe(false);
  });
});
