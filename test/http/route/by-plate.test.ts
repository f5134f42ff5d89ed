/** The plate as one of the parameters: what the vehicle register answers, and what the caller hears. */
import pino from 'pino';
import { expect, test } from 'vitest';
import { answerOnce, answerQuestion } from '../../../src/answer/answer-question.ts';
import { answerTrip } from '../../../src/answer/answers.ts';
import { Fault } from '../../../src/base/fault.ts';
import { quoteTrip } from '../../../src/trip/quote-trip.ts';
import { lookUpBy } from '../../../src/upstream/vehicle-register/read-vehicle-record.ts';
import type { FindVehicle } from '../../../src/vehicle/vehicle.ts';
import { keyed } from '../../support/app.ts';
import { VEHICLE_RULES } from '../../support/bundled-facts.ts';
import { NATIONAL_BOUNDS } from '../../support/ferry-bounds.ts';
import { meteredApp, quotaOf } from '../../support/metered-app.ts';
import { ANSWER_TERMS, lineOf, partsOf, routeOf } from '../../support/trip-scene.ts';

const [from, to] = lineOf('ae').map(({ lat, lon }) => `${lat},${lon}`);
const ENDS = `from=${from}&to=${to}&refine=1`;

/** Both endpoints over a drawn road, and a register that answers so. */
function appWith(findVehicle: FindVehicle) {
  const trips = quoteTrip(partsOf([routeOf('abcde')]));
  const quote = answerTrip(trips, ANSWER_TERMS, pino({ level: 'silent' }));
  const vehicle = {
    lookUp: lookUpBy(findVehicle),
    ferryBounds: NATIONAL_BOUNDS,
    vehicleRules: VEHICLE_RULES,
  };
  const own = answerQuestion(() => ({ vehicle, answer: answerOnce(quote) }));
  const metered = meteredApp({ parts: { answerRoute: own, answerEstimate: own } });
  const ask = (more: string, path = '/api/route') =>
    metered.app.inject(keyed(`${path}?${ENDS}&${more}`));
  return { ...metered, ask };
}

const fails = (fault: Fault) => appWith(() => Promise.reject(fault));
const DOWN = new Fault('upstream_down', 'The register is down.', { retryAfterS: 30 });

const PATHS = ['/api/route', '/api/route-osrm'];

test.each(PATHS)('%s: the look-up and the trip are one call of the day', async (path) => {
  const { ask, used } = appWith(async () => '{"kjoretoydataListe":[{}]}');
  const reply = await ask('plate=QQ12345', path);
  expect([reply.statusCode, quotaOf(reply), await used()]).toEqual([200, '500/499', 1]);
});

test.each(PATHS)('%s: an unknown plate is 404 not_found, and stays counted', async (path) => {
  const { ask } = fails(new Fault('not_found', 'Unknown.'));
  const reply = await ask('plate=QQ12345&fuel=diesel', path);
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toMatchObject({ error: 'not_found', message: 'Unknown.' });
  expect(quotaOf(reply)).toBe('500/499');
});

test.each(PATHS)('%s: a register that is down is 503, and the call is credited', async (path) => {
  const { ask } = fails(DOWN);
  const reply = await ask('plate=QQ12345&tag=1', path);
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '30']);
  expect(quotaOf(reply)).toBe('500/500');
});

test.each(PATHS)('%s: other parameters are taken where the register is down', async (path) => {
  const { ask } = fails(DOWN);
  const reply = await ask('plate=QQ12345&fuel=diesel&weight=2000', path);
  expect(reply.statusCode).toBe(200);
  const { _billing } = reply.json();
  expect(_billing.vehicle.fuel).toEqual({ value: 'diesel', from: 'parameter' });
  const codes = _billing.routes[0].warnings.map(({ code }: { code: string }) => code);
  expect(codes).toContain('vehicle_register_down');
});

test('a plate that is none, a trailer and a lost value are 400 with a sentence', async () => {
  const trailer =
    '{"kjoretoydataListe":[{"godkjenning":{"tekniskGodkjenning":{"kjoretoyklassifisering":{"tekniskKode":{"kodeVerdi":"O2"}}}}}]}';
  const { ask } = appWith(async () => trailer);
  for (const [more, sentence] of [
    ['plate=Q', 'plate must be 2 to 7 letters'],
    ['plate=QQ12345', 'plate belongs to a trailer'],
    ['plate=QQ12345&plate=QQ12346', 'plate must be given once'],
    ['fuel=', 'fuel must be '],
    ['tag=2', 'tag must be '],
    ['ferryAgreement=gold', 'ferryAgreement must be '],
    ['weight=heavy', 'weight must be a number of kilograms'],
  ] as const) {
    const reply = await ask(more);
    expect([reply.statusCode, reply.json().message]).toEqual([
      400,
      expect.stringContaining(sentence),
    ]);
  }
});

test('no line of the log and no answer has the plate', async () => {
  const { ask, lines } = appWith(async () => '{"kjoretoydataListe":[{}]}');
  const bodies = [await ask('plate=QX98765'), await ask('plate=QX98765;')].map(({ body }) => body);
  expect(lines.length).toBeGreaterThan(0);
  expect([...lines, ...bodies].join('')).not.toMatch(/QX ?98765/i);
});
