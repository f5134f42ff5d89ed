import pino from 'pino';
import { onTestFinished } from 'vitest';
import type { PlanId } from '../../src/account/account.ts';
import { manageKeys } from '../../src/account/manage-keys.ts';
import { buildApp } from '../../src/http/app.ts';
import type { Services } from '../../src/http/services.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import { makeServices } from '../../src/service/compose.ts';
import { toConfig } from '../../src/service/config.ts';
import type { JobAnswer } from '../../src/wire/jobs.ts';
import { described } from './contract.ts';
import { homeWithNetwork, type Settings } from './server.ts';

/** A server over the bundled data and a database of its own, with an account that submits jobs. */
export async function openJobScene({
  plan = 'enterprise',
  dailyLimit,
  settings = {},
  parts = {},
}: {
  readonly plan?: PlanId;
  readonly dailyLimit?: number;
  readonly settings?: Settings;
  readonly parts?: Partial<Services>;
} = {}) {
  const config = toConfig({ VEIPRIS_HOME: await homeWithNetwork(), ...settings });
  const log = pino({ level: 'silent' });
  const accounts = await openAccounts(config);
  const running = await makeServices(config, accounts, log);
  await running.open(() => undefined);
  const { services } = running;
  const app = described(buildApp({ ...services, ...parts }, { log, deadlineMs: 600_000 }));
  onTestFinished(async () => {
    await running.close();
    await app.close();
    await accounts.store.close();
  });
  const limit = dailyLimit === undefined ? {} : { dailyLimit };
  const owner = { email: 'ola@example.no', plan, ...limit };
  const { account } = await accounts.store.accounts.getOrCreate(owner, 'operator');
  const { text: key } = await manageKeys(accounts.store.keys).issue(
    account.id,
    { name: '' },
    'operator',
  );
  const authorization = `Bearer ${key}`;
  const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({ url, headers: { authorization, ...headers } });
  return {
    app,
    account,
    accounts,
    key,
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
    /** Waits until a job is as it should be. */
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
