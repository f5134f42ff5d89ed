import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Engine } from './engine.ts';
import type { EngineAnswer, EngineQuestion, EngineSettings } from './engine-process.ts';

/** Beside this file, whatever it is run from: sources need a loader, what is built does not. */
const IS_SOURCE = import.meta.url.endsWith('.ts');
const FILE = fileURLToPath(new URL(`./engine-process.${IS_SOURCE ? 'ts' : 'js'}`, import.meta.url));

interface Waiting {
  readonly resolve: (answer: string) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * An engine in a process of its own, which starts with the first question, and again with the next
 * one when it has crashed. What it throws is what the engine said.
 */
export function openEngineProcess(settings: string): Engine {
  let child: ChildProcess | undefined;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  const start = (): ChildProcess => {
    const started = fork(FILE, [], {
      serialization: 'advanced',
      execArgv: IS_SOURCE ? ['--import', 'tsx'] : process.execArgv,
    });
    started.on('message', (message: EngineAnswer) => {
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if ('answer' in message) asked?.resolve(message.answer);
      else asked?.reject(Object.assign(new Error(message.failure.message), message.failure));
    });
    const end = () => {
      if (child !== started) return;
      child = undefined;
      for (const { reject } of waiting.values()) reject(new Error('The engine process ended.'));
      waiting.clear();
    };
    started.once('error', end).once('exit', end);
    started.send({ settings } satisfies EngineSettings);
    return started;
  };
  const ask = (kind: EngineQuestion['kind']) => (request: string) =>
    new Promise<string>((resolve, reject) => {
      child ??= start();
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      child.send({ id, kind, request } satisfies EngineQuestion);
    });
  return {
    locate: ask('locate'),
    route: ask('route'),
    close() {
      const closing = child;
      child = undefined;
      for (const { reject } of waiting.values()) reject(new Error('The engine was closed.'));
      waiting.clear();
      closing?.disconnect();
    },
  };
}
