import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../support/load.ts';
import { homeWithNetwork, runVeipris, type Server, startServer } from '../support/server.ts';
import { tempHome } from '../support/temp-home.ts';

const ENDS = ['--from', '59.9139,10.7522', '--to', '60.3913,5.3221'];

test('a first quote builds the network, and needs neither key nor database', async () => {
  const home = join(tempHome(), 'var');
  const settings = { VEIPRIS_HOME: home };
  const { code, out, err } = await runVeipris(['quote', ...ENDS, '--json'], settings);
  expect(code, err).toBe(0);
  expect(err).toContain('the road network is ready');
  const { routes, _billing: billing } = JSON.parse(out);
  expect(billing.source).toBe('veipris-n1000');
  expect(billing.refined).toBe(true);
  expect(billing.routes.map(idOf)).toEqual(routes.map(idOf));
  expect(existsSync(join(home, 'veipris.db'))).toBe(false);
});

describe('a server that runs', () => {
  const ends: (() => Promise<void>)[] = [];
  const atEnd = (work: () => Promise<void>) => void ends.unshift(work);
  let settings: { readonly VEIPRIS_HOME: string };
  let server: Server;
  beforeAll(async () => {
    settings = { VEIPRIS_HOME: await homeWithNetwork(atEnd) };
    server = await startServer({ ...settings, PUBLIC_DATA: '1' }, atEnd);
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  const statusOf = async (path: string) => (await ask(server.address, path, '')).status;

  test('says where it is, and answers there', async () => {
    // On a slow machine the first checks of what it needs may be late.
    await expect.poll(() => statusOf('/health/ready')).toBe(200);
    expect(await statusOf('/data/toll-stations.json')).toBe(200);
    expect(await statusOf('/data/speed-cameras.json')).toBe(200);
    expect(await statusOf('/api/ferry-quays')).toBe(401);
    expect(await statusOf('/api/route?from=59.91,10.75&to=59.92,10.76')).toBe(401);
  });

  test.each(['1', '2'])(
    'stops a second one, of %s processes, on its port with one line, and goes on by itself',
    async (processes) => {
      const { port } = new URL(server.address);
      const second = { ...settings, PORT: port, SERVER_PROCESSES: processes };
      await expect(startServer(second)).rejects.toThrow(
        `It did not listen: veipris: PORT is ${port}, where another program listens: stop that, or set PORT to another one, 0 for any that is free.\n`,
      );
      await expect.poll(() => statusOf('/health/ready')).toBe(200);
    },
  );

  test('stops cleanly on SIGTERM', async () => {
    expect((await server.end('SIGTERM')).code).toBe(0);
  });
});

test.each([
  [{ PORT: 'x' }, 'veipris: PORT must be a whole number from 0 to 65535, and is "x".\n'],
  [
    { DATABASE_URL: 'postgres://veipris:secret@127.0.0.1:1/veipris' },
    'veipris: The database failed: connect ECONNREFUSED 127.0.0.1:1\n',
  ],
  [
    {
      DATABASE_URL: 'postgres://veipris:secret@127.0.0.1:1/veipris',
      SERVER_PROCESSES: '2',
    },
    'veipris: The database failed: connect ECONNREFUSED 127.0.0.1:1\n',
  ],
])('%j does not start the server, and one line says why', async (wrong, line) => {
  const settings = { VEIPRIS_HOME: join(tempHome(), 'var'), ...wrong };
  await expect(startServer(settings)).rejects.toThrow(`It did not listen: ${line}`);
});

const idOf = ({ routeId }: { readonly routeId: string }) => routeId;
