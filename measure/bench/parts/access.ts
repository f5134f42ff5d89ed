/** The cost of keys and quota: each step by itself, and a call whose answer is ready, with and without them. */
import pino, { type Logger } from 'pino';
import type { Access } from '../../../src/account/access.ts';
import { buildApp } from '../../../src/http/app.ts';
import type { Services } from '../../../src/http/services.ts';
import { openAccounts } from '../../../src/service/accounts.ts';
import { makeServices } from '../../../src/service/compose.ts';
import { median, quantile } from '../../numbers.ts';
import { figures, type Table } from '../../page.ts';
import { type Bench, KEY } from '../bench.ts';
import { compareWays, measure } from '../measure.ts';
import { toUrl } from '../trips.ts';

const CALLS = 2000;
const SENT = { authorization: [`Bearer ${KEY}`], apiKey: [] };
const CALL = { requestId: 'bench' };
const JUNK = { authorization: ['Bearer junk'], apiKey: [] };

/** Keys and quota on SQLite, in process. */
export async function benchAccess({ config, trips, isShort }: Bench): Promise<Table> {
  const log = pino({ level: 'silent' });
  const accounts = await openAccounts(config);
  const { services, open, close } = await makeServices(config, accounts, log);
  await open(() => undefined);
  const caller = await services.access.identify(SENT, CALL);
  if (caller === undefined) throw new Error('The key of the benchmark is not live.');
  const [trip] = trips;
  if (trip === undefined) throw new Error('Expected a trip.');
  const calls = isShort ? CALLS / 10 : CALLS;
  const stepsMs = await measureSteps(services.access, caller, calls);
  const wholeMs = await compareWhole({ services, log }, caller, { url: toUrl(trip, true), calls });
  close();
  await accounts.store.close();
  const rows = Object.entries({ ...stepsMs, ...wholeMs });
  return {
    title: 'Keys and quota',
    about: 'On SQLite, in process, the call through the whole server but the socket.',
    head: ['what', 'median, ms', '95 %, ms'],
    rows: rows.map(([name, ms]) => [name, figures(median(ms)), figures(quantile(ms, 0.95))]),
  };
}

type Caller = NonNullable<Awaited<ReturnType<Access['identify']>>>;

/** Milliseconds of each step by itself. */
async function measureSteps({ reserve, credit, identify }: Access, caller: Caller, calls: number) {
  const id = (call: number) => `${process.pid}-${call}`;
  return {
    'find the account of a key': await measure(calls, () => identify(SENT, CALL)),
    'refuse junk': await measure(calls, () => identify(JUNK, CALL)),
    'count a call': await measure(calls, (call) => reserve(id(call), caller)),
    'credit a call': await measure(calls, (call) => credit(id(call))),
  };
}

interface Served {
  readonly services: Services;
  readonly log: Logger;
}

/** Milliseconds of a call whose answer is ready, with keys and quota and without. */
async function compareWhole(
  { services, log }: Served,
  caller: Caller,
  { url, calls }: { readonly url: string; readonly calls: number },
) {
  const ready = (await openAsk({ services, log })(url)).json();
  const withReady = { ...services, answerRoute: async () => ready };
  const letAll: Access = {
    ...services.access,
    identify: async () => caller,
    reserve: async () => ({ kind: 'counted', used: caller.quota.used }),
    noteCall: () => undefined,
  };
  const guarded = openAsk({ services: withReady, log });
  const unguarded = openAsk({ services: { ...withReady, access: letAll }, log });
  return compareWays(
    calls,
    {
      'a call whose answer is ready': () => guarded(url),
      'the same without keys and quota': () => unguarded(url),
    },
    3,
  );
}

/** Opens the whole server without its socket. */
function openAsk({ services, log }: Served) {
  const app = buildApp(Object.create(services, {}) as Services, { log });
  const headers = { authorization: `Bearer ${KEY}` };
  return (path: string) => app.inject({ url: path, headers });
}
