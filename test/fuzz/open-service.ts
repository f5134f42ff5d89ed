import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pino from 'pino';
import { hashOfKey } from '../../src/account/key-text.ts';
import { issueKey } from '../../src/account/manage-accounts.ts';
import { toOsloTime } from '../../src/base/oslo-time.ts';
import { buildApp } from '../../src/http/app.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import { makeServices } from '../../src/service/compose.ts';
import { toConfig } from '../../src/service/config.ts';
import { NETWORK_HOME, openBundledNetwork } from '../support/network-home.ts';
import { type Endpoint, listEndpoints } from './list-endpoints.ts';

/** The whole service in this process, as the server has it, on a port of its own. */
export interface FuzzedService {
  readonly port: number;
  readonly endpoints: readonly Endpoint[];
  /** Of an account with calls for any number of requests. */
  readonly key: string;
  /** Signs a new account in to the portal: changes are counted, and one may have ended the session before. */
  openSession(): Promise<{ readonly cookie: string; readonly csrf: string }>;
  /** Calls that its account has used; a run may last over midnight. */
  used(): Promise<number>;
  /** What was written to the log since it was last asked. */
  takeLog(): readonly string[];
  close(): Promise<void>;
}

/** More calls than any run makes; no other account has as many. */
export const CALLS_PER_DAY = 2_000_000_000;

/**
 * Opens it over a database of its own and the shared road network; all endpoints are open.
 *
 * @param database the address of one on PostgreSQL; absent: an SQLite file.
 */
export async function openService(database?: string): Promise<FuzzedService> {
  await openBundledNetwork();
  const home = mkdtempSync(join(tmpdir(), 'veipris-fuzz-'));
  mkdirSync(join(home, 'var'));
  symlinkSync(join(NETWORK_HOME, 'network'), join(home, 'var/network'));
  const config = toConfig({
    VEIPRIS_HOME: join(home, 'var'),
    PUBLIC_DEMO: '1',
    TRUST_PROXY: '1',
    ...(database !== undefined && { DATABASE_URL: database }),
  });
  let lines: string[] = [];
  const write = (chunk: unknown, _encoding: string, done: () => void) => {
    lines.push(String(chunk));
    done();
  };
  const log = pino({ level: 'debug' }, new Writable({ write }));
  const accounts = await openAccounts(config);
  const running = await makeServices(config, accounts, log);
  const { services } = running;
  const app = buildApp(services, { log });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  await running.open(() => undefined);
  const { account } = await accounts.store.accounts.getOrCreate(
    { email: 'fuzz@example.no', plan: 'enterprise', dailyLimit: CALLS_PER_DAY },
    'operator',
  );
  const { text } = await issueKey(accounts.store.keys, account.id, { name: 'fuzz' }, 'operator');
  const firstDay = toOsloTime(Date.now()).day;
  return {
    port: Number(port),
    endpoints: listEndpoints(app.printRoutes({ commonPrefix: false })),
    key: text,
    async used() {
      const days = new Set([firstDay, toOsloTime(Date.now()).day]);
      const hash = hashOfKey(text);
      const holders = await Promise.all(
        [...days].map((day) => accounts.store.keys.findHolder(hash, day)),
      );
      return holders.reduce((sum, holder) => sum + (holder?.used ?? 0), 0);
    },
    async openSession() {
      const { sessions } = services.portal;
      const email = `page-${randomBytes(8).toString('hex')}@example.no`;
      const page = await accounts.store.accounts.getOrCreate({ email, plan: 'free' }, 'operator');
      const secret = await sessions.open(page.account.id);
      const signedIn = await sessions.identify(secret);
      return { cookie: `veipris_session=${secret}`, csrf: signedIn?.csrf ?? '' };
    },
    takeLog() {
      const taken = lines;
      lines = [];
      return taken;
    },
    async close() {
      running.close();
      await app.close();
      await accounts.store.close();
      rmSync(home, { recursive: true });
    },
  };
}
