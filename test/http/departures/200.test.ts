import { expect, test } from 'vitest';
import type { ParsedDepartures } from '../../../src/wire/departures.ts';
import { appOf, keyed } from '../../support/app.ts';
import { departuresAnswer } from '../../support/departures-answer.ts';
import { meteredApp } from '../../support/metered-app.ts';
import { table } from '../../support/table.ts';

const TRIP = '/api/departures?from=60,10&to=60.1,10';
const at = (time: string) => encodeURIComponent(`2026-11-20T${time}+01:00`);

function openScene() {
  const asked: ParsedDepartures[] = [];
  const app = appOf({
    answerDepartures: async (question) => {
      asked.push(question);
      return departuresAnswer(question);
    },
  });
  return { asked, ask: (url: string) => app.inject(keyed(url)) };
}

test.each(
  table<'earliest' | 'latest' | 'step' | 'departures' | 'last'>(
    `
  earliest | latest | step | departures | last
  05:00    | 06:00  | 15   | 5          | 06:00
  05:00    | 06:10  | 15   | 5          | 06:00
  05:00    | 05:00  | 60   | 1          | 05:00
  05:00    | 05:59  | 5    | 12         | 05:55
`,
  ),
)(
  'from $earliest to $latest every $step minutes there are $departures departures, the last at $last',
  async ({ earliest, latest, step, departures, last }) => {
    const { ask } = openScene();
    const reply = await ask(`${TRIP}&earliest=${at(earliest)}&latest=${at(latest)}&step=${step}`);
    expect(reply.statusCode).toBe(200);
    const body = reply.json();
    expect(body.departures).toHaveLength(Number(departures));
    expect(body.departures.at(-1).startTime).toBe(`2026-11-20T${last}:00+01:00`);
  },
);

test('without a window there are 97 departures, from this minute to the same time tomorrow', async () => {
  const { ask } = openScene();
  expect((await ask(TRIP)).json().departures).toHaveLength(97);
});

test('trip and vehicle are read as for a route: refined, one way, by the value of time', async () => {
  const { ask, asked } = openScene();
  await ask(`${TRIP}&fuel=electric&heavy=1&valueOfTime=200&refine=0&startTime=nonsense`);
  const { request, asked: vehicle } = asked[0] ?? {};
  expect(request).toMatchObject({
    refine: true,
    alternatives: 0,
    size: 'large',
    money: { hourOre: 20_000 },
  });
  expect(vehicle).toMatchObject({ fuel: 'electric' });
});

test('any number of departures is one call', async () => {
  const { app, used } = meteredApp();
  await app.inject(keyed(TRIP));
  expect(used()).toBe(1);
  await app.inject(keyed(`${TRIP}&step=5`));
  expect(used()).toBe(2);
});
