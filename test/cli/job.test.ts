import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { jobCommands } from '../../src/cli/job.ts';
import { jobRows } from '../support/job-rows.ts';
import { openJobScene } from '../support/job-scene.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from '../support/terminal.ts';

async function openTerminal() {
  const scene = await openJobScene();
  const url = await scene.app.listen({ host: '127.0.0.1', port: 0 });
  const home = await tempHome(onTestFinished);
  const commands = jobCommands(() => ({ VEIPRIS_URL: url, VEIPRIS_KEY: scene.key }));
  return {
    ...scene,
    inHome: (name: string) => join(home, name),
    veipris: (...args: readonly string[]) => run(commands, 'job', ...args),
  };
}

test('a file is submitted, looked at, fetched in two parts and deleted', async () => {
  const { veipris, inHome, until } = await openTerminal();
  await writeFile(inHome('trips.csv'), jobRows(60, { 3: '3,nowhere at all,Oslo,' }));
  const submitted = await veipris('submit', inHome('trips.csv'), '--fuel', 'electric');
  expect(submitted).toMatchObject({ code: 0, err: ['submitted 60 rows'] });
  const id = submitted.out;
  await until(id, ({ state }) => state === 'done');
  const { out: line } = await veipris('status', id);
  expect(line).toContain('60 of 60 rows, 100 %  1 invalid_parameter  60 calls');
  expect((await veipris('status')).out).toBe(line);

  const out = inHome('priced.csv');
  expect(await veipris('result', id, '--out', out)).toMatchObject({ code: 0 });
  const whole = await readFile(out, 'utf8');
  expect(whole.trimEnd().split('\n')).toHaveLength(61);
  await truncate(out, 1000);
  await veipris('result', id, '--out', out);
  expect(await readFile(out, 'utf8')).toBe(whole);
  await veipris('result', id, '--out', out);
  expect(await readFile(out, 'utf8')).toBe(whole);

  expect((await veipris('cancel', id)).out).toContain(`deleted ${id}`);
  expect(await veipris('status', id)).toMatchObject({ code: 1 });
});

test('a packed file is sent as it is, and the same key makes one job', async () => {
  const { veipris, inHome } = await openTerminal();
  await writeFile(inHome('trips.csv.gz'), gzipSync(jobRows(5)));
  const terms = ['submit', inHome('trips.csv.gz'), '--idempotency-key', 'night-1'];
  const [first, second] = [await veipris(...terms), await veipris(...terms)];
  expect(first.code).toBe(0);
  expect(second.out).toBe(first.out);
});

test.each([
  [['submit'], 'name the file of the rows first'],
  [['result'], 'name the id of the job first'],
  [['cancel', '--json'], 'name the id of the job first'],
  [['submit', 'trips.csv', '--from', 'Oslo'], '--from is said by the rows'],
])('%j is wrong', async (args, line) => {
  const ran = await run(
    jobCommands(() => ({ VEIPRIS_KEY: 'k' })),
    'job',
    ...args,
  );
  expect(ran.code).toBe(2);
  expect(ran.err.join('\n')).toContain(line);
});

test('without a key the command says how to name one', async () => {
  const ran = await run(
    jobCommands(() => ({})),
    'job',
    'status',
  );
  expect(ran).toMatchObject({ code: 1 });
  expect(ran.err.join('\n')).toContain('name a key with --key or VEIPRIS_KEY');
});
