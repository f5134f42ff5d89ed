import { expect, test } from 'vitest';
import { json } from '../../support/fake-upstream/answer.ts';
import { planRefusal } from '../../support/fake-upstream/route-planner.ts';
import { openPlannerApp } from './planner-app.ts';

test.each([
  ['404 with 9005', () => planRefusal(404, 9005)],
  ['404 with 9005 in lower case', () => json({ code: '9005', text: 'Ingen rute funnet' }, 404)],
  ['404 with 9200: the start is too far from a road', () => planRefusal(404, 9200)],
  ['404 with 9201: so is the end', () => planRefusal(404, 9201)],
  ['404 with 9299: so is another stop', () => planRefusal(404, 9299)],
  ['an empty list of routes', () => json({ routes: [] })],
])('%s is no route', async (_, refuse) => {
  const { ask, fake } = await openPlannerApp(refuse);
  const reply = await ask();
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toMatchObject({
    error: 'route_not_possible',
    message: 'There is no drivable route between the points, or one lies too far from a road.',
    requestId: reply.headers['x-request-id'],
  });
  expect(reply.headers['x-api-quota-remaining']).toBe('499');
  expect(fake.requests.filter(({ path }) => path.startsWith('/best'))).toHaveLength(1);
});

test('there is no route where avoiding tolls finds none, and neither does the second try', async () => {
  const { ask, fake } = await openPlannerApp(() => planRefusal(404, 9005));
  expect((await ask('&avoidTolls=1')).statusCode).toBe(404);
  expect(fake.requests.filter(({ path }) => path.startsWith('/best'))).toHaveLength(2);
});

test('a stop off the network is not tried again without toll avoidance', async () => {
  const { ask, fake } = await openPlannerApp(() => planRefusal(404, 9201));
  expect((await ask('&avoidTolls=1')).statusCode).toBe(404);
  expect(fake.requests.filter(({ path }) => path.startsWith('/best'))).toHaveLength(1);
});
