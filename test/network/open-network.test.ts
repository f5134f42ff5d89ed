import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, renameSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { underLock } from '../../src/files/file-lock.ts';
import { placeOnNetwork } from '../../src/network/n1000/compile.ts';
import { openNetwork } from '../../src/network/open-network.ts';
import { writeManifest } from '../../tools/compile-data/check-data.ts';
import { builtPart } from '../support/built-program.ts';
import { dataWith, drawnNetwork } from '../support/drawn-network.ts';

const map = drawnNetwork(`
  a---1---b---c
`);
const LINKS = [map.link('E6', 'ab'), map.link('F1', 'bc')];
const STATIONS = [map.station('1', 'E6')];

type Folders = Awaited<ReturnType<typeof dataWith>>;

/** Opens the network; gives the steps that were told, too. */
async function open(folders: Folders, stations = STATIONS) {
  const steps: string[] = [];
  const network = await openNetwork(folders, { stations }, (step) => steps.push(step));
  return { ...network, steps };
}
const list = ({ home }: Folders) => readdir(join(home, 'network'));

const folders = await dataWith(LINKS, afterAll);

describe('the first opening', () => {
  let opened: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    opened = await open(folders);
  });

  test('builds, and tells its steps in order', () => {
    expect(opened.steps).toEqual([
      'placed 1 of 1 toll stations on the road network',
      'the road network is ready',
    ]);
  });

  test('leaves one folder, named by the version, and nothing beside it', async () => {
    expect(await list(folders)).toEqual([opened.version]);
  });

  test('gives the gates, and the roads for our own kernel: gates cut in, at whole pieces', () => {
    expect(opened.gates.map(({ stationId }) => stationId)).toEqual(['1']);
    const { graph, gates } = opened.prepared.network;
    // a to the station, from there to b, and b to c.
    expect(graph.links.from).toHaveLength(3);
    expect([gates.stationIds, gates.station]).toEqual([['1'], Int32Array.from([0, 0])]);
  });

  test('is the only one that builds: the next gives the same without', async () => {
    const { steps, ...again } = await open(folders);
    const { steps: _, ...first } = opened;
    expect(steps).toEqual([]);
    expect(again).toEqual(first);
  });

  test('another process may have built the same meanwhile: the loser does not fail', async () => {
    const aside = `${folders.home}/aside`;
    await rename(opened.folder, aside);
    const broken = () => {
      renameSync(aside, opened.folder);
      throw new Error('The rest of its work is gone.');
    };
    const { version } = await openNetwork(folders, { stations: STATIONS }, broken);
    expect(await list(folders)).toEqual([version]);
  });

  test('a folder that a killed build left is removed by the next of its version, or with time', async () => {
    const own = `${opened.version}.killed.part`;
    for (const name of [own, 'old.part', 'fresh.part'])
      await mkdir(join(folders.home, 'network', name));
    const old = new Date('2026-01-01');
    await utimes(join(folders.home, 'network/old.part'), old, old);
    await open(folders);
    expect((await list(folders)).sort()).toEqual([opened.version, 'fresh.part'].sort());
  });
});

/** Another start that builds until it is released. */
async function holdLock({ home }: Folders): Promise<() => void> {
  await mkdir(join(home, 'network'), { recursive: true });
  return new Promise((resolve) => {
    const run = () => new Promise<void>((release) => resolve(release));
    const times = { lookMs: 1, patienceMs: 0 };
    void underLock(join(home, 'network/build.lock'), times, { name: 'building', run });
  });
}

test('a start beside another one says that it waits, and builds when that one has given up', async () => {
  const folders = await dataWith(LINKS);
  const release = await holdLock(folders);
  const steps: string[] = [];
  const { version } = await openNetwork(folders, { stations: STATIONS }, (step) => {
    if (steps.push(step) === 1) release();
  });
  expect(steps[0]).toBe('waiting for another process that builds the road network');
  expect(steps.at(-1)).toBe('the road network is ready');
  expect(await list(folders)).toEqual([version]);
});

test('a start that has waited for another one builds nothing that the other has built', async () => {
  const [folders, other] = [await dataWith(LINKS), await dataWith(LINKS)];
  const built = await open(other);
  const release = await holdLock(folders);
  const steps: string[] = [];
  const { version } = await openNetwork(folders, { stations: STATIONS }, (step) => {
    steps.push(step);
    cpSync(built.folder, join(folders.home, 'network', built.version), { recursive: true });
    release();
  });
  expect(version).toBe(built.version);
  expect(steps).toEqual(['waiting for another process that builds the road network']);
});

describe('a home of the first version', () => {
  /** A network with tiles, one of one's own beside it, and the new one, of which so many hours have passed. */
  async function openAfter(hours: number) {
    const folders = await dataWith(LINKS);
    const root = join(folders.home, 'network');
    for (const name of ['0123456789abcdef', 'osm-0123456789abcdef'])
      await mkdir(join(root, name, 'tiles'), { recursive: true });
    const { folder, version } = await open(folders);
    const then = new Date(Date.now() - hours * 3_600_000);
    await utimes(folder, then, then);
    await open(folders);
    return { left: (await list(folders)).sort(), version };
  }

  test('loses its tiles a day after the new network was made, those of its own map, too', async () => {
    const { left, version } = await openAfter(25);
    expect(left).toEqual([version]);
  });

  test('keeps them until then: a server of that version may still use them', async () => {
    const { left, version } = await openAfter(23);
    expect(left).toEqual(['0123456789abcdef', version, 'osm-0123456789abcdef'].sort());
  });
});

describe('networks of earlier data', () => {
  /** Ages in hours of former networks and of the one in force; those that are left, by their letter. */
  async function leftAfter(hours: Readonly<Record<string, number>>, inForceHours: number) {
    const folders = await dataWith(LINKS);
    const { folder, version } = await open(folders);
    const age = (path: string, ago: number) => {
      const then = new Date(Date.now() - ago * 3_600_000);
      return utimes(path, then, then);
    };
    for (const [letter, ago] of Object.entries(hours)) {
      const path = join(folders.home, 'network', letter.repeat(16));
      await mkdir(path);
      await age(path, ago);
    }
    const other = join(folders.home, 'network', `ruteplan-${'f'.repeat(16)}`);
    await mkdir(other);
    await age(folder, inForceHours);
    await open(folders);
    const left = await list(folders);
    expect(left).toContain(version);
    expect(left).toContain(`ruteplan-${'f'.repeat(16)}`);
    return Object.keys(hours).filter((letter) => left.includes(letter.repeat(16)));
  }

  test.each([
    ['the one before stays', { a: 100 }, 50, ['a']],
    ['one more goes a day after it was replaced', { a: 100, b: 30 }, 2, ['b']],
    ['and stays until then', { a: 100, b: 20 }, 2, ['a', 'b']],
    ['of daily ones two are left beside the one in force', { a: 72, b: 48, c: 23 }, 0, ['b', 'c']],
  ])('%s; those of another kind of network stay', async (_, hours, inForceHours, left) => {
    expect(await leftAfter(hours, inForceHours)).toEqual(left);
  });
});

test('a half-built folder is never used, and goes with the next build', async () => {
  const folders = await dataWith(LINKS);
  const { version } = await open(folders);
  const other = { ...folders, home: join(folders.home, 'other') };
  const half = join(other.home, 'network', `${version}.0.part`);
  await mkdir(half, { recursive: true });
  await writeFile(join(half, 'network.bin'), '');
  const { gates, steps } = await open(other);
  expect(steps.at(-1)).toBe('the road network is ready');
  expect(gates).toHaveLength(1);
  expect(await list(other)).toEqual([version]);
});

test('a build that is told to end in the middle leaves nothing, and ends as it would have without', async () => {
  const folders = await dataWith(LINKS);
  const folder = join(folders.home, 'network', '0123456789abcdef');
  const code = `
    import { writeFileSync } from 'node:fs';
    import { writeFolder } from ${JSON.stringify(builtPart('network-folders'))};
    await writeFolder(${JSON.stringify(folder)}, (aside) => {
      writeFileSync(aside + '/network.bin', 'half of it');
      process.stdout.write('writes');
      return new Promise(() => setInterval(() => {}, 1000));
    });
  `;
  const builder = spawn(process.execPath, ['--input-type=module', '-e', code]);
  await once(builder.stdout, 'data');
  expect(await list(folders)).toEqual([expect.stringMatching(/\.part$/)]);
  builder.kill('SIGTERM');
  expect(await once(builder, 'exit')).toEqual([null, 'SIGTERM']);
  expect(await list(folders)).toEqual([]);
});

test('links of another shape leave nothing behind', async () => {
  const folders = await dataWith(LINKS);
  await writeFile(join(folders.data, 'road-network/links.ndjson'), '{}\n');
  writeManifest(folders.data);
  await expect(open(folders)).rejects.toThrow();
  expect(await list(folders)).toEqual([]);
});

test('a file of the network that is damaged is named, with what to do', async () => {
  const folders = await dataWith(LINKS);
  const { folder } = await open(folders);
  const path = join(folder, 'network.bin');
  await writeFile(path, (await readFile(path)).subarray(0, -8));
  await expect(open(folders)).rejects.toThrow(
    new RegExp(`network\\.bin.* Remove ${folder}, and the next start builds it again\\.$`),
  );
});

test('a home that can not be made fails in one sentence that names the setting', async () => {
  const folders = await dataWith(LINKS);
  await writeFile(folders.home, 'a file');
  await expect(open(folders)).rejects.toThrow(
    `The road network can not be kept in ${join(folders.home, 'network')} (ENOTDIR). Set VEIPRIS_HOME to a folder that can be written.`,
  );
});

test('a station that is called otherwise, or belongs to another project, needs no other network', async () => {
  const folders = await dataWith(LINKS);
  const { version } = await open(folders);
  const renamed = STATIONS.map((station) => ({ ...station, name: 'Other', project: 'other' }));
  const again = await open(folders, renamed);
  expect([again.version, again.steps]).toEqual([version, []]);
  const [station] = STATIONS;
  if (station === undefined) throw new Error('Expected a station.');
  for (const change of [{ id: '9' }, { road: 'E9' }, { charged: 'one-way' as const }])
    expect((await open(folders, [{ ...station, ...change }])).version).not.toBe(version);
});

test('changing any input changes the version, and the old one stays for those who use it', async () => {
  const folders = await dataWith(LINKS);
  const versions = [(await open(folders)).version];
  const files = ['links.ndjson', 'links-meta.json', 'speeds.json', 'placing.json'].map(
    (name) => `road-network/${name}`,
  );
  for (const file of [...files, 'curated/station-places.json']) {
    const path = join(folders.data, file);
    await writeFile(path, `${await readFile(path, 'utf8')}\n`);
    writeManifest(folders.data);
    versions.push((await open(folders)).version);
  }
  versions.push((await open(folders, [])).version);
  expect(new Set(versions).size).toBe(7);
  expect((await list(folders)).sort()).toEqual(versions.toSorted());
});

test('of two processes that start at once both come up, and only one builds', async () => {
  const folders = await dataWith(LINKS);
  const code = `
    import { openNetwork } from ${JSON.stringify(builtPart('open-network'))};
    const steps = [];
    const folders = ${JSON.stringify({ data: folders.data, home: folders.home })};
    const { version } = await openNetwork(folders, { stations: [] }, (step) => steps.push(step));
    console.log(JSON.stringify({ version, built: steps.includes('the road network is ready') }));
  `;
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  const ended = await Promise.all([start(), start(), start()]);
  const told = ended.map(({ stdout }) => JSON.parse(stdout) as { version: string; built: boolean });
  expect(told.filter(({ built }) => built)).toHaveLength(1);
  expect(new Set(told.map(({ version }) => version)).size).toBe(1);
  expect(await list(folders)).toEqual([told[0]?.version]);
});

test('an audit places every station without building anything', async () => {
  const folders = await dataWith(LINKS);
  const { placement, links } = placeOnNetwork(folders.data, STATIONS);
  expect(placement.placed.map(({ id, link }) => [id, link])).toEqual([['1', 0]]);
  expect(links).toEqual(LINKS);
  await expect(list(folders)).rejects.toThrow('ENOENT');
});
