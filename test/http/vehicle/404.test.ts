import { expect, test } from 'vitest';
import { json } from '../../support/fake-upstream/answer.ts';
import { quotaOf } from '../../support/metered-app.ts';
import { table } from '../../support/table.ts';
import { openDemoApp, openVehicleApp } from './vehicle-app.ts';

test.each(
  table<'status' | 'body' | 'because'>(`
    status | body                                                                           | because
    200    | {"feilmelding":"OPPLYSNINGER_IKKE_TILGJENGELIGE"}                              | no list
    200    | {"feilmelding":"OPPLYSNINGER_IKKE_TILGJENGELIGE","kjoretoydataListe":[]}       | empty list
    200    | {"feilmelding":"OPPLYSNINGER_IKKE_TILGJENGELIGE","kjoretoydataListe":[{}]}     | a complaint beside an entry
    200    | {"kjoretoydataListe":[]}                                                       | empty list alone
    200    |                                                                                | nothing at all
    200    | OPPLYSNINGER_IKKE_TILGJENGELIGE                                                | a bare word
    500    | OPPLYSNINGER_IKKE_TILGJENGELIGE                                                | a bare word as a failure
    500    | "OPPLYSNINGER_IKKE_TILGJENGELIGE"                                              | the word in JSON
    204    |                                                                                | no content
    404    |                                                                                | not found
    404    | <html>Not Found</html>                                                         | not found, by a proxy
    200    | {"feilmelding":"OPPLYSNINGER_UTILGJENGELIG"}                                   | bulk door: shielded
    200    | {"feilmelding":"KJENNEMERKE_UKJENT"}                                           | bulk door: unknown
    400    | {"feilmelding":"UGYLDIG_KJENNEMERKE"}                                          | bulk door: not valid
    422    | KJENNEMERKE_UGYLDIG                                                            | the word goes before the status
    503    | {"feilmelding":"INGEN_AKTIVE_GODKJENNINGER"}                                   | and before a failure
    400    | {"message":"Bad Request"}                                                      | it has another idea of plates
  `),
)('$status with $body is not_found: $because', async ({ status, body }) => {
  const { fake, ask } = await openVehicleApp(() => ({ status: Number(status), body }));
  const reply = await ask('QQ12345');
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toMatchObject({
    error: 'not_found',
    message: 'The vehicle register knows no vehicle with this registration number.',
    requestId: reply.headers['x-request-id'],
  });
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(quotaOf(reply)).toBe('500/499');
  expect(fake.requests).toHaveLength(1);
});

test('an answer that arrives as a piece of a larger one is not taken for it', async () => {
  const { ask } = await openVehicleApp(() => json({ kjoretoydataListe: [] }));
  expect((await ask('QQ12345')).payload).not.toContain('kjoretoydata');
});

test('the demo register says that it is one, and which plates there are', async () => {
  const reply = await (await openDemoApp()).ask('AB12345');
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toMatchObject({
    error: 'not_found',
    message:
      'This is the demo register: it has fictitious vehicles only, with the plates QQ10001, QQ10002, QQ10003, QQ10004, QQ10005, QQ10006, ÆØÅ0000.',
    requestId: reply.headers['x-request-id'],
  });
});
