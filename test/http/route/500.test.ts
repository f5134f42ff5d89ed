import fc from 'fast-check';
import pino from 'pino';
import { expect, test } from 'vitest';
import { buildApp } from '../../../src/http/app.ts';
import { anyText } from '../../support/any-text.ts';
import { appOf, FAKES, keyed } from '../../support/app.ts';
import { described } from '../../support/contract.ts';
import { sinkOf } from '../../support/log-lines.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

const broken = async (): Promise<never> => {
  throw new TypeError('the secret inside');
};

test('a defect of ours is 500 with a fixed sentence that gives nothing away', async () => {
  const reply = await appOf({ answerRoute: broken }).inject(keyed(TRIP));
  expect(reply.statusCode).toBe(500);
  expect(reply.json()).toMatchObject({
    error: 'Something went wrong on our side; try again later.',
    message: 'Something went wrong on our side; try again later.',
    requestId: reply.headers['x-request-id'],
  });
});

test('the log has the cause, and not where anybody drives', async () => {
  const lines: string[] = [];
  const app = described(
    buildApp({ ...FAKES, answerRoute: broken }, { log: pino({ level: 'info' }, sinkOf(lines)) }),
  );
  await app.inject(keyed(TRIP));
  expect(lines.join('')).toContain('the secret inside');
  expect(lines.join('')).toContain('"status":500');
  expect(lines.join('')).not.toMatch(/59\.91|10\.75/);
});

test('no query that anybody sends is answered with 500', async () => {
  const app = appOf();
  const names = ['from', 'to', 'via', 'refine', 'startTime', 'heavy', 'avoidTolls', 'ferryClass'];
  const name = fc.constantFrom(...names, 'vehicleLength', 'srs', '__proto__', 'from[]', '');
  const value = fc.oneof(
    anyText().map(encodeURIComponent),
    fc.string(),
    fc.constantFrom('59.91,10.75', '60.39,5.32', '2026-11-20T08:00:00Z', '1', '%', '%00', '%ff'),
    fc.tuple(fc.double(), fc.double()).map(([lat, lon]) => `${lat},${lon}`),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  const parameter = fc.tuple(name, value).map(([key, text]) => `${key}=${text}`);
  await fc.assert(
    fc.asyncProperty(fc.array(parameter, { maxLength: 8 }), async (parameters) => {
      const reply = await app.inject(keyed(`/api/route?${parameters.join('&')}`));
      expect([200, 400]).toContain(reply.statusCode);
      if (reply.statusCode === 400) expect(reply.json().error).toMatch(/^\S+ .+\.$/s);
    }),
    { numRuns: 500 },
  );
});
