import { cp, open, readdir, readFile, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { NETWORK_HOME, openBundledNetwork } from '../support/network-home.ts';
import { homeWithNetwork, startServer } from '../support/server.ts';

beforeAll(openBundledNetwork, 120_000);

/** Unless it is set to, a server remembers no answer. */
const TRIPS = ['59.9125,10.6360', '59.7440,10.2045', '60.2934,5.2181'];

/** Writes over every file of a folder in place: whatever has it open, or its pages in memory, sees that. */
async function writeOver(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const file = await open(join(parentPath, name), 'r+');
    const { size } = await file.stat();
    await file.write(Buffer.alloc(size, 0x55), 0, size, 0);
    await file.close();
  }
  return files.length;
}

test('a road network that is damaged and then deleted under a running server changes no answer, and costs no call', async () => {
  const home = await homeWithNetwork();
  const network = join(home, 'network');
  await unlink(network);
  await cp(join(NETWORK_HOME, 'network'), network, { recursive: true, dereference: true });
  const { address } = await startServer({ VEIPRIS_HOME: home });
  const headers = { 'x-api-key': (await readFile(join(home, 'demo-key'), 'utf8')).trim() };
  const ask = async (from: string) => {
    const path = `/api/route?from=${from}&to=59.9139,10.7522&refine=1&startTime=2026-11-20T08:00:00%2B01:00`;
    const reply = await fetch(address + path, { headers });
    const { _billing } = (await reply.json()) as { _billing?: { routes: { tollSmall: number }[] } };
    return [reply.status, _billing?.routes[0]?.tollSmall];
  };
  const askAll = () => Promise.all(TRIPS.map(ask));
  const before = await askAll();
  expect(before.map(([status]) => status)).toEqual([200, 200, 200]);
  expect(await writeOver(network)).toBeGreaterThan(0);
  expect(await askAll()).toEqual(before);
  await rm(network, { recursive: true });
  expect(await askAll()).toEqual(before);
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
}, 120_000);
