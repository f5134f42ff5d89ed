/**
 * `npm run fairness [-- --rounds 15 --greedy 64]`: one caller asks a trip a second, alone and beside another
 * account, or visitors of the demo, that keep 64 heavy questions under way. Prints a table; exit code 1 when the polite
 * caller is refused, or the server works more than three times as long until half of its calls are answered as it does
 * where it is alone, or more than five times until 95 of 100 are.
 *
 * What counts is the time that the server's thread has had of a processor from question to answer: others who work on
 * the machine do not count. The time on the clock stands beside it.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Agent, request } from 'undici';
import { toConfig } from '../../src/service/config.ts';
import { addKey, withHome } from './home.ts';
import { startServer } from './server-process.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    greedy: { type: 'string', default: '64' },
  },
});
const rounds = Number(values.rounds);
const greedy = Number(values.greedy);
const MOST_TIMES = { half: 3, most: 5 };

const POLITE = 'from=59.9139,10.7522&to=59.7440,10.2045&refine=1';
/** Back and forth across the country, in its far ends. */
const ZIGZAG = [
  '69.7271,30.0450',
  '58.9700,5.7331',
  '70.6634,23.6821',
  '59.2676,10.4076',
  '69.9689,23.2716',
  '61.4519,5.8570',
  '68.4385,17.4272',
  '59.2839,11.1098',
].join('%7C');
const HEAVY = {
  'eight stops across the country': `from=58.1599,8.0182&to=67.2804,14.4050&via=${ZIGZAG}&refine=1`,
  'all ways by time and money':
    'from=58.1599,8.0182&to=63.4305,10.3951&refine=1&alternatives=pareto',
};

const agent = new Agent({ connections: 1024 });
const minuteOf = (n: number) =>
  `startTime=2026-11-20T08:${String(n % 60).padStart(2, '0')}:00%2B01:00`;

async function ask(url: string, headers: Record<string, string>): Promise<number> {
  const { statusCode, body } = await request(url, { dispatcher: agent, headers });
  await body.dump();
  return statusCode;
}

/** Each address has some calls of the demo a day. */
const CALLS_A_VISITOR = 50;

interface Greed {
  readonly url: string;
  readonly heavy: string;
  /** Absent: visitors of the demo, one after the other. */
  readonly key: string | undefined;
  readonly firstVisitor: number;
}

/** In a thread of its own: keeps so many calls asked for until it is told to end, and says how many were answered. */
async function askGreedily({ url, heavy, key, firstVisitor }: Greed): Promise<void> {
  let isOver = false;
  let [asked, answered] = [0, 0];
  parentPort?.once('message', () => {
    isOver = true;
  });
  const callers = Array.from({ length: greedy }, async () => {
    while (!isOver) {
      asked += 1;
      const visitor = firstVisitor + Math.floor(asked / CALLS_A_VISITOR);
      const visiting = {
        origin: new URL(url).origin,
        'x-forwarded-for': `10.0.${visitor >> 8}.${visitor & 255}`,
      };
      const question = `${url}?${heavy}&${minuteOf(asked)}`;
      const status = await ask(question, key === undefined ? visiting : { 'x-api-key': key });
      if (status === 200) answered += 1;
      else if (status < 500) throw new Error(`A heavy call is told ${status}.`);
      else await pause(100);
    }
  });
  await Promise.all(callers);
  await agent.close();
  parentPort?.postMessage(answered);
}

/** Milliseconds that the main thread of a process has had of a processor. */
const threadMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** The value that such a share of them does not exceed. */
const within = (share: number, values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? 0;

interface Seen {
  readonly status: number;
  /** Until the answer, and what the thread of the server has worked meanwhile. */
  readonly ms: number;
  readonly threadMs: number;
}

function summarise(seen: readonly Seen[]) {
  const answered = seen.filter(({ status }) => status === 200);
  const times = answered.map(({ ms }) => ms);
  const work = answered.map((one) => one.threadMs);
  return {
    answered: answered.length,
    half: within(0.5, times),
    halfOfWork: within(0.5, work),
    mostOfWork: within(0.95, work),
  };
}

async function measure(): Promise<boolean> {
  return withHome(async (home) => {
    const config = toConfig({ VEIPRIS_HOME: home });
    const polite = await addKey(config, 1);
    const other = await addKey(config, 2);
    const server = await startServer({ VEIPRIS_HOME: home, PUBLIC_DEMO: '1', TRUST_PROXY: '1' });
    const askPolitely = async () => {
      const seen: Seen[] = [];
      for (let i = 0; i < rounds; i++) {
        const [startMs, beforeMs] = [performance.now(), threadMs(server.pid)];
        const url = `${server.address}/api/route?${POLITE}&${minuteOf(i)}`;
        const status = await ask(url, { 'x-api-key': polite });
        const worked = threadMs(server.pid) - beforeMs;
        seen.push({ status, ms: performance.now() - startMs, threadMs: worked });
        await pause(1000);
      }
      return summarise(seen);
    };
    let isKept = true;
    let firstVisitor = 0;
    try {
      await askPolitely();
      for (const [kind, heavy] of Object.entries(HEAVY))
        for (const [name, path, key] of [
          ['an account', '/api/route', other],
          ['visitors of the demo', '/portal/api/trip', undefined],
        ] as const) {
          const alone = await askPolitely();
          const greed: Greed = { url: server.address + path, heavy, key, firstVisitor };
          firstVisitor += 1000;
          const caller = new Worker(new URL(import.meta.url), {
            workerData: greed,
            argv: process.argv.slice(2),
          });
          await pause(3000);
          const beside = await askPolitely();
          caller.postMessage('end');
          const [others] = await once(caller, 'message');
          isKept &&= isFair(alone, beside);
          process.stdout.write(
            `${formatRow(`${greedy} of ${name}: ${kind}`, alone, beside, others)}\n`,
          );
        }
    } finally {
      await agent.close();
      await server.end('SIGTERM');
    }
    return isKept;
  });
}

type Summary = ReturnType<typeof summarise>;

const isFair = (alone: Summary, beside: Summary): boolean =>
  beside.answered === rounds &&
  beside.halfOfWork <= MOST_TIMES.half * alone.halfOfWork &&
  beside.mostOfWork <= MOST_TIMES.most * alone.mostOfWork;

function formatRow(name: string, alone: Summary, beside: Summary, others: number): string {
  const cells = [
    name,
    `${beside.answered} of ${rounds}, and ${others} of the others`,
    `${alone.halfOfWork.toFixed(1)} and ${beside.halfOfWork.toFixed(1)} ms: ${(beside.halfOfWork / alone.halfOfWork).toFixed(1)}`,
    `${alone.mostOfWork.toFixed(1)} and ${beside.mostOfWork.toFixed(1)} ms: ${(beside.mostOfWork / alone.mostOfWork).toFixed(1)}`,
    `${alone.half.toFixed(0)} and ${beside.half.toFixed(0)} ms`,
  ];
  return `| ${cells.join(' | ')} |`;
}

if (isMainThread) process.exit((await measure()) ? 0 : 1);
else await askGreedily(workerData as Greed);
