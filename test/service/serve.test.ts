import { execFileSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { DRAIN_TIMES } from '../../src/http/connection/drain.ts';
import type { Phase } from '../../src/http/services.ts';
import { hearStopSignals, limitHeapGrowth, stopServer } from '../../src/service/serve.ts';
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

function scene() {
  const source = new EventEmitter();
  const heard: string[] = [];
  let nowMs = 5000;
  const stop = hearStopSignals(source, () => nowMs, {
    onFirst: (signal) => heard.push(`first ${signal}`),
    onSecond: (signal) => heard.push(`second ${signal}`),
  });
  const tell = (signal: string, afterMs: number) => {
    nowMs += afterMs;
    source.emit(signal, signal);
  };
  return { source, heard, stop, tell };
}

test('a signal that comes by itself and through npm start is one signal', () => {
  const { heard, tell } = scene();
  tell('SIGINT', 0);
  tell('SIGINT', 99);
  expect(heard).toEqual(['first SIGINT']);
});

test('a signal that comes again later is a second one, whichever of the two it is', () => {
  const { heard, tell } = scene();
  tell('SIGTERM', 0);
  tell('SIGINT', 100);
  expect(heard).toEqual(['first SIGTERM', 'second SIGINT']);
});

test('nothing is heard any more once that is asked for', () => {
  const { source, stop } = scene();
  stop();
  expect(source.eventNames()).toEqual([]);
});

test('the setting that holds the heap is one that this Node knows', () => {
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  const flags: string[] = [];
  limitHeapGrowth((flag) => flags.push(flag));
  expect(flags).toHaveLength(1);
  for (const flag of flags) expect(options).toContain(`${flag.split('=')[0]} (`);
});
