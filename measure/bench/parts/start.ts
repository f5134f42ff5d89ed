import { performance } from 'node:perf_hooks';
import { toConfig } from '../../../src/service/config.ts';
import { builtProgram } from '../../../test/support/built-program.ts';
import { addKey, withFolder } from '../../home.ts';
import { median } from '../../numbers.ts';
import { figures, type Table } from '../../page.ts';
import { type Bench, KEY, runLoadProcess, serve } from '../bench.ts';
import { toUrl } from '../trips.ts';

/** The time from the start of the process to the first priced trip, and the memory of the server. */
export async function benchStart({ config, trips, isShort, report }: Bench): Promise<Table> {
  const urls = trips.map((trip) => toUrl(trip, true));
  const starts = isShort ? 2 : 5;
  // The time of the build does not count as time of a start.
  builtProgram();
  const warmMs: number[] = [];
  for (let i = 0; i < starts; i++) warmMs.push(await timeFirstAnswer(config.home, urls[0] ?? ''));
  const coldMs = await withFolder(async (home) => {
    await addKey(toConfig({ VEIPRIS_HOME: home }));
    return timeFirstAnswer(home, urls[0] ?? '');
  });

  const server = await serve(config.home);
  const rest = await server.measure();
  const load = { address: server.address, key: KEY, urls, connections: 16 };
  const under: number[] = [];
  // Memory is read ten times, first after a tenth of all calls.
  const total = isShort ? 2000 : 50_000;
  for (let look = 0; look < 10; look++) {
    const done = await runLoadProcess({ ...load, calls: total / 10 });
    if (done.errors > 0) throw new Error(`${done.errors} calls failed.`);
    under.push((await server.measure()).memoryMb);
    report(`${((look + 1) * total) / 10} calls, ${figures(under.at(-1) ?? 0)} MB`);
  }
  await server.end('SIGTERM');
  return {
    title: '5. Start and memory',
    about: `To the first answer with \`refine\`, from the start of the process; warm: median of ${starts}. Memory: resident, of the server and what it has started; the calls are all trips in turn over 16 connections.`,
    head: ['what', 'value'],
    rows: [
      ['cold, network built first', `${figures(coldMs / 1000)} s`],
      ['warm', `${figures(median(warmMs) / 1000)} s`],
      ['memory at rest', `${figures(rest.memoryMb)} MB`],
      ...[0, 4, 9].map((look) => [
        `memory after ${((look + 1) * total) / 10} calls`,
        `${figures(under[look] ?? Number.NaN)} MB`,
      ]),
    ],
  };
}

async function timeFirstAnswer(home: string, path: string): Promise<number> {
  const startMs = performance.now();
  const server = await serve(home);
  const headers = { authorization: `Bearer ${KEY}` };
  const reply = await fetch(`${server.address}${path}`, { headers });
  await reply.arrayBuffer();
  const ms = performance.now() - startMs;
  await server.end('SIGTERM');
  if (reply.status !== 200) throw new Error(`The first answer was ${reply.status}.`);
  return ms;
}
