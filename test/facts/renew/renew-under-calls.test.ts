/**
 * A server that takes over renewed data twice while calls go on: first other tariffs, then a station
 * that has moved, for which another network is opened.
 */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatOsloInstant, fromOsloWallClock, toOsloTime } from '../../../src/base/oslo-time.ts';
import { bundledRoadObjects, changed, withProperties } from '../../support/bundled-road-objects.ts';
import {
  type FakeRoadDatabase,
  fakeRoadDatabase,
  type RoadObject,
  roadObject,
} from '../../support/fake-upstream/road-database.ts';
import { type FakeUpstream, startFakeUpstream } from '../../support/fake-upstream.ts';
import type { Settings } from '../../support/launched-file.ts';
import { NETWORK_HOME } from '../../support/network-home.ts';
import { runVeipris, type Server, startServer, startVeipris } from '../../support/server.ts';

const BUNDLED = bundledRoadObjects();
const SANDVIKEN = 82443541;
/** The server has the clock of the machine, and so a day of it; a Norwegian noon is in no rush. */
const NOON = encodeURIComponent(
  formatOsloInstant(fromOsloWallClock(`${toOsloTime(Date.now()).day}T12:00`)),
);
/** On the E39 north of Bergen, from north to south past Sandviken. */
const TRIP = `from=60.43,5.30&to=60.395,5.325&startTime=${NOON}&refine=1`;

let home = '';
let fake: FakeUpstream;
let nvdb: FakeRoadDatabase;
let settings: Settings;
let server: Server;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'veipris-switch-'));
  // Networks outlive the test: each version of them is built once on this machine.
  await mkdir(join(NETWORK_HOME, 'network'), { recursive: true });
  await symlink(join(NETWORK_HOME, 'network'), join(home, 'network'));
  nvdb = fakeRoadDatabase(BUNDLED, 500);
  fake = await startFakeUpstream(nvdb.handler);
  settings = {
    VEIPRIS_HOME: home,
    ROAD_DATABASE_URL: fake.url,
    ROAD_DATABASE_CONTACT: 'drift@example.no',
  };
  server = await startServer(settings, () => undefined);
});
afterAll(async () => {
  await server.end('SIGTERM');
  await fake.stop();
  await rm(home, { recursive: true, force: true });
});

/** Runs a command beside the server; gives what it prints. */
async function veipris(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await runVeipris(args, settings);
  if (code !== 0) throw new Error(err);
  return out;
}

/** Begins a renewal. @returns once all is read, of which the server sees nothing, the name of the version to come. */
async function renew(): Promise<{ readonly version: Promise<string> }> {
  const renewal = startVeipris(['data', 'renew', '--json'], settings);
  const version = renewal.done.then(({ code, out, err }): string => {
    if (code !== 0) throw new Error(err);
    return JSON.parse(out).version;
  });
  await renewal.untilPrinted(/asking the road network for the carriageways/);
  return { version };
}

/** A key with more calls than the test makes. */
const createKey = async () => {
  const plan = ['--plan', 'enterprise', '--daily-limit', '1000000'];
  return (await veipris('key', 'create', '--email', 'switch@example.no', ...plan)).trim();
};

interface Seen {
  readonly status: number;
  readonly dataVersion: string;
  readonly charged: readonly { readonly name: string; readonly smallNoDiscountNok: number }[];
}

test('no call fails while it takes over other tariffs, and then another network', async () => {
  const key = await createKey();
  const ask = async (): Promise<Seen> => {
    const headers = { authorization: `Bearer ${key}` };
    const reply = await fetch(`${server.address}/api/route?${TRIP}`, { headers });
    const { _billing: billing } = (await reply.json()) as {
      _billing: { dataVersion: string; routes: [{ chargedStations: Seen['charged'] }] };
    };
    const [{ chargedStations: charged }] = billing.routes;
    return { status: reply.status, dataVersion: billing.dataVersion, charged };
  };
  const versionInForce = async () => {
    const reply = await fetch(`${server.address}/health/ready`);
    return ((await reply.json()) as { data: { version: string } }).data.version;
  };
  const seen: Seen[] = [];
  /** Calls one after the other until the version is in force. */
  const callUntil = async ({ version }: Awaited<ReturnType<typeof renew>>) => {
    let wanted: string | undefined;
    void version.then((name) => {
      wanted = name;
    });
    const isInForce = async () => {
      seen.push(...(await Promise.all([ask(), ask()])));
      return wanted !== undefined && (await versionInForce()) === wanted;
    };
    // Without a pause the calls would take from the renewal what it needs.
    await expect.poll(isInForce).toBe(true);
    await version;
  };

  seen.push(await ask());
  const haveSandviken = (change: (object: RoadObject) => RoadObject) =>
    nvdb.have(
      changed(BUNDLED, 45, (object) => (object.id === SANDVIKEN ? change(object) : object)),
    );
  haveSandviken((object) => withProperties(object, { 1820: 39 }));
  await callUntil(await renew());
  seen.push(await ask());
  const { geometri, lokasjon } = roadObject({
    id: SANDVIKEN,
    at: { lat: 60.4172, lon: 5.3135 },
    road: 'E39',
    municipality: 4601,
    properties: {},
  });
  haveSandviken((object) => ({ ...withProperties(object, { 1820: 40 }), geometri, lokasjon }));
  await callUntil(await renew());
  seen.push(await ask());

  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]));
  const versions = seen.map(({ dataVersion }) => dataVersion);
  const inOrder = versions.filter((version, i) => version !== versions[i - 1]);
  expect(inOrder).toHaveLength(3);
  const priceIn = (version: string | undefined) =>
    new Set(
      seen
        .filter(({ dataVersion }) => dataVersion === version)
        .map(({ charged }) => charged.find(({ name }) => name === 'Sandviken')?.smallNoDiscountNok),
    );
  // Engine, gates and tariffs change together: each version has one price.
  expect(inOrder.map(priceIn)).toEqual([new Set([38]), new Set([39]), new Set([40])]);
});
