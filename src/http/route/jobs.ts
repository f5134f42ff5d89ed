import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Caller } from '../../account/access.ts';
import { Fault } from '../../base/fault.ts';
import type { Job, ResultPart } from '../../jobs/job.ts';
import {
  formatJob,
  type JobAnswer,
  JobBody,
  type JobQuery,
  type JobsAnswer,
  JobsBody,
  WebhookBody,
  WebhookTestBody,
} from '../../wire/jobs.ts';
import { ErrorBody, type Shape } from '../../wire/unit.ts';
import { throwDatabaseFault } from '../authenticate.ts';
import { callOf } from '../call.ts';
import { problemsOf } from '../fault-reply.ts';
import type { App } from '../framework.ts';
import { holdAnswer } from '../open-bytes.ts';
import { addressOf, postTermsOf, termsOf } from '../openapi/endpoint.ts';
import {
  DELETE_JOB,
  GET_JOB,
  GET_JOB_RESULT,
  GET_WEBHOOK,
  LIST_JOBS,
  SUBMIT_JOB,
  TEST_WEBHOOK,
} from '../openapi/job-endpoints.ts';
import { takePage } from '../portal/list-page.ts';
import { readIdempotencyKey } from '../repeatable.ts';
import type { JobDesk, Services } from '../services.ts';

/** The form of an id of ours. */
const ID = /^[\w-]{1,64}$/;

type JobRequest = FastifyRequest<{ Params: { id: string } }>;

/** `/api/jobs`: many rows that are priced beside the calls. */
export function jobs(app: App, services: Services): void {
  const { clock } = services;
  const show = async (job: Job) => {
    const nowMs = clock.now();
    const isRunning = job.state === 'running';
    return formatJob(job, nowMs, isRunning ? await services.jobs.rateOf(job) : undefined);
  };
  submitJobs(app, services, show);
  const terms = termsOf(LIST_JOBS, LIST);
  app.get(LIST_JOBS.path, terms, async (request, reply) => {
    const { account, isTest = false } = callerOf(request);
    const { rows, nextCursor } = await takePage(
      request,
      ({ most, before }) => services.jobs.list(account.id, isTest, most, before),
      ({ id }) => id,
    );
    reply.header('cache-control', 'no-store');
    return { jobs: await Promise.all(rows.map(show)), nextCursor };
  });
  app.get(addressOf(GET_JOB), termsOf(withoutQuery(GET_JOB), ONE), async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return show(await findOwn(request as JobRequest, services));
  });
  const deletion = termsOf(withoutQuery(DELETE_JOB), ONE);
  const taken = { ...deletion, schema: { ...deletion.schema, body: Type.Unknown() } };
  app.delete(addressOf(DELETE_JOB), taken, async (request, reply) => {
    const job = await findOwn(request as JobRequest, services);
    await services.jobs.remove(job.id).catch(throwAway);
    reply.header('cache-control', 'no-store');
    return formatJob(job, clock.now());
  });
  webhooks(app, services);
  const raw = { config: { access: GET_JOB_RESULT.access } };
  app.get(addressOf(GET_JOB_RESULT), raw, async (request, reply) => {
    const job = await findOwn(request as JobRequest, services);
    return sendResult(job, request, reply, services.jobs);
  });
}

/** `/api/webhook`: what receivers need, and a call to try one. */
function webhooks(app: App, { jobs }: Services): void {
  const terms = termsOf(withoutQuery(GET_WEBHOOK), WebhookBody);
  app.get(GET_WEBHOOK.path, terms, async (request, reply) => {
    const { account } = callerOf(request);
    reply.header('cache-control', 'no-store');
    return { secret: await jobs.webhookSecret(account.id).catch(throwAway) };
  });
  const tested = postTermsOf(TEST_WEBHOOK, WebhookTestBody);
  app.post(TEST_WEBHOOK.path, tested, async (request, reply) => {
    const { account } = callerOf(request);
    await callOf(request).count?.(1);
    const outcome = await jobs.testWebhook(account.id, request.body.url).catch(throwAway);
    reply.header('cache-control', 'no-store');
    return outcome.isDelivered
      ? { delivered: true }
      : { delivered: false, problem: outcome.problem };
  });
}

const ONE = Type.Unsafe<JobAnswer>(JobBody);
const LIST = Type.Unsafe<JobsAnswer>(JobsBody);

const withoutQuery = <Of extends object>(endpoint: Of) => ({ ...endpoint, query: Type.Object({}) });

/** For a database that is away: gives the caller that fault, and any other as it is. */
function throwAway(error: unknown): never {
  if (error instanceof Fault && error.code === 'upstream_down') throwDatabaseFault(error);
  throw error;
}

function callerOf(request: FastifyRequest): Caller {
  const { caller } = callOf(request);
  if (caller === undefined) throw new Fault('invalid_api_key');
  return caller;
}

/** A job of another account is none; nor is a job of tests for a live key, or the other way round. */
async function findOwn(request: JobRequest, { jobs }: Services): Promise<Job> {
  const { account, isTest = false } = callerOf(request);
  const { id } = request.params;
  const job = ID.test(id) ? await jobs.find(id).catch(throwAway) : undefined;
  if (job?.accountId !== account.id || job.isTest !== isTest)
    throw new Fault('not_found', 'There is no such job.');
  return job;
}

function submitJobs(app: App, services: Services, show: (job: Job) => Promise<JobAnswer>): void {
  const { access, body, query, deadlineMs, path } = SUBMIT_JOB;
  const response = { 200: ONE, 201: ONE, '4xx': ErrorBody, '5xx': ErrorBody };
  const terms = {
    schema: { querystring: query, body: body.schema, response },
    config: { access, streamsBody: true },
    bodyLimit: body.mostBytes,
    handlerTimeout: deadlineMs,
    attachValidation: true,
  } as const;
  app.register((scope: App, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, stream, parsed) => parsed(null, stream));
    scope.post(path, terms, async (request, reply) => {
      const asked: Shape<typeof JobQuery> = request.query;
      const rows = request.body instanceof Readable ? request.body : Readable.from([]);
      const call = {
        caller: callerOf(request),
        idempotencyKey: readIdempotencyKey(request),
        testNowMs: callOf(request).testNowMs,
        problems: problemsOf(request),
      };
      const { job, isNew } = await services.jobs
        .submit(bound(rows, body.mostBytes), asked, call, services)
        .catch(throwAway);
      reply.code(isNew ? 201 : 200).header('cache-control', 'no-store');
      return show(job);
    });
    done();
  });
}

/** Rows that are not wanted are left to the connection: a stream that is given up would take it along, and the answer. */
async function* bound(rows: Readable, mostBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of rows.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw Object.assign(new Error('too large'), { statusCode: 413 });
    yield chunk;
  }
}

/** A caller that has all there is may ask again. Seconds. */
const MORE_AFTER_S = 5;

/** A part of a result: bytes from the first to the last. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Sends the rows that are priced, from the first on. What has been sent once stays as it is, so bytes can be asked
 * for by their place, whatever has come since.
 *
 * Source: RFC 9110, section 14 (range requests), June 2022.
 */
async function sendResult(
  job: Job,
  request: FastifyRequest,
  reply: FastifyReply,
  jobs: JobDesk,
): Promise<void> {
  const { head, parts } = await jobs.openResult(job).catch(throwAway);
  // A block is read while the one before it waits for a slow reader.
  holdAnswer(request, 2 * Math.max(0, ...parts.map((part) => part.bytes)));
  const { headers, method } = request;
  const isWhole = job.state === 'done' || job.state === 'stopped';
  const bytes = parts.reduce((sum, part) => sum + part.bytes, head.length);
  const etag = `"${job.id}"`;
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag;
  const asked = isCurrent && method === 'GET';
  const range = asked ? readRange(headers.range, bytes) : undefined;
  reply.header('x-job-state', job.state).header('cache-control', 'no-store');
  if (range === 'none') {
    reply.header('content-range', `bytes */${bytes}`);
    if (!isWhole)
      throw new Fault('range_not_satisfiable', undefined, { retryAfterS: MORE_AFTER_S });
    throw new Fault('range_not_satisfiable');
  }
  reply.header('etag', etag).header('accept-ranges', 'bytes');
  const sent = range ?? { from: 0, to: bytes - 1 };
  if (range !== undefined)
    reply
      .code(206)
      .header('content-range', `bytes ${sent.from}-${sent.to}/${isWhole ? bytes : '*'}`);
  reply.type(
    job.terms.resultForm === 'ndjson'
      ? 'application/x-ndjson; charset=utf-8'
      : 'text/csv; charset=utf-8',
  );
  reply.header('content-length', sent.to - sent.from + 1);
  await reply.send(Readable.from(slice(sent, head, parts, (no) => jobs.readResult(job.id, no))));
}

/** @returns `undefined`: all is asked for, or in a way that may be passed over; `none`: there is no such part. */
function readRange(text: string | undefined, bytes: number): Range | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(text?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return from > to ? 'none' : { from, to };
}

async function* slice(
  { from, to }: Range,
  head: Buffer,
  parts: readonly ResultPart[],
  read: (no: number) => Promise<Buffer>,
): AsyncGenerator<Buffer> {
  let at = 0;
  const cut = (text: Buffer) => text.subarray(Math.max(0, from - at), to + 1 - at);
  if (from < head.length && to >= 0) yield cut(head);
  at += head.length;
  for (const { no, bytes } of parts) {
    if (at > to) return;
    if (at + bytes > from && bytes > 0) yield cut(await read(no));
    at += bytes;
  }
}
