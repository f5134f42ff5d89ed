import { expect, test } from 'vitest';
import { answer, fallbackAnswer } from '../../support/answer.ts';
import { appOf, keyed } from '../../support/app.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32&refine=1';

test('a refine that fell back is a 200 that says so', async () => {
  const app = appOf({ answerRoute: async () => fallbackAnswer() });
  const reply = await app.inject(keyed(TRIP));
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual(fallbackAnswer());
});

test('marks that do not apply are absent, not false or null', async () => {
  const text = (await appOf({ answerRoute: async () => answer() }).inject(keyed(TRIP))).body;
  for (const name of ['refineFallback', 'tollEstimated', 'null', 'undefined'])
    expect(text).not.toContain(name);
});
