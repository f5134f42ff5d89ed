import { expect, test } from 'vitest';
import { DRAIN_TIMES } from '../../src/http/drain.ts';
import type { Phase } from '../../src/http/services.ts';
import { stopServer } from '../../src/service/lifecycle.ts';
import { NOW } from '../support/app.ts';
import { meteredApp } from '../support/metered-app.ts';
import { handTime, settled } from '../support/time.ts';

/** A listening server that is told to stop in a phase of its life. */
async function stopping(signal: string | undefined, first: Phase = 'serving') {
  const time = handTime(NOW);
  let phase: Phase = first;
  const { app } = meteredApp({ time, parts: { phase: () => phase } });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const done: string[] = [];
  const stopped = stopServer(
    {
      phase: () => phase,
      drain() {
        phase = 'draining';
      },
      async closeApp() {
        await app.close();
        done.push('app');
      },
      async closeRest() {
        done.push('rest');
      },
    },
    signal,
    time.timer,
  );
  await settled();
  return { address, stopped, done, time };
}

const statusAt = (address: string) =>
  fetch(`${address}/health/ready`).then(
    ({ status }) => status,
    () => 'refused',
  );

test('after SIGTERM a server says that it drains and goes on for a moment, then refuses connections', async () => {
  const { address, stopped, done, time } = await stopping('SIGTERM');
  expect(await statusAt(address)).toBe(503);
  await time.pass(DRAIN_TIMES.noticeMs - 1);
  expect(await statusAt(address)).toBe(503);
  expect(done).toEqual([]);
  await time.pass(1);
  await stopped;
  expect(await statusAt(address)).toBe('refused');
  expect(done).toEqual(['app', 'rest']);
});

test.each([
  ['SIGINT', 'serving'],
  [undefined, 'serving'],
  ['SIGTERM', 'starting'],
] as const)('%s in the phase "%s" stops it without that moment', async (signal, phase) => {
  const { address, stopped, done } = await stopping(signal, phase);
  await stopped;
  expect(done).toEqual(['app', 'rest']);
  expect(await statusAt(address)).toBe('refused');
});
