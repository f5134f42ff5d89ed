/**
 * What keys and quota cost a call: `npx tsx bench/access.bench.ts`. Seeded trips on the bundled
 * network, and an SQLite file of its own; every other call goes without keys and quota.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Access } from '../src/account/access.ts';
import { hashOfKey, KEY_RANDOM_BYTES, mintKey, prefixOfKey } from '../src/account/key-text.ts';
import { makeServices } from '../src/compose.ts';
import { readEnvironment, toConfig } from '../src/config.ts';
import { buildApp } from '../src/http/app.ts';
import type { Services } from '../src/http/services.ts';
import { type OpenAccounts, openAccounts } from '../src/open-accounts.ts';
import { compare, formatTable, measure, quantile, seeded } from './measure.ts';

const TRIPS = 200;
const CALLS = 5000;
const WARM_UP = 500;

const KEY = mintKey(new Uint8Array(KEY_RANDOM_BYTES).fill(1));
const SENT = { authorization: [`Bearer ${KEY}`], apiKey: [] };
const JUNK = { authorization: ['Bearer junk'], apiKey: [] };

const TOWNS = [
  [59.9139, 10.7522],
  [60.3913, 5.3221],
  [63.4305, 10.3951],
  [58.9701, 5.7331],
  [58.1467, 7.9956],
  [59.2675, 10.4076],
  [61.1153, 10.4662],
  [62.4722, 6.1495],
] as const;

const log = pino({ level: 'silent' });
const home = await mkdtemp(join(tmpdir(), 'veipris-bench-'));
const address = join(home, 'veipris.db');
const accounts = await openAccounts({ home, database: { kind: 'embedded', address } });
try {
  await addKey(accounts);
  const report = (step: string) => process.stderr.write(`${step}\n`);
  const { services, open } = makeServices(toConfig(readEnvironment()), accounts, log);
  await open(report);
  const { reserve, credit, identify } = services.access;
  const caller = await callerOf(services.access);

  const steps = async (run: string, count: number) => ({
    'find the account of a key': await measure(count, () => identify(SENT)),
    'refuse junk': await measure(count, () => identify(JUNK)),
    'count a call': await measure(count, (call) => reserve(`${run}${call}`, caller)),
    'credit a call': await measure(count, (call) => credit(`${run}${call}`)),
  });
  await steps('warm', WARM_UP);
  const stepMs = await steps('call', CALLS);

  const urls = tripUrls(TRIPS);
  const [url = ''] = urls;
  const ready = await askerOf(services)(url).then((reply) => reply.json());
  const withReady = { ...services, answerRoute: async () => ready };
  const bare = await compareAccess(withReady, Array(CALLS).fill(url));
  const whole = await compareAccess(services, urls);

  const addedMs = quantile(bare.one, 0.5) - quantile(bare.other, 0.5);
  const share = (100 * addedMs) / quantile(whole.one, 0.5);
  const table = formatTable({
    ...stepMs,
    'a call whose answer is ready': bare.one,
    'the same without keys and quota': bare.other,
    'a trip on the bundled network': whole.one,
    'the same trip without keys and quota': whole.other,
  });
  process.stdout.write(
    `${table}\n\nKeys and quota add ${addedMs.toFixed(2)} ms, ${share.toFixed(1)} % of a trip.\n`,
  );
} finally {
  await accounts.store.close();
  await rm(home, { recursive: true });
}

async function addKey({ store }: OpenAccounts): Promise<void> {
  const owner = { email: 'bench@veipris.invalid', plan: 'enterprise', dailyLimit: 1e9 } as const;
  const { account } = await store.accounts.getOrCreate(owner, 'system');
  const key = { hash: hashOfKey(KEY), prefix: prefixOfKey(KEY), name: 'bench' };
  await store.keys.add({ accountId: account.id, ...key }, 'system');
}

async function callerOf(access: Access) {
  const caller = await access.identify(SENT);
  if (caller === undefined) throw new Error('The key of the benchmark is not live.');
  return caller;
}

/** The same calls with access as it is, and with an access that lets everybody through. */
async function compareAccess(services: Services, urls: readonly string[]) {
  const caller = await callerOf(services.access);
  const access: Access = {
    ...services.access,
    identify: async () => caller,
    reserve: async () => caller.quota,
    noteCall: () => undefined,
  };
  const [guarded, open] = [askerOf(services), askerOf({ ...services, access })];
  await compare(Math.min(WARM_UP, urls.length / 4), ask(guarded), ask(open));
  return compare(urls.length, ask(guarded), ask(open));

  function ask(send: ReturnType<typeof askerOf>) {
    return (call: number) => send(urls[call] ?? '');
  }
}

function askerOf(services: Services) {
  const app = buildApp({ ...services }, { log });
  const headers = { authorization: `Bearer ${KEY}` };
  return (url: string) => app.inject({ url, headers });
}

function tripUrls(count: number): string[] {
  const random = seeded(42);
  const place = () => {
    const [lat, lon] = TOWNS[Math.floor(random() * TOWNS.length)] ?? TOWNS[0];
    return `${(lat + random() / 50).toFixed(4)},${(lon + random() / 50).toFixed(4)}`;
  };
  return Array.from({ length: count }, () => `/api/route?from=${place()}&to=${place()}&refine=1`);
}
