/**
 * Jobs end to end, over the built program: rows a second by one process, by two on one PostgreSQL, and the job of
 * killed workers, with sizes and processor time. Rows and results go through as streams.
 *
 * npm run jobs -- [--rows 20000] [--on sqlite,postgres,two] [--kill-rows 100000] [--kills 20]
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openJobClient } from '../../test/support/job-client.ts';
import { killWorkers } from '../../test/support/job-kills.ts';
import { drawnRows } from '../../test/support/job-rows.ts';
import type { Settings } from '../../test/support/launched-file.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import {
  homeWithNetwork,
  runVeipris,
  type Server,
  startServer,
} from '../../test/support/server.ts';
import { usageOf } from '../server-process.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    on: { type: 'string', default: 'sqlite,postgres,two' },
    'kill-rows': { type: 'string', default: '0' },
    kills: { type: 'string', default: '20' },
  },
});
const ROWS = Number(values.rows);
const KILL_ROWS = Number(values['kill-rows']);
const ON = values.on.split(',').filter(Boolean);

const print = (line: string) => void process.stdout.write(`${line}\n`);

const ends: (() => unknown)[] = [];
const atEnd = (end: () => unknown) => void ends.push(end);

async function keyFor(settings: Settings): Promise<string> {
  const owner = ['--email', `a${Date.now()}@example.no`, '--plan', 'enterprise'];
  const { out, err } = await runVeipris(['key', 'create', ...owner], settings);
  if (out === '') throw new Error(err);
  return out.trim();
}

/** One job on servers with these settings: from its submission to its end. */
async function measure(name: string, settings: readonly Settings[]): Promise<void> {
  const key = await keyFor(settings[0] ?? {});
  const servers: Server[] = [];
  for (const own of settings) servers.push(await startServer(own, atEnd));
  const client = openJobClient(() => servers[0]?.address ?? '', key);
  const processorS = async () => {
    const all = await Promise.all(servers.map(({ pid }) => usageOf(pid)));
    return all.reduce((sum, { cpuMs }) => sum + cpuMs / 1000, 0);
  };
  const [startS, startMs] = [await processorS(), performance.now()];
  const { id, bytes } = await client.submit(drawnRows(ROWS));
  const { rows } = await client.untilDone(id);
  const seconds = (performance.now() - startMs) / 1000;
  const usedS = (await processorS()) - startS;
  const result = await client.readResult(id);
  for (const server of servers) await server.end('SIGTERM');
  if (result.rows !== ROWS || !result.isInOrder)
    throw new Error('Rows are missing or out of place.');
  const perRow = [(1e6 * usedS) / ROWS, bytes / ROWS, result.bytes / ROWS];
  const cells = [name, ROWS, seconds.toFixed(1), Math.round(ROWS / seconds)];
  const failed = ((100 * rows.failed) / ROWS).toFixed(1);
  print(`| ${[...cells, ...perRow.map((value) => value.toFixed(0)), failed].join(' | ')} |`);
}

async function home(more: Settings = {}): Promise<Settings> {
  return { VEIPRIS_HOME: await homeWithNetwork(atEnd), ...more };
}

async function measureKills(
  settings: readonly Settings[],
  ask: (sql: string) => Promise<readonly unknown[]>,
): Promise<void> {
  const key = await keyFor(settings[0] ?? {});
  const startMs = performance.now();
  const kills = Number(values.kills);
  const { job, result, unbroken } = await killWorkers({
    ...{ key, rows: KILL_ROWS, settings, kills, ask, atEnd },
    onKill: (done) => print(`killed at ${done} rows`),
  });
  const seconds = Math.round((performance.now() - startMs) / 1000);
  const isOnce = result.rows === KILL_ROWS && result.isInOrder && job.cost.calls === KILL_ROWS;
  const isSame = result.digest === unbroken.digest;
  print(
    `${kills} kills, ${job.rows.done} of ${KILL_ROWS} rows, ${job.cost.calls} calls counted, ${job.cost.credited} credited, and again unbroken: ${seconds} s; every row once and in its place: ${isOnce}; the same bytes: ${isSame}`,
  );
  if (!isOnce || !isSame) process.exitCode = 1;
}

async function run(): Promise<void> {
  print(
    '| | Rows | Seconds | Rows/s | Processor, µs/row | Bytes/row in | out | With an error, % |',
  );
  print('|---|---|---|---|---|---|---|---|');
  if (ON.includes('sqlite')) await measure('one process, SQLite', [await home()]);
  const isMeasured = ON.includes('postgres') || ON.includes('two');
  if (!isMeasured && KILL_ROWS === 0) return;
  const postgres = await startPostgres();
  atEnd(() => postgres.remove());
  const DATABASE_URL = postgres.address;
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  atEnd(() => client.end());
  const two = [await home({ DATABASE_URL }), await home({ DATABASE_URL })];
  if (ON.includes('postgres')) await measure('one process, PostgreSQL', two.slice(0, 1));
  if (ON.includes('two')) await measure('two instances, one PostgreSQL', two);
  if (isMeasured) {
    const { rows } = await client.query(
      'select sum(rows) as rows, sum(length(result)) as result, count(*) as blocks, pg_total_relation_size($1) as total from job_block',
      ['job_block'],
    );
    print(`\nPacked: ${JSON.stringify(rows[0])}`);
  }
  if (KILL_ROWS > 0)
    await measureKills(
      two.map((own) => ({ ...own, JOB_LEASE: '5' })),
      async (sql) => (await client.query(sql)).rows,
    );
}

try {
  await run();
} finally {
  for (const end of ends.toReversed()) await end();
}
