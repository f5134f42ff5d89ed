import { expect, test } from 'vitest';
import { KEY } from '../../support/accounts.ts';
import { openVehicleApp, urlOf } from './vehicle-app.ts';

test('a caller who hangs up ends the question, which stays counted and is no failure of ours', async () => {
  const { fake, app, lines, used } = await openVehicleApp();
  fake.fail('hang before headers');
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const caller = new AbortController();
  const call = fetch(`${address}${urlOf('QQ12345')}`, {
    headers: { authorization: `Bearer ${KEY}` },
    signal: caller.signal,
  });
  await fake.received(1);
  expect(used()).toBe(1);
  caller.abort();
  await expect(call).rejects.toThrow('aborted');
  await fake.requests[0]?.hungUp;
  await expect.poll(() => lines.join('')).toContain('"msg":"answered"');
  const written = lines.map((line) => JSON.parse(line));
  expect(written.at(-1)).toMatchObject({ status: 499, endpoint: '/api/vehicle' });
  expect(written.filter(({ level }) => level >= 40)).toEqual([]);
  expect(used()).toBe(1);
});

test('one who hangs up does not end the question for the others', async () => {
  const { fake, app, ask } = await openVehicleApp();
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  fake.answer(async () => {
    await gate;
    return { body: '{"kjoretoydataListe":[{}]}' };
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const caller = new AbortController();
  const first = fetch(`${address}${urlOf('QQ12345')}`, {
    headers: { authorization: `Bearer ${KEY}` },
    signal: caller.signal,
  });
  await fake.received(1);
  const second = ask('QQ12345');
  caller.abort();
  await expect(first).rejects.toThrow('aborted');
  release();
  expect((await second).statusCode).toBe(200);
  expect(fake.requests).toHaveLength(1);
});

test('the deadline of the server ends the question as well', async () => {
  const { fake, app, lines, ask } = await openVehicleApp(undefined, { deadlineMs: 200 });
  fake.fail('hang before headers');
  const reply = await ask('QQ12345');
  expect(reply.statusCode).toBe(503);
  expect(reply.json().error).toBe('The answer took too long; try again later.');
  await fake.requests[0]?.hungUp;
  await app.close();
  expect(lines.join('')).not.toContain('QQ12345');
});
