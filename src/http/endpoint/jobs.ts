import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../account/access.ts';
import { Fault } from '../../base/fault.ts';
import { formatJob, type Job, type ResultPart } from '../../jobs/job.ts';
import type { JobAnswer } from '../../wire/jobs.ts';
import { callOf } from '../call/call.ts';
import { readIdempotencyKey } from '../call/repeatable.ts';
import { boundBytes } from '../connection/bodies.ts';
import type { App } from '../framework.ts';
import { addEndpoint } from '../openapi/endpoint.ts';
import {
  DELETE_JOB,
  GET_JOB,
  GET_JOB_RESULT,
  GET_WEBHOOK,
  LIST_JOBS,
  SUBMIT_JOB,
  TEST_WEBHOOK,
} from '../openapi/job-endpoints.ts';
import { problemsOf } from '../reply/fault-of-schema.ts';
import { readId, takePage, type WithId } from '../reply/list-page.ts';
import { sendStream } from '../reply/stream-records.ts';
import type { JobService, Services } from '../services.ts';

/** `/api/jobs`: many rows that are priced beside the calls. */
export function jobs(app: App, services: Services): void {
  const { clock, jobs } = services;
  const show = async (job: Job) => {
    const nowMs = clock.now();
    const isRunning = job.state === 'running';
    return formatJob(job, nowMs, isRunning ? await jobs.rateOf(job) : undefined);
  };
  submitJobs(app, services, show);
  webhooks(app, services);
  addEndpoint(app, LIST_JOBS, async (request) => {
    const { account, isTest = false } = callerOf(request);
    const { rows, nextCursor } = await takePage(
      request,
      ({ most, before }) => jobs.list(account.id, isTest, most, before),
      ({ id }) => id,
    );
    return { jobs: await Promise.all(rows.map(show)), nextCursor };
  });
  addEndpoint(app, GET_JOB, async (request) => show(await findOwn(request, jobs)));
  addEndpoint(app, DELETE_JOB, async (request) => {
    const job = await findOwn(request, jobs);
    await jobs.remove(job.id);
    return formatJob(job, clock.now());
  });
  addEndpoint(app, GET_JOB_RESULT, async (request, reply) =>
    sendResult(await findOwn(request, jobs), reply, jobs),
  );
}

/** `/api/webhook`: the secret that receivers check calls by, and a test call to a receiver. */
function webhooks(app: App, { jobs }: Services): void {
  addEndpoint(app, GET_WEBHOOK, async (request) => ({
    secret: await jobs.webhookSecret(callerOf(request).account.id),
  }));
  addEndpoint(app, TEST_WEBHOOK, async (request) => {
    const { account } = callerOf(request);
    const count = async () => callOf(request).count?.(1);
    const outcome = await jobs.testWebhook(account.id, request.body.url, count);
    if (outcome.isDelivered) return { delivered: true };
    const { problem, code } = outcome;
    return { delivered: false, problem, code };
  });
}

function callerOf(request: FastifyRequest): Caller {
  const { caller } = callOf(request);
  if (caller === undefined) throw new Fault('invalid_api_key');
  return caller;
}

/** A job of another account is answered as unknown. So is a test job for a live key, and a live job for a test key. */
async function findOwn(request: FastifyRequest<WithId>, jobs: JobService): Promise<Job> {
  const { account, isTest = false } = callerOf(request);
  const job = await jobs.find(readId(request, NO_JOB));
  if (job?.accountId !== account.id || job.isTest !== isTest) throw new Fault('not_found', NO_JOB);
  return job;
}

const NO_JOB = 'There is no such job.';

function submitJobs(app: App, services: Services, show: (job: Job) => Promise<JobAnswer>): void {
  app.register((scope: App, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, stream, parsed) => parsed(null, stream));
    addEndpoint(scope, SUBMIT_JOB, async (request, reply) => {
      const rows = request.body instanceof Readable ? request.body : Readable.from([]);
      const call = {
        caller: callerOf(request),
        idempotencyKey: readIdempotencyKey(request),
        testNowMs: callOf(request).testNowMs,
        problems: problemsOf(request),
      };
      // What is behind the bound stays unread: to destroy the stream would close the connection before the answer is
      // sent.
      const chunks = rows.iterator({ destroyOnReturn: false });
      const body = boundBytes(chunks, SUBMIT_JOB.body.mostBytes);
      const { job, isNew } = await services.jobs.submit(body, request.query, call, services);
      reply.code(isNew ? 201 : 200);
      return show(job);
    });
    done();
  });
}

/** When a caller that has all rows so far may ask again. Seconds. */
const MORE_AFTER_S = 5;

/** A part of a result: bytes from the first to the last. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Sends the rows that are priced, from the first on. Rows that have been sent once never change. So bytes can be asked
 * for by their place, even after more rows have come.
 *
 * Source: RFC 9110, section 14 (range requests), June 2022.
 */
async function sendResult(job: Job, reply: FastifyReply, jobs: JobService): Promise<void> {
  const { request } = reply;
  const { head, parts } = await jobs.openResult(job);
  // Two blocks are held at most: a block is read while the block before it waits for a slow reader.
  callOf(request).holdAnswer?.(2 * Math.max(0, ...parts.map((part) => part.bytes)));
  const { headers, method } = request;
  const isWhole = job.state === 'done' || job.state === 'stopped';
  const bytes = parts.reduce((sum, part) => sum + part.bytes, head.length);
  const etag = `"${job.id}"`;
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag;
  const asked = isCurrent && method === 'GET';
  const range = asked ? readRange(headers.range, bytes) : undefined;
  reply.header('x-job-state', job.state);
  if (range === 'none') {
    reply.header('content-range', `bytes */${bytes}`);
    const later = isWhole ? {} : { retryAfterS: MORE_AFTER_S };
    throw new Fault('range_not_satisfiable', undefined, later);
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
  const read = (no: number) => jobs.readResult(job.id, no);
  await sendStream(reply, Readable.from(slice(sent, head, parts, read)));
}

/** @returns `undefined`: the whole result is asked for, or the header may be ignored; `none`: there is no such part. */
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
