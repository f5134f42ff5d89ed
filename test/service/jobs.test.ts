import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { issueKey } from '../../src/account/manage-accounts.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import { toConfig } from '../../src/service/config.ts';
import { openJobs } from '../../src/service/jobs.ts';
import type { JobAnswer } from '../../src/wire/jobs.ts';
import { askSqlite, ENGINE_NAMES } from '../support/engines.ts';
import { json } from '../support/fake-upstream/answer.ts';
import { startFakeUpstream } from '../support/fake-upstream.ts';
import { jobRows } from '../support/job-rows.ts';
import { openJobServer } from '../support/job-scene.ts';
import { homeWithNetwork } from '../support/server.ts';
import { useEngine } from '../support/store-scene.ts';
import { tempHome } from '../support/temp-home.ts';

const GZIP = { 'content-encoding': 'gzip' };
const NO_JOBS = { jobs: [], nextCursor: null };
const isOver = ({ state }: { readonly state: string }) => state === 'done' || state === 'stopped';

describe.each(ENGINE_NAMES)('jobs in %s', (name) => {
  const scene = useEngine(name);
  test('rows are priced in their order, bad ones are errors in their place, and each is counted once', async () => {
    const settings = name === 'postgres' ? { DATABASE_URL: scene.engine.address } : {};
    const { submit, until, get, account, accounts } = await (
      await openJobServer(settings)
    ).newOwner();
    const rows = jobRows(1203, { 2: '2,nowhere at all,Oslo,', 700: '700,Oslo' });
    const submitted = await submit(gzipSync(rows), '', { 'content-encoding': 'gzip' });
    expect(submitted.statusCode).toBe(201);
    const { id } = submitted.json();
    const job = await until(id, isOver);
    expect(job).toMatchObject({
      state: 'done',
      rows: { total: 1203, done: 1203, failed: 2, left: 0 },
      cost: { calls: 1203, credited: 0 },
      errors: [{ code: 'invalid_parameter', rows: 2 }],
    });
    const result = await get(`/api/jobs/${id}/result`);
    expect(result.headers['x-job-state']).toBe('done');
    const lines = result.body.trimEnd().split('\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
      Array.from({ length: 1203 }, (_, i) => String(i + 1)),
    );
    expect(lines[2]).toContain('nowhere at all');
    const { quota } = accounts.store;
    const day = job.createdAt.slice(0, 10);
    expect(await quota.getUsed(account.id, day, { isJob: true })).toBe(1203);
    expect(await quota.getUsed(account.id, day)).toBe(0);
  });
});

/** All of the following share a server; each has an account of its own. */
const ends: (() => Promise<void>)[] = [];
let server: Awaited<ReturnType<typeof openJobServer>>;
beforeAll(async () => {
  server = await openJobServer({}, (end) => void ends.unshift(end));
});
afterAll(async () => {
  for (const end of ends) await end();
});

test('a header that is none is refused at once, and nothing is kept', async () => {
  const { submit, get } = await server.newOwner();
  const refused = await submit('start,end\nOslo,Bergen\n');
  expect(refused.statusCode).toBe(400);
  expect(refused.json().message).toBe(
    'The body must have a header with the columns "from" and "to".',
  );
  expect((await submit('from,to,tollSmall\nOslo,Bergen,1\n')).json().message).toBe(
    'The column "tollSmall" has the name of a result.',
  );
  expect((await submit('from,to\nOslo,Bergen\n', '?fuel=water')).statusCode).toBe(400);
  const http = await submit(jobRows(1), '?callbackUrl=http://fleet.example.no');
  expect(http.json().parameter).toBe('callbackUrl');
  expect((await get('/api/jobs')).json()).toEqual(NO_JOBS);
});

test('a way that the call names is ignored: a row has its own, or is an error', async () => {
  const { submit, until, get } = await server.newOwner();
  const at = '2026-11-20T08:00:00+01:00';
  const rows = `from,to,startTime\nLysaker,Oslo,${at}\n,Oslo,${at}\nLysaker,,${at}\n`;
  const submitted = await submit(rows, '?from=Asker&to=Moss&via=Drammen&result=ndjson');
  expect(submitted.statusCode).toBe(201);
  expect(submitted.headers['x-unknown-parameters']).toBe('from, to, via');
  const { id } = submitted.json();
  await until(id, isOver);
  const lines = (await get(`/api/jobs/${id}/result`)).body.trimEnd().split('\n');
  const [priced, noStart, noEnd] = lines.map((line) => JSON.parse(line));
  expect(priced.billing.routes[0].distance).toBeLessThan(15_000);
  expect(noStart.error).toMatch(/^from /);
  expect(noEnd.error).toMatch(/^to /);
});

test('rows are exact unless they say otherwise, so that a call may ask for the cheapest way alone', async () => {
  const { submit } = await server.newOwner();
  expect((await submit(jobRows(1), '?valueOfTime=200')).statusCode).toBe(201);
  expect((await submit(jobRows(1), '?valueOfTime=200&refine=0')).json()).toMatchObject({
    code: 'invalid_parameter',
  });
});

test('of a body that breaks off nothing is kept', async () => {
  const { submit, get } = await server.newOwner();
  const cut = gzipSync(jobRows(2000)).subarray(0, 1000);
  expect((await submit(cut, '', { 'content-encoding': 'gzip' })).statusCode).toBe(400);
  expect((await get('/api/jobs')).json()).toEqual(NO_JOBS);
});

test('a job that does not fit into the day and is not to wait is refused until the next day', async () => {
  const { submit, get } = await server.newOwner({ plan: 'free', dailyLimit: 10 });
  const refused = await submit(jobRows(11), '?overLimit=refuse');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await get('/api/jobs')).json()).toEqual(NO_JOBS);
});

test('more rows than the plan has are refused', async () => {
  const { submit, get } = await server.newOwner({ plan: 'free' });
  const refused = await submit(`from,to\n${'a,b\n'.repeat(15_001)}`);
  expect(refused.json().message).toContain('up to 15000 rows');
  expect((await get('/api/jobs')).json()).toEqual(NO_JOBS);
});

test('blank lines are no rows, and more breaks than twenty for each row of the plan are refused', async () => {
  const { submit, until, get } = await server.newOwner({ plan: 'free' });
  const withBlank = (breaks: number) => gzipSync(`from,to${'\n'.repeat(breaks - 1)}Oslo,Lysaker\n`);
  const job = (await submit(withBlank(300_000), '', GZIP)).json();
  expect((await until(job.id, isOver)).rows).toMatchObject({ total: 1, done: 1, failed: 0 });
  const refused = await submit(withBlank(300_001), '', GZIP);
  expect(refused.statusCode).toBe(400);
  expect(refused.json().message).toContain('may have up to 300000 line breaks');
  expect((await get('/api/jobs')).json().jobs).toHaveLength(1);
});

test('a header of ten thousand columns is refused, and so is more than the account may keep', async () => {
  const { submit, get } = await server.newOwner({ plan: 'free' });
  const columns = Array.from({ length: 10_000 }, (_, i) => `c${i}`);
  const wide = await submit(`from,to,${columns.join(',')}\na,b\n`);
  expect(wide.json().message).toBe('The header may have up to 20000 characters.');
  const noise = () => randomBytes(700_000).toString('base64url');
  const large = Array.from({ length: 80 }, () => JSON.stringify({ from: 'a', to: noise() }));
  expect((await submit(large.join('\n'))).json().message).toContain('may take 50 MB');
  expect((await get('/api/jobs')).json()).toEqual(NO_JOBS);
});

test('a row of ten megabytes and one of sixty thousand members are errors in their place', async () => {
  const { submit, until, get } = await server.newOwner();
  const names = Array.from({ length: 60_000 }, (_, i) => `"name ${i}":""`);
  const long = `{"from":"${'x'.repeat(10_000_000)}","to":"Oslo"}`;
  const row = '{"from":"Lysaker","to":"Oslo"}';
  const rows = [row, long, ...Array.from({ length: 2 }, () => `{${names.join(',')}}`), row];
  const { id } = (await submit(gzipSync(rows.join('\n')), '', GZIP)).json();
  const job = await until(id, isOver);
  expect(job).toMatchObject({ state: 'done', rows: { total: 5, failed: 3 } });
  const lines = (await get(`/api/jobs/${id}/result`)).body.trimEnd().split('\n');
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    row: 2,
    error: expect.stringContaining('longer than'),
  });
  expect(JSON.parse(lines[4] ?? '')).toMatchObject({ row: 5, billing: {} });
});

test('a journey that no day has room for counts with all of its drives', async () => {
  const { submit, get } = await server.newOwner({ plan: 'free', dailyLimit: 10 });
  const drives = Array.from({ length: 11 }, () => ({ from: 'Lysaker', to: 'Oslo' }));
  const refused = await submit(JSON.stringify({ journey: { drives } }), '?overLimit=refuse');
  expect(refused.statusCode).toBe(429);
  expect((await get('/api/jobs')).json()).toEqual(NO_JOBS);
});

test('in an expense sheet no cell of a row is a formula', async () => {
  const { submit, until, get } = await server.newOwner();
  const cells = ['=HYPERLINK("https://a.example")', '+1', '-1', '@SUM(A1)'];
  const rows = cells.map((cell) => `"${cell.replaceAll('"', '""')}",Lysaker,Oslo`);
  const { id } = (
    await submit(['=note,from,to', ...rows, ''].join('\n'), '?result=expense')
  ).json();
  await until(id, isOver);
  const sheet = (await get(`/api/jobs/${id}/result`)).body;
  expect(sheet).not.toMatch(/(?:^|[;\n]|[;\n]")[=+@-]/);
  for (const cell of ["'=note", "'=HYPERLINK", "'+1", "'-1", "'@SUM(A1)"])
    expect(sheet).toContain(cell);
});

test('under an Idempotency-Key the same rows are one job, and others are refused', async () => {
  const { submit, get } = await server.newOwner();
  const named = { 'idempotency-key': 'night-1' };
  const first = await submit(jobRows(5), '', named);
  const again = await submit(jobRows(5), '', named);
  expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
  expect(again.json().id).toBe(first.json().id);
  expect((await submit(jobRows(6), '', named)).json().code).toBe('idempotency_key_used');
  expect((await submit(jobRows(5), '?tag=1', named)).json().code).toBe('idempotency_key_used');
  expect((await get('/api/jobs')).json().jobs).toHaveLength(1);
});

test('the list has pages, the newest first', async () => {
  const { submit, until, get } = await server.newOwner();
  const ids: string[] = [];
  for (let i = 1; i <= 3; i++) {
    ids.unshift((await submit(jobRows(i))).json().id);
    await until(ids[0] ?? '', isOver);
  }
  const first = (await get('/api/jobs?limit=2')).json();
  expect(first.jobs.map(({ id }: JobAnswer) => id)).toEqual(ids.slice(0, 2));
  const second = (await get(`/api/jobs?limit=2&cursor=${first.nextCursor}`)).json();
  expect(second).toMatchObject({ jobs: [{ id: ids[2] }], nextCursor: null });
  for (const query of ['limit=0', 'limit=101', 'cursor=%00', 'cursor=abc'])
    expect((await get(`/api/jobs?${query}`)).statusCode, query).toBe(400);
});

test('rows of a test key depart where its clock stands, and say that they are tests', async () => {
  const { app, account, accounts, until } = await server.newOwner();
  const { keys } = accounts.store;
  const { text } = await issueKey(keys, account.id, { name: '', purpose: 'test' }, 'operator');
  const authorization = `Bearer ${text}`;
  const drive = { from: '59.9125,10.6360', to: '59.9139,10.7522' };
  const rows = [drive, { ...drive, from: 'nowhere at all' }].map((row) => JSON.stringify(row));
  const price = async (query: string, now: string, payload = rows.join('\n')) => {
    const headers = { authorization, 'x-test-now': now, 'content-type': 'text/csv' };
    const submitted = await app.inject({
      method: 'POST',
      url: `/api/jobs${query}`,
      headers,
      payload,
    });
    const { id } = submitted.json();
    const job = await until(id, isOver, authorization);
    expect(Date.parse(job.createdAt)).toBeGreaterThan(Date.parse('2026-11-01T00:00:00Z'));
    return app.inject({ url: `/api/jobs/${id}/result`, headers: { authorization } });
  };
  const rush = (await price('?fuel=diesel', '2026-11-20T08:00:00+01:00')).body.split('\n');
  const [priced, wrong] = rush.slice(0, 2).map((line) => JSON.parse(line));
  expect(priced.billing).toMatchObject({ test: true, computedAt: '2026-11-20T08:00:00+01:00' });
  expect(priced.billing.routes[0].rush).toBe(true);
  expect(wrong).toMatchObject({ row: 2, test: true });
  const night = await price('?fuel=diesel', '2026-11-20T03:00:00+01:00');
  expect(JSON.parse(night.body.split('\n')[0] ?? '').billing.routes[0].rush).toBe(false);
  const journey = JSON.stringify({
    journey: { drives: [{ ...drive, startTime: '2026-11-20T08:00:00+01:00' }] },
  });
  const asked = await price('', '2026-11-20T03:00:00+01:00', journey);
  expect(JSON.parse(asked.body).journey).toMatchObject({
    test: true,
    computedAt: '2026-11-20T03:00:00+01:00',
  });
  const table = (await price('?result=csv', '2026-11-20T08:00:00+01:00')).body.split('\n');
  expect(table[0]).toMatch(/,dataVersion,test,error$/);
  expect(table[1]).toMatch(/,true,$/);
  expect(table[2]).toMatch(/,,true,"?\S/);
  const sheet = (await price('?result=expense', '2026-11-20T08:00:00+01:00')).body.split('\r\n');
  expect(sheet[0]).toMatch(/;dataVersion;test;error$/);
  expect(sheet[1]).toMatch(/;true;$/);
});

test('X-Test-Now with a live key is refused', async () => {
  const { submit } = await server.newOwner();
  const refused = await submit(jobRows(1), '', { 'x-test-now': '2026-11-20T08:00:00+01:00' });
  expect(refused.json()).toMatchObject({ parameter: 'X-Test-Now' });
});

test('columns of a table that are named as records are handed through, and each row is one call', async () => {
  const { submit, until, get } = await server.newOwner();
  const rows = 'from,to,journey,trace\nLysaker,Oslo,4711,x\n';
  const { id } = (await submit(rows)).json();
  expect(await until(id, isOver)).toMatchObject({ rows: { failed: 0 }, cost: { calls: 1 } });
  const [, row] = (await get(`/api/jobs/${id}/result`)).body.split('\n');
  expect(row).toMatch(/^Lysaker,Oslo,4711,x,\d/);
});

test('parts of a result are its bytes, and what comes after its end does not exist', async () => {
  const { submit, until, get, head } = await server.newOwner();
  const { id } = (await submit(jobRows(30))).json();
  await until(id, isOver);
  const path = `/api/jobs/${id}/result`;
  const whole = (await get(path)).rawPayload;
  const cases = [
    ['bytes=0-0', 0, 1],
    ['bytes=5-4000', 5, 4001],
    ['bytes=4000-', 4000, whole.length],
    ['bytes=-10', whole.length - 10, whole.length],
    ['bytes=100-999999999', 100, whole.length],
  ] as const;
  for (const [range, from, to] of cases) {
    const part = await get(path, { range });
    expect(part.statusCode, range).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes ${from}-${to - 1}/${whole.length}`);
    expect(part.rawPayload.equals(whole.subarray(from, to)), range).toBe(true);
  }
  const none = await get(path, { range: `bytes=${whole.length}-` });
  expect(none.statusCode).toBe(416);
  expect(none.headers['content-range']).toBe(`bytes */${whole.length}`);
  expect((await get(path, { range: 'Bytes=0-0' })).statusCode).toBe(206);
  expect((await get(path, { range: 'bytes=-0' })).statusCode).toBe(416);
  // What is no range, or several of them, may be passed over (RFC 9110, 14.2).
  for (const range of ['bytes=', 'bytes=-', 'bytes=9-2', 'rows=1-2', 'bytes=0-1,3-4', 'bytes=0x1-'])
    expect((await get(path, { range })).rawPayload.length, range).toBe(whole.length);
  const other = await get(path, { range: 'bytes=0-0', 'if-range': '"other"' });
  expect(other.statusCode).toBe(200);
  const { headers, statusCode } = await head(path, { range: 'bytes=0-0' });
  expect([statusCode, headers['content-length']]).toEqual([200, String(whole.length)]);
});

test('recordings and journeys are rows, and an expense sheet has a row for each passage', async () => {
  const { submit, until, get } = await server.newOwner();
  const drive = {
    from: 'Lysaker',
    to: 'Oslo',
    startTime: '2026-11-20T08:00:00+01:00',
    return: true,
  };
  const trace = [
    { lat: 59.9125, lon: 10.636, at: '2026-11-20T08:00:00+01:00' },
    { lat: 59.9183, lon: 10.683, at: '2026-11-20T08:03:00+01:00' },
    { lat: 59.9139, lon: 10.7522, at: '2026-11-20T08:06:00+01:00' },
  ];
  const rows = [
    { id: 'a', trace },
    { id: 'b', journey: { drives: [{ ...drive, dwellMin: 60 }] } },
    { id: 'c', journey: { drives: 'none' } },
    { id: 'd', heavy: '1', journey: { drives: [drive], explain: true } },
    { id: 'e', valueOfTime: '200', journey: { drives: [drive] } },
    { id: 'f', trace, journey: { drives: [drive] } },
  ];
  const body = rows.map((row) => JSON.stringify(row)).join('\n');
  const { id } = (await submit(body, '?fuel=electric')).json();
  const job = await until(id, isOver);
  expect(job).toMatchObject({ state: 'done', rows: { failed: 3 }, cost: { calls: 9 } });
  const lines = (await get(`/api/jobs/${id}/result`)).body.trimEnd().split('\n');
  const [driven, journey, wrong, heavy, foreign, both] = lines.map((line) => JSON.parse(line));
  expect(driven).toMatchObject({ row: 1, asked: { id: 'a' }, match: { points: 3 } });
  expect(driven.billing.routes).toHaveLength(1);
  expect(journey).toMatchObject({ row: 2, asked: { id: 'b' } });
  expect(journey.journey.drives).toHaveLength(2);
  expect(wrong).toMatchObject({ row: 3, error: expect.stringContaining('journey') });
  // What the call says of the vehicle, and what stands beside the journey, holds for it.
  expect(journey.journey.vehicle).toMatchObject({ fuel: { value: 'electric' } });
  expect(heavy.journey.vehicle).toMatchObject({
    fuel: { value: 'electric' },
    tariffGroup: { value: 2 },
  });
  expect(foreign).toMatchObject({ row: 5, error: 'valueOfTime is no parameter of a journey.' });
  expect(both).toMatchObject({ row: 6, error: 'A line has trace or journey, not both.' });

  const sheet = (
    await submit(jobRows(2, { 2: '2,nowhere at all,Oslo,' }), '?result=expense')
  ).json();
  await until(sheet.id, isOver);
  const [head = '', ...written] = (await get(`/api/jobs/${sheet.id}/result`)).body
    .trimEnd()
    .split('\r\n');
  expect(head).toContain('row;id;from;to;startTime;date;time;kind;name');
  expect(written).toHaveLength(2);
  expect(written.at(0)).toContain('2026-11-20;08:0');
  expect(written.at(-1)).toMatch(/^2;2;nowhere at all;/);
});

test('a job of another account is none, nor is one of live keys for a test key of its own account', async () => {
  const { submit, app, account: owner, accounts } = await server.newOwner();
  const { id } = (await submit(jobRows(1))).json();
  const other = { email: 'kari@example.no', plan: 'free' as const };
  const { account } = await accounts.store.accounts.getOrCreate(other, 'operator');
  const { keys } = accounts.store;
  const foreign = await issueKey(keys, account.id, { name: '' }, 'operator');
  const test = await issueKey(keys, owner.id, { name: '', purpose: 'test' }, 'operator');
  for (const { text } of [foreign, test]) {
    const headers = { authorization: `Bearer ${text}` };
    for (const [method, url] of [
      ['GET', `/api/jobs/${id}`],
      ['GET', `/api/jobs/${id}/result`],
      ['DELETE', `/api/jobs/${id}`],
      ['GET', '/api/jobs/%00'],
    ] as const)
      expect((await app.inject({ method, url, headers })).statusCode, url).toBe(404);
    expect((await app.inject({ url: '/api/jobs', headers })).json()).toEqual(NO_JOBS);
  }
});

test('a row that fails on our side asks a service as often as a call does, and its block is put back', async () => {
  const planner = await startFakeUpstream(() => json({}, 400));
  onTestFinished(planner.stop);
  const home = await homeWithNetwork();
  const settings = { VEIPRIS_HOME: home, PLANNER: 'vegvesen', PLANNER_URL: planner.url };
  const { submit, get } = await (await openJobServer(settings)).newOwner();
  const drive = '59.9125,10.6360","59.9139,10.7522';
  await get(`/api/route?refine=1&alternatives=0&from=${drive.replace('","', '&to=')}`);
  const ofACall = planner.requests.length;
  await submit(`from,to\n"${drive}"\n`);
  const tries = () => askSqlite(join(home, 'veipris.db'), 'select tries from job_block');
  await expect.poll(tries).toMatchObject([{ tries: 1 }]);
  expect(planner.requests).toHaveLength(2 * ofACall);
});

test('a test of a receiver is refused, and not counted, while another one of its account is called', async () => {
  const config = toConfig({ VEIPRIS_HOME: tempHome() });
  const accounts = await openAccounts(config);
  const pending = new Map<string, (addresses: readonly string[]) => void>();
  const lookUp = (name: string) =>
    new Promise<readonly string[]>((resolve) => void pending.set(name, resolve));
  const { service, close } = await openJobs(config, accounts, pino({ level: 'silent' }), {
    lookUp,
  });
  onTestFinished(async () => {
    await close();
    await accounts.store.close();
  });
  let counted = 0;
  const count = async () => void counted++;
  const newReceiver = async (name: string) => {
    const owner = { email: `${name}@example.no`, plan: 'free' } as const;
    const { account } = await accounts.store.accounts.getOrCreate(owner, 'operator');
    const host = `${name}.example.no`;
    return {
      call: () => service.testWebhook(account.id, `https://${host}/`, count),
      async end() {
        await expect.poll(() => pending.has(host)).toBe(true);
        pending.get(host)?.([]);
        pending.delete(host);
      },
    };
  };
  const [one, other] = [await newReceiver('one'), await newReceiver('other')];
  const first = one.call();
  await expect(one.call()).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 10 });
  const beside = other.call();
  await other.end();
  expect(await beside).toMatchObject({ code: 'name_not_known' });
  expect(counted).toBe(2);
  await one.end();
  expect(await first).toMatchObject({ code: 'name_not_known' });
  const next = one.call();
  await one.end();
  expect(await next).toMatchObject({ code: 'name_not_known' });
});
