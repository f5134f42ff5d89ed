import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import { formatRefusal } from '../reply/fault-reply.ts';
import { COMMON_HEADERS, JSON_TYPE, NO_QUOTA_HEADERS } from '../reply/headers.ts';
import { answerOn } from './connections.ts';

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
