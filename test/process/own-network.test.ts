import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { ask } from '../support/load.ts';
import { NETWORK_HOME, openBundledNetwork } from '../support/network-home.ts';
import { formatOsmFile } from '../support/osm-file.ts';
import { runVeipris, startServer } from '../support/server.ts';
import { STOPS, smallMap } from '../support/small-map.ts';
import { tempHome } from '../support/temp-home.ts';

vi.setConfig({ testTimeout: 180_000 });

/** A home of its own that has the bundled network built, and a map beside it. */
async function homeAndMap() {
  const { version } = await openBundledNetwork();
  const root = await tempHome();
  const home = join(root, 'var');
  await mkdir(join(home, 'network'), { recursive: true });
  await symlink(join(NETWORK_HOME, 'network', version), join(home, 'network', version));
  const map = join(root, 'norway.osm.pbf');
  await writeFile(map, formatOsmFile(smallMap()));
  return { home, map, root, settings: { VEIPRIS_HOME: home } };
}
type Settings = Awaited<ReturnType<typeof homeAndMap>>['settings'];

const point = ({ lat, lon }: { lat: number; lon: number }) => `${lat},${lon}`;

interface Billing {
  readonly attribution: string;
  readonly dataVersion: string;
  readonly source: string;
  readonly routes: readonly {
    readonly tollSmall: number;
    readonly tollLarge: number;
    readonly ferryNok: number;
    readonly chargedStations: readonly { readonly name: string }[];
    readonly ferries: readonly { readonly name: string }[];
    readonly warnings: readonly { readonly code: string }[];
  }[];
}

/** The priced trip from Sandvikvåg to the centre of Bergen. */
async function quote(settings: Settings): Promise<Billing> {
  const { from, to } = { from: point(STOPS.sandvikvåg), to: point(STOPS.centre) };
  const when = ['--start-time', '2026-11-18T10:00:00+01:00', '--json'];
  const { out, err } = await runVeipris(['quote', '--from', from, '--to', to, ...when], settings);
  if (out === '') throw new Error(err);
  return (JSON.parse(out) as { _billing: Billing })._billing;
}

test('network build --osm puts the map in force, with the same prices, and network build the bundled network again', async () => {
  const { home, map, settings } = await homeAndMap();
  const before = await quote(settings);
  const built = await runVeipris(
    ['network', 'build', '--osm', map, '--keep-pbf', '--json'],
    settings,
  );
  expect(built.code).toBe(0);
  const { version, folder, osm, pbf } = JSON.parse(built.out) as Record<string, string>;
  expect({ version, osm }).toEqual({ version: expect.stringMatching(/^osm-/), osm: map });
  expect(pbf).toBe(join(folder ?? '', 'network.osm.pbf'));
  expect((await readFile(pbf ?? '')).length).toBeGreaterThan(500);

  const own = await quote(settings);
  expect(own.attribution).toContain('© OpenStreetMap contributors');
  expect(own.attribution).not.toContain('Kartverket');
  expect(own.source).toBe('veipris-valhalla');
  expect(own.dataVersion).not.toBe(before.dataVersion);
  const pick = ({ routes: [route] }: Billing) => ({
    toll: [route?.tollSmall, route?.tollLarge],
    ferry: [route?.ferryNok, route?.ferries.map(({ name }) => name)],
  });
  expect(pick(own)).toEqual(pick(before));
  expect(pick(own)).toEqual({ toll: [81.6, 217], ferry: [183, ['Halhjem-Sandvikvåg']] });

  const audit = await runVeipris(['network', 'audit', '--json'], settings);
  expect(JSON.parse(audit.out)).toMatchObject({ all: { placed: 9 } });

  const server = await startServer(settings);
  const key = (await readFile(join(home, 'demo-key'), 'utf8')).trim();
  const trip = `/api/route?from=${point(STOPS.åsane)}&to=${point(STOPS.centre)}`;
  expect((await ask(server.address, trip, key)).status).toBe(200);
  const answer = await fetch(`${server.address}${trip}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(await answer.text()).toContain('OpenStreetMap contributors');
  await server.end('SIGTERM');

  const back = await runVeipris(['network', 'build'], settings);
  expect(back.code).toBe(0);
  expect(await quote(settings)).toMatchObject({
    attribution: before.attribution,
    dataVersion: before.dataVersion,
  });
});

test('a map that can not be used is one line and exit code 1, and the network before stays', async () => {
  const { map, root, settings } = await homeAndMap();
  const whole = formatOsmFile(smallMap());
  const abroad = smallMap();
  const cases: readonly (readonly [name: string, bytes: Uint8Array, sentence: RegExp])[] = [
    [
      'cut.osm.pbf',
      whole.subarray(0, whole.length - 20),
      /ends in the middle of a block: it has not been downloaded or copied whole\.$/,
    ],
    ['empty.osm.pbf', Buffer.alloc(0), /is empty\.$/],
    [
      'map.osm.pbf.gz',
      gzipSync(whole),
      /is packed with gzip, and no \.osm\.pbf: unpack it first\.$/,
    ],
    ['page.html', Buffer.from('<!doctype html><title>404'), /is not an \.osm\.pbf file\.$/],
    [
      'denmark.osm.pbf',
      formatOsmFile({
        ...abroad,
        nodes: abroad.nodes.map((node) => ({
          ...node,
          at: { lat: node.at.lat - 4.6, lon: node.at.lon + 4 },
        })),
      }),
      /is no map of Norway: hardly any of its roads lie there\.$/,
    ],
  ];
  expect((await runVeipris(['network', 'build', '--osm', map], settings)).code).toBe(0);
  const before = await quote(settings);
  for (const [name, bytes, sentence] of cases) {
    const path = join(root, name);
    await writeFile(path, bytes);
    const { code, out, err } = await runVeipris(['network', 'build', '--osm', path], settings);
    expect([code, out]).toEqual([1, '']);
    const lines = err.trim().split('\n');
    expect(lines.at(-1)).toMatch(sentence);
    expect(lines.at(-1)).toContain(`veipris network build: ${path} `);
    expect(lines.filter((line) => line.includes('veipris network build:'))).toHaveLength(1);
  }
  const missing = await runVeipris(
    ['network', 'build', '--osm', join(root, 'no.osm.pbf')],
    settings,
  );
  expect(missing).toMatchObject({
    code: 1,
    err: `veipris network build: ${join(root, 'no.osm.pbf')} can not be read (ENOENT).\n`,
  });
  expect(await quote(settings)).toMatchObject({ dataVersion: before.dataVersion });
});

test.each(['placing the toll stations', 'building routing tiles'])(
  'a build that is killed at "%s" leaves the network before in force, and nothing in the way of the next',
  async (step) => {
    const { home, map, settings } = await homeAndMap();
    const before = await quote(settings);
    await killAt(step, ['network', 'build', '--osm', map], settings);
    expect(await quote(settings)).toMatchObject({ dataVersion: before.dataVersion });
    const { code } = await runVeipris(['network', 'build', '--osm', map], settings);
    expect(code).toBe(0);
    const names = await readdir(join(home, 'network'));
    expect(names.filter((name) => name.endsWith('.building'))).toEqual([]);
    expect((await quote(settings)).attribution).toContain('OpenStreetMap');
  },
);

/** Runs a command and kills it as soon as it has said that it is at a step. */
async function killAt(step: string, args: readonly string[], settings: Settings): Promise<void> {
  const cli = join(import.meta.dirname, '../../src/cli.ts');
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), cli, ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.includes(step)) child.kill('SIGKILL');
  });
  const [, signal] = await ended;
  expect(signal).toBe('SIGKILL');
}
