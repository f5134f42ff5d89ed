import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOwnMap } from '../../src/network/own-map.ts';
import { NETWORK_HOME, openBundledNetwork } from '../support/network-home.ts';
import { formatOsmFile } from '../support/osm-file.ts';
import { runVeipris, type Server, startServer, startVeipris } from '../support/server.ts';
import { STOPS, smallMap } from '../support/small-map.ts';
import { tempHome } from '../support/temp-home.ts';

/** A home of its own that has the bundled network built, and a map beside it. */
async function homeAndMap() {
  const { version } = await openBundledNetwork();
  const root = tempHome();
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

const TRIP = {
  from: point(STOPS.sandvikvåg),
  to: point(STOPS.centre),
  at: '2026-11-18T10:00:00+01:00',
};

/** The priced trip from Sandvikvåg to the centre of Bergen. */
async function quote(settings: Settings): Promise<Billing> {
  const stops = ['--from', TRIP.from, '--to', TRIP.to, '--start-time', TRIP.at];
  const { out, err } = await runVeipris(['quote', ...stops, '--json'], settings);
  if (out === '') throw new Error(err);
  return (JSON.parse(out) as { _billing: Billing })._billing;
}

/** The same from a server. */
async function quoteBy({ address }: Server, key: string): Promise<Billing> {
  const { from, to, at: startTime } = TRIP;
  const question = new URLSearchParams({ from, to, startTime, refine: '1' });
  const reply = await fetch(`${address}/api/route?${question}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return ((await reply.json()) as { _billing: Billing })._billing;
}

const buildOf = (map: string) => ['network', 'build', '--osm', map];

/** What of a trip the network alone could change. */
const pick = ({ routes: [route] }: Billing) => ({
  toll: [route?.tollSmall, route?.tollLarge],
  ferry: [route?.ferryNok, route?.ferries.map(({ name }) => name)],
});

// One home for all of it: every step is a process that opens a road network of the whole country.
test('a build that is killed changes nothing, network build --osm puts a map in force with the same prices, files that are none leave it there, and network build brings the bundled network back', async () => {
  const { home, map, root, settings } = await homeAndMap();
  // A small map is built soon after it is read: later steps may be over before the kill arrives.
  await killAt(/reading where they lie/, buildOf(map), settings);
  expect(await readOwnMap(home)).toBeUndefined();
  const before = await quote(settings);
  expect(before.attribution).toContain('Kartverket');

  const built = await runVeipris([...buildOf(map), '--json'], settings);
  expect(built.code).toBe(0);
  const { version, osm } = JSON.parse(built.out) as Record<string, string>;
  expect({ version, osm }).toEqual({ version: expect.stringMatching(/^osm-/), osm: map });
  const names = await readdir(join(home, 'network'));
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);

  const cut = join(root, 'cut.osm.pbf');
  await writeFile(cut, formatOsmFile(smallMap()).subarray(0, -20));
  const middle = /ends in the middle of a block: it has not been downloaded or copied whole\.$/;
  await Promise.all([
    expectRefusal(cut, middle),
    expectRefusal(join(root, 'no.osm.pbf'), /can not be read \(ENOENT\)\.$/),
  ]);

  const auditing = runVeipris(['network', 'audit', '--json'], settings);
  const server = await startServer(settings);
  const own = await quoteBy(server, (await readFile(join(home, 'demo-key'), 'utf8')).trim());
  await server.end('SIGTERM');
  expect(own.attribution).toContain('© OpenStreetMap contributors');
  expect(own.attribution).not.toContain('Kartverket');
  expect(own.source).toBe('veipris-osm');
  expect(own.dataVersion).not.toBe(before.dataVersion);
  expect(pick(own)).toEqual(pick(before));
  expect(pick(own)).toEqual({ toll: [81.6, 217], ferry: [183, ['Halhjem-Sandvikvåg']] });
  expect(JSON.parse((await auditing).out)).toMatchObject({ all: { placed: 9 } });

  expect((await runVeipris(['network', 'build'], settings)).code).toBe(0);
  expect(await quote(settings)).toMatchObject({
    attribution: before.attribution,
    dataVersion: before.dataVersion,
  });

  /** One line that names the file, and exit code 1. */
  async function expectRefusal(path: string, sentence: RegExp): Promise<void> {
    const { code, out, err } = await runVeipris(buildOf(path), settings);
    expect([code, out]).toEqual([1, '']);
    const lines = err.trim().split('\n');
    expect(lines.at(-1)).toMatch(sentence);
    expect(lines.at(-1)).toContain(`veipris network build: ${path} `);
    expect(lines.filter((line) => line.includes('veipris network build:'))).toHaveLength(1);
  }
});

/** Runs a command and kills it as soon as it has said that it is at a step. */
async function killAt(step: RegExp, args: readonly string[], settings: Settings): Promise<void> {
  const command = startVeipris(args, settings);
  await command.untilPrinted(step);
  expect((await command.end('SIGKILL')).code).toBeNull();
}
