import { cp, mkdir, open, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { NETWORK_HOME, openBundledNetwork } from '../support/network-home.ts';
import { formatOsmFile } from '../support/osm-file.ts';
import { homeWithNetwork, launchServer, runVeipris, startServer } from '../support/server.ts';
import { STOPS, smallMap } from '../support/small-map.ts';

beforeAll(openBundledNetwork);

const textOf = ({ lat, lon }: { readonly lat: number; readonly lon: number }) => `${lat},${lon}`;

/** No start uses the bundled roads in the place of others unasked. */
const LOST = expect.stringMatching(
  /^veipris: \S+\/network\/own\.json is gone, .*: run "veipris network build --osm \S+", or "veipris network build" for the bundled roads\.\n$/,
);

/** How its network comes into a home, and trips on it. Unless it is set to, a server remembers no answer. */
const NETWORKS: readonly (readonly [
  what: string,
  prepare: (home: string) => Promise<void>,
  trips: readonly (readonly [from: string, to: string])[],
  next: readonly [code: number, says: unknown],
])[] = [
  [
    'bundled roads',
    (home) => cp(join(NETWORK_HOME, 'network'), join(home, 'network'), { recursive: true }),
    [
      ['59.9125,10.6360', '59.9139,10.7522'],
      ['59.7440,10.2045', '59.9139,10.7522'],
      ['60.2934,5.2181', '59.9139,10.7522'],
    ],
    [0, expect.stringContaining('toll stations on the road network')],
  ],
  [
    'roads of a map of OpenStreetMap',
    async (home) => {
      const map = join(home, '../norway.osm.pbf');
      await writeFile(map, formatOsmFile(smallMap()));
      const build = ['network', 'build', '--osm', map];
      const { code, err } = await runVeipris(build, { VEIPRIS_HOME: home });
      if (code !== 0) throw new Error(err);
    },
    [
      [textOf(STOPS.sandvikvåg), textOf(STOPS.centre)],
      [textOf(STOPS.åsane), textOf(STOPS.centre)],
    ],
    [1, LOST],
  ],
];

/** Exit code and words of a server that is told to stop as soon as it answers. */
async function startOver(home: string): Promise<readonly [code: number | null, said: string]> {
  const server = launchServer({ VEIPRIS_HOME: home });
  await server.untilPrinted(/is ready at/);
  const { code, err } = await server.end('SIGINT');
  return [code, err];
}

/**
 * Writes over every file of a folder in place: whatever has it open, or its pages in memory, sees that. The note that
 * names the map in force stays.
 */
async function writeOver(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'own.json');
  for (const { parentPath, name } of files) {
    const file = await open(join(parentPath, name), 'r+');
    const { size } = await file.stat();
    await file.write(Buffer.alloc(size, 0x55), 0, size, 0);
    await file.close();
  }
  return files.length;
}

test.each(NETWORKS)(
  '%s that are damaged and then deleted under a running server change no answer and cost no call, and the next start names what is damaged or gone',
  async (_what, prepare, trips, next) => {
    const home = await homeWithNetwork();
    const network = join(home, 'network');
    await unlink(network);
    await mkdir(network);
    await prepare(home);
    const { address } = await startServer({ VEIPRIS_HOME: home });
    const headers = { 'x-api-key': (await readFile(join(home, 'demo-key'), 'utf8')).trim() };
    const askAll = () =>
      Promise.all(
        trips.map(async ([from, to]) => {
          const path = `/api/route?from=${from}&to=${to}&refine=1&startTime=2026-11-20T08:00:00%2B01:00`;
          const reply = await fetch(address + path, { headers });
          const { _billing } = (await reply.json()) as {
            _billing?: { routes: { tollSmall: number; ferryNok: number }[] };
          };
          const [route] = _billing?.routes ?? [];
          return [reply.status, route?.tollSmall, route?.ferryNok];
        }),
      );
    const before = await askAll();
    expect(before.map(([status]) => status)).toEqual(trips.map(() => 200));
    expect(await writeOver(network)).toBeGreaterThan(0);
    expect(await askAll()).toEqual(before);

    const { code, err } = await launchServer({ VEIPRIS_HOME: home }).done;
    expect(code).toBe(1);
    expect(err).toMatch(
      /^veipris: \S+\/network\/\S+ .* Remove \S+, and the next start builds it again\.\n$/,
    );

    await rm(network, { recursive: true });
    expect(await askAll()).toEqual(before);
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);

    expect(await startOver(home)).toEqual(next);
  },
);
