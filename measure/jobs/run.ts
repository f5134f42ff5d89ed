/**
 * Jobs end to end, over the built program: rows a second by one process, by two on one PostgreSQL, and the job of
 * killed workers, with sizes and processor time. Rows and results go through as streams. With `--write` the table is
 * written into docs/jobs.md as well.
 *
 * npm run jobs -- [--rows 20000] [--on sqlite,postgres,two] [--kill-rows 100000] [--kills 20] [--write]
 */
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { toConfig } from '../../src/service/config.ts';
import { openJobClient } from '../../test/support/job-client.ts';
import { killWorkers } from '../../test/support/job-kills.ts';
import { drawnRows } from '../../test/support/job-rows.ts';
import type { Settings } from '../../test/support/launched-file.ts';
import { withClient, withPostgres } from '../chaos/postgres.ts';
import { addKey, withHome } from '../home.ts';
import { formatRow, formatTable, writeMeasured } from '../page.ts';
import { type ServerProcess, startServer, usageOf } from '../server-process.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    on: { type: 'string', default: 'sqlite,postgres,two' },
    'kill-rows': { type: 'string', default: '0' },
    kills: { type: 'string', default: '20' },
    write: { type: 'boolean', default: false },
  },
});
const ROWS = Number(values.rows);
const KILL_ROWS = Number(values['kill-rows']);
const ON = values.on.split(',').filter(Boolean);

const HEAD = [
  '',
  'Rows',
  'Seconds',
  'Rows/s',
  'Processor of the servers, ms/row',
  'Bytes/row in',
  'out',
  'With an error, %',
];

const print = (line: string) => void process.stdout.write(`${line}\n`);

let accounts = 0;
/** The key of a new account. */
const newKey = (settings: Settings = {}) => addKey(toConfig(settings), ++accounts);

/** One job on servers with these settings: from its submission to its end. */
async function measure(name: string, settings: readonly Settings[]): Promise<readonly string[]> {
  const key = await newKey(settings[0]);
  const servers: ServerProcess[] = [];
  for (const own of settings) servers.push(await startServer(own));
  const client = openJobClient(() => servers[0]?.address ?? '', key);
  const processorMs = async () => {
    const all = await Promise.all(servers.map(({ pid }) => usageOf(pid)));
    return all.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  };
  const [beforeMs, startMs] = [await processorMs(), performance.now()];
  const { id, bytes } = await client.submit(drawnRows(ROWS));
  const { rows } = await client.untilDone(id);
  const seconds = (performance.now() - startMs) / 1000;
  const usedMs = (await processorMs()) - beforeMs;
  const result = await client.readResult(id);
  for (const server of servers) await server.end('SIGTERM');
  if (result.rows !== ROWS || !result.isInOrder)
    throw new Error('Rows are missing or out of place.');
  const row = [
    name,
    formatCount(ROWS),
    seconds.toFixed(1),
    formatCount(Math.round(ROWS / seconds)),
    (usedMs / ROWS).toFixed(2),
    (bytes / ROWS).toFixed(0),
    (result.bytes / ROWS).toFixed(0),
    ((100 * rows.failed) / ROWS).toFixed(1),
  ];
  // The row is printed now, in case a later measurement fails.
  print(formatRow(row));
  return row;
}

const formatCount = (count: number) => count.toLocaleString('en').replaceAll(',', ' ');

async function measureKills(settings: readonly Settings[], client: pg.Client): Promise<void> {
  const key = await newKey(settings[0]);
  const ends: (() => Promise<void>)[] = [];
  const startMs = performance.now();
  const kills = Number(values.kills);
  const { job, result, unbroken } = await killWorkers({
    ...{ key, rows: KILL_ROWS, settings, kills },
    ask: async (sql) => (await client.query(sql)).rows,
    atEnd: (end) => void ends.push(end),
    onKill: (done) => print(`killed at ${done} rows`),
  }).finally(() => Promise.all(ends.map((end) => end())));
  const seconds = Math.round((performance.now() - startMs) / 1000);
  const isOnce = result.rows === KILL_ROWS && result.isInOrder && job.cost.calls === KILL_ROWS;
  const isSame = result.digest === unbroken.digest;
  print(
    `${kills} kills, ${job.rows.done} of ${KILL_ROWS} rows, ${job.cost.calls} calls counted, ${job.cost.credited} credited, and again unbroken: ${seconds} s; every row once and in its place: ${isOnce}; the same bytes: ${isSame}`,
  );
  if (!isOnce || !isSame) process.exitCode = 1;
}

/** Two homes on one database. @returns a row for each measurement. */
async function measureOnPostgres(
  two: readonly Settings[],
  client: pg.Client,
): Promise<(readonly string[])[]> {
  const rows = [
    ...(ON.includes('postgres') ? [await measure('one process, PostgreSQL', two.slice(0, 1))] : []),
    ...(ON.includes('two') ? [await measure('two instances on one PostgreSQL', two)] : []),
  ];
  if (rows.length > 0) {
    const { rows: sizes } = await client.query(
      'select sum(rows) as rows, sum(length(result)) as result, count(*) as blocks, pg_total_relation_size($1) as total from job_block',
      ['job_block'],
    );
    print(`Packed: ${JSON.stringify(sizes[0])}`);
  }
  if (KILL_ROWS > 0)
    await measureKills(
      two.map((own) => ({ ...own, JOB_LEASE: '5' })),
      client,
    );
  return rows;
}

const withPostgresAndHomes = <Result>(
  work: (two: readonly Settings[], client: pg.Client) => Promise<Result>,
): Promise<Result> =>
  withPostgres(({ address }) =>
    withHome((one) =>
      withHome((other) =>
        withClient(address, (client) =>
          work(
            [one, other].map((home) => ({ VEIPRIS_HOME: home, DATABASE_URL: address })),
            client,
          ),
        ),
      ),
    ),
  );

const rows: (readonly string[])[] = [];
if (ON.includes('sqlite'))
  rows.push(await withHome((home) => measure('one process, SQLite', [{ VEIPRIS_HOME: home }])));
if (ON.includes('postgres') || ON.includes('two') || KILL_ROWS > 0)
  rows.push(...(await withPostgresAndHomes(measureOnPostgres)));
const table = formatTable(HEAD, rows);
if (rows.length > 0) print(`\n${table}`);
if (values.write) await writeMeasured('docs/jobs.md', 'jobs', table);
