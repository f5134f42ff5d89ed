import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const LONG_MS = 120_000;

let home = '';
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'veipris-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

test(
  'a first quote builds the network, and prints the answer of the API',
  async () => {
    const ends = ['--from', '59.9139,10.7522', '--to', '60.3913,5.3221'];
    const { code, out, err } = await finished(start('src/cli.ts', ['quote', ...ends, '--json']));
    expect(code, err).toBe(0);
    expect(err).toContain('building');
    const { routes, _billing: billing } = JSON.parse(out);
    expect(billing.source).toBe('veipris-valhalla');
    expect(billing.refined).toBe(true);
    expect(billing.routes.map(idOf)).toEqual(routes.map(idOf));
  },
  LONG_MS,
);

describe('the server', () => {
  test(
    'says where it is, answers there, and stops cleanly on SIGTERM',
    async () => {
      const server = start('src/main.ts', [], { PORT: '0' });
      const ended = finished(server);
      const address = await addressOf(server);
      const reply = await fetch(`${address}/api/route?from=59.91,10.75&to=59.95,11.05&refine=1`);
      expect(reply.status).toBe(200);
      expect(await statusOf(`${address}/api/ferry-quays`)).toBe(200);
      expect(await statusOf(`${address}/data/toll-stations.json`)).toBe(200);
      expect(await statusOf(`${address}/data/speed-cameras.json`)).toBe(200);
      expect(await statusOf(`${address}/api/route?from=57,3&to=59.95,11.05`)).toBe(404);
      server.kill('SIGTERM');
      expect((await ended).code).toBe(0);
    },
    LONG_MS,
  );

  test(
    'does not start with a wrong setting, and names it in one line',
    async () => {
      const { code, err } = await finished(start('src/main.ts', [], { PORT: 'x' }));
      expect(code).toBe(1);
      expect(err).toBe('veipris: PORT must be a whole number from 0 to 65535, and is "x".\n');
    },
    LONG_MS,
  );
});

function start(file: string, args: readonly string[], settings: Record<string, string> = {}) {
  return spawn(process.execPath, ['--import', 'tsx', join(ROOT, file), ...args], {
    cwd: ROOT,
    env: { ...process.env, VEIPRIS_HOME: home, ...settings },
  });
}

async function finished(child: ChildProcess) {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, out, err };
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = '';
    server.stdout?.on('data', (text) => {
      out += text;
      const address = /ready at (http:\S+)/.exec(out)?.[1];
      if (address !== undefined) resolve(address);
    });
    server.once('close', () => reject(new Error(`The server ended: ${out}`)));
  });
}

const idOf = ({ routeId }: { readonly routeId: string }) => routeId;
const statusOf = async (url: string) => (await fetch(url)).status;
