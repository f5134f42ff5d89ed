import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodePolyline } from '../../../src/geo/polyline.ts';
import { parseLinks } from '../../../src/network/link.ts';
import { compileNetwork } from '../../../tools/compile-data/network/compile-network.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';
import { tempHome } from '../../support/temp-home.ts';

/** The planned bridge a-c, the road a-b with a town half way, and the quays 1 to 4. */
const map = drawnNetwork(`
      P-----------Q
  a---|-----------|-----b
      S-----------R     1
  c                     2
                        3
                        4
`);
const rowOf = (points: string, facts: object) => ({
  type: 'enkelBilveg',
  kat: 'E',
  nr: 6,
  fase: 'V',
  medium: 'T',
  geom: encodePolyline(map.line(points)),
  ...facts,
});
const ring = (names: string) => map.line(names).map(({ lat, lon }) => [lon, lat]);
const quay = (nvdbId: number, facts: object = {}) => ({
  nvdbId,
  name: `Quay ${nvdbId}`,
  status: 'Trafikkeres',
  ...map.at(String(nvdbId)),
  ...facts,
});
const connection = (name: string, ...ids: number[]) => ({
  nvdbId: 9,
  name,
  road: 'F44',
  quays: ids.map((nvdbId) => ({ nvdbId })),
  line: null,
  crossingMin: ids.length === 2 ? 12 : null,
});

async function compile(
  quays: object[],
  connections: object[],
  decisions: object = {},
  addedRoads: object = {},
) {
  const root = tempHome();
  await mkdir(join(root, 'map'));
  await mkdir(join(root, 'curated'));
  const rows = [rowOf('ab', {}), rowOf('ac', { fase: 'P' })].map((row) => JSON.stringify(row));
  await writeFile(join(root, 'road-links.ndjson.gz'), gzipSync(`${rows.join('\n')}\n`));
  const write = (path: string, value: unknown) =>
    writeFile(join(root, path), JSON.stringify(value));
  await write('map/urban-areas.geojson', {
    features: [{ geometry: { coordinates: [ring('PQRSP')] } }],
  });
  await write('map/coast.geojson', { features: [] });
  await write('ferry-quays.json', quays);
  await write('ferry-connections.json', connections);
  await write('curated/road-network.json', {
    meta: { what: 'made up', date: '2026-11-20' },
    joinWhy: 'made up',
    ferryWhy: 'made up',
    tunnelWhy: 'made up',
    joinLimits: { ferryM: 20, roadM: 20 },
    ferryLimits: { quayM: 150, roadM: 150, passM: 50 },
    notSailed: [],
    landings: [],
    falseRoads: [],
    carFree: [],
    ferryCorrections: { notServed: [], passes: [] },
    tunnelLimits: { mouthM: 50 },
    tunnelPlaces: [],
    ...decisions,
  });
  await write('curated/added-roads.json', {
    meta: { about: 'made up', date: '2026-11-20', source: 'made up' },
    limits: { joinM: 50 },
    roads: [],
    partings: [],
    ...addedRoads,
  });
  const { links, report } = await compileNetwork(root, root);
  return { links: parseLinks(links), report };
}

test('planned roads are left out, towns are marked, and missing ferries are drawn', async () => {
  const { links, report } = await compile([quay(1), quay(2)], [connection('One', 1, 2)]);
  expect(links.map(({ kind, builtUp = false }) => [kind, builtUp])).toEqual([
    ['road', false],
    ['road', true],
    ['road', false],
    ['ferry', false],
    ['road', false],
  ]);
  expect(links[4]?.added).toContain('Quay 2');
  expect(links[3]).toMatchObject({ category: 'F', number: 44, crossingMin: 12 });
  expect(report).toMatchObject({
    planned: 1,
    addedFerries: ['One: Quay 1 - Quay 2'],
    roadlessQuays: ['Quay 2'],
    timedFerryLines: 1,
  });
});

test.each<[string, object]>([
  ['of express boats', { name: 'Quay 2 hurtigbåtkai' }],
  ['out of use', { status: 'Nedlagt' }],
  ['on standby', { status: 'Beredskapskai' }],
])('no line is drawn to a quay %s, but past it to the next', async (_, facts) => {
  const { report } = await compile(
    [quay(1), quay(2, facts), quay(3)],
    [connection('One', 1, 2, 3)],
  );
  expect(report.addedFerries).toEqual(['One: Quay 1 - Quay 3']);
});

test('no line is drawn where a decision says that nothing sails', async () => {
  const notSailed = [{ quays: ['2', '3'], why: 'two services' }];
  const quays = [1, 2, 3, 4].map((id) => quay(id));
  const { report } = await compile(quays, [connection('One', 1, 2, 3, 4)], { notSailed });
  expect(report.addedFerries).toEqual(['One: Quay 1 - Quay 2', 'One: Quay 3 - Quay 4']);
});

test('a road that a decision calls false ends at the quays, and a decision about no quay is refused', async () => {
  const falseRoad = (...ids: string[]) => ({
    falseRoads: [{ road: 'E6', quays: ids, why: 'a ferry goes there' }],
  });
  const onRoad = (id: number, name: string) => quay(id, map.at(name));
  const { links } = await compile([onRoad(1, 'P'), onRoad(2, 'Q')], [], falseRoad('1', '2'));
  expect(links.map(({ line }) => line.map(({ lon }) => lon))).toEqual([
    [map.at('a').lon, map.at('P').lon],
    [map.at('Q').lon, map.at('b').lon],
  ]);
  await expect(compile([quay(1)], [], falseRoad('1', '77'))).rejects.toThrow('77');
});

test('a road that no car may drive is taken out from place to place, and one that is not there is refused', async () => {
  const carFree = (...along: string[]) => ({
    carFree: [
      {
        ...{ name: 'Rallarvegen', road: 'E6', why: 'bicycles only', source: 'made up' },
        along: along.map((name) => map.at(name)),
      },
    ],
  });
  const { links } = await compile([], [], carFree('a', 'P', 'Q'));
  expect(links.map(({ line }) => line.map(({ lon }) => lon))).toEqual([
    [map.at('Q').lon, map.at('b').lon],
  ]);
  await expect(
    compile([], [], { carFree: [{ ...carFree('a', 'P').carFree[0], road: 'E9' }] }),
  ).rejects.toThrow('E9');
});
