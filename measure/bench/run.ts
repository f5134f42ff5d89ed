/**
 * `npm run bench [-- PART …] [-- --short]`: runs the parts, prints their tables and writes them to
 * README.md, each over the former table of that part.
 */
import { parseArgs } from 'node:util';
import { type Bench, withBench } from './bench.ts';
import { benchAccess } from './parts/access.ts';
import { benchBatch } from './parts/batch.ts';
import { benchDepartures } from './parts/departures.ts';
import { benchHttp } from './parts/http.ts';
import { benchKernel } from './parts/kernel.ts';
import { benchMatrix } from './parts/matrix.ts';
import { benchMoney } from './parts/money.ts';
import { benchOsrm } from './parts/osrm.ts';
import { benchPlaces } from './parts/places.ts';
import { benchStart } from './parts/start.ts';
import { benchTrace } from './parts/trace.ts';
import { benchTrips } from './parts/trip.ts';
import { formatTable, type Table } from './table.ts';
import { writeTables } from './write-tables.ts';

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
  money: benchMoney,
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
const tables = await withBench(values.short, async (bench) => {
  const done = new Map<string, string>();
  for (const name of asked) {
    bench.report(name);
    const table = await PARTS[name](bench);
    if (table === undefined) continue;
    done.set(name, formatTable(table));
    process.stdout.write(`\n${formatTable(table)}\n`);
  }
  return done;
});
if (!values.short) await writeTables(tables);
// The engine's threads would keep the process for ever.
process.exit();
