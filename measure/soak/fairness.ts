/**
 * `npm run fairness [-- --rounds 15 --greedy 64]`: one caller asks a trip a second, alone and beside another
 * account, or visitors of the demo, that keep 64 trips with eight stops on the way under way. Prints a table; exit code 1 when the polite caller is refused, or waits for more
 * than three times as long as alone.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
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
const MOST_TIMES = 3;

const POLITE = 'from=59.9139,10.7522&to=59.7440,10.2045&refine=1';
/** Back and forth across the country. */
const ZIGZAG = [60.3913, 63.4305]
  .flatMap((lat, i) =>
    Array.from({ length: 4 }, (_, k) => [lat + k / 50, i === 0 ? 5.3221 : 10.3951]),
  )
  .sort(([, a = 0], [, b = 0]) => ((a * 7) % 3) - ((b * 7) % 3))
  .map((stop) => stop.join(','))
  .join('%7C');
const HEAVY = `from=58.1467,7.9956&to=67.2804,14.4050&via=${ZIGZAG}&refine=1`;

const agent = new Agent({ connections: 1024 });
const minuteOf = (n: number) =>
  `startTime=2026-11-20T08:${String(n % 60).padStart(2, '0')}:00%2B01:00`;

async function ask(url: string, key?: string): Promise<{ status: number; ms: number }> {
  const startMs = performance.now();
  const headers = key === undefined ? { origin: new URL(url).origin } : { 'x-api-key': key };
  const { statusCode, body } = await request(url, { dispatcher: agent, headers });
  await body.dump();
  return { status: statusCode, ms: performance.now() - startMs };
}

/** Keeps so many calls asked for until it is told to end. */
function askGreedily(url: string, key: string | undefined): () => Promise<void> {
  let isOver = false;
  let asked = 0;
  const callers = Array.from({ length: greedy }, async () => {
    while (!isOver) {
      asked += 1;
      const { status } = await ask(`${url}?${HEAVY}&${minuteOf(asked)}`, key);
      if (status >= 400) await pause(100);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(callers);
  };
}

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

const isKept = await withHome(async (home) => {
  const config = toConfig({ VEIPRIS_HOME: home });
  const polite = await addKey(config, 1);
  const other = await addKey(config, 2);
  const server = await startServer({ VEIPRIS_HOME: home, PUBLIC_DEMO: '1' });
  const askPolitely = async () => {
    const seen = [];
    for (let i = 0; i < rounds; i++) {
      seen.push(await ask(`${server.address}/api/route?${POLITE}&${minuteOf(i)}`, polite));
      await pause(1000);
    }
    const answered = seen.filter(({ status }) => status === 200);
    return { answered: answered.length, ms: median(answered.map(({ ms }) => ms)) };
  };
  let kept = true;
  try {
    await askPolitely();
    for (const [name, path, key] of [
      ['an account', '/api/route', other],
      ['visitors of the demo', '/portal/api/trip', undefined],
    ] as const) {
      const alone = await askPolitely();
      const end = askGreedily(server.address + path, key);
      await pause(3000);
      const beside = await askPolitely();
      await end();
      const times = beside.ms / alone.ms;
      kept &&= beside.answered === rounds && times <= MOST_TIMES;
      process.stdout.write(
        `| ${greedy} x heavy of ${name} | ${beside.answered} of ${rounds} | ${alone.ms.toFixed(0)} ms | ${beside.ms.toFixed(0)} ms | ${times.toFixed(1)} |\n`,
      );
    }
  } finally {
    await agent.close();
    await server.end('SIGTERM');
  }
  return kept;
});
process.exit(isKept ? 0 : 1);
