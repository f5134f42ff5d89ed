import { expect, test } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { appOf, keyed } from '../../support/app.ts';
import { fakeJobs, RUNNING_JOB } from '../../support/jobs.ts';
import { meteredApp, quotaOf } from '../../support/metered-app.ts';

test('results that an account does not read count to what it may have under way', async () => {
  let read = (_text: Buffer) => {};
  const text = new Promise<Buffer>((resolve) => {
    read = resolve;
  });
  let begun = () => {};
  const reading = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const block = Buffer.from('a,b\n'.repeat(10_000_000));
  const app = appOf({
    jobs: {
      ...fakeJobs(),
      openResult: async () => ({ head: Buffer.alloc(0), parts: [{ no: 0, bytes: block.length }] }),
      readResult: () => {
        begun();
        return text;
      },
    },
  });
  const result = app.inject(keyed(`/api/jobs/${RUNNING_JOB.id}/result`));
  await reading;
  const trip = '/api/route?from=59.9139,10.7522&to=60.3913,5.3221';
  const refused = await app.inject(keyed(trip));
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
  read(block);
  expect((await result).rawPayload).toHaveLength(block.length);
  expect((await app.inject(keyed(trip))).statusCode).toBe(200);
});

test('a test of a receiver while another one is called takes none of the day', async () => {
  const refusal = new Fault('rate_limited', undefined, { retryAfterS: 10 });
  const testWebhook = () => Promise.reject(refusal);
  const { app, used } = meteredApp({ parts: { jobs: { ...fakeJobs(), testWebhook } } });
  const payload = { url: 'https://fleet.example.no/' };
  const refused = await app.inject(keyed({ method: 'POST', url: '/api/webhook/test', payload }));
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
  expect([refused.headers['x-api-quota-cost'], quotaOf(refused), used()]).toEqual([
    '0',
    '500/500',
    0,
  ]);
});
