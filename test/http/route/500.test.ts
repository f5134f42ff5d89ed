import pino from 'pino';
import { expect, test } from 'vitest';
import { buildApp } from '../../../src/http/app.ts';
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
