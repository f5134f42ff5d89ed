import { describe, expect, test } from 'vitest';
import { KEY } from '../../support/accounts.ts';
import { meteredApp, quotaOf } from '../../support/metered-app.ts';

const FILES = ['/data/toll-stations.json', '/data/speed-cameras.json'];

describe('with PUBLIC_DATA=1', () => {
  const { app } = meteredApp({ parts: { publicData: true } });

  test.each(FILES)('%s is for everybody, and may be kept by a proxy', async (url) => {
    const reply = await app.inject({ url });
    expect(reply.statusCode).toBe(200);
    expect(quotaOf(reply)).toBe('0/0');
    expect(reply.headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      vary: 'Authorization, X-API-Key, Accept-Encoding',
    });
  });

  test.each(FILES)('%s tells whoever shows a key what is left of the day', async (url) => {
    expect(quotaOf(await app.inject({ url, headers: { 'x-api-key': KEY } }))).toBe('500/500');
  });

  test.each(FILES)('%s does not mind a key that is not in use', async (url) => {
    const reply = await app.inject({ url, headers: { 'x-api-key': 'junk' } });
    expect(reply.statusCode).toBe(200);
    expect(quotaOf(reply)).toBe('0/0');
  });

  test('the list of quays still needs a key', async () => {
    expect((await app.inject('/api/ferry-quays')).statusCode).toBe(401);
  });
});
