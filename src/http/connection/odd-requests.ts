import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { Fault } from '../../base/fault.ts';
import { type App, takesBody } from '../framework.ts';

/** How long the head of a request may take to arrive, and a body of a few kB. Milliseconds. */
const ARRIVAL_MS = 10_000;

/** A slow line of today, 1.6 Mbit/s: a recorded drive of 10 MB takes 50 s. */
const LEAST_BYTES_PER_MS = 200;

/** How long a body may take to arrive that may have so many bytes. Milliseconds. */
export const arrivalMsOf = (mostBytes: number): number =>
  ARRIVAL_MS + Math.floor(mostBytes / LEAST_BYTES_PER_MS);

/**
 * Settings of `node:http`: what it would answer by itself, without a body and without our headers,
 * and how often it looks for requests that do not end.
 */
export const NODE_SETTINGS = {
  requireHostHeader: false,
  headersTimeout: ARRIVAL_MS,
  connectionsCheckingInterval: 1000,
} as const;

/**
 * Answers the same requests in our own words.
 *
 * Source: RFC 9112, section 3.2 (no `Host`, or several, is 400), and RFC 9110, section 10.1.1 (an
 * unknown expectation may be ignored), June 2022.
 */
export function answerOddRequests(app: App): void {
  readBodies(app);
  app.server.on('checkExpectation', (...exchange) => app.server.emit('request', ...exchange));
  // The framework sets it to none. Each body is bounded by its own size beside.
  app.server.requestTimeout = ARRIVAL_MS;
  app.addHook('onRoute', ({ bodyLimit = 0 }) => {
    app.server.requestTimeout = Math.max(app.server.requestTimeout, arrivalMsOf(bodyLimit));
  });
  app.server.on('connect', (_request, socket) => {
    // `node:http` gives these connections out of its hands: no one else reads them to their end,
    // closes those on which nothing moves, or hears of their failure, which would end the process.
    socket.on('error', () => undefined);
    socket.on('timeout', () => app.server.emit('timeout', socket)).resume();
    app.server.emit('clientError', new Error('no proxy'), socket);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, rawHeaders } = request.raw;
    const hosts = countHosts(rawHeaders);
    if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return done();
    return done(Object.assign(new Error(`${hosts} Host headers`), { statusCode: 400 }));
  });
}

/** @param rawHeaders names and values in turn: of several lines the parsed headers have the first. */
const countHosts = (rawHeaders: readonly string[]) =>
  rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length;

/**
 * Takes bodies of JSON, packed with gzip where an endpoint asks for a key, and says of others what is wrong with
 * them: the framework would say the same of a body as of an address, and read a packed one as if it were none.
 *
 * Source: RFC 9110, section 15.5.16 (an unknown coding is 415, and `Accept-Encoding` names those
 * that are taken), June 2022.
 */
function readBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      // Its types allow a promise, which it never gives.
      void parse(request, body, (error, value) =>
        error === null ? done(null, value) : done(NOT_JSON),
      );
    },
  );
  app.addHook('onRequest', ({ raw: { headers }, method, routeOptions }, _reply, done) => {
    if (headers['content-type'] === undefined) return done();
    // The framework would refuse a type that is none, and a body of JSON that is not there.
    if (routeOptions.config.takesAnyType) headers['content-type'] = 'application/octet-stream';
    else if (method === 'DELETE' && isEmpty(headers)) delete headers['content-type'];
    done();
  });
  app.addHook('preParsing', async (request, reply, body) => {
    boundArrival(app, request);
    const coding = codingOf(request);
    if (coding === 'identity') return body;
    const taken = request.routeOptions.config.access === 'open' ? [] : ['gzip', 'x-gzip'];
    if (taken.includes(coding)) return inflate(body, request.routeOptions.bodyLimit);
    // What is deleted needs no body, packed or not.
    if (request.method !== 'DELETE')
      reply.header('accept-encoding', [...taken.slice(0, 1), 'identity'].join(', '));
    throw Object.assign(new Error('a packed body'), { statusCode: 415 });
  });
}

const isEmpty = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

/** Ends a request whose body takes too long, as `node:http` ends one whose head does. */
function boundArrival(app: App, { raw, method, routeOptions }: FastifyRequest): void {
  if (!takesBody(method)) return;
  const timer = setTimeout(() => {
    const late = Object.assign(new Error('a slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (!raw.complete) app.server.emit('clientError', late, raw.socket);
  }, arrivalMsOf(routeOptions.bodyLimit)).unref();
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
}

const NOT_JSON = new Fault('invalid_parameter', 'The body is not valid JSON.');
const NOT_GZIP = new Fault('invalid_parameter', 'The body is not valid gzip.');

/** How a body is packed; of what has no body to read, it does not matter. */
const codingOf = ({ method, headers }: FastifyRequest): string =>
  (takesBody(method) && headers['content-encoding']?.trim().toLowerCase()) || 'identity';

/**
 * Unpacks a body as it arrives, no further than its endpoint takes.
 *
 * @returns a stream with the bytes that came so far, which the framework compares with those that were announced.
 */
function inflate(body: Readable, mostBytes: number): Readable {
  const gunzip = createGunzip();
  const inflated = Object.assign(Readable.from(read()), { receivedEncodedLength: 0 });
  body.on('data', (chunk: Buffer) => {
    inflated.receivedEncodedLength += chunk.length;
  });
  body.once('error', (error) => gunzip.destroy(error));
  body.pipe(gunzip);
  return inflated;

  async function* read() {
    let bytes = 0;
    try {
      for await (const chunk of gunzip) {
        bytes += chunk.length;
        if (bytes > mostBytes) throw Object.assign(new Error('too large'), { statusCode: 413 });
        yield chunk;
      }
    } catch (error) {
      throw isBadGzip(error) ? NOT_GZIP : error;
    }
  }
}

const isBadGzip = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

/** Nothing that could break a line of a log, or that has the form of one of our keys. */
const SANE_ID = /^[A-Za-z0-9._-]{1,64}$/;
const KEY_LIKE = /veipris_(?:live|test)_/i;

/**
 * The name under which caller and operator talk about a request: the caller's own, when it is
 * sane. Callers may repeat themselves, so nothing but log and answer may go by it.
 *
 * @param sent the value of `X-Request-Id`; several of them come joined with a comma.
 */
export function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && SANE_ID.test(sent) && !KEY_LIKE.test(sent)
    ? sent
    : randomUUID();
}

/** The same for bytes that are no request: of one `X-Request-Id` line, not of several. */
export function requestIdOfBytes(head: string): string {
  const [sent, ...others] = head.matchAll(/^x-request-id:(.*)$/gim);
  return requestIdOf(others.length === 0 ? sent?.[1]?.trim() : undefined);
}
