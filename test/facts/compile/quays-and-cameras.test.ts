import { expect, test } from 'vitest';
import { compileSpeedCameras } from '../../../src/facts/compile/quays-and-cameras.ts';

const row = (nvdbId: number, road: string, name: string | null) => ({
  nvdbId,
  lat: 60,
  lon: 10,
  road,
  name,
  label: `${road} · ${name}`,
});

test('writes the road as the toll stations do', () => {
  const rows = [
    row(1, 'Rv150', 'a'),
    row(2, 'Fv24', 'b'),
    row(3, 'Kv168', 'c'),
    row(4, 'E39', 'd'),
  ];
  expect(compileSpeedCameras(rows).map(({ road }) => road)).toEqual(['R150', 'F24', 'K168', 'E39']);
});

test('keeps every camera, in the order of the ids, and marks one whose name is crossed out', () => {
  const cameras = compileSpeedCameras([
    row(3, 'E6', null),
    row(2, 'E18', 'xOperatunnelen Øst'),
    row(1, 'E18', 'Operatunnelen Vest'),
  ]);
  expect(cameras.map(({ id, doubtful }) => [id, doubtful !== undefined])).toEqual([
    ['1', false],
    ['2', true],
    ['3', false],
  ]);
});

test('refuses a road that is written otherwise', () => {
  expect(() => compileSpeedCameras([row(1, 'somewhere', null)])).toThrow('somewhere');
});
