import { expect, test } from 'vitest';
import type { FaultName } from '../../support/fake-upstream/faults.ts';
import { quotaOf } from '../../support/metered-app.ts';
import { table } from '../../support/table.ts';
import { openVehicleApp } from './vehicle-app.ts';

const DOWN = 'The vehicle register is down; try again later.';
const AWAY = 'The vehicle register cannot be reached; try again later.';

test.each(
  table<'status' | 'header' | 'retry' | 'because'>(`
    status | header                        | retry | because
    422    | 3600                          | 3600  | it says when to come back
    422    |                               | 43200 | until midnight in Norway
    422    | soon                          | 43200 | nobody can read that
    422    | Fri, 20 Nov 2026 22:59:59 GMT | 43199 | a date
    429    | 17                            | 17    | it says when to come back
    429    |                               | 43200 | until midnight in Norway
  `),
)('the quota of our key, $status $header, is 503 for $retry s: $because', async (row) => {
  const { fake, ask, alarms } = await openVehicleApp(() => ({
    status: Number(row.status),
    headers: row.header === '' ? {} : { 'retry-after': row.header },
    body: '"Kvoten er brukt opp"',
  }));
  const reply = await ask('QQ12345');
  expect(reply.statusCode).toBe(503);
  expect(reply.json()).toMatchObject({
    error: 'The vehicle register takes no more questions for now; try again later.',
    message: 'The vehicle register takes no more questions for now; try again later.',
    requestId: reply.headers['x-request-id'],
  });
  expect(reply.headers['retry-after']).toBe(row.retry);
  expect(quotaOf(reply)).toBe('500/500');
  expect(fake.requests).toHaveLength(1);
  expect(alarms).toEqual([]);
});

test.each(
  table<'status' | 'body' | 'because'>(`
    status | body                                        | because
    200    | {"feilmelding":"TJENESTE_IKKE_TILGJENGELIG"} | it says so in a success
    400    | TJENESTE_IKKE_TILGJENGELIG                  | it says so bare
    500    | <html>Internal Server Error</html>          | it fails
    500    | {"kjoretoydataListe":[{}]}                  | a vehicle in a failure is none
    502    |                                             | its proxy fails
    503    | {}                                          | it is away
    504    |                                             | its proxy waits in vain
  `),
)('$status with $body is 503 after a second try: $because', async ({ status, body }) => {
  const { fake, ask } = await openVehicleApp(() => ({ status: Number(status), body }));
  const reply = await ask('QQ12345');
  expect(reply.statusCode).toBe(503);
  expect(reply.json()).toMatchObject({
    error: DOWN,
    message: DOWN,
    requestId: reply.headers['x-request-id'],
  });
  expect(reply.headers).not.toHaveProperty('retry-after');
  expect(quotaOf(reply)).toBe('500/500');
  expect(fake.requests).toHaveLength(2);
});

test('a maintenance that says when it ends is passed on, and not disturbed', async () => {
  const { fake, ask } = await openVehicleApp();
  fake.fail('status 503 with Retry-After');
  const reply = await ask('QQ12345');
  expect(reply.statusCode).toBe(503);
  expect(reply.headers['retry-after']).toBe('17');
  expect(fake.requests).toHaveLength(1);
});

test.each<FaultName>([
  'hang before headers',
  'hang mid-body',
  'slow drip',
  'delay',
  'reset mid-body',
  'reset on connect',
])('%s is 503', async (fault) => {
  const { fake, ask } = await openVehicleApp(undefined, { limits: { attemptMs: 100 } });
  fake.fail(fault);
  const reply = await ask('QQ12345');
  expect(reply.statusCode).toBe(503);
  expect(reply.json().error).toBe(AWAY);
  expect(quotaOf(reply)).toBe('500/500');
});

test('a second try makes up for a failure that passes', async () => {
  const { fake, ask } = await openVehicleApp();
  fake.fail('reset mid-body', 1);
  expect((await ask('QQ12345')).statusCode).toBe(200);
});

test('a register that is not there is 503, and is found again when it comes back', async () => {
  const { fake, ask } = await openVehicleApp();
  await fake.stop();
  const reply = await ask('QQ12345');
  expect(reply.statusCode).toBe(503);
  expect(reply.json().error).toBe(AWAY);
  await fake.start();
  expect((await ask('QQ12345')).statusCode).toBe(200);
});

test('after too many failures it is spared, and callers hear when it is asked again', async () => {
  const { fake, ask } = await openVehicleApp(undefined, {
    limits: { failuresToOpen: 2, openMs: 60_000 },
  });
  fake.fail('status 500');
  await ask('QQ12345');
  const reply = await ask('QQ12345');
  expect(reply.statusCode).toBe(503);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(fake.requests).toHaveLength(2);
});
