import { expect, test } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { appOf, keyed } from '../../support/app.ts';

test('a planner that answers nonsense is 502, and its words stay inside', async () => {
  const app = appOf({
    answerRoute: async () => {
      throw new Fault('upstream_broken', 'The route planner gave an answer that nobody can read.', {
        message: 'https://planner.internal/?key=secret answered <html>',
      });
    },
  });
  const reply = await app.inject(keyed('/api/route?from=59.91,10.75&to=60.39,5.32'));
  expect(reply.statusCode).toBe(502);
  expect(reply.json()).toMatchObject({
    error: 'The route planner gave an answer that nobody can read.',
    message: 'The route planner gave an answer that nobody can read.',
    requestId: reply.headers['x-request-id'],
  });
});
