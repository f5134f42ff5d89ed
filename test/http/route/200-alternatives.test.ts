/** How many routes an answer has, by the number of alternatives that were wanted. */
import pino from 'pino';
import { expect, test } from 'vitest';
import { answerTrip } from '../../../src/answer/answers.ts';
import { estimateTrip, quoteTrip } from '../../../src/trip/quote-trip.ts';
import type { RouteAnswer } from '../../../src/wire/route.ts';
import { appOf, keyed } from '../../support/app.ts';
import { table } from '../../support/table.ts';
import { ANSWER_TERMS, lineOf, partsOf, routeOf } from '../../support/trip-scene.ts';

const log = pino({ level: 'silent' });
const parts = partsOf([routeOf('abcde'), routeOf('a1b2cd3e'), routeOf('abf')]);
const app = appOf({
  answerRoute: answerTrip(quoteTrip(parts), ANSWER_TERMS, log),
  answerEstimate: answerTrip(estimateTrip(parts), ANSWER_TERMS, log),
});
const [from, to] = lineOf('ae').map(({ lat, lon }) => `${lat},${lon}`);

const ask = async (path: string, query: string) => {
  const reply = await app.inject(keyed(`${path}?from=${from}&to=${to}&${query}`));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<RouteAnswer>();
};

const PATHS = ['/api/route', '/api/route-osrm'];

test.each(
  table<'query' | 'ids'>(`
    query            | ids
                     | abcde a1b2cd3e abf
    alternatives=2   | abcde a1b2cd3e abf
    alternatives=1   | abcde a1b2cd3e
    alternatives=0   | abcde
  `).flatMap((row) => PATHS.map((path) => ({ path, ...row }))),
)('$path with "$query" gives $ids', async ({ path, query, ids }) => {
  const { routes, _billing: billing } = await ask(path, `refine=1&${query}`);
  expect(routes.map(({ routeId }) => routeId)).toEqual(ids.split(' '));
  expect(billing.routes.map(({ routeId }) => routeId)).toEqual(ids.split(' '));
});

test.each(PATHS)('%s gives the same recommended route and bill for every number', async (path) => {
  for (const form of ['refine=1', 'refine=0', 'bounds=1', 'fuel=electric&explain=1&lines=1']) {
    const whole = await ask(path, form);
    for (const alternatives of [0, 1, 2]) {
      const { routes, _billing: billing } = await ask(path, `${form}&alternatives=${alternatives}`);
      expect(routes).toEqual(whole.routes.slice(0, 1 + alternatives));
      expect(billing).toEqual({
        ...whole._billing,
        routes: whole._billing.routes.slice(0, 1 + alternatives),
      });
    }
  }
});

test('it is no question for bounds: a preliminary bill has none with it', async () => {
  const { _billing: billing } = await ask('/api/route', 'alternatives=0');
  expect(billing.routes[0]).not.toHaveProperty('tollMin');
});
