import pino from 'pino';
import { onTestFinished } from 'vitest';
import type { PlanId } from '../../src/account/account.ts';
import { issueKey } from '../../src/account/manage-accounts.ts';
import { buildApp } from '../../src/http/app.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import { makeServices } from '../../src/service/compose.ts';
import { toConfig } from '../../src/service/config.ts';
import type { JobAnswer } from '../../src/wire/jobs.ts';
import { described } from './contract.ts';
import type { Settings } from './launched-file.ts';
import { homeWithNetwork } from './server.ts';
import type { AtEnd } from './temp-home.ts';

/** The terms of an account that submits jobs. */
interface Owner {
  readonly plan?: PlanId;
  readonly dailyLimit?: number;
}

/** A server over the bundled data and a database of its own, for any number of accounts. */
export async function openJobServer(settings: Settings = {}, atEnd: AtEnd = onTestFinished) {
  const config = toConfig({ VEIPRIS_HOME: await homeWithNetwork(atEnd), ...settings });
  const log = pino({ level: 'silent' });
  const accounts = await openAccounts(config);
  const running = await makeServices(config, accounts, log);
  await running.open(() => undefined);
  const app = described(buildApp(running.services, { log, deadlineMs: 600_000 }));
  atEnd(async () => {
    await running.close();
    await app.close();
    await accounts.store.close();
  });
  let made = 0;
  return {
    app,
    accounts,
    /** Makes a new account, and gives its calls. */
    async newOwner({ plan = 'enterprise', dailyLimit }: Owner = {}) {
      made += 1;
      const limit = dailyLimit === undefined ? {} : { dailyLimit };
      const owner = { email: `ola+${made}@example.no`, plan, ...limit };
      const { account } = await accounts.store.accounts.getOrCreate(owner, 'operator');
      const { text: key } = await issueKey(
        accounts.store.keys,
        account.id,
        { name: '' },
        'operator',
      );
      return { app, accounts, account, key, ...callsOf(app, key) };
    },
  };
}

/** The same with one account, for one test. */
export const openJobScene = async () => (await openJobServer()).newOwner();

function callsOf(app: ReturnType<typeof buildApp>, key: string) {
  const authorization = `Bearer ${key}`;
  const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({ url, headers: { authorization, ...headers } });
  return {
    get,
    head: (url: string, headers: Readonly<Record<string, string>>) =>
      app.inject({ method: 'HEAD', url, headers: { ...headers, authorization } }),
    submit: (
      payload: string | Buffer,
      query = '',
      headers: Readonly<Record<string, string>> = {},
    ) =>
      app.inject({
        method: 'POST',
        url: `/api/jobs${query}`,
        payload,
        headers: { 'content-type': 'text/csv', ...headers, authorization },
      }),
    remove: (id: string) =>
      app.inject({ method: 'DELETE', url: `/api/jobs/${id}`, headers: { authorization } }),
    /** Waits until a job is in the wanted state. */
    async until(
      id: string,
      isSo: (job: JobAnswer) => boolean,
      authorization?: string,
    ): Promise<JobAnswer> {
      for (;;) {
        const headers = authorization === undefined ? {} : { authorization };
        const job: JobAnswer = (await get(`/api/jobs/${id}`, headers)).json();
        if (isSo(job)) return job;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}
