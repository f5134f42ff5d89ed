import type { JobAnswer } from '../../src/wire/jobs.ts';
import { jobRows } from './job-rows.ts';
import { type Server, type Settings, startServer } from './server.ts';
import type { AtEnd } from './temp-home.ts';

/** What became of a job whose workers were killed. */
export interface Killed {
  readonly job: JobAnswer;
  /** Ids of the rows of the result, in its order. */
  readonly ids: readonly string[];
  readonly kills: number;
}

/** How a job is worked on and its workers are killed. */
export interface KillTerms {
  readonly key: string;
  readonly rows: number;
  /** Servers on one database, each with its own settings. */
  readonly settings: readonly Settings[];
  readonly kills: number;
  readonly atEnd: AtEnd;
  /** Hears how it goes. */
  readonly onKill?: (done: number) => void;
}

/**
 * Submits a job, and kills one server after the other with SIGKILL while it runs: each time as soon as some more
 * rows are done, so in the middle of its next block, and starts it again.
 */
export async function killWorkers(terms: KillTerms): Promise<Killed> {
  const { key, rows, settings, atEnd, onKill } = terms;
  const servers: Server[] = [];
  for (const own of settings) servers.push(await startServer(own, atEnd));
  const ask = (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
    return fetch(`${servers[0]?.address}${path}`, { ...init, headers });
  };
  const submitted = await ask('/api/jobs', { method: 'POST', body: jobRows(rows) });
  const { id } = (await submitted.json()) as JobAnswer;
  const until = async (isSo: (job: JobAnswer) => boolean) => {
    for (;;) {
      const job = (await (await ask(`/api/jobs/${id}`)).json()) as JobAnswer;
      if (isSo(job)) return job;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  let kills = 0;
  for (; kills < terms.kills; kills++) {
    const least = Math.floor((rows * (kills + 1)) / (terms.kills + 2));
    const { state, rows: counts } = await until(
      (job) => job.rows.done >= least || job.state === 'done',
    );
    if (state === 'done') break;
    onKill?.(counts.done);
    const at = kills % servers.length;
    await servers[at]?.end('SIGKILL');
    servers[at] = await startServer(settings[at] ?? {}, atEnd);
  }
  const job = await until(({ state }) => state === 'done' || state === 'stopped');
  const text = await (await ask(`/api/jobs/${id}/result`)).text();
  const ids = text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0] ?? '');
  for (const server of servers) await server.end('SIGTERM');
  return { job, ids, kills };
}
