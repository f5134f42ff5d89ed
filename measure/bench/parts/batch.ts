import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { builtProgram } from '../../../test/support/built-program.ts';
import { figures, type Table } from '../../page.ts';
import type { Bench } from '../bench.ts';
import { RUSH_START } from '../trips.ts';

/** Milliseconds between looks whether a row is written. */
const LOOK_MS = 5;

/** How often all trips are asked for: until the program is warm, and much longer than that. */
const TIMES = [25, 250];
const SHORT_TIMES = [4];

/** `veipris quote --batch` over all trips, many times over, in a process of its own. */
export async function benchBatch(bench: Bench): Promise<Table> {
  const rows: string[][] = [];
  for (const times of bench.isShort ? SHORT_TIMES : TIMES) rows.push(await runBatch(bench, times));
  return {
    title: 'Batch',
    about: '`veipris quote --batch` in a process of its own, refined, CSV written.',
    head: ['trips', 'whole run, s', 'trips/s from the first row on', 'said'],
    rows,
  };
}

async function runBatch({ config, trips }: Bench, times: number): Promise<string[]> {
  const [input, output] = ['trips.ndjson', 'priced.csv'].map((name) =>
    join(config.home, `${times}-${name}`),
  ) as [string, string];
  const lines = Array.from({ length: times }, () =>
    trips.map(({ from, to }) =>
      JSON.stringify({ from: [from.lat, from.lon], to: [to.lat, to.lon], startTime: RUSH_START }),
    ),
  ).flat();
  await writeFile(input, `${lines.join('\n')}\n`);
  const env = { VEIPRIS_HOME: config.home };
  const cli = join(builtProgram(), 'dist/cli.js');
  const startMs = performance.now();
  const child = spawn(process.execPath, [cli, 'quote', '--batch', input, '--out', output], { env });
  let [firstMs, said] = [Number.NaN, ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'exit');
  // Until the batch is complete its rows are in a file beside the result.
  while (Number.isNaN(firstMs) && child.exitCode === null) {
    const written = await readFile(`${output}.part`, 'utf8').catch(() => '');
    if (written.split('\n').length > 2) firstMs = performance.now();
    await pause(LOOK_MS);
  }
  await ended;
  const endMs = performance.now();
  return [
    String(lines.length),
    figures((endMs - startMs) / 1000),
    figures((lines.length * 1000) / (endMs - firstMs)),
    said.trim(),
  ];
}
