import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { EngineAnswer, EngineAsk, EngineQuestion, EngineSettings } from './engine-process.ts';

/** Beside this file, whatever it is run from: sources need a loader, what is built does not. */
const IS_SOURCE = import.meta.url.endsWith('.ts');
/** The loader is found from here, whatever the working directory is. */
const LOADER = IS_SOURCE ? ['--import', import.meta.resolve('tsx')] : process.execArgv;
/** Texts of a route pass through and are gone: a small nursery holds them. Megabytes. */
const ARGS = [...LOADER, '--max-semi-space-size=2'];
const FILE = fileURLToPath(new URL(`./engine-process.${IS_SOURCE ? 'ts' : 'js'}`, import.meta.url));

/**
 * The C library keeps memory apart for each thread, and the engine fills it from all of them: fewer
 * heaps need a sixth less. Source: mallopt(3), `M_ARENA_MAX`; nothing else reads it.
 */
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' };

/** An engine in a process of its own. */
export interface EngineProcess {
  /** Rejects with what the engine said, or because the process ended. */
  ask(question: EngineAsk): Promise<string>;
  /** Questions that are not answered yet. */
  inFlight(): number;
  /** What is in flight fails; another question starts it anew. */
  close(): void;
}

interface Waiting {
  readonly resolve: (answer: string) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * An engine that starts with the first question. When it has crashed it starts again at once, if it
 * had answered anything: what crashes before that would crash again, and waits for a question.
 *
 * @param threads how many questions it works on at the same time; each costs some 25 MB.
 */
export function openEngineProcess(settings: string, threads: number): EngineProcess {
  let child: ChildProcess | undefined;
  let lastId = 0;
  let isOpen = true;
  const waiting = new Map<number, Waiting>();

  const start = (): ChildProcess => {
    let hasAnswered = false;
    const started = fork(FILE, [], {
      serialization: 'advanced',
      execArgv: ARGS,
      env: { ...process.env, UV_THREADPOOL_SIZE: String(threads), ...FEW_ARENAS },
    });
    started.on('message', (message: EngineAnswer) => {
      hasAnswered = true;
      settle(waiting, message);
    });
    const end = () => {
      if (child !== started) return;
      child = undefined;
      failAll(waiting, 'The engine process ended.');
      if (hasAnswered && isOpen) child = start();
    };
    started.once('error', end).once('exit', end);
    started.send({ settings } satisfies EngineSettings);
    return started;
  };

  return {
    ask: (question) =>
      new Promise<string>((resolve, reject) => {
        isOpen = true;
        child ??= start();
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        // A process that is about to end takes no question: its end is heard of in a moment.
        child.send({ ...question, id } satisfies EngineQuestion, () => undefined);
      }),
    inFlight: () => waiting.size,
    close() {
      isOpen = false;
      const closing = child;
      child = undefined;
      failAll(waiting, 'The engine was closed.');
      if (closing?.connected === true) closing.disconnect();
    },
  };
}

function settle(waiting: Map<number, Waiting>, message: EngineAnswer): void {
  const asked = waiting.get(message.id);
  waiting.delete(message.id);
  if ('answer' in message) asked?.resolve(message.answer);
  else asked?.reject(Object.assign(new Error(message.failure.message), message.failure));
}

function failAll(waiting: Map<number, Waiting>, why: string): void {
  for (const { reject } of waiting.values()) reject(new Error(why));
  waiting.clear();
}
