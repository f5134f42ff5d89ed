import { figures, type Table } from '../../page.ts';
import type { ServerProcess } from '../../server-process.ts';
import { type Bench, KEY, runLoadProcess, serve } from '../bench.ts';
import type { Load } from '../load-process.ts';
import { toUrl } from '../trips.ts';

const CONNECTIONS = [1, 4, 16, 64];
/** The share of the full speed of as many connections: at this load the server is not late by itself. */
const LOAD_SHARE = 0.6;

/** Our server as it is deployed, asked from another process. */
export async function benchHttp(bench: Bench): Promise<Table> {
  const server = await serve(bench.config.home);
  const rows = [
    ...(await loadServer(bench, server, 'with')),
    ...(await loadServer(bench, server, 'without')),
    ...(await loadServer(bench, server, 'with, `alternatives=0`')),
    await comparePacked(bench, server),
  ];
  await server.end('SIGTERM');
  const two = { processes: 2, counts: [16] };
  const both = await serve(bench.config.home, two.processes);
  rows.push(
    ...(await loadServer(bench, both, 'with', two)),
    ...(await loadServer(bench, both, 'with, `alternatives=0`', two)),
  );
  await both.end('SIGTERM');
  return {
    title: '3. HTTP',
    about:
      'Built server, keys and quota on SQLite, all trips in turn, the caller on the same machine; `CALLS_AT_ONCE=0`, so that nobody is refused. Up to three routes for a trip, or with `alternatives=0` the recommended one alone, as for an expense claim. *Full*: each connection asks again as soon as it is answered. *Times*: at 60 % of that, sent at fixed moments, measured from the moment at which a call was to be sent. *Two processes*: `SERVER_PROCESSES=2`.',
    head: [
      'refine',
      'connections',
      'full, calls/s',
      'CPU of a call, ms',
      'sent, calls/s',
      'p50, ms',
      'p95, ms',
      'p99, ms',
      'errors',
    ],
    rows,
  };
}

/** Refined or not, and with other routes or only the recommended one. */
const KINDS = {
  with: { refine: true, isAlone: false },
  without: { refine: false, isAlone: false },
  'with, `alternatives=0`': { refine: true, isAlone: true },
};

/** Calls that each process answers before the first row. After fewer calls the compiler of Node is still at work. */
const WARM_CALLS = 4000;

/** A row for each number of connections. */
async function loadServer(
  { trips, isShort }: Bench,
  server: ServerProcess,
  kind: keyof typeof KINDS,
  { processes = 1, counts = CONNECTIONS } = {},
): Promise<string[][]> {
  const calls = isShort ? 150 : 2000;
  const { refine, isAlone } = KINDS[kind];
  const urls = trips.map((trip) => toUrl(trip, refine, isAlone));
  const ask = (load: Pick<Load, 'calls' | 'connections' | 'perS'>) =>
    runLoadProcess({ address: server.address, key: KEY, urls, ...load });
  await ask({ connections: 4 * processes, calls: isShort ? calls : WARM_CALLS * processes });
  const rows: string[][] = [];
  for (const connections of counts) {
    const before = await server.measure();
    const full = await ask({ connections, calls });
    const perCallMs = ((await server.measure()).cpuMs - before.cpuMs) / calls;
    const perS = full.perS * LOAD_SHARE;
    const open = await ask({ connections, calls, perS });
    rows.push([
      processes === 1 ? kind : `${kind}, two processes`,
      String(connections),
      figures(full.perS),
      figures(perCallMs),
      figures(perS),
      ...[open.p50, open.p95, open.p99].map(figures),
      String(full.errors + open.errors),
    ]);
  }
  return rows;
}

/** The same calls alternately with packed answers and without: CPU time and bytes. */
async function comparePacked({ trips, isShort }: Bench, server: ServerProcess): Promise<string[]> {
  const urls = trips.map((trip) => toUrl(trip, true));
  const calls = isShort ? 100 : 1000;
  const load = { address: server.address, key: KEY, urls, connections: 4, calls };
  const costOf = async (isPacked: boolean) => {
    const before = await server.measure();
    const { bytes } = await runLoadProcess({ ...load, isPacked });
    const after = await server.measure();
    return { cpuMs: (after.cpuMs - before.cpuMs) / calls, bytes: bytes / calls };
  };
  const plain = await costOf(false);
  const packed = await costOf(true);
  const cells = ['packed', '4', '-', figures(packed.cpuMs), '-'];
  const bytes = `${figures(packed.bytes / 1000)} kB`;
  const ratio = `CPU ratio to plain ${figures(packed.cpuMs / plain.cpuMs)}`;
  return [...cells, bytes, `plain ${figures(plain.bytes / 1000)} kB`, ratio, '0'];
}
