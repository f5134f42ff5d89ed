import { expect, test } from 'vitest';
import { formatContract } from '../../../tools/openapi/contract.ts';
import { appOf, keyed } from '../../support/app.ts';
import { startingApp } from '../../support/starting-app.ts';

const URL = '/openapi.json';

test('anybody may read the contract, as veipris openapi prints it', async () => {
  const reply = await appOf().inject(URL);
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toBe(formatContract());
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'x-api-quota-limit': '0',
  });
  expect(reply.json().openapi).toBe('3.1.1');
});

test('a caller with a key hears of its day', async () => {
  expect((await appOf().inject(keyed(URL))).headers['x-api-quota-limit']).toBe('100000');
});

test('it can be read while the server starts', async () => {
  expect((await startingApp().app.inject(URL)).statusCode).toBe(200);
});

test('all callers share its bytes: one that does not read them holds no copy', async () => {
  const app = appOf();
  const sent: unknown[] = [];
  app.addHook('onSend', async (_request, _reply, payload) => {
    sent.push(payload);
  });
  for (let i = 0; i < 2; i++) await app.inject(URL);
  expect(sent[0]).toBeInstanceOf(Buffer);
  expect(sent[1]).toBe(sent[0]);
});
