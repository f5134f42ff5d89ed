import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { Fault } from '../../base/fault.ts';
import { readJson } from '../../base/read-loose.ts';
import { refuseRepeatedNames } from '../../base/strict-json.ts';
import { type App, takesBody } from '../framework.ts';

/** How long the head of a request, or a body of a few kB, may take to arrive. Milliseconds. */
export const ARRIVAL_MS = 10_000;

/** The speed of a slow line of today, 1.6 Mbit/s. A recorded drive of 10 MB takes 50 s. */
const LEAST_BYTES_PER_MS = 200;

/** How long a body may take to arrive that is bounded by so many bytes. Milliseconds. */
export const arrivalMsOf = (mostBytes: number): number =>
  ARRIVAL_MS + Math.floor(mostBytes / LEAST_BYTES_PER_MS);

/** Bounds the time of each request by the size of its body. */
function boundArrivals(app: App): void {
  // The framework switches this limit off. Beside it each body has a limit of its own, by its size.
  app.server.requestTimeout = ARRIVAL_MS;
  app.addHook('onRoute', ({ bodyLimit = 0 }) => {
    app.server.requestTimeout = Math.max(app.server.requestTimeout, arrivalMsOf(bodyLimit));
  });
}

/**
 * Takes bodies of JSON, packed with gzip where an endpoint asks for a key, and tells what is wrong with other bodies.
 * The framework would tell the same of a wrong body as of a wrong address. It would read a packed body as if it were
 * plain.
 *
 * Source: RFC 9110, section 15.5.16 (an unknown coding is 415, and `Accept-Encoding` names those that are taken), June
 * 2022.
 */
export function readBodies(app: App): void {
  boundArrivals(app);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      // The types of the parser allow a promise, but it never gives one.
      void parse(request, body, (error, value) => {
        if (error === null) {
          const problem = refuseRepeatedNames(body);
          if (problem === undefined) return done(null, value);
          return done(new Fault('invalid_parameter', `The body ${problem}.`));
        }
        return done(readJson(body) === undefined ? NOT_JSON : UNSAFE_NAME);
      });
    },
  );
  app.addHook('onRequest', ({ raw: { headers }, method, routeOptions }, _reply, done) => {
    if (headers['content-type'] === undefined) return done();
    // The framework would refuse a `Content-Type` that is not a media type, and an empty body of type JSON.
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
    // A deletion needs no body, packed or plain.
    if (request.method !== 'DELETE')
      reply.header('accept-encoding', [...taken.slice(0, 1), 'identity'].join(', '));
    throw Object.assign(new Error('a packed body'), { statusCode: 415 });
  });
}

const isEmpty = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

/** Ends a request whose body takes too long, as `node:http` ends a request whose head takes too long. */
function boundArrival(app: App, { raw, method, routeOptions }: FastifyRequest): void {
  if (!takesBody(method)) return;
  const timer = setTimeout(() => {
    const late = Object.assign(new Error('a slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (!raw.complete) app.server.emit('clientError', late, raw.socket);
  }, arrivalMsOf(routeOptions.bodyLimit)).unref();
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
}

const NOT_JSON = new Fault('invalid_parameter', 'The body is not valid JSON.');
const UNSAFE_NAME = new Fault(
  'invalid_parameter',
  'The body has a member named __proto__, or constructor with prototype in it: no body may have these.',
);
const NOT_GZIP = new Fault('invalid_parameter', 'The body is not valid gzip.');

/** How a body is packed; `identity` also for a request whose body is not read. */
const codingOf = ({ method, headers }: FastifyRequest): string =>
  (takesBody(method) && headers['content-encoding']?.trim().toLowerCase()) || 'identity';

/**
 * Unpacks a body as it arrives, no further than its endpoint takes.
 *
 * @returns a stream with the number of packed bytes that came so far, which the framework compares with the number that
 * was announced.
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
    try {
      yield* boundBytes(gunzip, mostBytes);
    } catch (error) {
      throw isBadGzip(error) ? NOT_GZIP : error;
    }
  }
}

/** Gives the chunks of a body, and refuses the body when it has more bytes than its endpoint takes. */
export async function* boundBytes(
  chunks: AsyncIterable<Buffer>,
  mostBytes: number,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw Object.assign(new Error('too large'), { statusCode: 413 });
    yield chunk;
  }
}

const isBadGzip = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
