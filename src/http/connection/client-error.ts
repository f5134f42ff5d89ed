import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import { formatRefusal } from '../reply/fault-reply.ts';
import { COMMON_HEADERS, JSON_TYPE, NO_QUOTA_HEADERS } from '../reply/headers.ts';
import { hasArrived, recentBytesOn, responsesOn } from './connections.ts';
import { requestIdOfBytes } from './odd-requests.ts';

/** Statuses for bytes that never became a request, by the error's code. All other errors are 400. */
const STATUSES: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Makes the function that answers bytes that are not HTTP, headers that are too large and requests that never end. Each
 * of these answers is logged and counted like an answer to a request. Whole requests that came before on the same
 * connection are answered first. Otherwise their caller would take the refusal for their answer.
 *
 * Source: RFC 9112, section 9.3.2 (answers go out in the order of the requests), June 2022.
 */
export function replyClientError(log: FastifyBaseLogger, metrics: Metrics) {
  const waiting = new WeakSet<Socket>();
  return async function replyUnlessArrived(error: ConnectionError, socket: Socket): Promise<void> {
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT' || !(await hasArrived(socket)))
      reply(error, socket);
  };

  function reply(error: ConnectionError, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    if (waiting.has(socket)) return;
    const ahead = responsesOn(socket).findLast(({ req }) => req.complete);
    if (ahead !== undefined) {
      waiting.add(socket);
      ahead.once('finish', () => {
        waiting.delete(socket);
        reply(error, socket);
      });
      return;
    }
    // An answer in the middle of another one could not be told from the text of that one.
    if (responsesOn(socket)[0]?.headersSent === true) return void socket.destroy();
    const { status, requestId } = refuse(error, socket);
    const quota = 'none';
    metrics.countAnswer({ status, durationMs: 0, stagesMs: {}, quota });
    log.info({ reqId: requestId, status, quota, reason: error.code }, 'answered');
  }
}

function refuse(error: ConnectionError, socket: Socket) {
  const status = STATUSES[error.code ?? ''] ?? 400;
  // The packet of the error alone is not enough: the head may have come in several packets.
  const bytes = error.rawPacket === undefined ? '' : recentBytesOn(socket).toString('latin1');
  const requestId = requestIdOfBytes(bytes);
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
  const sent = bytes.startsWith('HEAD ') ? '' : body;
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', sent].join('\r\n'));
  return { status, requestId };
}
