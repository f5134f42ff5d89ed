/** The messages of two processes over one SQLite file. */
import Database from 'libsql';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { CallbackMessage } from '../../src/jobs/job.ts';
import { openStore } from '../../src/store/open-store.ts';
import { useEngine } from '../support/store-scene.ts';

const scene = useEngine('sqlite');
const LEASE_MS = 120_000;
let atMs = 0;

beforeEach(async () => {
  await scene.engine.clear();
  atMs = Date.parse('2026-11-20T12:00:00+01:00');
});

/** What one process does with the messages. */
async function openProcess(patienceMs?: number) {
  const terms = { now: () => atMs, ...(patienceMs !== undefined && { patienceMs }) };
  const store = await openStore(scene.engine.address, terms);
  const { jobs, engine } = await store.openJobs({
    keepMs: 1,
    leaseS: LEASE_MS / 1000,
    onTrouble: () => undefined,
  });
  onTestFinished(() => store.close());
  return {
    ...engine,
    put: (jobId: string, laterMs = 0) => jobs.callLater(messageOf(jobId), atMs + laterMs),
    async take() {
      const taken = await engine.take('callbacks');
      return taken && { taken, jobId: taken.message.jobId };
    },
  };
}

const messageOf = (jobId: string): CallbackMessage => ({ kind: 'callback', jobId, tries: 0 });

/** One that has taken the only message, and one beside it. */
async function openHolder(patienceMs?: number) {
  const [holder, other] = [await openProcess(patienceMs), await openProcess()];
  await holder.put('a');
  const { taken } = (await holder.take()) ?? {};
  if (taken === undefined) throw new Error('Expected a message.');
  return { holder, other, taken };
}

test('no two processes have the same message, however fast they ask', async () => {
  const both = [await openProcess(), await openProcess()];
  const jobs = Array.from({ length: 40 }, (_, i) => `job ${i}`);
  for (const job of jobs) await both[0]?.put(job);
  const given = await Promise.all(
    jobs.flatMap(() => both.map(async ({ take }) => (await take())?.jobId)),
  );
  expect(given.filter((job) => job !== undefined).toSorted()).toEqual(jobs.toSorted());
});

test('what a process that is gone had in hand is given to another after the lease, and not before', async () => {
  const { other } = await openHolder();
  atMs += LEASE_MS - 1;
  expect(await other.take()).toBeUndefined();
  atMs += 1;
  expect(await other.take()).toMatchObject({ jobId: 'a' });
});

test('a lease that was taken before the clock was set back is no longer than any other', async () => {
  const { other } = await openHolder();
  atMs -= 3_600_000;
  expect(await other.take()).toBeUndefined();
  atMs += LEASE_MS - 1;
  expect(await other.take()).toBeUndefined();
  atMs += 1;
  expect(await other.take()).toMatchObject({ jobId: 'a' });
});

test('a clock that is set back costs no lease of a worker that renews it, and hurries nothing that is put off', async () => {
  const { holder, other, taken } = await openHolder();
  await holder.put('later', 3_600_000);
  atMs -= 1_800_000;
  for (let renewals = 0; renewals < 10; renewals++) {
    expect(await other.take()).toBeUndefined();
    atMs += holder.lease.everyMs;
    await holder.lease.renew(taken);
  }
  await holder.release(taken);
  expect(await other.take()).toMatchObject({ jobId: 'a' });
  expect(await other.take()).toBeUndefined();
});

test('a lease that is renewed counts anew', async () => {
  const { holder, other, taken } = await openHolder();
  for (let renewals = 0; renewals < 10; renewals++) {
    atMs += holder.lease.everyMs;
    await holder.lease.renew(taken);
    expect(await other.take()).toBeUndefined();
  }
  atMs += LEASE_MS;
  expect(await other.take()).toMatchObject({ jobId: 'a' });
});

test('a renewal that fails while the file is locked costs no lease: the next one counts', async () => {
  const { holder, other, taken } = await openHolder(50);
  const locking = new Database(scene.engine.address);
  onTestFinished(() => void locking.close());
  locking.exec('begin immediate');
  atMs += holder.lease.everyMs;
  await expect(holder.lease.renew(taken)).rejects.toThrow();
  locking.exec('rollback');
  atMs += holder.lease.everyMs;
  await holder.lease.renew(taken);
  atMs += LEASE_MS - 1;
  expect(await other.take()).toBeUndefined();
  await holder.release(taken);
  expect(await other.take()).toMatchObject({ jobId: 'a' });
});

test('what is given back is there at once, and what is done never again', async () => {
  const { holder, other, taken } = await openHolder();
  await holder.release(taken);
  const again = await other.take();
  if (again === undefined) throw new Error('Expected the message again.');
  await Promise.all([other.lease.renew(again.taken), other.end(again.taken)]);
  atMs += LEASE_MS;
  expect([await holder.take(), await other.take()]).toEqual([undefined, undefined]);
});

test('one whose lease has run out neither gives back nor keeps what another has by now', async () => {
  const { holder, other, taken } = await openHolder();
  atMs += LEASE_MS;
  expect(await other.take()).toBeDefined();
  await holder.lease.renew(taken);
  await holder.release(taken);
  expect(await holder.take()).toBeUndefined();
  atMs += LEASE_MS;
  expect(await holder.take(), 'the lease of the other is over').toMatchObject({ jobId: 'a' });
});
