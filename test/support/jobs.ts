import { Fault } from '../../src/base/fault.ts';
import type { JobService } from '../../src/http/services.ts';
import type { Job } from '../../src/jobs/job.ts';

/** A job that runs, of the account that every app knows. */
export const RUNNING_JOB: Job = {
  id: '069218f4-1c80-7000-8000-4d1f5a2b3c4d',
  accountId: 'account-1',
  isTest: false,
  createdAtMs: Date.parse('2026-11-20T11:00:00+01:00'),
  terms: {
    kind: 'csv',
    columns: ['from', 'to'],
    form: { delimiter: ',', lineBreak: '\n', hasMark: false },
    question: {},
    resultForm: 'csv',
    overLimit: 'wait',
  },
  state: 'running',
  rows: 10_000,
  bytes: 400_000,
  done: 4500,
  failed: 12,
  calls: 5000,
  credited: 2,
  errors: { invalid_parameter: 10, upstream_down: 2 },
  dataVersions: ['test'],
  startedAtMs: Date.parse('2026-11-20T11:59:30+01:00'),
};

/** The same job with all members that a job may have. */
const STOPPED_JOB: Job = {
  ...RUNNING_JOB,
  id: '069217a0-0c80-7000-8000-9d1f5a2b3c4e',
  isTest: true,
  state: 'stopped',
  reason: 'data_version_gone',
  terms: {
    ...RUNNING_JOB.terms,
    pinned: 'test',
    callbackUrl: 'https://fleet.example.no/veipris',
  },
  endedAtMs: Date.parse('2026-11-20T11:59:40+01:00'),
  expiresAtMs: Date.parse('2026-11-27T11:59:40+01:00'),
  callback: { state: 'retrying', tries: 2, problem: 'It answered 503.', code: 'bad_status' },
};

/** A job that waits for a day with room. */
const WAITING_JOB: Job = {
  ...RUNNING_JOB,
  id: '069217f0-0c80-7000-8000-9d1f5a2b3c4f',
  state: 'waiting',
  reason: 'quota_exceeded',
  resumesAtMs: Date.parse('2026-11-21T00:00:00+01:00'),
};

/** A desk over jobs that do not change. Each test replaces the parts that it is about. */
export function fakeJobs(jobs: readonly Job[] = [RUNNING_JOB]): JobService {
  return {
    submit: async () => ({ job: { ...RUNNING_JOB, state: 'waiting', done: 0 }, isNew: true }),
    find: async (id) => jobs.find((job) => job.id === id),
    list: async () => [...jobs, WAITING_JOB, STOPPED_JOB],
    remove: async () => undefined,
    rateOf: async () => 150,
    webhookSecret: async () => `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
    testWebhook: async () => ({
      isDelivered: false,
      problem: 'It answered 503.',
      code: 'bad_status',
    }),
    openResult: async () => ({ head: Buffer.from('from,to\n'), parts: [{ no: 0, bytes: 4 }] }),
    readResult: async (_id, no) => {
      if (no > 0) throw new Fault('not_found');
      return Buffer.from('a,b\n');
    },
  };
}
