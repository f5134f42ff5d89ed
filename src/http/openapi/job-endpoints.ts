import { Type } from 'typebox';
import {
  JobBody,
  JobQuery,
  JobRecord,
  JobsBody,
  JobsQuery,
  WebhookBody,
  WebhookTest,
  WebhookTestBody,
} from '../../wire/jobs.ts';
import { arrivalMsOf } from '../connection/bodies.ts';
import { type Endpoint, textOf } from './endpoint.ts';

/** The largest body of a job, also when it is unpacked. */
const MOST_BYTES = 1_000_000_000;
/** Time to take in the end of a body that came as slowly as it may. Milliseconds. */
const TAKEN_IN_MS = 60_000;

const JOBS = { access: 'key', visitor: 'owner', tag: 'Jobs' } as const;

const ROWS = 'from,to,startTime\nLysaker,Oslo,2026-11-20T08:00:00+01:00\n';

export const SUBMIT_JOB = {
  path: '/api/jobs',
  method: 'POST',
  ...JOBS,
  deadlineMs: arrivalMsOf(MOST_BYTES) + TAKEN_IN_MS,
  operationId: 'submitJob',
  summary: 'Many rows to price: a file of trips',
  description: `The body is CSV with a header (\`from\` and \`to\`, and any parameter of \`/api/route\`; other columns are handed through) or NDJSON
with one object a line; up to 1 GB, and 2 000 000 rows where the plan has as many, also packed with gzip. Its form is told by its text, not by \`Content-Type\`.
The parameters here are what a row is asked with where it says nothing itself. A header that is none is 400 at once; a bad row is an error in its place.

**A row counts as one call**, a recording as one for each started 10 000 points and a journey as one for each of its drives (two for a return): of the day or, on the plans Pilot and Enterprise, of an allowance for jobs; calls are counted as the rows are worked on, and
rows that fail on our side are credited. Rows wait behind all calls, and accounts share what is left.

With an \`Idempotency-Key\` the same rows are one job: the first answers 201, a repetition 200 with the job as it stands, other rows 409.`,
  query: JobQuery,
  gathersProblems: true,
  body: {
    schema: Type.Unknown({ description: 'The rows, as they are in their file.' }),
    example: ROWS,
    usualTypes: {
      'text/csv': ROWS,
      'application/x-ndjson':
        '{"from":"Lysaker","to":"Oslo","startTime":"2026-11-20T08:00:00+01:00"}\n',
    },
    mostBytes: MOST_BYTES,
    isStreamed: true,
  },
  answer: { description: 'The job that the same rows were submitted as before.', schema: JobBody },
  also: { 201: { description: 'The job.', schema: JobBody } },
  faults: [
    'invalid_parameter',
    'not_found',
    'idempotency_key_used',
    'quota_exceeded',
    'upstream_down',
  ],
} as const satisfies Endpoint;

export const LIST_JOBS = {
  path: '/api/jobs',
  ...JOBS,
  operationId: 'listJobs',
  summary: 'The jobs of the account',
  description: 'The newest first, in pages. Not counted.',
  query: JobsQuery,
  answer: { description: 'Its jobs.', schema: JobsBody },
  faults: ['invalid_parameter', 'upstream_down'],
} as const satisfies Endpoint;

export const GET_JOB = {
  path: '/api/jobs/{id}',
  ...JOBS,
  operationId: 'getJob',
  summary: 'How a job stands',
  description:
    'Rows done, failed and left, the rate, the expected end, the cost and the errors by their code. Not counted.',
  answer: { description: 'The job.', schema: JobBody },
  faults: ['not_found', 'upstream_down'],
} as const satisfies Endpoint;

export const GET_JOB_RESULT = {
  path: '/api/jobs/{id}/result',
  ...JOBS,
  operationId: 'getJobResult',
  summary: 'The rows as they are priced',
  description: `In the order of the submission, in the form that was asked for. While the job runs, the rows from the first on that are priced;
those stay as they are, so that \`Range: bytes=<length so far>-\` fetches what has come since. \`X-Job-State\` tells whether more will come. Not counted.`,
  answer: {
    description: 'The rows, all or as far as they are priced.',
    schema: textOf('CSV.'),
    mediaType: 'text/csv; charset=utf-8',
    record: JobRecord,
    headers: ['etag', 'acceptRanges', 'jobState'],
  },
  also: {
    206: {
      description: 'The bytes that `Range` asks for.',
      schema: textOf('A part of the rows.'),
      mediaType: 'text/csv; charset=utf-8',
      record: JobRecord,
      headers: ['etag', 'acceptRanges', 'contentRange', 'jobState'],
    },
  },
  faults: ['not_found', 'range_not_satisfiable', 'upstream_down'],
} as const satisfies Endpoint;

export const DELETE_JOB = {
  path: '/api/jobs/{id}',
  method: 'DELETE',
  ...JOBS,
  operationId: 'deleteJob',
  summary: 'Cancels a job and deletes it',
  description:
    'Its rows and its result are deleted at once. Rows that are priced stay counted; what was counted and is not priced is credited. The answer is the job as it was.',
  answer: { description: 'The job as it was.', schema: JobBody },
  faults: ['not_found', 'upstream_down'],
} as const satisfies Endpoint;

export const GET_WEBHOOK = {
  path: '/api/webhook',
  ...JOBS,
  operationId: 'getWebhook',
  summary: 'What the calls to receivers are signed with',
  description: `The end of a job with \`callbackUrl\` is told by a POST to it: \`{"type": "job.done" | "job.stopped", "timestamp", "data": <the job>}\` with the headers
\`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` of Standard Webhooks (standardwebhooks.com). Any status from 200 to 299 takes it; else it is sent again for a day, after
5 s at first and 10 h at last, under the same id. 410 ends that at once. Not counted.`,
  answer: { description: 'The secret of the account.', schema: WebhookBody },
  faults: ['upstream_down'],
} as const satisfies Endpoint;

export const TEST_WEBHOOK = {
  path: '/api/webhook/test',
  method: 'POST',
  ...JOBS,
  access: 'counted',
  operationId: 'testWebhook',
  summary: 'Calls a receiver as the end of a job would',
  description:
    'Once, with `{"type": "webhook.test"}` and a valid signature, and tells what came of it. Counted as one call. 429 `rate_limited` while another receiver of the account is called.',
  body: {
    schema: WebhookTest,
    example: { url: 'https://fleet.example.no/veipris' },
    mostBytes: 4096,
  },
  answer: { description: 'What came of it.', schema: WebhookTestBody },
  faults: ['invalid_parameter', 'upstream_down'],
} as const satisfies Endpoint;

export const JOB_ENDPOINTS: readonly Endpoint[] = [
  SUBMIT_JOB,
  LIST_JOBS,
  GET_JOB,
  GET_JOB_RESULT,
  DELETE_JOB,
  GET_WEBHOOK,
  TEST_WEBHOOK,
];
