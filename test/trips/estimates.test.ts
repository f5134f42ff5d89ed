/** Estimates on the bundled network, where no OSRM server is set. */
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { loadTerms, openAnswers } from '../../src/service/compose.ts';
import { toConfig } from '../../src/service/config.ts';
import type { QuoteQuestion } from '../../src/wire/parameters.ts';
import { parseQuoteRequest } from '../../src/wire/question.ts';
import { NETWORK_HOME } from '../support/network-home.ts';

let answers: Awaited<ReturnType<typeof openAnswers>>;

beforeAll(async () => {
  const config = toConfig({ VEIPRIS_HOME: NETWORK_HOME });
  answers = await openAnswers(config, pino({ level: 'silent' }), () => undefined);
});

const OSLO = '59.9139,10.7522';
const DRAMMEN = '59.744,10.2045';
const HORTEN = '59.417,10.484';
const MOSS = '59.434,10.658';

const parse = (question: QuoteQuestion) =>
  parseQuoteRequest({ startTime: '2026-11-18T10:00:00+01:00', ...question }, loadTerms());

test.each([
  ['over a city border and a ring', DRAMMEN, OSLO, ['E 18 hovedløp', 'E18 Maritim'], 0],
  ['out of the city, which charges inward only', OSLO, DRAMMEN, ['E18 Bygdøylokket'], 0],
  ['over a ferry', MOSS, HORTEN, [], 1],
])(
  'the embedded engine estimates a trip %s as it would refine it',
  async (_, from, to, paid, sailed) => {
    const { routes, _billing: estimate } = await answers.answerEstimate(parse({ from, to }));
    const { _billing: refined } = await answers.answerRoute(parse({ from, to, refine: '1' }));
    expect(estimate).toMatchObject({ source: 'veipris-estimat', refined: false });
    expect(estimate).not.toHaveProperty('refineFallback');
    expect(estimate.routes).toEqual(
      refined.routes.map((route) => ({ ...route, tollEstimated: true })),
    );
    expect(estimate.routes[0]?.chargedStations.map(({ name }) => name)).toEqual(paid);
    expect(estimate.routes[0]?.ferryCount).toBe(sailed);
    expect(routes.map(({ routeId }) => routeId)).toEqual(estimate.routes.map((r) => r.routeId));
  },
);
