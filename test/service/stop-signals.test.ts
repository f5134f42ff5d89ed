import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { hearStopSignals } from '../../src/service/lifecycle.ts';

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
