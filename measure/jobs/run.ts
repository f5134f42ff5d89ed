/**
 * Jobs end to end, over the built program: rows a second by one process, by two on one PostgreSQL, and the job of
 * killed workers, with sizes and processor time.
 *
 * npm run jobs -- [--rows 20000] [--on sqlite,postgres,two] [--kill-rows 100000] [--kills 20]
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { JobAnswer } from '../../src/wire/jobs.ts';
import { type Killed, killWorkers } from '../../test/support/job-kills.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import {
  homeWithNetwork,
  runVeipris,
  type Server,
  type Settings,
  startServer,
} from '../../test/support/server.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    on: { type: 'string', default: 'sqlite,postgres,two' },
    'kill-rows': { type: 'string', default: '0' },
    kills: { type: 'string', default: '20' },
  },
});
const ROWS = Number(values.rows);
const ON = values.on.split(',');

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Towns from south to north, about which drives begin and end. */
const TOWNS = [
  [58.147, 7.996],
  [58.97, 5.733],
  [59.413, 5.268],
  [59.744, 10.205],
  [59.914, 10.752],
  [60.391, 5.322],
  [60.795, 11.068],
  [61.115, 10.466],
  [62.472, 6.155],
  [63.43, 10.395],
  [64.467, 11.495],
  [67.28, 14.405],
] as const;

/** Drives of a seeded year, most of them within a town and its neighbours, the same in each run. */
function drawRows(count: number): string {
  let seed = 20_261_123;
  const draw = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const near = ([lat, lon]: readonly [number, number]) =>
    `"${(lat + (draw() - 0.5) * 0.2).toFixed(5)},${(lon + (draw() - 0.5) * 0.4).toFixed(5)}"`;
  const rows = ['id,from,to,startTime,fuel'];
  for (let i = 1; i <= count; i++) {
    const at = Math.floor(draw() * TOWNS.length);
    const to = draw() < 0.8 ? at : Math.min(TOWNS.length - 1, at + 1);
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(draw() * 320)))
      .toISOString()
      .slice(0, 10);
    const time = `${String(5 + Math.floor(draw() * 17)).padStart(2, '0')}:${String(Math.floor(draw() * 60)).padStart(2, '0')}`;
    const fuel = draw() < 0.5 ? 'electric' : 'diesel';
    rows.push(
      `${i},${near(TOWNS[at] ?? TOWNS[0])},${near(TOWNS[to] ?? TOWNS[0])},${day}T${time}:00+01:00,${fuel}`,
    );
  }
  return `${rows.join('\n')}\n`;
}

const ends: (() => unknown)[] = [];
const atEnd = (end: () => unknown) => void ends.push(end);

interface Measured {
  readonly seconds: number;
  readonly processorS: number;
  readonly bytes: readonly [input: number, result: number];
}

/** Processor time of a process so far, seconds. Source: proc(5), fields 14 and 15, in ticks of 10 ms. */
function processorSOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function keyFor(settings: Settings): Promise<string> {
  const owner = ['--email', `a${Date.now()}@example.no`, '--plan', 'enterprise'];
  const { out, err } = await runVeipris(['key', 'create', ...owner], settings);
  if (out === '') throw new Error(err);
  return out.trim();
}

/** One job on servers with these settings: from its submission to its end. */
async function measure(settings: readonly Settings[], rows: number): Promise<Measured> {
  const key = await keyFor(settings[0] ?? {});
  const servers: Server[] = [];
  for (const own of settings) servers.push(await startServer(own, atEnd));
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${servers[0]?.address}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    });
  const processorS = () => servers.reduce((sum, { pid }) => sum + processorSOf(pid), 0);
  const [startS, startMs] = [processorS(), performance.now()];
  const body = drawRows(rows);
  const { id } = (await (await ask('/api/jobs', { method: 'POST', body })).json()) as JobAnswer;
  for (;;) {
    const job = (await (await ask(`/api/jobs/${id}`)).json()) as JobAnswer;
    if (job.state === 'done') break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const seconds = (performance.now() - startMs) / 1000;
  const usedS = processorS() - startS;
  const result = (await (await ask(`/api/jobs/${id}/result`)).arrayBuffer()).byteLength;
  for (const server of servers) await server.end('SIGTERM');
  return { seconds, processorS: usedS, bytes: [body.length, result] };
}

const show = (name: string, rows: number, { seconds, processorS, bytes }: Measured) =>
  print(
    `| ${name} | ${rows} | ${seconds.toFixed(1)} | ${Math.round(rows / seconds)} | ${((1e6 * processorS) / rows).toFixed(0)} | ${(bytes[0] / rows).toFixed(0)} | ${(bytes[1] / rows).toFixed(0)} |`,
  );

const home = async (more: Settings = {}): Promise<Settings> => ({
  VEIPRIS_HOME: await homeWithNetwork(atEnd),
  ...more,
});

print('| | Rows | Seconds | Rows/s | Processor, µs/row | Bytes/row in | out |');
print('|---|---|---|---|---|---|---|');
if (ON.includes('sqlite')) {
  show('one process, SQLite', ROWS, await measure([await home()], ROWS));
}
const postgres = await startPostgres();
atEnd(() => postgres.remove());
const DATABASE_URL = postgres.address;
if (ON.includes('postgres')) {
  show('one process, PostgreSQL', ROWS, await measure([await home({ DATABASE_URL })], ROWS));
}
const two = [await home({ DATABASE_URL }), await home({ DATABASE_URL })];
if (ON.includes('two')) show('two instances, one PostgreSQL', ROWS, await measure(two, ROWS));
if (ON.includes('postgres') || ON.includes('two')) {
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  const { rows: sizes } = await client.query(
    'select sum(row_count) as rows, sum(length(result)) as result, count(*) as blocks, pg_total_relation_size($1) as total from job_block',
    ['job_block'],
  );
  print(`\nPacked: ${JSON.stringify(sizes[0])}`);
  await client.end();
}

const killRows = Number(values['kill-rows']);
if (killRows > 0) {
  const settings = two.map((own) => ({ ...own, JOB_LEASE: '5' }));
  const key = await keyFor(settings[0] ?? {});
  const startMs = performance.now();
  const killed: Killed = await killWorkers({
    ...{ key, rows: killRows, settings, kills: Number(values.kills), atEnd },
    onKill: (done) => print(`killed at ${done} rows`),
  });
  const isOnce = killed.ids.length === killRows && killed.ids.every((id, i) => id === `${i + 1}`);
  const { rows, cost } = killed.job;
  const seconds = Math.round((performance.now() - startMs) / 1000);
  print(
    `${killed.kills} kills, ${rows.done} of ${killRows} rows in ${seconds} s, ${cost.calls} calls counted, ${cost.credited} credited; every row once and in its place: ${isOnce}`,
  );
  if (!isOnce || cost.calls !== killRows) process.exitCode = 1;
}
for (const end of ends.toReversed()) await end();
