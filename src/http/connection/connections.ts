import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyBaseLogger } from 'fastify';
import { type App, takesBody } from '../framework.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { formatRefusal } from '../reply/fault-reply.ts';
import { COMMON_HEADERS, JSON_TYPE, NO_QUOTA_HEADERS } from '../reply/headers.ts';

/** The answer that a connection is busy with, and the requests that wait behind it. */
interface Line {
  readonly answer: ServerResponse;
  readonly waiting: Request[];
}

/** A request that has arrived. */
interface Request {
  readonly answer: ServerResponse;
  readonly take: () => void;
}

const lines = new WeakMap<Socket, Line>();

/** The answer that a connection is busy with. */
export const answerOn = (socket: Socket): ServerResponse | undefined => lines.get(socket)?.answer;

/**
 * How many requests of a connection may wait. Only a caller that wants to hold the server up sends more at once.
 *
 * @internal Its tests ask for it.
 */
export const MOST_WAITING = 64;

/**
 * Takes the requests of a connection one after the other, the next one when the answer before it has gone out. Nothing
 * has been done or counted for a request that waits when its connection ends: the end tells its caller. A connection
 * that brings more than may wait is ended.
 *
 * Source: RFC 9112, sections 9.3.2 and 9.6 (a client without an answer at the end asks again), and RFC 9110, section 7.8
 * (a request to upgrade names `Upgrade` in `Connection`, too), June 2022.
 */
export function takeOneByOne(app: App): void {
  interpose(app, ({ socket, headers }, request) => {
    // The parser drops what came in one packet behind a request to upgrade. The end tells its caller.
    const asksUpgrade =
      headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '');
    if (asksUpgrade) request.answer.shouldKeepAlive = false;
    const line = lines.get(socket);
    if (line === undefined) take(socket, request, []);
    else if (line.waiting.length < MOST_WAITING) line.waiting.push(request);
    else socket.destroy();
  });

  function take(socket: Socket, request: Request, waiting: Request[]): void {
    lines.set(socket, { answer: request.answer, waiting });
    request.answer.once('close', () => {
      lines.delete(socket);
      const next = waiting.shift();
      // The connection may have ended with this answer.
      if (next !== undefined && socket.writable) take(socket, next, waiting);
    });
    request.take();
  }
}

/** Puts `pass` before the listeners that take requests now. A listener gets a request when `pass` calls its `take`. */
export function interpose(
  app: App,
  pass: (message: IncomingMessage, request: Request) => void,
): void {
  for (const listener of app.server.listeners('request')) {
    const hear = listener as (message: IncomingMessage, answer: ServerResponse) => void;
    app.server.removeListener('request', hear);
    app.server.on('request', (message, answer) =>
      pass(message, { answer, take: () => hear(message, answer) }),
    );
  }
}

/**
 * Keeps the deadline of requests with a body. A request that has been read to its end is closed. The framework would
 * take that for a caller that has left, and forget the deadline. It hears of the end of the answer instead.
 */
export function outliveBodies(app: App): void {
  app.addHook('onRequest', ({ method, raw }, reply, done) => {
    const listeners = takesBody(method) ? raw.listeners('close') : [];
    // With the listeners of a stream there are more than ten, and Node would warn.
    if (listeners.length > 0) reply.raw.setMaxListeners(MOST_LISTENERS);
    for (const listener of listeners) {
      raw.off('close', listener as () => void);
      reply.raw.once('close', listener as () => void);
    }
    done();
  });
}

const MOST_LISTENERS = 24;

/** Statuses for bytes that never became a request, by the error's code. All other errors are 400. */
const STATUSES: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Makes the function that answers bytes that are not HTTP, headers that are too large and requests that never end. Each
 * of these answers is logged and counted like an answer to a request. Where the connection is busy with a whole request,
 * it ends with the answer to that: its caller would take the refusal for the answer.
 */
export function replyClientError(log: FastifyBaseLogger, metrics: Metrics) {
  /** The connections that end with the answer that they are busy with. */
  const ending = new WeakSet<Socket>();
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const busy = answerOn(socket);
    if (busy?.req.complete) {
      if (!ending.has(socket)) busy.once('finish', () => socket.destroySoon());
      ending.add(socket);
      return;
    }
    if (busy?.headersSent) {
      // An answer in the middle of another one could not be told from the text of that one.
      socket.destroy();
      return;
    }
    const { status, requestId } = refuse(error, socket);
    const quota = 'none';
    metrics.countAnswer({ status, durationMs: 0, stagesMs: {}, quota });
    log.info({ reqId: requestId, status, quota, reason: error.code }, 'answered');
  };
}

function refuse({ code = '', rawPacket }: ConnectionError, socket: Socket) {
  const status = STATUSES[code] ?? 400;
  const requestId = randomUUID();
  const body = JSON.stringify(formatRefusal(status, requestId));
  const headers = {
    // Source: RFC 9110, section 6.6.1 (a server with a clock tells the moment of its answer), June 2022.
    date: new Date().toUTCString(),
    ...COMMON_HEADERS,
    ...NO_QUOTA_HEADERS,
    'x-request-id': requestId,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  // An answer to HEAD has no body. Source: RFC 9110, section 9.3.2, June 2022.
  const sent = String(rawPacket).startsWith('HEAD ') ? '' : body;
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', sent].join('\r\n'));
  return { status, requestId };
}
