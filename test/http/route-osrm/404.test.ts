import { expect, test } from 'vitest';
import { json } from '../../support/fake-upstream/answer.ts';
import { osrmAnswer, osrmRefusal } from '../../support/fake-upstream/osrm.ts';
import { openOsrmApp, stepsOf } from './osrm-app.ts';

test.each(['NoRoute', 'NoSegment'])('%s of the server, with its 400, is no route', async (code) => {
  const { ask, fake } = await openOsrmApp(() => osrmRefusal(code));
  const reply = await ask();
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toMatchObject({
    error: 'route_not_possible',
    message: 'There is no drivable route between the points, or one lies too far from a road.',
    requestId: reply.headers['x-request-id'],
  });
  expect(fake.requests).toHaveLength(1);
});

test.each([
  ['as the server says', [{ distance: 3 }, { distance: 10_001 }], '60,10.05'],
  ['where the server does not say', undefined, '61,10.05'],
])('a stop more than 10 km from a road is no route, %s', async (_, waypoints, to) => {
  const { ask } = await openOsrmApp(() =>
    json({ ...osrmAnswer([[stepsOf('a1b2cd3e')]]), waypoints }),
  );
  const reply = await ask(`/api/route-osrm?from=60,10&to=${to}`);
  expect(reply.statusCode).toBe(404);
  expect(reply.json().error).toBe('route_not_possible');
});

test('no route counts as a call', async () => {
  const { ask } = await openOsrmApp(() => osrmRefusal('NoRoute'));
  expect((await ask()).headers['x-api-quota-remaining']).toBe('499');
});
