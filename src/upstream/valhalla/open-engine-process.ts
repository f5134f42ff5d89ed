import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Timer } from '../../trip/ports.ts';
import type { EngineAnswer, EngineAsk, EngineQuestion, EngineSettings } from './engine-process.ts';
import { type SilenceWatch, watchSilence } from './watch-silence.ts';

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

/** What engines run with. */
interface EngineTerms {
  /** How many questions a process works on at the same time; each costs some 25 MB. */
  readonly threads: number;
  /** Keeps no process from ending. */
  readonly timer: Timer;
  /** Absent: `fork` of Node. */
  readonly startProcess?: typeof fork;
}

interface Running {
  readonly child: ChildProcess;
  readonly watch: SilenceWatch;
}

interface Waiting {
  readonly resolve: (answer: string) => void;
  readonly reject: (cause: unknown) => void;
}

/** It ends as soon as it hears that it may: what takes longer does not hear. */
const ENDS_WITHIN_MS = 3000;

/**
 * An engine that starts with the first question. When it has crashed it starts again at once, if it
 * had answered anything: what crashes before that would crash again, and waits for a question. One
 * that answers nothing any more (`watch-silence.ts`) is killed, which is a crash like any other.
 */
export function openEngineProcess(settings: string, terms: EngineTerms): EngineProcess {
  const { timer } = terms;
  let running: Running | undefined;
  let lastId = 0;
  let isOpen = true;
  const waiting = new Map<number, Waiting>();

  const start = (): Running => {
    let hasAnswered = false;
    const child = forkEngine(settings, terms);
    const end = (why: string) => {
      if (running?.child !== child) return;
      running = undefined;
      watch.stop();
      child.kill('SIGKILL');
      failAll(waiting, why);
      if (hasAnswered && isOpen) running = start();
    };
    const isAwaited = () => waiting.size > 0;
    const watch = watchSilence(timer, isAwaited, () => end('The engine process was hung.'));
    child.on('message', (message: EngineAnswer) => {
      hasAnswered = true;
      watch.heard();
      settle(waiting, message);
    });
    const hasEnded = () => end('The engine process ended.');
    child.on('error', hasEnded).once('exit', hasEnded);
    return { child, watch };
  };

  return {
    ask: (question) =>
      new Promise<string>((resolve, reject) => {
        isOpen = true;
        running ??= start();
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        running.watch.asked();
        // A process that is about to end takes no question: its end is heard of in a moment.
        running.child.send({ ...question, id } satisfies EngineQuestion, () => undefined);
      }),
    inFlight: () => waiting.size,
    close() {
      isOpen = false;
      const closing = running;
      running = undefined;
      failAll(waiting, 'The engine was closed.');
      if (closing !== undefined) letGo(closing, timer);
    },
  };
}

function forkEngine(settings: string, { threads, startProcess = fork }: EngineTerms): ChildProcess {
  const child = startProcess(FILE, [], {
    serialization: 'advanced',
    execArgv: ARGS,
    env: { ...process.env, UV_THREADPOOL_SIZE: String(threads), ...FEW_ARENAS },
  });
  endWithUs(child);
  child.send({ settings } satisfies EngineSettings);
  return child;
}

function letGo({ child, watch }: Running, timer: Timer): void {
  watch.stop();
  if (!child.connected) return;
  child.disconnect();
  killLater(child, timer, ENDS_WITHIN_MS);
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

/** A process that may be killed. */
interface Mortal {
  kill(signal: 'SIGKILL'): unknown;
  once(event: 'exit', listener: () => void): unknown;
}

/** Processes of ours that have not ended. */
const alive = new Set<Mortal>();
let isSworn = false;

/** It is gone when this process ends by itself: one that is stopped would not hear of that. */
function endWithUs(child: Mortal): void {
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  if (isSworn) return;
  isSworn = true;
  process.once('exit', () => {
    for (const one of alive) one.kill('SIGKILL');
  });
}

/** It was told to end; it is killed when it has not done so after a while. */
function killLater(child: Mortal, timer: Timer, afterMs: number): void {
  const stopTimer = timer.start(afterMs, () => child.kill('SIGKILL'));
  child.once('exit', stopTimer);
}
