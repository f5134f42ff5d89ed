import { expect, test } from 'vitest';
import { KEY } from '../../support/accounts.ts';
import { openOsrmApp, TRIP } from './osrm-app.ts';

test('a caller who hangs up ends the question to the server, and it stays counted', async () => {
  const { fake, app, accounts } = await openOsrmApp();
  fake.fail('hang before headers');
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const caller = new AbortController();
  const call = fetch(address + TRIP, {
    headers: { authorization: `Bearer ${KEY}` },
    signal: caller.signal,
  });
  await fake.received(1);
  expect(accounts.usedOn('2026-11-20')).toBe(1);
  caller.abort();
  await expect(call).rejects.toThrow('aborted');
  await fake.requests[0]?.hungUp;
  await expect.poll(() => accounts.noted).toHaveLength(1);
  expect(accounts.usedOn('2026-11-20')).toBe(1);
  expect(fake.requests).toHaveLength(1);
});
