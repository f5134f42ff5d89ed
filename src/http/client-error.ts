import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { formatRefusal } from './fault-reply.ts';
import { COMMON_HEADERS, JSON_TYPE } from './headers.ts';
import { NO_QUOTA_HEADERS } from './quota-headers.ts';
import { requestIdOfBytes } from './request-id.ts';

/** Statuses of requests that never became one; anything else that cannot be read is 400. */
const STATUSES: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers bytes that are not HTTP, headers that are too large and requests that never end. */
export function replyClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const status = STATUSES[error.code ?? ''] ?? 400;
  const requestId = requestIdOfBytes(error.rawPacket);
  const body = JSON.stringify(formatRefusal(status, requestId));
  const headers = {
    ...COMMON_HEADERS,
    ...NO_QUOTA_HEADERS,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}
