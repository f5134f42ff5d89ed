import { figures, type Table } from '../../page.ts';
import type { ServerProcess } from '../../server-process.ts';
import { type Bench, KEY, runLoad, serve } from '../bench.ts';
import type { Load, LoadResult } from '../load-process.ts';
import { toUrl } from '../trips.ts';

const CONNECTIONS = [1, 4, 16, 64];
/** Of what as many connections get at full speed: a server that is not late by itself. */
const LOAD_SHARE = 0.6;

/** Our server as it is deployed, asked from another process. */
export async function benchHttp(bench: Bench): Promise<Table> {
  const server = await serve(bench.config.home);
  const alone = [server];
  const rows = [
    ...(await loadServers(bench, alone, 'with')),
    ...(await loadServers(bench, alone, 'without')),
    ...(await loadServers(bench, alone, 'with, `alternatives=0`')),
    await comparePacked(bench, server),
  ];
  const both = [server, await serve(bench.config.home)];
  rows.push(
    ...(await loadServers(bench, both, 'with', [16])),
    ...(await loadServers(bench, both, 'with, `alternatives=0`', [16])),
  );
  await Promise.all(both.map((each) => each.end('SIGTERM')));
  return {
    title: '3. HTTP',
    about:
      'Built server, keys and quota on SQLite, all trips in turn, the caller on the same machine; `CALLS_AT_ONCE=0`, so that nobody is refused. Up to three routes for a trip, or with `alternatives=0` the recommended one alone, as for an expense claim. *Full*: each connection asks again as soon as it is answered. *Times*: at 60 % of that, sent at fixed moments, measured from the moment at which a call was to be sent. *Two servers* over one home have half of the connections and of the calls each; their times are those of the slower one.',
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

/** Refined or not, and whether the recommended route is wanted alone. */
const KINDS = {
  with: { refine: true, isAlone: false },
  without: { refine: false, isAlone: false },
  'with, `alternatives=0`': { refine: true, isAlone: true },
};

/** A row for each number of connections, which the servers share evenly. */
async function loadServers(
  { trips, isShort }: Bench,
  servers: readonly ServerProcess[],
  kind: keyof typeof KINDS,
  counts = CONNECTIONS,
): Promise<string[][]> {
  const calls = isShort ? 150 : 2000;
  const { refine, isAlone } = KINDS[kind];
  const urls = trips.map((trip) => toUrl(trip, refine, isAlone));
  const ask = async (load: Pick<Load, 'calls' | 'connections' | 'perS'>) => {
    const share = divide(load, servers.length);
    return addResults(
      await Promise.all(
        servers.map(({ address }) => runLoad({ address, key: KEY, urls, ...share })),
      ),
    );
  };
  const useCpuMs = async () => {
    const used = await Promise.all(servers.map((server) => server.measure()));
    return used.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  };
  await ask({ connections: 4, calls: calls / 2 });
  const rows: string[][] = [];
  for (const connections of counts) {
    const beforeMs = await useCpuMs();
    const full = await ask({ connections, calls });
    const perCallMs = ((await useCpuMs()) - beforeMs) / calls;
    const perS = full.perS * LOAD_SHARE;
    const open = await ask({ connections, calls, perS });
    rows.push([
      servers.length === 1 ? kind : `${kind}, two servers`,
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

/** What one of several servers is asked. */
const divide = (
  { calls, connections, perS }: Pick<Load, 'calls' | 'connections' | 'perS'>,
  count: number,
) => ({
  calls: Math.ceil(calls / count),
  connections: Math.ceil(connections / count),
  ...(perS !== undefined && { perS: perS / count }),
});

/** Rates and errors of all, times of the slowest. */
const addResults = (results: readonly LoadResult[]) => {
  const most = (of: (result: LoadResult) => number) => Math.max(...results.map(of));
  const sum = (of: (result: LoadResult) => number) =>
    results.reduce((all, one) => all + of(one), 0);
  return {
    perS: sum(({ perS }) => perS),
    errors: sum(({ errors }) => errors),
    p50: most(({ p50 }) => p50),
    p95: most(({ p95 }) => p95),
    p99: most(({ p99 }) => p99),
  };
};

/** The same calls by turns with packed answers and without: CPU time and bytes. */
async function comparePacked({ trips, isShort }: Bench, server: ServerProcess): Promise<string[]> {
  const urls = trips.map((trip) => toUrl(trip, true));
  const calls = isShort ? 100 : 1000;
  const load = { address: server.address, key: KEY, urls, connections: 4, calls };
  const costOf = async (isPacked: boolean) => {
    const before = await server.measure();
    const { bytes } = await runLoad({ ...load, isPacked });
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
