/**
 * `npm run bench [-- PART …] [-- --short]`: runs the parts, prints their tables and writes them to README.md, where
 * each replaces the former table of its part.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatTitled, replaceOnPage, type Table } from '../page.ts';
import { type Bench, withBench } from './bench.ts';
import { benchAccess } from './parts/access.ts';
import { benchBatch } from './parts/batch.ts';
import { benchDepartures } from './parts/departures.ts';
import { benchHttp } from './parts/http.ts';
import { benchKernel } from './parts/kernel.ts';
import { benchMatrix } from './parts/matrix.ts';
import { benchOsrm } from './parts/osrm.ts';
import { benchPlaces } from './parts/places.ts';
import { benchStart } from './parts/start.ts';
import { benchTrace } from './parts/trace.ts';
import { benchTrips } from './parts/trip.ts';

/** In the order of the tables. */
const PARTS = {
  trip: benchTrips,
  http: benchHttp,
  kernel: benchKernel,
  start: benchStart,
  osrm: benchOsrm,
  batch: benchBatch,
  matrix: benchMatrix,
  trace: benchTrace,
  departures: benchDepartures,
  places: benchPlaces,
  access: benchAccess,
} satisfies Record<string, (bench: Bench) => Promise<Table | undefined>>;

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const names = Object.keys(PARTS) as (keyof typeof PARTS)[];
const unknown = positionals.filter((name) => !names.some((known) => known === name));
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(', ')}; there are ${names.join(', ')}.`);

const asked = names.filter((name) => positionals.length === 0 || positionals.includes(name));
const page = 'measure/bench/README.md';
await withBench(values.short, async (bench) => {
  const machine = await describeMachine();
  for (const name of asked) {
    bench.report(name);
    const table = await PARTS[name](bench);
    if (table === undefined) continue;
    const text = formatTitled(table);
    process.stdout.write(`\n${text}\n`);
    if (!values.short) await replaceOnPage(page, name, () => `${text}\n\n${machine}\n`);
  }
});
// The engine's threads would keep the process for ever.
process.exit();

/** Machine, versions and date. */
async function describeMachine(): Promise<string> {
  const versions = await Promise.all(
    ['fastify', 'libsql'].map(async (name) => {
      const path = join(import.meta.dirname, '../../node_modules', name, 'package.json');
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return `${name} ${version}`;
    }),
  );
  const day = new Date().toISOString().slice(0, 10);
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `*${day}: ${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${memory}; Node ${process.versions.node}, ${versions.join(', ')}.*`;
}
