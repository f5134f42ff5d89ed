import { expect, test } from 'vitest';
import { appOf, keyed } from '../../support/app.ts';

test('a caller that has the list is told so', async () => {
  const app = appOf();
  const { etag = '' } = (await app.inject(keyed('/api/ferry-quays'))).headers;
  const again = await app.inject(
    keyed({
      url: '/api/ferry-quays',
      headers: { 'if-none-match': String(etag) },
    }),
  );
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
});
