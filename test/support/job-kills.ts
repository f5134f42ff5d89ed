import type { JobAnswer } from '../../src/wire/jobs.ts';
import { openJobClient, type ReadResult } from './job-client.ts';
import { drawnRows } from './job-rows.ts';
import type { Settings } from './launched-file.ts';
import { type Server, startServer } from './server.ts';
import type { AtEnd } from './temp-home.ts';

/** The outcome of a job whose workers were killed, and of the same rows without kills. */
export interface Killed {
  readonly job: JobAnswer;
  readonly result: ReadResult;
  readonly unbroken: ReadResult;
}

/** The terms of a job whose workers are killed. */
export interface KillTerms {
  readonly key: string;
  readonly rows: number;
  /** Servers on one database, each with its own settings. */
  readonly settings: readonly Settings[];
  /** The number of kills that leave behind a block that is counted and has no result. */
  readonly kills: number;
  /** Asks the database of the servers. */
  readonly ask: (sql: string) => Promise<readonly unknown[]>;
  readonly atEnd: AtEnd;
  /** Called after each kill, with the number of rows done before it. */
  readonly onKill?: (done: number) => void;
}

/** Blocks that a worker works on, or has left behind. */
export const IN_HAND = 'select no from job_block where day is not null and done_at is null';

/**
 * Submits a job. Kills one server after the other with SIGKILL while each works on a block, each time after some more
 * rows, and starts it again. The other servers are stopped meanwhile. So there are rows left for the next kill, however
 * long a start takes. Then the same rows are priced once more without kills.
 *
 * @throws Error when the job ends before the last kill.
 */
export async function killWorkers(terms: KillTerms): Promise<Killed> {
  const { key, rows, settings, kills, ask, atEnd, onKill } = terms;
  const servers: Server[] = [];
  for (const own of settings) servers.push(await startServer(own, atEnd));
  const client = openJobClient(() => servers[0]?.address ?? '', key);
  const { id } = await client.submit(drawnRows(rows));
  for (let killed = 0; killed < kills; ) {
    const least = Math.floor((rows * killed) / (kills + 1));
    const { state, rows: counts } = await client.find(id);
    if (state === 'done')
      throw new Error(`The job ended after ${killed} kills: it needs more rows.`);
    const inHand = counts.done < least ? 0 : (await ask(IN_HAND)).length;
    if (inHand < servers.length) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      continue;
    }
    if (!(await startAnew(servers, killed % servers.length, terms))) continue;
    killed += 1;
    onKill?.(counts.done);
  }
  const job = await client.untilDone(id);
  const result = await client.readResult(id);
  const again = await client.submit(drawnRows(rows));
  await client.untilDone(again.id);
  const unbroken = await client.readResult(again.id);
  for (const server of servers) await server.end('SIGTERM');
  return { job, result, unbroken };
}

/**
 * Kills a server while the others are stopped, and starts it again.
 *
 * @returns whether a block was left behind.
 */
async function startAnew(
  servers: Server[],
  at: number,
  { settings, ask, atEnd }: KillTerms,
): Promise<boolean> {
  const others = servers.filter((_, i) => i !== at);
  for (const { pid } of others) process.kill(pid, 'SIGSTOP');
  await servers[at]?.end('SIGKILL');
  const hasLeft = (await ask(IN_HAND)).length > 0;
  servers[at] = await startServer(settings[at] ?? {}, atEnd);
  for (const { pid } of others) process.kill(pid, 'SIGCONT');
  return hasLeft;
}
