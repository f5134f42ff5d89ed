import { expect, test } from 'vitest';
import { appOf, keyed } from '../../support/app.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

test('an answer that does not come by the deadline is 503, and may be asked for again after as long a time', async () => {
  const app = appOf({ answerRoute: () => new Promise(() => undefined) }, 20);
  const reply = await app.inject(keyed(TRIP));
  expect(reply.statusCode).toBe(503);
  expect(reply.json()).toMatchObject({
    error: 'The answer took too long; try again later.',
    message: 'The answer took too long; try again later.',
    requestId: reply.headers['x-request-id'],
  });
  expect(reply.headers['retry-after']).toBe('1');
});
