/**
 * Answers to questions without any of the parameters about one vehicle have every member, with
 * its value, that they had before there were such parameters; new members may stand beside them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { answerTrip } from '../../../src/answer/answers.ts';
import { estimateTrip, quoteTrip } from '../../../src/trip/quote-trip.ts';
import { appOf, keyed } from '../../support/app.ts';
import { ANSWER_TERMS, lineOf, partsOf, routeOf } from '../../support/trip-scene.ts';

const GOLDEN = readFileSync(
  join(import.meta.dirname, '../../fixtures/answers/without-vehicle.ndjson'),
  'utf8',
);

const log = pino({ level: 'silent' });
const parts = partsOf([routeOf('abcde'), routeOf('abf')]);
const answerRoute = answerTrip(quoteTrip(parts), ANSWER_TERMS, log);
const answerEstimate = answerTrip(estimateTrip(parts), ANSWER_TERMS, log);

const [from, to] = lineOf('ae').map(({ lat, lon }) => `${lat},${lon}`);

/** Each changes something that the new parameters change as well. */
const TRIPS = [
  '/api/route?refine=1',
  '/api/route?refine=1&startTime=2026-11-18T08:00:00Z',
  '/api/route?refine=1&startTime=2026-11-18T07:00:00Z&heavy=1',
  '/api/route?ferryClass=AP7&srs=4326',
  '/api/route?refine=1&vehicleLength=18.2&avoidTolls=1',
  '/api/route?refine=1&ferryClass=MC&vehicleLength=3',
  '/api/route?refine=1&startTime=2019-05-06T10:00:00Z',
  '/api/route-osrm?heavy=1&vehicleLength=5',
];

test.each(TRIPS.map((trip, i) => ({ trip, golden: GOLDEN.split('\n')[i] })))(
  'the answer to $trip has all that it had',
  async ({ trip, golden }) => {
    const app = appOf({ answerRoute, answerEstimate });
    const reply = await app.inject(keyed(`${trip}&from=${from}&to=${to}`));
    const [, status, body = ''] = /^(\d+) (.*)$/.exec(golden ?? '') ?? [];
    expect(reply.statusCode).toBe(Number(status));
    expect(reply.json()).toMatchObject(JSON.parse(body));
  },
);
