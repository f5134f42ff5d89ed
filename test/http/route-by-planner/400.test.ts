import { expect, test } from 'vitest';
import { keyed } from '../../support/app.ts';
import { json } from '../../support/fake-upstream/answer.ts';
import { planAnswer } from '../../support/fake-upstream/route-planner.ts';
import { openPlannerApp, routeBy, TRIP } from './planner-app.ts';

test('more via points than the interface allows are refused before the planner is asked', async () => {
  const { ask, fake } = await openPlannerApp();
  const reply = await ask(`&via=${Array(9).fill('60,10').join('|')}`);
  expect(reply.statusCode).toBe(400);
  expect(fake.requests).toEqual([]);
});

test('a question that makes the address too long is refused before the planner is asked', async () => {
  const { app, fake } = await openPlannerApp(() => json(planAnswer([routeBy('a1b')])), {
    path: `/${'long/'.repeat(352)}x`,
  });
  expect((await app.inject(keyed(TRIP))).statusCode).toBe(200);
  const asked = fake.requests.length;
  const reply = await app.inject(
    keyed(`${TRIP}&via=${Array(8).fill('60.123456,10.123456').join('|')}`),
  );
  expect(reply.statusCode).toBe(400);
  expect(reply.json().error).toBe(
    'via makes the question too long for the route planner: give fewer points.',
  );
  expect(fake.requests).toHaveLength(asked);
});
