import { Readable } from 'node:stream';
import { createGzip, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../../account/access.ts';
import { Fault } from '../../base/fault.ts';
import { callOf, hasHungUp } from '../call/call.ts';
import { formatFault } from './fault-reply.ts';
import { acceptsGzip, readWeights } from './pack-answers.ts';

/** Media type of records, one a line. */
const RECORDS_TYPE = 'application/x-ndjson; charset=utf-8';

/** Packing that sends each row at once. */
const PACKING = { level: 1, flush: zlib.Z_SYNC_FLUSH };

/**
 * Answers with records as they come.
 *
 * A fault before the first record is answered like any other. A fault after the first record is sent as the last
 * record, and the call is credited. So is the deadline while we are at work; if records are unread then, the call is
 * used. A caller that hangs up has used the call, and the work ends. Once all records are made there is no deadline:
 * only a connection that stands still is cut off.
 *
 * @param records texts of JSON, one or several with line breaks between; `signal` ends their making.
 * @returns when the answer has gone out, or its caller has left.
 */
export async function streamRecords(
  reply: FastifyReply,
  access: Pick<Access, 'credit'>,
  records: (signal: AbortSignal) => AsyncIterable<string>,
): Promise<void> {
  const { request } = reply;
  const call = callOf(request);
  const stop = new AbortController();
  call.cutShort = (fault) => stop.abort(fault);
  const signal = AbortSignal.any([request.signal, stop.signal]);
  let isMaking = true;
  request.signal.addEventListener('abort', () => {
    // The framework would close the connection at the deadline. Only a caller that leaves gives a `DOMException`.
    const isLate = isMaking && !(request.signal.reason instanceof DOMException);
    if (isLate && reply.raw.headersSent) endDeadline(reply);
  });
  const source = records(signal)[Symbol.asyncIterator]();
  let next = await source.next();

  async function* write() {
    try {
      for (; !next.done; next = await source.next()) {
        signal.throwIfAborted();
        isMaking = false;
        yield `${next.value}\n`;
        isMaking = true;
      }
      endDeadline(reply);
    } catch (error) {
      if (hasHungUp(reply)) return;
      await access.credit(call.id);
      yield `${JSON.stringify({ ...toLastRecord(error, request), credited: true })}\n`;
    } finally {
      await source.return?.();
    }
  }

  reply.header('content-type', RECORDS_TYPE);
  await send(write(), reply);
}

/** Names of records, one a line. */
const RECORDS_NAMES = ['x-ndjson', 'ndjson', 'jsonl', 'x-jsonl'];

/** Whether a caller asks for records, one a line, and likes them as much as one object. */
export function takesRecords({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const weights = readWeights(headers.accept ?? '');
  const most = Math.max(...RECORDS_NAMES.map((name) => weights.get(`application/${name}`) ?? 0));
  return most > 0 && most >= (weights.get('application/json') ?? 0);
}

/**
 * Ends the deadline of an answer. The framework then leaves the answer to others and drops its timer. The answer goes
 * on as before.
 */
const endDeadline = (reply: FastifyReply): void => void reply.hijack();

/**
 * Sends a long text that is whole, in parts, so that neither packing nor sending holds the thread up. The deadline is
 * for making the text only: a slow reader gets all of it. The whole text counts as unread until it has gone out.
 */
export async function sendChunks(reply: FastifyReply, chunks: readonly string[]): Promise<void> {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (!reply.raw.closed) callOf(reply.request).holdAnswer?.(length);
  function* write() {
    endDeadline(reply);
    yield* chunks;
  }
  await send(write(), reply);
}

/** Sends the texts, packed for a caller that takes them packed. */
async function send(
  texts: Iterable<string> | AsyncIterable<string>,
  reply: FastifyReply,
): Promise<void> {
  const plain = Readable.from(texts);
  if (!acceptsGzip(reply.request)) return sendStream(reply, plain);
  reply.header('content-encoding', 'gzip');
  const packed = createGzip(PACKING);
  packed.once('close', () => plain.destroy());
  await sendStream(reply, plain.pipe(packed));
}

/**
 * Sends a stream.
 *
 * A reply that is awaited listens to its answer twice. With the framework's listeners and ours these are so many that
 * Node would warn.
 *
 * @returns when it has gone out, or its caller has left.
 */
export async function sendStream(reply: FastifyReply, stream: Readable): Promise<void> {
  const { raw } = reply;
  const gone = new Promise<void>((resolve) => {
    raw.once('finish', resolve);
    raw.once('close', resolve);
  });
  void reply.send(stream);
  if (!hasHungUp(reply)) await gone;
}

function toLastRecord(error: unknown, request: FastifyRequest) {
  const { status, body } = formatFault(error, request.id);
  if (error instanceof Fault) callOf(request).fault = error.code;
  if (status >= 500)
    request.log.error({ err: error, endpoint: request.routeOptions.url }, 'stream failed');
  return body;
}
