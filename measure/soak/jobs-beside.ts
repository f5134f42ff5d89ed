import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';

/** The results of the jobs that ran beside the calls. */
export interface JobsDone {
  readonly jobs: number;
  /** Results that differ from the result of the first job, which had the server for itself. */
  readonly wrong: number;
  /** The error that ended the jobs early. */
  readonly error?: string;
}

/** Oslo-Drammen and Bergen-Arna at ten moments each. */
const ROWS = ['59.9139,10.7522","59.7440,10.2045', '60.3913,5.3221","60.4204,5.4660']
  .flatMap((ends) => Array.from({ length: 10 }, (_, i) => `"${ends}",2026-11-20T0${i}:30:00+01:00`))
  .join('\n');
const BODY = `from,to,startTime\n${ROWS}\n`;
const LOOK_EVERY_MS = 2000;

/**
 * Runs one small job after the other. Each is deleted when its result has been read. The first runs on an idle server.
 *
 * @returns the function that ends it.
 */
export async function workJobs(address: string, key: string): Promise<() => Promise<JobsDone>> {
  const headers = { authorization: `Bearer ${key}` };
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: string) => {
    const reply = await request(address + path, { method, headers, ...(body && { body }) });
    const text = await reply.body.text();
    if (reply.statusCode >= 400 && reply.statusCode !== 503)
      throw new Error(`${method} ${path} is told ${reply.statusCode}: ${text}`);
    return { isWell: reply.statusCode < 400, text };
  };
  let isOver = false;

  /** @returns the digest of its result; undefined: it was ended before. */
  async function workOne(): Promise<string | undefined> {
    const submitted = await ask('POST', '/api/jobs', BODY);
    if (!submitted.isWell) return undefined;
    const { id } = JSON.parse(submitted.text) as { readonly id: string };
    const path = `/api/jobs/${id}`;
    let state = '';
    while (state !== 'done' && !isOver) {
      await pause(LOOK_EVERY_MS);
      const { isWell, text } = await ask('GET', path);
      if (isWell) ({ state } = JSON.parse(text));
    }
    const result = state === 'done' ? await ask('GET', `${path}/result`) : undefined;
    await ask('DELETE', path);
    return result?.isWell ? createHash('sha256').update(result.text).digest('hex') : undefined;
  }

  const atRest = await workOne();
  if (atRest === undefined) throw new Error('The first job has no result.');
  let [jobs, wrong] = [0, 0];
  let error: string | undefined;
  const going = (async () => {
    while (!isOver) {
      const digest = await workOne();
      if (digest === undefined) await pause(LOOK_EVERY_MS);
      else jobs += 1;
      if (digest !== undefined && digest !== atRest) wrong += 1;
    }
  })().catch((reason: unknown) => {
    error = String(reason);
  });
  return async () => {
    isOver = true;
    await going;
    return { jobs, wrong, ...(error !== undefined && { error }) };
  };
}
