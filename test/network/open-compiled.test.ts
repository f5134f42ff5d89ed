import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { fromUtm33 } from '../../src/geo/utm33.ts';
import { openChosenNetwork, readPlacement } from '../../src/network/open-network.ts';
import { putOwnMapInForce, readMapFile } from '../../src/network/own-map.ts';
import { openKernelPlanner } from '../../src/network/planning/kernel-planner.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import type { TripRequest } from '../../src/trip/ports.ts';
import { drawnMap } from '../support/drawn-map.ts';
import { drawFile } from '../support/drawn-ruteplan.ts';
import { formatOsmFile } from '../support/osm-file.ts';
import { tempHome } from '../support/temp-home.ts';
import { zip } from '../support/zip.ts';

let home = '';
let sqlite = '';
beforeEach(async () => {
  home = tempHome();
  sqlite = await drawFile({
    links: [
      {
        linkid: 1,
        fromnode: 1,
        tonode: 2,
        streetname: 'Bakklandet',
        line: [
          [270_000, 7_040_000],
          [271_000, 7_040_000],
        ],
      },
    ],
  });
});

async function open(path: string) {
  const steps: string[] = [];
  const map = { ...(await readMapFile(path)), form: 'ruteplan' as const };
  const terms = { map, facts: { stations: [] } };
  const network = await openChosenNetwork({ data: DATA_DIR, home }, terms, (step) =>
    steps.push(step),
  );
  return { steps, network };
}
const listHome = async () => (await readdir(join(home, 'network'))).sort();

test.each([0, 8] as const)(
  'the zip as it is published gives the same network as its file (method %d)',
  async (method) => {
    const path = join(home, 'network.zip');
    await writeFile(path, zip('Ruteplan.sqlite', await readFile(sqlite), method));
    const [packed, plain] = [await open(path), await open(sqlite)];
    expect(packed.network.gates).toEqual(plain.network.gates);
    const linksOf = ({ network }: typeof packed) => network.prepared.network.graph.links;
    expect(linksOf(packed)).toEqual(linksOf(plain));
    // Nothing of the unpacked file is left.
    expect(await listHome()).toEqual([packed.network.version, plain.network.version].sort());
  },
);

test.each([
  ['without a database', (whole: Buffer) => zip('map.gdb', whole, 8), 'holds no SQLite file.'],
  [
    'that is damaged',
    (whole: Buffer) => {
      const file = zip('Ruteplan.sqlite', whole, 0);
      file.writeUInt8(file.readUInt8(1000) ^ 1, 1000);
      return file;
    },
    'is damaged.',
  ],
  [
    'that is cut short',
    (whole: Buffer) => zip('Ruteplan.sqlite', whole, 8).subarray(0, 500),
    'is no whole zip file.',
  ],
  [
    'whose list names a place behind its end',
    (whole: Buffer) => {
      const file = zip('Ruteplan.sqlite', whole, 0);
      file.writeUInt32LE(0x7fffffff, file.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 42);
      return file;
    },
    'is no whole zip file.',
  ],
])(
  'a zip %s is refused with one sentence, and nothing is left of the build',
  async (_, make, why) => {
    const path = join(home, 'network.zip');
    await writeFile(path, make(await readFile(sqlite)));
    await expect(open(path)).rejects.toThrow(why);
    expect(await listHome()).toEqual([]);
  },
);

test('it is built once, says how far it is, and answers on our own kernel', async () => {
  const { steps, network } = await open(sqlite);
  expect(steps[0]).toBe('reading 1 links');
  expect(steps.at(-1)).toBe('the road network is ready');
  expect(network.source).toBe('veipris-ruteplan');
  expect((await open(sqlite)).steps).toEqual([]);
});

test('the same file gives the same bytes', async () => {
  const first = await open(sqlite);
  const bytes = await readFile(join(first.network.folder, 'network.bin'));
  await rm(first.network.folder, { recursive: true });
  expect(await readFile(join((await open(sqlite)).network.folder, 'network.bin'))).toEqual(bytes);
});

test('what a killed build left is removed by the next one', async () => {
  const { network } = await open(sqlite);
  await rm(network.folder, { recursive: true });
  await mkdir(`${network.folder}.killed.part`);
  await open(sqlite);
  expect(await listHome()).toEqual([network.version]);
});

test('a file that has changed since it was chosen is not built', async () => {
  const map = { ...(await readMapFile(sqlite)), form: 'ruteplan' as const };
  await writeFile(sqlite, 'another');
  await expect(
    openChosenNetwork({ data: DATA_DIR, home }, { map, facts: { stations: [] } }, () => {}),
  ).rejects.toThrow(
    `${sqlite} has changed. Run "veipris network build --ruteplan FILE", or without it for the bundled network.`,
  );
});

test('a stop says which street it lies on', async () => {
  const { network } = await open(sqlite);
  const planner = openKernelPlanner(network);
  const [from, to] = ([270_100, 270_900] as const).map((x) => fromUtm33([x, 7_040_020]));
  const trip = { from, to, via: [], startMs: 0, avoidTolls: false } as unknown as TripRequest;
  const [route] = await planner.planTrip(trip);
  expect(route?.stops?.map(({ road }) => road)).toEqual(['Bakklandet', 'Bakklandet']);
});

describe('a map of OpenStreetMap', () => {
  const drawing = drawnMap('a-----1-----b');
  const street = drawing.way('ab', { highway: 'residential', name: 'Storgata' });
  const stations = [drawing.station('1', 'K')];
  let path = '';
  beforeEach(async () => {
    path = join(home, 'map.osm.pbf');
    await writeFile(path, formatOsmFile(drawing.data([street])));
  });

  test('is built once, and its mappers are credited', async () => {
    const first = await openMap();
    expect(first.steps[0]).toBe(`reading the roads of ${path}`);
    expect(first.network).toMatchObject({
      source: 'veipris-osm',
      movedWarnM: 500,
      attribution: expect.stringContaining('© OpenStreetMap contributors'),
    });
    expect((await openMap()).steps).toEqual([]);
    await putOwnMapInForce(home, await readMapFile(path));
    const { placed } = await readPlacement({ data: DATA_DIR, home }, { stations });
    expect(placed.map(({ id, by }) => [id, by])).toEqual([['1', 'road-number']]);
  });

  test('has no stations to audit before it is built for them', async () => {
    await openMap();
    await putOwnMapInForce(home, await readMapFile(path));
    const others = [...stations, { ...drawing.station('1', 'K'), id: '2' }];
    await expect(readPlacement({ data: DATA_DIR, home }, { stations: others })).rejects.toThrow(
      `Your road network has not been built for the toll stations in force: run "veipris network build --osm ${path}".`,
    );
  });

  test('of a home with routing tiles of an earlier version is compiled anew, and says so', async () => {
    await mkdir(join(home, 'network/osm-0123456789abcdef/tiles'), { recursive: true });
    const { steps, network } = await openMap();
    expect(steps[0]).toBe(
      'routing tiles of an earlier version are not used any more: the map is compiled anew',
    );
    expect(await listHome()).toEqual(['osm-0123456789abcdef', network.version].sort());
    const dayAgo = new Date(Date.now() - 25 * 3_600_000);
    await utimes(network.folder, dayAgo, dayAgo);
    await openMap();
    expect(await listHome()).toEqual([network.version]);
  });

  test('that is gone or another one by now is named in one sentence, with what to run', async () => {
    const map = await readMapFile(path);
    const run = 'Run "veipris network build --osm FILE", or without it for the bundled network.';
    const opening = () =>
      openChosenNetwork({ data: DATA_DIR, home }, { map, facts: { stations } }, () => {});
    await writeFile(path, 'another');
    await expect(opening()).rejects.toThrow(
      `Your road network must be built anew, and ${path} has changed. ${run}`,
    );
    await rm(path);
    await expect(opening()).rejects.toThrow(
      `Your road network must be built anew, and its file is gone: ${path} can not be read (ENOENT). ${run}`,
    );
  });

  async function openMap() {
    const steps: string[] = [];
    const terms = { map: await readMapFile(path), facts: { stations } };
    const network = await openChosenNetwork({ data: DATA_DIR, home }, terms, (step) =>
      steps.push(step),
    );
    return { steps, network };
  }
});
