/** What keys and quota cost: each step by itself, and a call whose answer is ready with and without. */
import pino from 'pino';
import type { Access } from '../../src/account/access.ts';
import { makeServices } from '../../src/compose.ts';
import { buildApp } from '../../src/http/app.ts';
import type { Services } from '../../src/http/services.ts';
import { openAccounts } from '../../src/open-accounts.ts';
import { type Bench, KEY } from '../bench.ts';
import { compareWays, measure, median, quantile } from '../measure.ts';
import { figures, type Table } from '../table.ts';
import { toUrl } from '../trips.ts';

const CALLS = 2000;
const SENT = { authorization: [`Bearer ${KEY}`], apiKey: [] };
const JUNK = { authorization: ['Bearer junk'], apiKey: [] };

/** Keys and quota on SQLite, in process. */
export async function benchAccess({ config, trips, isShort }: Bench): Promise<Table> {
  const log = pino({ level: 'silent' });
  const accounts = await openAccounts(config);
  const { services, open, close } = makeServices(config, accounts, log);
  await open(() => undefined);
  const { reserve, credit, identify } = services.access;
  const caller = await identify(SENT);
  if (caller === undefined) throw new Error('The key of the benchmark is not live.');
  const calls = isShort ? CALLS / 10 : CALLS;
  const id = (call: number) => `${process.pid}-${call}`;
  const stepsMs = {
    'find the account of a key': await measure(calls, () => identify(SENT)),
    'refuse junk': await measure(calls, () => identify(JUNK)),
    'count a call': await measure(calls, (call) => reserve(id(call), caller)),
    'credit a call': await measure(calls, (call) => credit(id(call))),
  };

  const [trip] = trips;
  if (trip === undefined) throw new Error('Expected a trip.');
  const url = toUrl(trip, true);
  const ready = (await ask(services)(url)).json();
  const withReady = { ...services, answerRoute: async () => ready };
  const letAll: Access = {
    ...services.access,
    identify: async () => caller,
    reserve: async () => caller.quota,
    noteCall: () => undefined,
  };
  const [guarded, unguarded] = [ask(withReady), ask({ ...withReady, access: letAll })];
  const wholeMs = await compareWays(
    calls,
    {
      'a call whose answer is ready': () => guarded(url),
      'the same without keys and quota': () => unguarded(url),
    },
    3,
  );
  close();
  await accounts.store.close();
  const rows = Object.entries({ ...stepsMs, ...wholeMs });
  return {
    title: 'Keys and quota',
    about: 'On SQLite, in process, the call through the whole server but the socket.',
    head: ['what', 'median, ms', '95 %, ms'],
    rows: rows.map(([name, ms]) => [name, figures(median(ms)), figures(quantile(ms, 0.95))]),
  };

  function ask(asked: Services) {
    const app = buildApp(Object.create(asked, {}) as Services, { log });
    const headers = { authorization: `Bearer ${KEY}` };
    return (path: string) => app.inject({ url: path, headers });
  }
}
