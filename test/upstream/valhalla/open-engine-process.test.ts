import type { ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { openEngineProcess } from '../../../src/upstream/valhalla/open-engine-process.ts';
import {
  HUNG_AFTER_LOOKS,
  STILL_STARTING_LOOKS,
} from '../../../src/upstream/valhalla/watch-silence.ts';
import { handTime } from '../../support/time.ts';

const QUESTION = { kind: 'route', request: '{}' } as const;

/** A process that answers when the test says so. */
class HandProcess extends EventEmitter {
  connected = true;
  isKilled = false;
  readonly asked: number[] = [];
  send(message: { readonly id?: number }): boolean {
    if (message.id !== undefined) this.asked.push(message.id);
    return true;
  }
  answer(): void {
    this.emit('message', { id: this.asked.shift(), answer: 'a route' });
  }
  disconnect(): void {
    this.connected = false;
  }
  kill(): boolean {
    this.isKilled = true;
    return true;
  }
}

function opened() {
  const time = handTime('2026-11-22T12:00:00Z');
  const { timer, pass } = time;
  const processes: HandProcess[] = [];
  const startProcess = (() => {
    processes.push(new HandProcess());
    return processes.at(-1) as unknown as ChildProcess;
  }) as typeof fork;
  const engine = openEngineProcess('{}', { threads: 1, timer, startProcess });
  const passS = async (seconds: number) => {
    for (let i = 0; i < seconds; i++) await pass(1000);
  };
  const last = () => processes.at(-1) as HandProcess;
  return { engine, processes, last, passS, time };
}

/** An engine whose process has answered once. */
async function working() {
  const scene = opened();
  const first = scene.engine.ask(QUESTION);
  scene.last().answer();
  await first;
  return scene;
}

/** What becomes of a question, so that nobody misses a failure. */
const outcomeOf = (asked: Promise<string>) =>
  asked.catch((cause: unknown) => (cause as Error).message);

test('a process that is hung is killed and replaced: its questions fail, later ones are answered', async () => {
  const { engine, processes, last, passS } = await working();
  const [hung] = processes;
  const inFlight = [engine.ask(QUESTION), engine.ask(QUESTION)].map(outcomeOf);
  await passS(HUNG_AFTER_LOOKS);
  expect(await Promise.all(inFlight)).toEqual(Array(2).fill('The engine process was hung.'));
  expect(hung?.isKilled).toBe(true);
  expect(engine.inFlight()).toBe(0);

  expect(processes).toHaveLength(2);
  const later = engine.ask(QUESTION);
  // Its end is heard of when the next one is at work.
  hung?.emit('exit');
  last().answer();
  expect(await later).toBe('a route');
  expect(processes).toHaveLength(2);
});

test('one that hangs before its first answer is replaced when somebody asks', async () => {
  const { engine, processes, last, passS } = opened();
  const asked = outcomeOf(engine.ask(QUESTION));
  await passS(STILL_STARTING_LOOKS);
  expect(await asked).toBe('The engine process was hung.');
  expect(processes.map(({ isKilled }) => isKilled)).toEqual([true]);
  const again = engine.ask(QUESTION);
  last().answer();
  expect(await again).toBe('a route');
});

test('the next one is watched as well, and has the time to start', async () => {
  const { engine, processes, passS } = await working();
  const first = outcomeOf(engine.ask(QUESTION));
  await passS(HUNG_AFTER_LOOKS);
  await first;
  const second = outcomeOf(engine.ask(QUESTION));
  await passS(STILL_STARTING_LOOKS - 1);
  expect(processes[1]?.isKilled).toBe(false);
  await passS(1);
  expect(await second).toBe('The engine process was hung.');
});

test('one that is closed and does not end is killed', async () => {
  const { engine, last, passS } = await working();
  const asked = outcomeOf(engine.ask(QUESTION));
  engine.close();
  expect(await asked).toBe('The engine was closed.');
  expect([last().connected, last().isKilled]).toEqual([false, false]);
  await passS(10);
  expect(last().isKilled).toBe(true);
});

test('one that is closed and ends is left alone, and nobody looks after it', async () => {
  const { engine, processes, last, time } = await working();
  const asked = outcomeOf(engine.ask(QUESTION));
  engine.close();
  last().emit('exit');
  await asked;
  expect(time.delaysMs).toEqual([]);
  expect(processes.map(({ isKilled }) => isKilled)).toEqual([false]);
});
