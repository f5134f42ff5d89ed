import { expect, test, vi } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { inSteps } from '../../../src/base/steps.ts';
import { KEY } from '../../support/accounts.ts';
import { journeyAnswer } from '../../support/journey-answer.ts';
import { meteredApp } from '../../support/metered-app.ts';

const drive = { from: '60,10', to: '60.1,10.2', startTime: '2026-11-20T08:00:00+01:00' };

function openScene() {
  const { app, ...scene } = meteredApp();
  const ask = (payload: object, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/journey',
      headers: { authorization: `Bearer ${KEY}`, ...headers },
      payload,
    });
  return { ...scene, app, ask };
}

test('a journey is counted as one for each drive, and one for each way back', async () => {
  const { ask } = openScene();
  const reply = await ask({ drives: [drive, { ...drive, return: true }] });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['x-api-quota-cost']).toBe('3');
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.json()).toMatchObject({ complete: true, refined: true });
  expect(reply.json().drives).toHaveLength(3);
});

test('with fewer calls left than it has drives it is 429, and nothing is taken', async () => {
  const { app, used } = meteredApp({ account: { dailyLimit: 2 } });
  const headers = { authorization: `Bearer ${KEY}` };
  const send = (drives: readonly object[]) =>
    app.inject({ method: 'POST', url: '/api/journey', headers, payload: { drives } });
  expect((await send([drive, drive, drive])).statusCode).toBe(429);
  expect(used()).toBe(0);
  expect((await send([drive, drive])).statusCode).toBe(200);
  expect(used()).toBe(2);
});

test('what is wrong is named by its place in the body, and unknown members are refused', async () => {
  const { ask } = openScene();
  const wrong = await ask({ drives: [drive, { ...drive, startTime: 'noon' }] });
  expect(wrong.statusCode).toBe(400);
  expect(wrong.json().message).toMatch(/^drives\[1\]\.startTime must be/);
  for (const body of [
    { drives: [] },
    {},
    { drives: [{ ...drive, extra: 1 }] },
    { drives: [drive], extra: 1 },
  ])
    expect((await ask(body)).statusCode).toBe(400);
});

test('recordings are read in the turn of the account, step by step; when it does not come, that is said', async () => {
  const trace = [...Array(999).fill({ lat: 60, lon: 10 }), { lat: 91, lon: 10 }];
  const payload = { drives: [drive, { trace, startTime: drive.startTime }] };
  const send = ({ app }: ReturnType<typeof meteredApp>) =>
    app.inject({
      method: 'POST',
      url: '/api/journey',
      headers: { authorization: `Bearer ${KEY}` },
      payload,
    });
  const taken: string[] = [];
  const wrong = await send(
    meteredApp({
      parts: {
        inTurn: (account, steps) =>
          inSteps(steps, async () => {
            taken.push(account);
          }),
      },
    }),
  );
  expect([wrong.statusCode, wrong.json().message]).toEqual([
    400,
    'drives[1].trace has no latitude and longitude in degrees at point 1000.',
  ]);
  expect(taken).toHaveLength(2);
  expect(new Set(taken).size).toBe(1);

  const busy = meteredApp({ parts: { inTurn: () => Promise.reject(new Fault('overloaded')) } });
  const reply = await send(busy);
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'overloaded']);
  expect(busy.used()).toBe(0);
});

test('neither the log nor the accounts hold anything of drives, names, passages or a plate', async () => {
  const failing = vi.fn(journeyAnswer).mockRejectedValueOnce(new TypeError('defect'));
  const { app, accounts, lines } = meteredApp({ parts: { answerJourney: failing } });
  const secrets = {
    plate: 'EV12345',
    claimant: { name: 'Kari Hemmelig', employer: 'Skjult AS' },
    drives: [
      { ...drive, from: '59.913987,10.752245', purpose: 'Møte med Ukjent' },
      { passages: [{ stationId: '86574499', at: '2026-11-20T12:34:56+01:00' }], to: 'Borte' },
      {
        trace: [
          { lat: 59.123987, lon: 10.321245, at: '2026-11-20T08:00:00+01:00' },
          { lat: 59.124987, lon: 10.321245, at: '2026-11-20T08:09:00+01:00' },
        ],
      },
    ],
  };
  const send = (payload: object) =>
    app.inject({
      method: 'POST',
      url: '/api/journey',
      headers: { authorization: `Bearer ${KEY}` },
      payload,
    });
  const statuses: number[] = [];
  const planned = { ...secrets, drives: secrets.drives.slice(0, 1) };
  const wrong = { ...secrets, drives: [{ ...drive, from: '95.913987,1' }] };
  for (const payload of [secrets, secrets, wrong, planned])
    statuses.push((await send(payload)).statusCode);
  await app.close();
  expect(statuses).toEqual([500, 400, 400, 200]);
  expect(lines.length).toBeGreaterThan(2);
  const kept = JSON.stringify([lines, accounts], (_key, value: unknown) =>
    value instanceof Map ? [...value] : value,
  );
  for (const secret of ['913987', '10.752245', '59.123', 'EV12345', 'Hemmelig', 'Skjult', 'Ukjent'])
    expect(kept).not.toContain(secret);
  for (const secret of ['86574499', '12:34:56', 'Borte']) expect(kept).not.toContain(secret);
});
