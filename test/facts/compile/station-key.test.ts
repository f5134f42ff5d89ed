import { describe, expect, test } from 'vitest';
import { keyStations } from '../../../src/facts/compile/station-name.ts';

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
