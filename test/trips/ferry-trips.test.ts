/** Trips on the bundled network at places where its source draws the roads wrong. */
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { loadTerms, openAnswers } from '../../src/service/compose.ts';
import { toConfig } from '../../src/service/config.ts';
import { parseQuoteRequest } from '../../src/wire/question.ts';
import { NETWORK_HOME } from '../support/network-home.ts';
import { table } from '../support/table.ts';

let answers: Awaited<ReturnType<typeof openAnswers>>;

beforeAll(async () => {
  const config = toConfig({ VEIPRIS_HOME: NETWORK_HOME });
  answers = await openAnswers(config, pino({ level: 'silent' }), () => undefined);
});

test.each(
  table<'ferry' | 'from' | 'to' | 'because'>(`
    ferry                  | from              | to                | because
    Svelvik-Verket         | 59.6200,10.4000   | 59.6150,10.4400   | the source draws a road through the sound
    Ølhammeren-Seierstad   | 64.63743,11.34553 | 64.63663,11.3603  | the source draws a bridge that was never built
    Lauvvik-Oanes          | 58.8943,6.0552    | 58.9060,6.0753    | the line to Lysebotn passes Oanes without calling
    Botnhamn-Brensholmen   | 69.4500,17.9000   | 69.6060,18.0900   | the drawn coast parts the quay from its road
    Haugesund-Utsira       | 59.41212,5.25574  | 59.3130,4.8850    | the source has no road to the quay in Haugesund
    Brevik-Sandøya         | 59.0545,9.6950    | 59.04602,9.7289   | the source has no road on the island
    Lauvvik-Lysebotn       | 59.0546,6.6454    | 59.01506,6.43086  | the line passes Flørli, which has no road
  `),
)('the way takes the ferry $ferry: $because', async ({ ferry, from, to }) => {
  const { _billing } = await ask(from, to);
  const sailed = _billing.routes[0];
  const names = [...(sailed?.ferries ?? []), ...(sailed?.ferryUnpriced ?? [])].map(nameOf);
  expect(names).toEqual([ferry]);
});

/** Trips from quay to quay; 2026-11-18 is a Wednesday, 2026-11-21 a Saturday. */
test.each(
  table<'ferry' | 'from' | 'to' | 'start' | 'wait' | 'estimated' | 'says' | 'because'>(`
    ferry               | from              | to                | start            | wait | estimated | says | because
    Moss-Horten         | 59.42973,10.65428 | 59.41208,10.48831 | 2026-11-18T10:00 | 9    | no  |                         | each 18 minutes
    Moss-Horten         | 59.42973,10.65428 | 59.41208,10.48831 | 2026-11-18T04:30 | 14.2 | no  | ferry_waits_until_first | until 04:45 from 04:31, when the first one leaves Moss
    Åfarnes-Sølsnes     | 62.66375,7.50489  | 62.68478,7.46449  | 2026-11-18T02:00 | 10   | no  | ferry_may_not_sail      | its hours are not known, and county ferries do not usually sail then
    Lauvvik-Oanes       | 58.8943,6.0552    | 58.9060,6.0753    | 2026-11-18T10:00 | 16.3 | no  |                         | each 32.6 minutes on working days
    Lauvvik-Oanes       | 58.8943,6.0552    | 58.9060,6.0753    | 2026-11-21T10:00 | 15   | no  |                         | each 30 minutes on Saturdays
    Lauvvik-Oanes       | 58.8943,6.0552    | 58.9060,6.0753    | 2026-11-18T05:30 | 45   | no  | ferry_waits_until_first | until 06:15, when the first one leaves Lauvvik
    Mannheller-Fodnes   | 61.16035,7.33691  | 61.14899,7.38524  | 2026-11-18T10:00 | 10   | no  |                         | each 20 minutes by day
    Mannheller-Fodnes   | 61.16035,7.33691  | 61.14899,7.38524  | 2026-11-18T02:00 | 24   | no  |                         | each 48 minutes by night
    Svelvik-Verket      | 59.6200,10.4000   | 59.6150,10.4400   | 2026-11-18T10:00 | 14.5 | yes |                         | not known: half of a round trip of 25.5 minutes, shared by 0.88 vessels
    Svelvik-Verket      | 59.6200,10.4000   | 59.6150,10.4400   | 2026-11-18T02:00 | 14.5 | yes | ferry_may_not_sail      | not known, and county ferries do not usually sail then
  `),
)('$ferry at $start is waited for $wait min: $because', async (row) => {
  const { _billing } = await ask(row.from, row.to, `${row.start}:00+01:00`);
  const [route] = _billing.routes;
  const sailed = [...(route?.ferries ?? []), ...(route?.ferryUnpriced ?? [])];
  expect(sailed.map(nameOf)).toEqual([row.ferry]);
  expect(sailed[0]).toMatchObject({
    waitMin: Number(row.wait),
    boardingMin: 3,
    timesEstimated: row.estimated === 'yes',
  });
  const codes = route?.warnings
    .map(({ code }) => code)
    .filter((code) => ['ferry_waits_until_first', 'ferry_may_not_sail'].includes(code));
  expect(codes).toEqual(row.says === '' ? [] : [row.says]);
});

test.each(
  table<'from' | 'to' | 'quay'>(`
    from            | to                | quay
    65.4745,12.2115 | 66.0217,12.6316   | Igerøy
    62.6790,7.3010  | 62.6240,7.0870    | Molde
  `),
)('from $from to $to each ferry is waited for, also where one changes at $quay', async (row) => {
  const { _billing } = await ask(row.from, row.to);
  for (const { ferries } of _billing.routes)
    for (const ferry of ferries) expect(ferry.waitMin, ferry.name).toBeGreaterThan(5);
});

test('no way into Stavanger leaves the tunnel for the street above it and so avoids the ring', async () => {
  const { _billing } = await ask('58.8890,5.6500', '58.9700,5.7331');
  expect(_billing.routes.length).toBeGreaterThan(0);
  expect(_billing.routes.filter(({ tollSmall }) => tollSmall === 0)).toEqual([]);
});

test.each(
  table<'from' | 'to' | 'start' | 'via'>(`
    from                | to                  | start                     | via
    68.440888,18.084973 | 67.803004,15.72843  | 2026-04-05T22:43:00+01:00 | 68.424881,17.443801
    62.614853,6.162711  | 62.163407,5.942867  | 2026-07-08T23:26:00+01:00 | 62.541655,6.289892
  `),
)(
  'a stop at $via, on the way that is the soonest at that hour, changes neither minutes nor kroner',
  async ({ from, to, start, via }) => {
    const summaryOf = ({ _billing }: Awaited<ReturnType<typeof ask>>) =>
      _billing.routes
        .slice(0, 1)
        .map(({ durationMin, distance, tollSmall, ferryNok }) => [
          ...[durationMin, distance],
          ...[tollSmall, ferryNok],
        ]);
    const plain = summaryOf(await ask(from, to, start));
    expect(plain).toHaveLength(1);
    expect(summaryOf(await ask(from, to, start, { via }))).toEqual(plain);
  },
);

test.each(
  table<'from' | 'to' | 'start' | 'others'>(`
    from               | to                | start                     | others
    59.822813,7.202803 | 59.790274,6.10166 | 2026-06-14T21:17:00+02:00 | 0
    58.58549,5.70051   | 58.91309,6.13755  | 2026-06-14T22:43:00+02:00 | 1
    69.54961,18.41533  | 69.42219,17.81133 | 2026-06-14T01:10:00+02:00 | 1
  `),
)(
  'from $from to $to at $start $others other routes take at most a quarter longer, and they are the first ones whatever their number',
  async ({ from, to, start, others }) => {
    const minutesOf = async (alternatives: string) =>
      (await ask(from, to, start, { alternatives }))._billing.routes.map((one) => one.durationMin);
    const all = await minutesOf('2');
    const [best = 0, ...rest] = all;
    expect(rest).toHaveLength(Number(others));
    for (const min of rest) expect(min).toBeLessThanOrEqual(1.25 * best + 0.1);
    for (const fewer of [0, 1])
      expect(await minutesOf(String(fewer))).toEqual(all.slice(0, 1 + fewer));
  },
);

/** Bodø-Værøy and Værøy-Moskenes are free, Bodø-Moskenes is not. */
test.each(
  table<'from' | 'to' | 'wish' | 'nok'>(`
    from            | to              | wish                | nok
    67.2893,14.3935 | 67.8995,13.0465 |                     | 633
    67.2893,14.3935 | 67.8995,13.0465 | valueOfTime=600     | 633
    67.2893,14.3935 | 67.6620,12.6930 |                     | 0
    67.2893,14.3935 | 67.8995,13.0465 | via=67.6620,12.6930 | 0
  `),
)(
  'from the quay of Bodø to $to, $wish, costs $nok kr: who lands for nothing has not landed',
  async (row) => {
    const wish = Object.fromEntries(new URLSearchParams(row.wish));
    const { _billing } = await ask(row.from, row.to, '2026-06-03T10:00:00+02:00', wish);
    expect(_billing.routes[0]?.ferryNok).toBe(Number(row.nok));
  },
);

test('no way by money is cheaper than the ride because it lands where its ferry calls', async () => {
  const wish = { alternatives: 'pareto' };
  const { _billing } = await ask(
    '67.8995,13.0465',
    '67.2893,14.3935',
    '2026-07-15T10:00:00+02:00',
    wish,
  );
  const sailing = _billing.routes.filter(({ ferries }) =>
    ferries.some(({ name }) => name.startsWith('Bodø')),
  );
  expect(sailing.length).toBeGreaterThan(0);
  expect(sailing.filter(({ ferryNok }) => ferryNok < 633)).toEqual([]);
});

/** No fare of the ferry from Hellesylt to Geiranger is known; the road from quay to quay takes twice as long. */
test.each(['valueOfTime=0', 'valueOfTime=200', 'alternatives=pareto'])(
  '%s: a ferry of unknown fare is not called cheapest where a way of known price is found',
  async (wish) => {
    const more = Object.fromEntries(new URLSearchParams(wish));
    const start = '2026-07-15T10:00:00+02:00';
    const { _billing } = await ask('62.0864,6.8740', '62.1015,7.2060', start, more);
    const cheapest = _billing.routes.filter(({ choice }) => choice?.reasons.includes('cheapest'));
    // At 200 kr an hour nobody knows whether the slower way is the better one: none is looked for.
    expect(cheapest.map(({ complete }) => complete)).toEqual(wish.endsWith('200') ? [] : [true]);
    if (wish.endsWith('=0')) expect(_billing.routes[0]?.complete).toBe(true);
  },
);

/** From 2024-01-01 Bodø-Moskenes costs 584 instead of 563 kr. */
test.each(
  table<'start' | 'boarded' | 'nok'>(`
    start            | boarded    | nok
    2023-12-31T18:00 | 2023-12-31 | 563
    2023-12-31T22:50 | 2024-01-01 | 584
    2024-01-01T00:20 | 2024-01-01 | 584
  `),
)(
  'who sets out at $start and boards on $boarded pays the fare of that day, $nok kr',
  async (row) => {
    const start = `${row.start}:00+01:00`;
    for (const wish of [{}, { valueOfTime: '10000' }]) {
      const more = { explain: '1', ...wish };
      const { _billing } = await ask('67.2600,14.7500', '67.8995,13.0465', start, more);
      const ferry = _billing.routes[0]?.ferries[0];
      expect(ferry?.nok).toBe(Number(row.nok));
      expect(ferry?.proof?.day).toBe(row.boarded);
    }
  },
);

const ask = (
  from: string,
  to: string,
  startTime = '2026-11-18T10:00:00+01:00',
  more: Readonly<Record<string, string>> = {},
) =>
  answers.answerRoute(
    parseQuoteRequest({ from, to, refine: '1', startTime, ...more }, loadTerms()),
  );

/** The connection, without the leg that is sailed. */
const nameOf = ({ name }: { readonly name: string }) =>
  name.replaceAll(' - ', '-').replace(/ \(.*\)$/, '');
