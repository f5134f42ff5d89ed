import { expect, test } from 'vitest';
import { json } from '../../support/fake-upstream/answer.ts';
import type { FaultName } from '../../support/fake-upstream/faults.ts';
import { quotaOf } from '../../support/metered-app.ts';
import { table } from '../../support/table.ts';
import { openVehicleApp } from './vehicle-app.ts';

const UNREADABLE = 'The vehicle register gave an answer that cannot be read.';

test.each(
  table<'status' | 'body' | 'because'>(`
    status | body                                   | because
    200    | {"kjoretoydataListe":[{"kjoretoyId":{" | broken JSON
    200    | <html>Velkommen</html>                 | no JSON
    200    | {}                                     | JSON without a list
    200    | []                                     | JSON of another kind
    200    | null                                   | JSON of nothing
    200    | {"kjoretoydataListe":[null]}           | an entry that is none
    200    | {"kjoretoydataListe":["QQ 12345"]}     | an entry of another kind
    200    | {"kjoretoydataListe":{"0":{}}}         | no list, but an object
    200    | {"feilmelding":"NOE_NYTT"}             | a complaint that nobody knows
    200    | {"kjoretoydataListe":[{"kjoretoyId":{"kjennemerke":"QQ 10003"}}]} | the record of another plate
    200    | {"kjoretoydataListe":[{"kjennemerke":[{"kjennemerke":"QQ 10003"}]},{"kjoretoyId":{"kjennemerke":"QQ 1234"}}]} | the records of other plates
    418    | {"kjoretoydataListe":[{}]}             | a status that nobody knows
    406    |                                        | it does not like our question
  `),
)('$status with $body is 502: $because', async ({ status, body }) => {
  const { fake, ask } = await openVehicleApp(() => ({ status: Number(status), body }));
  const reply = await ask('QQ12345');
  expect(reply.statusCode).toBe(502);
  expect(reply.json()).toMatchObject({
    error: UNREADABLE,
    message: UNREADABLE,
    requestId: reply.headers['x-request-id'],
  });
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(quotaOf(reply)).toBe('500/500');
  expect(fake.requests).toHaveLength(1);
});

test.each<FaultName>([
  'HTML instead of JSON',
  'truncated JSON',
  'gzip bomb',
  'broken gzip',
  'no HTTP',
  'redirect',
  'bytes that are no text',
  'content-length too small',
])('%s is 502', async (fault) => {
  const { fake, ask } = await openVehicleApp();
  fake.fail(fault);
  const reply = await ask('QQ12345');
  expect(reply.statusCode).toBe(502);
  expect(reply.json().error).toBe(UNREADABLE);
  expect(quotaOf(reply)).toBe('500/500');
});

test.each([401, 403])(
  'our own key refused with %d is 502, and an alarm for the operator',
  async (status) => {
    const { ask, alarms, lines } = await openVehicleApp(() =>
      json({ message: 'key 00000000-0000-4000-8000-000000000000 is blocked' }, status),
    );
    const reply = await ask('QQ12345');
    expect(reply.statusCode).toBe(502);
    expect(reply.json().error).toBe('The vehicle register does not answer us; we have been told.');
    expect(quotaOf(reply)).toBe('500/500');
    expect(alarms).toEqual([
      [
        { alarm: 'vehicle_register_key', status },
        'the vehicle register refuses our key: check VEHICLE_REGISTER_KEY',
      ],
    ]);
    expect(lines.join('')).not.toMatch(/00000000|blocked/);
  },
);
