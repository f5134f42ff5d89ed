import { CompiledQuery, type Kysely } from 'kysely';
import PgBoss from 'pg-boss';
import type { JobEngine, JobMessage, QueueName } from '../jobs/job.ts';
import { type EmbeddedEngineTerms, type JobMail, RENEWALS, type Turn } from './job-engine.ts';
import type { Schema } from './schema.ts';

export interface PostgresEngineTerms extends Pick<EmbeddedEngineTerms, 'leaseS'> {
  /** Is told of failures that belong to no call. */
  readonly onTrouble: (error: unknown) => void;
  /** How long the database may keep a question waiting. */
  readonly patienceMs: number;
}

const NAMES: Readonly<Record<QueueName, string>> = {
  rows: 'veipris-rows',
  callbacks: 'veipris-callbacks',
};

/** Connections of this engine beside those of the store. */
const MOST_CLIENTS = 3;
/** A message that waits for longer is lost. This is far more than any job may wait. */
const KEEP_MINUTES = 60 * 24 * 365;
/** A lease counts from the start of the work, and pg-boss 10 has no call for a later one. */
const RENEW = `update pgboss.job set started_on = now() where name = $1 and id = $2 and state = 'active'`;
/** Seconds between two looks for messages whose workers are gone. */
const LOOK_EVERY_S = 15;

/**
 * Messages in the queues of pg-boss, for the workers of any number of processes on any number of machines: a
 * message whose worker is gone is given to another after its lease.
 */
export async function openPostgresEngine(
  connectionString: string,
  { leaseS, onTrouble, patienceMs }: PostgresEngineTerms,
): Promise<JobEngine & JobMail> {
  const boss = new PgBoss({
    connectionString,
    application_name: 'veipris-jobs',
    max: MOST_CLIENTS,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    schedule: false,
    maintenanceIntervalSeconds: Math.min(LOOK_EVERY_S, leaseS),
  } as PgBoss.ConstructorOptions);
  boss.on('error', onTrouble);
  await makeQueues(boss, leaseS).catch(async (cause: unknown) => {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw cause;
  });
  return {
    put: (db, queue, turns) => put(boss, db, NAMES[queue], turns),
    async take(queue) {
      const [job] = await boss.fetch<JobMessage>(NAMES[queue]);
      return job && { id: job.id, queue, message: job.data };
    },
    async end({ id, queue }) {
      await boss.deleteJob(NAMES[queue], id);
    },
    async release({ id, queue }) {
      await boss.fail(NAMES[queue], id);
    },
    lease: {
      everyMs: (leaseS * 1000) / RENEWALS,
      async renew({ id, queue }) {
        await boss.getDb().executeSql(RENEW, [NAMES[queue], id]);
      },
    },
    close: () => boss.stop({ graceful: false }),
  };
}

async function makeQueues(boss: PgBoss, leaseS: number): Promise<void> {
  await boss.start();
  const terms = {
    policy: 'standard' as const,
    expireInSeconds: leaseS,
    retryLimit: 1_000_000,
    retentionMinutes: KEEP_MINUTES,
  };
  for (const name of Object.values(NAMES)) {
    await boss.createQueue(name, { name, ...terms });
    await boss.updateQueue(name, { name, ...terms });
  }
}

async function put(
  boss: PgBoss,
  db: Kysely<Schema>,
  name: string,
  turns: readonly Turn[],
): Promise<void> {
  const executeSql = async (text: string, values: unknown[]) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  };
  const messages = turns.map(({ message, turn, afterMs }) => ({
    name,
    data: message,
    // The highest priority is next.
    priority: -turn,
    ...(afterMs !== undefined && { startAfter: new Date(afterMs).toISOString() }),
  }));
  await boss.insert(messages, { db: { executeSql } });
}
