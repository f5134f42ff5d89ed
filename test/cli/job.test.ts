import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { jobCommands } from '../../src/cli/job.ts';
import { jobRows } from '../support/job-rows.ts';
import { openJobScene } from '../support/job-scene.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from '../support/terminal.ts';

async function openTerminal() {
  const scene = await openJobScene();
  const url = await scene.app.listen({ host: '127.0.0.1', port: 0 });
  const home = tempHome(onTestFinished);
  const commands = jobCommands(() => ({ VEIPRIS_URL: url, VEIPRIS_KEY: scene.key }));
  return {
    ...scene,
    inHome: (name: string) => join(home, name),
    veipris: (...args: readonly string[]) => run(commands, 'job', ...args),
  };
}

test('a file is submitted, looked at, fetched in place of an older one, in two parts or at once, and deleted', async () => {
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
  for (const before of [whole.slice(0, 1000), whole, `${whole}and more`]) {
    await writeFile(`${out}.${id}.part`, before);
    await writeFile(out, "yesterday's rows");
    expect(await veipris('result', id, '--out', out)).toMatchObject({ code: 0 });
    expect(await readFile(out, 'utf8')).toBe(whole);
  }
  expect((await readdir(inHome('.'))).sort()).toEqual(['priced.csv', 'trips.csv']);

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

/** Runs the command against a server that answers so, and gives what it was sent. */
async function runAgainst(
  answer: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  },
  args: readonly string[],
  input: Readable = Readable.from([]),
) {
  const asked: {
    readonly url: string | undefined;
    readonly headers: Record<string, unknown>;
    readonly body: Buffer;
  }[] = [];
  const server = createServer(async (request, response) => {
    const { url, headers } = request;
    asked.push({ url, headers, body: await buffer(request) });
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? '{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const printed: Buffer[] = [];
  const output = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      printed.push(chunk);
      setImmediate(done);
    },
  });
  const environment = { VEIPRIS_URL: `http://127.0.0.1:${port}`, VEIPRIS_KEY: 'k' };
  const ran = await run(
    jobCommands(() => environment, { input, output }),
    'job',
    ...args,
  );
  return { ...ran, asked, printed: Buffer.concat(printed).toString() };
}

const ENDED = { 'x-job-state': 'done', 'content-type': 'text/csv' };
const JOB = JSON.stringify({ id: 'job-2', rows: { total: 1 } });

test("another job's file stands until this job has ended, and none of it is taken over", async () => {
  const home = tempHome(onTestFinished);
  const out = join(home, 'priced.csv');
  await writeFile(out, "yesterday's rows");
  const args = ['result', 'job-2', '--out', out];
  const running = { status: 200, headers: { 'x-job-state': 'running' }, body: 'id\n1\n' };
  const early = await runAgainst(running, args);
  expect(early.code).toBe(1);
  expect(early.err.join()).toContain(
    `the job is running: ${out}.job-2.part is a part of its result`,
  );
  expect(early.asked[0]?.headers.range).toBeUndefined();
  expect(await readFile(out, 'utf8')).toBe("yesterday's rows");

  const rest = await runAgainst({ status: 206, headers: ENDED, body: '2\n' }, args);
  expect(rest.code).toBe(0);
  expect(rest.asked[0]?.headers).toMatchObject({ range: 'bytes=5-', 'if-range': '"job-2"' });
  expect(await readFile(out, 'utf8')).toBe('id\n1\n2\n');
});

test('the list has as many jobs as an account may keep', async () => {
  const { code, asked } = await runAgainst({ body: '{"jobs":[]}' }, ['status']);
  expect([code, asked[0]?.url]).toEqual([0, '/api/jobs?limit=100']);
});

test.each([
  ['done', 0, ''],
  ['running', 1, 'the job is running: this is a part of its result; ask again later'],
  ['waiting', 1, 'the job is waiting: this is a part of its result; ask again later'],
  ['stopped', 1, 'the job was stopped before its last row: this has the rows up to there'],
])(
  'the result of a job that is %s is printed whole, with exit code %i',
  async (state, code, line) => {
    const body = 'x'.repeat(300_000);
    const ran = await runAgainst({ headers: { 'x-job-state': state }, body }, ['result', 'job-2']);
    expect(ran.printed).toBe(body);
    expect(ran.code).toBe(code);
    expect(ran.err.join()).toContain(line);
  },
);

test('a stopped job leaves its rows in the file, and says that they are not all', async () => {
  const out = join(tempHome(onTestFinished), 'priced.csv');
  const headers = { 'x-job-state': 'stopped' };
  const ran = await runAgainst({ headers, body: 'id\n1\n' }, ['result', 'job-2', '--out', out]);
  expect(ran.code).toBe(1);
  expect(ran.err.join()).toContain('stopped before its last row');
  expect(await readFile(out, 'utf8')).toBe('id\n1\n');
});

test.each([
  ['plain', (rows: string) => Buffer.from(rows)],
  ['packed', (rows: string) => gzipSync(rows)],
])('rows of standard input that are %s arrive packed once', async (_, toBytes) => {
  const bytes = toBytes(jobRows(1));
  const input = Readable.from([bytes.subarray(0, 1), bytes.subarray(1)]);
  const ran = await runAgainst({ status: 201, body: JOB }, ['submit', '-'], input);
  expect(ran).toMatchObject({ code: 0, out: 'job-2' });
  expect(gunzipSync(ran.asked[0]?.body ?? '').toString()).toBe(jobRows(1));
});

test('a file that is not there is named, and no server is blamed', async () => {
  const ran = await runAgainst({}, ['submit', 'nowhere/trips.csv']);
  expect(ran.code).toBe(1);
  expect(ran.err.join()).toMatch(
    /nowhere\/trips\.csv can not be read or written: there is no such file/,
  );
  expect(ran.asked).toEqual([]);
});

test('a submission that fails on the side of the server tells the key to send it again with', async () => {
  const failed = await runAgainst({ status: 503 }, ['submit', '-']);
  const key = failed.asked[0]?.headers['idempotency-key'];
  expect(key).toBeTypeOf('string');
  expect(failed.err.join()).toContain(`answered 503; send it again with --idempotency-key ${key}`);
  const given = await runAgainst({ status: 503 }, ['submit', '-', '--idempotency-key', 'night-1']);
  expect(given.err.join()).not.toContain('--idempotency-key');
  const refused = await runAgainst({ status: 400 }, ['submit', '-']);
  expect(refused.err.join()).not.toContain('--idempotency-key');
});

test.each([
  [['submit'], 'name the file of the rows first'],
  [['result'], 'name the id of the job first'],
  [['cancel', '--json'], 'name the id of the job first'],
  [['result', '../account'], '../account is no id of a job'],
  [['submit', 'trips.csv', '--from', 'Oslo'], '--from is said by the rows'],
  [['submit', 'trips.csv', '--via', 'Hamar', '--via', 'Otta'], '--via is said by the rows'],
  [['submit', 'trips.csv', '--expense', 'lines.csv'], '--expense is for one trip'],
])('%j is wrong', async (args, line) => {
  const ran = await run(
    jobCommands(() => ({ VEIPRIS_KEY: 'k' })),
    'job',
    ...args,
  );
  expect(ran.code).toBe(2);
  expect(ran.err.join('\n')).toContain(line);
});

test('the help of a submission tells of no option that it refuses', async () => {
  const { out } = await run(
    jobCommands(() => ({})),
    'job',
    'submit',
    '--help',
  );
  expect(out).toContain('--result');
  expect(out).not.toMatch(/--(?:from|to|via|expense)\b/);
});

test('without a key the command says how to name one', async () => {
  const ran = await run(
    jobCommands(() => ({})),
    'job',
    'status',
  );
  expect(ran).toMatchObject({ code: 2 });
  expect(ran.err.join('\n')).toContain('name a key with --key or VEIPRIS_KEY');
});

test.each([
  [['--url', 'nonsense'], {}, 2, '--url must be an address that begins with http:// or https://'],
  [['--url', 'ftp://a'], {}, 2, '--url must be an address'],
  [[], { VEIPRIS_URL: 'localhost:8080' }, 1, 'VEIPRIS_URL must be an address'],
  [['--key', 'two\nlines'], {}, 2, 'the key must be letters, digits and _ alone'],
])(
  'a server by %j and %j is refused in a sentence that names what is wrong',
  async (args, set, code, line) => {
    const commands = jobCommands(() => ({ VEIPRIS_KEY: 'key', ...set }));
    const ran = await run(commands, 'job', 'submit', 'trips.csv', ...args);
    expect([ran.code, ran.err.join()]).toEqual([code, expect.stringContaining(line)]);
  },
);

test('an option that the server refuses is wrong usage', async () => {
  const { veipris, inHome } = await openTerminal();
  await writeFile(inHome('trips.csv'), jobRows(1));
  const ran = await veipris('submit', inHome('trips.csv'), '--fuel', 'coal');
  expect([ran.code, ran.err.join()]).toEqual([2, expect.stringContaining('fuel must be')]);
});

test.each(['', '/', '/base', '/base/'])(
  'a server whose address ends in %j is asked below it',
  async (end) => {
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, reply) => {
      asked.push(url);
      reply.end('{"jobs":[]}');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}${end}`;
    const ran = await run(
      jobCommands(() => ({})),
      'job',
      'status',
      '--url',
      url,
      '--key',
      'k',
    );
    expect(ran.code).toBe(0);
    expect(asked).toEqual([`${end.replace(/\/$/, '')}/api/jobs?limit=100`]);
  },
);
