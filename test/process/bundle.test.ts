/** What `tools/build.js` makes, and that everything answers from it, on PostgreSQL and with mail. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { deskOf } from '../support/desk.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startPostgres } from '../support/postgres.ts';
import { homeWithNetwork, runVeipris, startServer } from '../support/server.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The code of each file, by its name. */
const files = new Map<string, string>();
let licences = '';
beforeAll(() => {
  const dist = join(builtProgram(), 'dist');
  for (const name of readdirSync(dist).filter((file) => file.endsWith('.js')))
    files.set(name, readFileSync(join(dist, name), 'utf8'));
  licences = readFileSync(join(dist, 'LICENSES.txt'), 'utf8');
});

const IMPORT = /^(?:import|export)\b(?:[^;'"]*\bfrom)? ?"([^"]+)";$/gm;
const LATER = /\b(?:import|__require)\("([^"]+)"\)/g;
const listOf = (code: string | undefined, pattern: RegExp) =>
  [...(code?.matchAll(pattern) ?? [])].map(([, found = '']) => found);

/** The modules that are in a file, as the comments in it say. */
const modulesIn = (name: string) =>
  listOf(files.get(name), /^\s*\/\/ ((?:src|.*node_modules)\/\S+)$/gm);

/** What is loaded when a file is run, before anything that is asked for later. */
function loadedWith(name: string, known = new Set<string>()): readonly string[] {
  if (known.has(name)) return [];
  known.add(name);
  const others = listOf(files.get(name), IMPORT).filter((to) => to.startsWith('./'));
  return [...modulesIn(name), ...others.flatMap((to) => loadedWith(to.slice(2), known))];
}

describe('the files', () => {
  test('ask for nothing but each other, Node, and packages that stay packages', () => {
    const asked = [...files.values()].flatMap((code) => [
      ...listOf(code, IMPORT),
      ...listOf(code, LATER),
    ]);
    const isNode = (name: string) => name.startsWith('node:') || builtinModules.includes(name);
    const others = asked.filter((name) => !name.startsWith('./') && !isNode(name));
    expect([...new Set(others)].sort()).toEqual(['libsql', 'libsql/promise', 'pg-native']);
  });

  test('bring the licences of the packages that are in them, each with its text', () => {
    const needed = packagesOf([...files.keys()].flatMap(modulesIn));
    expect(needed.length).toBeGreaterThan(50);
    expect(needed.filter((name) => !licences.includes(`\n== ${name} `))).toEqual([]);
    const texts = licences.split(/^== /m).slice(1);
    const silent = texts.filter((text) => !/copyright|licensed under|blue oak/i.test(text));
    const named = silent.map((text) => text.split(' ')[0] ?? '');
    expect(named).toEqual(['abstract-logging', 'brotli', 'dfa', 'fontkit']);
    const notice = readFileSync(join(ROOT, 'NOTICE'), 'utf8');
    for (const name of named) expect(notice).toContain(name);
  });

  test('that a server loads at its start have nothing that only commands need', () => {
    const loaded = [...loadedWith('main.js'), ...loadedWith(fileOf('src/service/serve.ts'))];
    expect(loaded).toContain('src/service/serve.ts');
    expect(packagesOf(loaded)).toContain('fastify');
    const ofCommands = /^src\/service\/(?:batch|maintenance)/;
    expect(loaded.filter((module) => ofCommands.test(module))).toEqual([]);
    const later = ['nodemailer', 'pdfkit', 'pg', 'pg-boss', 'undici'];
    expect(packagesOf(loaded).filter((name) => later.includes(name))).toEqual([]);
  });

  test('that are loaded to call a receiver have the client that calls it', async () => {
    const file = join(builtProgram(), 'dist', fileOf('src/upstream/webhook/call-receiver.ts'));
    const { callReceiver } = await import(file);
    const stopped = AbortSignal.abort(new Error('stopped'));
    const message = { id: 'msg_1', secret: 'whsec_AAAA', payload: '{}' };
    const terms = { addresses: ['127.0.0.1'], nowMs: 0, signal: stopped, patienceMs: 1000 };
    const outcome = await callReceiver(new URL('https://receiver.example.no/'), message, terms);
    expect(outcome).toMatchObject({ isDelivered: false, code: 'not_reached' });
  });

  test('that a command about keys loads have neither HTTP nor the engine nor the schemas of data/', () => {
    const loaded = [...loadedWith('cli.js'), ...loadedWith(fileOf('src/service/accounts.ts'))];
    expect(loaded).toContain('src/cli/key.ts');
    expect(packagesOf(loaded)).toContain('kysely');
    const upstream = loaded.filter((module) => /^src\/(?:http|upstream)\//.test(module));
    // What a service is called and set by, and not what speaks to it.
    expect(upstream.filter((module) => module !== 'src/upstream/services.ts')).toEqual([]);
    expect(loaded.filter((module) => module.startsWith('src/facts/schema/toll'))).toEqual([]);
    expect(packagesOf(loaded)).not.toContain('fastify');
    expect(packagesOf(loaded)).not.toContain('undici');
  });
});

/** The names of the packages that modules are of. */
function packagesOf(modules: readonly string[]): readonly string[] {
  const names = modules.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** The file that has a module. */
function fileOf(module: string): string {
  const name = [...files.keys()].find((file) => modulesIn(file).includes(module));
  if (name === undefined) throw new Error(`Expected a file with ${module}.`);
  return name;
}

const TRIP = 'from=59.91,10.75&to=59.92,10.76&refine=1';
const OPEN = [
  '/health/live',
  '/health/ready',
  '/metrics',
  '/openapi.json',
  '/data/toll-stations.json',
  '/data/speed-cameras.json',
  '/docs',
  '/docs/reference',
  '/docs/veiledning',
  '/portal/',
  '/portal/account.html',
  '/portal/vendor/maplibre-gl.mjs',
  '/portal/vendor/maplibre-gl-worker.mjs',
  '/portal/vendor/uPlot.esm.js',
  '/portal/map/roads-main.json',
];
const WITH_KEY = [
  `/api/route?${TRIP}`,
  `/api/route-osrm?${TRIP}`,
  '/api/ferry-quays',
  '/api/vehicle?plate=QQ10003',
];

test('every endpoint answers over PostgreSQL, where no demo account is made, and a letter is sent', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.remove());
  const mail = await startMailServer();
  const home = await homeWithNetwork();
  const settings = {
    VEIPRIS_HOME: home,
    DATABASE_URL: postgres.address,
    PUBLIC_DATA: '1',
    SMTP_URL: mail.url,
  };
  const server = await startServer(settings);
  expect(server.printed()).not.toMatch(/veipris_live_/);
  expect(server.printed()).toContain('npx veipris key create --email');
  expect(['demo-key', 'veipris.db'].filter((name) => existsSync(join(home, name)))).toEqual([]);
  const { ask } = deskOf(settings);
  expect(JSON.parse(await ask('key', 'list', '--json'))).toEqual([]);
  const made = await runVeipris(['key', 'create', '--email', 'ola@example.no'], settings);
  const headers = { authorization: `Bearer ${made.out.trim()}` };
  const statusOf = async (path: string) => {
    const reply = await fetch(`${server.address}${path}`, { headers });
    return `${path} ${reply.status} ${(await reply.text()).length > 0}`;
  };
  const paths = [...OPEN, ...WITH_KEY];
  await expect.poll(() => statusOf('/health/ready')).toMatch(/ 200 /);
  expect(await Promise.all(paths.map(statusOf))).toEqual(paths.map((path) => `${path} 200 true`));
  const signIn = await fetch(`${server.address}/portal/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.address },
    body: '{"email":"ola@example.no"}',
  });
  expect(await signIn.text()).toBe('{"sent":"mail"}');
  await expect.poll(() => mail.letters.map(({ to }) => to)).toEqual([['ola@example.no']]);
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0, err: '' });
});

test.each([
  ['openapi', [], 0, /"openapi": "3/],
  ['network', ['build'], 0, /^The road network /],
  ['network', ['audit'], 0, /placed/],
  ['data', ['renew', '--dry-run'], 1, /veipris data renew: The road database /],
  ['data', ['compile', '--from', 'nowhere'], 1, /veipris data compile: .*nowhere/],
] as const)('veipris %s %j runs from it', async (command, args, code, told) => {
  const settings = {
    VEIPRIS_HOME: await homeWithNetwork(),
    ROAD_DATABASE_URL: 'http://127.0.0.1:1',
    ROAD_DATABASE_CONTACT: 'drift@example.no',
  };
  const ended = await runVeipris([command, ...args], settings);
  expect(ended.out + ended.err).toMatch(told);
  expect(ended.code).toBe(code);
});
