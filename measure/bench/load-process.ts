/**
 * A process that makes calls, so that this work is not done in the server's process. It gets one message with the task,
 * and sends one message with the result.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { quantile } from '../numbers.ts';

export interface Load {
  readonly address: string;
  readonly key: string;
  readonly urls: readonly string[];
  readonly connections: number;
  /** Calls a second, sent at moments that are fixed beforehand; absent: as fast as possible. */
  readonly perS?: number;
  /** How many calls. */
  readonly calls: number;
  /** The caller takes packed answers. */
  readonly isPacked?: boolean;
}

/** Times in milliseconds, from the moment at which a call was due. */
export interface LoadResult {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly perS: number;
  /** Answers other than 200, and calls without one. */
  readonly errors: number;
  readonly bytes: number;
}

process.once('message', async (load: Load) => {
  const result = await run(load);
  process.send?.(result, () => process.exit());
});

async function run({
  address,
  key,
  urls,
  connections,
  perS,
  calls,
  isPacked,
}: Load): Promise<LoadResult> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(isPacked && { 'accept-encoding': 'gzip' }),
  };
  const startMs = performance.now();
  let next = 0;
  let errors = 0;
  let bytes = 0;
  const tookMs: number[] = [];

  const work = async () => {
    const client = new Client(address);
    for (let call = next++; call < calls; call = next++) {
      // Late calls count from the moment at which they were due, so a slow server delays all later calls.
      const dueMs = perS === undefined ? performance.now() : startMs + (call * 1000) / perS;
      await sleepUntil(dueMs);
      const answer = await ask(client, urls[call % urls.length] ?? '/', headers);
      bytes += answer.bytes;
      if (!answer.isOk) errors += 1;
      tookMs.push(performance.now() - dueMs);
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
  const tookS = (performance.now() - startMs) / 1000;
  const msAt = (share: number) => quantile(tookMs, share);
  return { p50: msAt(0.5), p95: msAt(0.95), p99: msAt(0.99), perS: calls / tookS, errors, bytes };
}

async function sleepUntil(dueMs: number): Promise<void> {
  const waitMs = dueMs - performance.now();
  if (waitMs > 1) await sleep(waitMs);
}

/** Makes a call. Not ok: the answer is not 200, or there is none. An answer that breaks off has no bytes. */
async function ask(client: Client, path: string, headers: Readonly<Record<string, string>>) {
  try {
    const { statusCode, body } = await client.request({ method: 'GET', path, headers });
    const bytes = (await body.arrayBuffer()).byteLength;
    return { isOk: statusCode === 200, bytes };
  } catch {
    return { isOk: false, bytes: 0 };
  }
}
