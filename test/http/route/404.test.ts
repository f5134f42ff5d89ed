import { expect, test } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { appOf, keyed } from '../../support/app.ts';

test('no drivable route is route_not_possible with a sentence that says why', async () => {
  const app = appOf({
    answerRoute: async () => {
      throw new Fault('route_not_possible', 'to lies 14 km from the nearest road.');
    },
  });
  const reply = await app.inject(keyed('/api/route?from=59.91,10.75&to=57,3'));
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toMatchObject({
    error: 'route_not_possible',
    message: 'to lies 14 km from the nearest road.',
    requestId: reply.headers['x-request-id'],
  });
});

test('a stop that no way leads to is named as a refused value is', async () => {
  const message = 'The end lies in the sea.';
  const app = appOf({
    answerRoute: async () => {
      throw new Fault('route_not_possible', message, { problems: [{ parameter: 'to', message }] });
    },
  });
  const reply = await app.inject(keyed('/api/route?from=59.91,10.75&to=57,3'));
  const [code, docs] = ['route_not_possible', '/docs/errors#route_not_possible'];
  expect(reply.json()).toMatchObject({
    parameter: 'to',
    errors: [{ code, parameter: 'to', message, docs }],
  });
});

test('a fault without a sentence of its own has no message', async () => {
  const app = appOf({
    answerRoute: async () => {
      throw new Fault('route_not_possible');
    },
  });
  const reply = await app.inject(keyed('/api/route?from=59.91,10.75&to=57,3'));
  expect(reply.json()).toMatchObject({
    error: 'route_not_possible',
    message: 'There is no drivable route between these points.',
    requestId: reply.headers['x-request-id'],
  });
});
