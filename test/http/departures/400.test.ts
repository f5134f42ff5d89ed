import { expect, test } from 'vitest';
import { appOf, keyed } from '../../support/app.ts';
import { table } from '../../support/table.ts';

const TRIP = '/api/departures?from=60,10&to=60.1,10';

test.each(
  table<'asked' | 'about'>(`
  asked                                                                       | about
  earliest=today                                                              | earliest
  earliest=2026-11-20T05:00Z&latest=2026-11-20T04:59Z                         | latest
  earliest=2026-11-20T05:00Z&latest=2026-11-22T05:01Z                         | latest
  step=4                                                                      | step
  step=61                                                                     | step
  step=7.5                                                                    | step
  step=                                                                       | step
  valueOfTime=-1                                                              | valueOfTime
  costPerKm=2                                                                 | costPerKm
`),
)('$asked is refused, and the sentence names $about', async ({ asked, about }) => {
  const reply = await appOf({}).inject(keyed(`${TRIP}&${asked}`));
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toContain(about);
});

test('48 hours are allowed', async () => {
  const window = 'earliest=2026-11-20T05:00Z&latest=2026-11-22T05:00Z&step=60';
  const reply = await appOf({}).inject(keyed(`${TRIP}&${window}`));
  expect(reply.json().departures).toHaveLength(49);
});
