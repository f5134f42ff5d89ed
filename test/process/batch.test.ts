import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openBundledNetwork } from '../support/network-home.ts';
import { homeWithNetwork, runVeipris, startVeipris } from '../support/server.ts';

const ROWS = 600;

beforeAll(openBundledNetwork);

test('a batch is written by one run at a time; killed in the middle it goes on where it was, and no row is missing or twice', async () => {
  const settings = { VEIPRIS_HOME: await homeWithNetwork() };
  const [trips, out] = ['trips.csv', 'out.csv'].map((name) => join(settings.VEIPRIS_HOME, name));
  if (trips === undefined || out === undefined) throw new Error('Expected two names.');
  const rows = Array.from(
    { length: ROWS },
    (_, i) => `${i},"59.9${i % 10},10.75","60.8,11.1${i % 7}",2026-11-20T08:00:00Z`,
  );
  await writeFile(trips, ['trip,from,to,startTime', ...rows].join('\n'));

  const args = ['quote', '--batch', trips, '--out', out];
  const first = startVeipris(args, settings);
  await untilLines(`${out}.part`, 20);
  // It holds still, so that it works as long as the second one needs to see that.
  process.kill(first.pid, 'SIGSTOP');
  const beside = await runVeipris(args, settings);
  expect(beside.code).toBe(1);
  expect(beside.err).toMatch(/Another process is writing to/);
  await first.end('SIGKILL');
  // What is not whole never stands under the name of the result.
  expect(existsSync(out)).toBe(false);
  const { code, err } = await runVeipris(args, settings);

  expect(code).toBe(0);
  expect(err).toMatch(/rows were there already/);
  const written = (await readFile(out, 'utf8')).trim().split('\n');
  expect(written.map((line) => line.split(',')[0])).toEqual([
    'trip',
    ...Array.from({ length: ROWS }, (_, i) => String(i)),
  ]);
  expect(written[1]).toMatch(/,true,/);
});

async function untilLines(path: string, lines: number): Promise<void> {
  const count = async () => (await readFile(path, 'utf8').catch(() => '')).split('\n').length;
  await expect.poll(count, { interval: 10 }).toBeGreaterThan(lines);
}
