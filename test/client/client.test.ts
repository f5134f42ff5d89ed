import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, expectTypeOf, onTestFinished, test } from 'vitest';
import { type BillingRoute, type Client, createClient } from '../../src/client/client.ts';
import { KEY, UNKNOWN_KEY } from '../support/accounts.ts';
import { billingRoute, traceAnswer } from '../support/answer.ts';
import { appOf } from '../support/app.ts';
import { fakeJobs, RUNNING_JOB } from '../support/jobs.ts';

let app: ReturnType<typeof appOf>;
let baseUrl = '';
let client: Client;

beforeEach(async () => {
  app = appOf();
  baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  client = createClient({ baseUrl, apiKey: KEY });
});
afterEach(() => app.close());

const ENDS = { from: '59.91,10.75', to: '60.39,5.32' };

test('the bill of the recommended route is read with its types', async () => {
  const { data, response } = await client.GET('/api/route', {
    params: { query: { ...ENDS, refine: '1', ferryClass: 'AP1' } },
  });
  expect(data?._billing.routes[0]?.tollSmall).toBe(billingRoute().tollSmall);
  expect(response.headers.get('x-api-quota-remaining')).toBe('99999');
  expectTypeOf(data?._billing.routes[0]).toEqualTypeOf<BillingRoute | undefined>();
  expectTypeOf<BillingRoute['tollSmall']>().toEqualTypeOf<number>();
  expectTypeOf<BillingRoute['tollEstimated']>().toEqualTypeOf<true | undefined>();
});

test('an error is read with its codes, and is not thrown', async () => {
  const stranger = createClient({ baseUrl, apiKey: UNKNOWN_KEY });
  const { data, error, response } = await stranger.GET('/api/vehicle', {
    params: { query: { plate: 'QQ 10001' }, header: { 'X-Request-Id': 'trip-1' } },
  });
  expect(data).toBeUndefined();
  expect(response.status).toBe(401);
  expect(error).toMatchObject({ error: 'invalid_api_key', requestId: 'trip-1' });
  expectTypeOf(error?.message).toEqualTypeOf<string | undefined>();
});

test('a parameter that is wrong is told in a sentence', async () => {
  const query = { ...ENDS, vehicleLength: 'long' };
  const { error } = await client.GET('/api/route', { params: { query } });
  expect(error?.message).toMatch(/^vehicleLength must be /);
});

test('every endpoint that gives JSON can be called', async () => {
  const params = { query: ENDS };
  expect((await client.GET('/api/route-osrm', { params })).data?._billing.refined).toBe(false);
  expect((await client.GET('/api/ferry-quays')).data?.[0]?.name).toBe('Moss ferjekai');
  expect((await client.GET('/data/toll-stations.json')).data?.stations[0]?.charged).toBe('one-way');
  expect((await client.GET('/data/speed-cameras.json')).data?.cameras).toEqual([]);
  expect((await client.GET('/health/ready')).data?.status).toBe('ready');
  expect((await client.GET('/openapi.json')).data?.openapi).toBe('3.1.1');
});

test('what the contract does not have does not compile', () => {
  const calls = () => [
    // @ts-expect-error: there is no such address.
    client.GET('/api/nowhere'),
    // @ts-expect-error: a destination is missing.
    client.GET('/api/route', { params: { query: { from: '59.91,10.75' } } }),
    // @ts-expect-error: a flag is no truth value.
    client.GET('/api/route', { params: { query: { ...ENDS, refine: true } } }),
  ];
  expect(calls).toBeTypeOf('function');
});

test('another fetch can be given, and is handed the key', async () => {
  const sent: Request[] = [];
  const fetch = async (request: Request) => {
    sent.push(request);
    return Response.json({ status: 'live' });
  };
  await createClient({ baseUrl, apiKey: KEY, fetch }).GET('/health/live');
  expect(sent.map(({ url }) => url)).toEqual([`${baseUrl}/health/live`]);
  expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${KEY}`);
});

const CSV = 'from,to\n"59.9139,10.7522",Bergen\n';
const GPX =
  '<gpx><trk><trkseg><trkpt lat="59.9" lon="10.7"/><trkpt lat="59.91" lon="10.7"/></trkseg></trk></gpx>';
const bytes = (text: string) => new TextEncoder().encode(text);

/** Each form in which somebody has a file. */
const FORMS: readonly (readonly [name: string, of: (text: string) => unknown])[] = [
  ['text', (text) => text],
  ['bytes', bytes],
  ['a buffer', (text) => bytes(text).buffer],
  ['a Blob', (text) => new Blob([text])],
  ['a web stream', (text) => new Blob([text]).stream()],
  ['a stream of Node', (text) => Readable.from([Buffer.from(text)])],
];

/** A client of a server that notes the rows and the recordings that arrive. */
async function openNoting() {
  const arrived: unknown[] = [];
  const noting = appOf({
    jobs: {
      ...fakeJobs(),
      submit: async (rows) => {
        arrived.push((await buffer(rows)).toString());
        return { job: RUNNING_JOB, isNew: true };
      },
    },
    answerTrace: async ({ fixes }) => {
      arrived.push(fixes.map(({ lat }) => lat));
      return traceAnswer();
    },
  });
  onTestFinished(() => noting.close());
  const url = await noting.listen({ port: 0, host: '127.0.0.1' });
  return { arrived, noting: createClient({ baseUrl: url, apiKey: KEY }) };
}

test.each(FORMS)('rows and a recording that are %s arrive as they are', async (_, of) => {
  const { arrived, noting } = await openNoting();
  const job = await noting.POST('/api/jobs', { body: of(CSV) });
  expect(job.data?.id).toBe(RUNNING_JOB.id);
  const trace = await noting.POST('/api/trace', { body: of(GPX) });
  expect(trace.response.status).toBe(200);
  expect(arrived).toEqual([CSV, [59.9, 59.91]]);
});

test('the points of a recording, and a question, are sent as JSON', async () => {
  const { arrived, noting } = await openNoting();
  const body = [
    { lat: 59.9, lon: 10.7 },
    { lat: 59.91, lon: 10.7 },
  ];
  expect((await noting.POST('/api/trace', { body })).response.status).toBe(200);
  expect(arrived).toEqual([[59.9, 59.91]]);
});

test('a body has its own type, or the one that its call names', async () => {
  const sent: Request[] = [];
  const fetch = async (request: Request) => {
    sent.push(request);
    return Response.json({});
  };
  const typed = createClient({ baseUrl, apiKey: KEY, fetch });
  await typed.POST('/api/matrix', { body: { origins: ['Oslo'], destinations: ['Bergen'] } });
  await typed.POST('/api/jobs', { body: CSV });
  await typed.POST('/api/jobs', { body: new Blob([CSV], { type: 'text/csv' }) });
  await typed.POST('/api/jobs', { body: CSV, headers: { 'content-type': 'text/csv' } });
  expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual([
    'application/json',
    'text/plain;charset=UTF-8',
    'text/csv',
    'text/csv',
  ]);
});

test('rows that were refused for now are sent again whole, and a stream once', async () => {
  const arrived: string[] = [];
  const fetch = async (request: Request) => {
    arrived.push(await request.text());
    return Response.json({}, { status: 503, headers: { 'retry-after': '0' } });
  };
  const refused = createClient({ baseUrl, apiKey: KEY, fetch, retries: 1 });
  await refused.POST('/api/jobs', { body: CSV });
  expect(arrived).toEqual([CSV, CSV]);
  await refused.POST('/api/jobs', { body: new Blob([CSV]).stream() });
  expect(arrived).toEqual([CSV, CSV, CSV]);
});

test('the result of a job is read as a text or as a stream', async () => {
  const params = { path: { id: RUNNING_JOB.id } };
  const text = await client.GET('/api/jobs/{id}/result', { params, parseAs: 'text' });
  expectTypeOf(text.data).toEqualTypeOf<string | undefined>();
  expect(text.data).toBe('from,to\na,b\n');
  expect(text.response.headers.get('x-job-state')).toBe('running');
});
