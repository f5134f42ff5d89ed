/** Jobs on the wire: what is asked for beside the rows, and what is told of a job. */
import { Type } from 'typebox';
import { Billing } from './billing.ts';
import { JourneyBody } from './journey.ts';
import { RouteQuery } from './parameters.ts';
import { Match } from './trace.ts';
import * as t from './unit.ts';

/** How the rows of a job are written. */
export const RESULT_FORMS = ['csv', 'ndjson', 'expense'] as const;

/** What becomes of a job when the account's day has no room for its next rows. */
const OVER_LIMIT = ['wait', 'refuse'] as const;

/** @internal The texts of the portal are held against it. */
export const JOB_STATES = ['arriving', 'waiting', 'running', 'done', 'stopped'] as const;

/** @internal The texts of the portal are held against it. */
export const JOB_REASONS = [
  'quota_exceeded',
  'data_version_gone',
  'subscription_inactive',
  'too_large',
  'internal_error',
] as const;

/** Why a receiver did not take a call. */
export const RECEIVER_PROBLEMS = [
  'name_not_known',
  'address_not_public',
  'not_reached',
  'certificate_not_valid',
  'too_late',
  'bad_status',
] as const;

const problemCode = t.maybe(
  t.choice(RECEIVER_PROBLEMS, {
    description:
      'The same as a code. `bad_status`: it answered another status than 200 to 299. `too_late`: not within 10 s.',
  }),
);

const option = <Values extends string[]>(
  values: readonly [...Values],
  description: string,
  example: string,
) =>
  t.maybe(
    Type.Unsafe<Values[number]>({ type: 'string', enum: values, description, examples: [example] }),
  );

const example = (of: string, description: string) =>
  t.maybe(Type.String({ description, examples: [of] }));

/**
 * Query of `POST /api/jobs`: how the rows are priced and written, and what holds for rows that say nothing themselves.
 */
export const JobQuery = Type.Object({
  result: option(
    RESULT_FORMS,
    'How the result is written: `csv` (a row for a row), `ndjson` (the whole bill of each row) or `expense` (CSV with a row for each passage and crossing). Absent: as the rows came.',
    'csv',
  ),
  overLimit: option(
    OVER_LIMIT,
    'When the day has no room for the next rows: `wait` for the next Norwegian day, or `refuse` the job (429 at once, or an end with what is done). Absent: `wait`.',
    'wait',
  ),
  pinDataVersion: option(
    ['0', '1'],
    '`1`: all rows are priced with the data that is in force at the submission; the job stops when it is renewed.',
    '1',
  ),
  callbackUrl: example(
    'https://fleet.example.no/veipris',
    'An `https` address that is told when the job has ended, with the signature of Standard Webhooks.',
  ),
  // Each row says where it goes.
  ...Type.Omit(RouteQuery, ['from', 'to', 'via']).properties,
});

/** Query of `GET /api/jobs`. */
export const JobsQuery = Type.Object({
  limit: example('20', 'Jobs of a page, 1 to 100. Absent: 50.'),
  cursor: example(
    '069218f4-1c80-7000-8000-4d1f5a2b3c4d',
    '`nextCursor` of the page before. Absent: the newest.',
  ),
});

export const JobBody = t.object('Job', 'A job as it stands.', {
  id: t.text('Names the job.'),
  state: t.choice(JOB_STATES, {
    description:
      '`arriving`: its rows still come. `waiting`: for its turn, or for the next day. `running`. `done`: every row has a price or an error. `stopped`: the rest of its rows is not priced, see `reason`.',
  }),
  reason: t.maybe(
    t.choice(JOB_REASONS, { description: 'Why it has stopped, or waits for the next day.' }),
  ),
  createdAt: t.instant(
    'When it was submitted; the departure of rows that name none, unless a test key said another moment (`X-Test-Now`).',
  ),
  startedAt: t.maybe(t.instant('When its first rows were priced.')),
  endedAt: t.maybe(t.instant('When it ended.')),
  waitsUntil: t.maybe(t.instant('When the day begins that it waits for.')),
  expiresAt: t.maybe(t.instant('When it is removed with its rows and its result.')),
  rows: t.part('Its rows.', {
    total: t.count('Number of rows that were submitted.'),
    done: t.count('Number of rows with a price or an error.'),
    failed: t.count('Number of them with an error.'),
    left: t.count('Number of rows that wait.'),
  }),
  ratePerS: t.maybe(t.measure('How many rows a second were priced in the last minute.')),
  expectedEndAt: t.maybe(t.instant('When it ends at that rate.')),
  cost: t.part(
    'A row counts as one call; a recording one for each started 10 000 points, a journey one for each of its drives, two for a return.',
    {
      calls: t.count('Calls that were counted, without those that were credited.'),
      credited: t.count(
        'Calls that were credited: of rows that failed on our side, and of rows that were counted and not priced when the job stopped.',
      ),
    },
  ),
  errors: t.list(
    'Rows with an error by their code, the most frequent first.',
    Type.Object({
      code: t.text('A stable code.'),
      rows: t.count('How many rows have it.'),
    }),
  ),
  dataVersions: t.list(
    'Of the data that rows were priced with; each row names its own.',
    Type.String(),
  ),
  pinnedDataVersion: t.maybe(t.text('The only data that its rows may be priced with.')),
  overLimit: t.choice(OVER_LIMIT, { description: 'See the parameter.' }),
  result: t.part('The rows as they are priced, in the order of the submission.', {
    form: t.choice(RESULT_FORMS, { description: 'How it is written.' }),
    path: t.text('Where it is, also while the job runs.'),
  }),
  callback: t.maybe(
    t.part('Whom it tells of its end.', {
      url: t.text('Who is told of its end.'),
      state: t.choice(['pending', 'delivered', 'retrying', 'failed'], {
        description: '`pending`: it has not ended. `failed`: it was tried for a day.',
      }),
      tries: t.count('How many calls were made.'),
      problem: t.maybe(t.text('Why the last one failed.')),
      code: problemCode,
    }),
  ),
  test: t.mark('It was submitted with a test key.'),
});

export type JobAnswer = t.Shape<typeof JobBody>;

export const JobsBody = t.object('Jobs', 'Jobs of an account.', {
  jobs: t.list('The newest first.', JobBody),
  nextCursor: t.orNull('`cursor` of the next page; `null`: this is the last.', Type.String()),
});

/** A line of a result in NDJSON. */
export const JobRecord = Type.Object(
  {
    row: Type.Integer({ description: 'Number of the row, from 1.', minimum: 1 }),
    asked: Type.Object({}, { description: 'The row as it came.', additionalProperties: true }),
    billing: t.maybe(Billing),
    match: t.maybe(Match),
    journey: t.maybe(JourneyBody),
    error: t.maybe(t.text('One sentence: why there is no price.')),
    test: t.mark('It was submitted with a test key, and has no price that says so.'),
  },
  {
    description:
      'A row as it was priced: a trip has `billing`, a recording `match` as well, and a journey `journey`.',
  },
);

export const WebhookBody = t.object('Webhook', 'What the receivers of an account need.', {
  secret: t.text(
    'What the calls to `callbackUrl` are signed with, as Standard Webhooks writes it.',
  ),
});

export const WebhookTest = Type.Object(
  { url: Type.String({ description: 'An `https` address of a public host.', maxLength: 2048 }) },
  { title: 'WebhookTestQuestion', description: 'A receiver to try.', additionalProperties: false },
);

export const WebhookTestBody = t.object('WebhookTest', 'What became of the call.', {
  delivered: t.bool('It answered with a status from 200 to 299.'),
  problem: t.maybe(t.text('Why it was not delivered.')),
  code: problemCode,
});
