import { afterEach, beforeEach, expect, expectTypeOf, test } from 'vitest';
import { type BillingRoute, type Client, createClient } from '../../src/client/client.ts';
import { KEY, UNKNOWN_KEY } from '../support/accounts.ts';
import { billingRoute } from '../support/answer.ts';
import { appOf } from '../support/app.ts';

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
