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
  const names = [...(sailed?.ferries ?? []), ...(sailed?.ferryUnpriced ?? [])].map(({ name }) =>
    name.replaceAll(' - ', '-').replace(/ \(.*\)$/, ''),
  );
  expect(names).toEqual([ferry]);
});

test('no way into Stavanger leaves the tunnel for the street above it and so avoids the ring', async () => {
  const { _billing } = await ask('58.8890,5.6500', '58.9700,5.7331');
  expect(_billing.routes.length).toBeGreaterThan(0);
  expect(_billing.routes.filter(({ tollSmall }) => tollSmall === 0)).toEqual([]);
});

const startTime = '2026-11-18T10:00:00+01:00';
const ask = (from: string, to: string) =>
  answers.answerRoute(parseQuoteRequest({ from, to, refine: '1', startTime }, loadTerms()));
