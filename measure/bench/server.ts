import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Load, LoadResult } from './load-process.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Nothing is remembered, and nobody is refused: more calls at once than the engine takes all wait. */
const SETTINGS = { PORT: '0', LOG_LEVEL: 'warn', RESULT_CACHE: '0', CALLS_AT_ONCE: '0' };

/** A server in a process of its own, as it is deployed: built, with keys and quota on SQLite. */
export interface BenchServer {
  readonly address: string;
  /** From the start of the process to the line that it is ready. */
  readonly readyMs: number;
  /** CPU time of it and the processes that it has started, milliseconds. */
  cpuMs(): Promise<number>;
  /** Resident memory of it and the processes that it has started, megabytes. */
  memoryMb(): Promise<number>;
  stop(): Promise<void>;
}

/** @param settings beside the home; nothing else of the environment reaches it. */
export async function startServer(
  home: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const startMs = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'dist/main.js')], {
    cwd: home,
    env: { ...SETTINGS, VEIPRIS_HOME: home, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await addressOf(child);
  const readyMs = performance.now() - startMs;
  return {
    address,
    readyMs,
    cpuMs: () => sumOver(child.pid ?? 0, cpuMsOf),
    memoryMb: () => sumOver(child.pid ?? 0, memoryMbOf),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  let out = '';
  for await (const text of child.stdout?.setEncoding('utf8') ?? []) {
    out += text;
    const address = /ready at (\S+)/.exec(out)?.[1];
    if (address === undefined) continue;
    child.stdout?.resume();
    return address;
  }
  throw new Error('The server ended before it was ready.');
}

/** Linux counts CPU time in hundredths of a second. Source: proc(5), `stat`. */
const MS_PER_TICK = 10;

async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [userTicks = 0, systemTicks = 0] =
    stat.split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  return (userTicks + systemTicks) * MS_PER_TICK;
}

async function memoryMbOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Of a process and those that it has started. */
async function sumOver(pid: number, of: (pid: number) => Promise<number>): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const theirs = children
    .split(' ')
    .filter(Boolean)
    .map((child) => sumOver(Number(child), of));
  return (await Promise.all([of(pid), ...theirs])).reduce((sum, value) => sum + value, 0);
}

/** Makes calls from a process of their own. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'));
  const answered = once(child, 'message') as Promise<[LoadResult]>;
  child.send(load);
  const [result] = await answered;
  return result;
}
