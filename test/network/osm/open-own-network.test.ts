import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openNetwork } from '../../../src/network/open-network.ts';
import { locateOwnNetwork, openOwnNetwork } from '../../../src/network/osm/open-own-network.ts';
import { loadOwnInputs } from '../../../src/network/osm/own-inputs.ts';
import {
  dropOwnMap,
  type OwnMap,
  putOwnMapInForce,
  readMapFile,
  readOwnMap,
} from '../../../src/network/osm/own-map.ts';
import { readOwnPlacement } from '../../../src/network/osm/read-own-placement.ts';
import { writeManifest } from '../../../tools/compile-data/check-data.ts';
import { drawnMap } from '../../support/drawn-map.ts';
import { dataWith } from '../../support/drawn-network.ts';
import { DATA } from '../../support/network-home.ts';
import { formatOsmFile } from '../../support/osm-file.ts';

const map = drawnMap(`
  a-----------------1-----------------b
                    |
  c-----------------2-----------------d
`);
const WAYS = [
  map.way('ab', { highway: 'primary', ref: '456' }),
  map.way('cd', { highway: 'residential' }),
];
const STATIONS = [map.station('1', 'F456'), map.station('2', 'E6')];

let bundled: Awaited<ReturnType<typeof dataWith>>;
let folders: { data: string; home: string };
let file = '';
beforeEach(async () => {
  bundled = await dataWith([map.link('E6', 'ab')]);
  folders = { data: DATA, home: bundled.home };
  file = join(bundled.data, 'map.osm.pbf');
  await writeFile(file, formatOsmFile(map.data(WAYS)));
});
afterEach(() => bundled.remove());

/** Opens the network of the map; gives the steps that were told, too. */
async function open(stations = STATIONS, keepPbf = false) {
  const steps: string[] = [];
  const terms = { map: await readMapFile(file), stations, keepPbf };
  const network = await openOwnNetwork(folders, terms, (step) => steps.push(step));
  return { ...network, steps };
}
const list = async () => (await readdir(join(folders.home, 'network'))).sort();

describe('the first opening', () => {
  test('builds, tells its steps, and leaves one folder', async () => {
    const { steps, version, folder } = await open();
    expect(steps).toEqual([
      `reading the roads of ${file}`,
      'reading where they lie',
      'placing the toll stations',
      'placed 2 of 2 toll stations on the road network',
      'writing the map with the toll stations',
      'building routing tiles, which takes long for a whole country',
      'the road network is ready',
    ]);
    expect(version).toMatch(/^osm-[0-9a-f]{16}$/);
    expect(await list()).toEqual([version]);
    expect(await readdir(folder)).not.toContain('network.osm.pbf');
  });

  test('gives what the engine needs, and credits the mappers', async () => {
    const opened = await open();
    expect(opened.gates.map(({ stationId }) => stationId).sort()).toEqual(['1', '1', '2', '2']);
    expect(opened).toMatchObject({
      engine: { kind: 'tiles', lengthFactor: 1, boardingS: 300 },
      movedWarnM: 500,
      attribution: expect.stringContaining('© OpenStreetMap contributors'),
    });
    if (opened.engine.kind !== 'tiles') throw new Error('Expected tiles.');
    const { mjolnir } = JSON.parse(opened.engine.settings) as { mjolnir: Record<string, unknown> };
    expect(mjolnir).toMatchObject({
      tile_dir: join(opened.folder, 'tiles'),
      include_pedestrian: false,
      hierarchy: true,
    });
  });

  test('is the only one that builds', async () => {
    const { steps: _, ...first } = await open();
    const { steps, ...again } = await open();
    expect(steps).toEqual([]);
    expect(again).toEqual(first);
  });

  test('of two at the same time one builds and the other waits for it', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    expect(other?.version).toBe(one?.version);
    const steps = [...one.steps, ...other.steps];
    expect(steps.filter((step) => step === 'the road network is ready')).toHaveLength(1);
    expect(steps).toContain('waiting for another process that builds your road network');
  });

  test('removes what a killed build has left', async () => {
    const { version, folder } = await open();
    await rename(folder, `${folder}.0.building`);
    await open();
    expect(await list()).toEqual([version]);
  });
});

describe('the map that is kept', () => {
  test('lies beside the tiles', async () => {
    const { folder } = await open(STATIONS, true);
    expect(await readdir(folder)).toContain('network.osm.pbf');
  });

  test('is written later for a network that is built already, without building it anew', async () => {
    const { folder } = await open();
    const { steps } = await open(STATIONS, true);
    expect(steps).not.toContain('building routing tiles, which takes long for a whole country');
    expect(await readdir(folder)).toContain('network.osm.pbf');
    expect(await list()).toHaveLength(1);
  });
});

describe('when toll stations change', () => {
  const moved = [map.station('1', 'F456'), map.station('2', 'E6', { at: map.at('c') })];

  test('the network is built anew from the same map, and the old one stays', async () => {
    const first = await open();
    const second = await open(moved);
    expect(second.steps).toContain('the road network is ready');
    expect(await list()).toEqual([first.version, second.version].sort());
  });

  test('another name or project changes nothing', async () => {
    const first = await open();
    const renamed = STATIONS.map((station) => ({ ...station, name: 'New', project: 'other' }));
    expect((await open(renamed)).version).toBe(first.version);
  });

  test('a map that is gone, or is another one by now, is named in one sentence', async () => {
    const terms = { map: await readMapFile(file), stations: STATIONS, keepPbf: false };
    await openOwnNetwork(folders, terms, () => {});
    const again = () => openOwnNetwork(folders, { ...terms, stations: moved }, () => {});
    await writeFile(file, formatOsmFile(map.data(WAYS.slice(0, 1))));
    await expect(again()).rejects.toThrow(
      `Your road network must be built anew, and ${file} has changed. Run "veipris network build --osm FILE", or without --osm for the bundled network.`,
    );
    await rm(file);
    await expect(again()).rejects.toThrow(
      `Your road network must be built anew, and its map is gone: ${file} can not be read (ENOENT). Run "veipris network build --osm FILE", or without --osm for the bundled network.`,
    );
    // The one that is built needs no map any more.
    expect((await openOwnNetwork(folders, terms, () => {})).gates).toHaveLength(4);
  });
});

const folderOf = async (map: OwnMap) => {
  const inputs = await loadOwnInputs(folders.data);
  return (await locateOwnNetwork({ home: folders.home, inputs, map, stations: STATIONS })).folder;
};

test('the placement tells what the audit counts, and what is not built is said to be so', async () => {
  const own = await readMapFile(file);
  await expect(readOwnPlacement(await folderOf(own), own)).rejects.toThrow(
    `Your road network has not been built for the toll stations in force: run "veipris network build --osm ${file}".`,
  );
  await open();
  const { placed, unplaced } = await readOwnPlacement(await folderOf(own), own);
  expect(placed.map(({ id, by }) => [id, by])).toEqual([
    ['1', 'road-number'],
    ['2', 'nearest-road'],
  ]);
  expect(unplaced).toEqual([]);
});

describe('the network in force', () => {
  const openInForce = () =>
    openNetwork({ data: bundled.data, home: folders.home }, { stations: STATIONS }, () => {});

  test('is the bundled one, until a map is put in force, and again when it is dropped', async () => {
    // Both are built from one folder of data here.
    for (const name of ['road-network/osm.json', 'ferry-quays.json', 'norway.json'])
      await writeFile(join(bundled.data, name), await readFile(join(DATA, name)));
    writeManifest(bundled.data);
    const first = await openInForce();
    expect(first.attribution).toContain('Kartverket');
    await putOwnMapInForce(folders.home, await readMapFile(file));
    const second = await openInForce();
    expect(second.attribution).toContain('OpenStreetMap');
    expect(second.version).not.toBe(first.version);
    expect([first.engine.kind, second.engine.kind]).toEqual(['kernel', 'tiles']);
    await dropOwnMap(folders.home);
    expect((await openInForce()).version).toBe(first.version);
  });

  test('a note that is damaged stops the start with its name, instead of using another network', async () => {
    await putOwnMapInForce(await madeHome(), await readMapFile(file));
    const note = join(folders.home, 'network/own.json');
    await writeFile(note, '{"path":');
    await expect(readOwnMap(folders.home)).rejects.toThrow(`${note} is not JSON.`);
  });

  const madeHome = async () => {
    await open();
    return folders.home;
  };
});

test('what the tile builder refuses leaves nothing behind', async () => {
  const { nodes, ways } = map.data(WAYS);
  await writeFile(file, formatOsmFile({ nodes: nodes.toReversed(), ways }));
  await expect(open()).rejects.toThrow(/^valhalla_build_tiles failed: [^\n]+$/);
  expect(await list()).toEqual([]);
});
