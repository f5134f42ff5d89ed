import { expect, test } from 'vitest';
import { appOf } from '../../support/app.ts';

test('who has the contract gets 304', async () => {
  const app = appOf();
  const { headers } = await app.inject('/openapi.json');
  const known = { 'if-none-match': String(headers.etag) };
  const reply = await app.inject({ url: '/openapi.json', headers: known });
  expect(reply.statusCode).toBe(304);
  expect(reply.body).toBe('');
});
