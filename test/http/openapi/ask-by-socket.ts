/** Questions that never become a request: no client can send them, so they are asked as bytes. */
import { onTestFinished } from 'vitest';
import type { App } from '../../../src/http/framework.ts';
import { holdReply } from '../../fuzz/hold.ts';
import { readReply, sendBytes } from '../../fuzz/send-bytes.ts';

/** What these examples need of an answer. */
interface SocketAnswer {
  readonly statusCode: number;
  readonly body: string;
}

/** Whose id could not be read gets one of ours, another one each time. */
const REQUEST_ID = '"requestId":"9b2f7c1e-4d3a-4f6b-8a55-0c1d2e3f4a5b"';

/** A request whose headers never end, at a server that has no patience left. */
export function askTooSlowly(app: App, request: string): Promise<SocketAnswer> {
  app.server.headersTimeout = 1;
  app.server.requestTimeout = 1;
  return askBySocket(app, request, 'X-Slow: ');
}

/** A request with more headers than the server reads. */
export function askTooMuch(app: App, request: string): Promise<SocketAnswer> {
  return askBySocket(app, request, `X-Large: ${'1'.repeat(20_000)}\r\n\r\n`);
}

async function askBySocket(app: App, request: string, header: string): Promise<SocketAnswer> {
  onTestFinished(() => app.close());
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const bytes = `${request} HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}`;
  const reply = readReply(await sendBytes(Number(port), bytes));
  const [method = '', target = ''] = request.split(' ');
  holdReply(reply, { method, target }, 0);
  const body = reply.body.replace(/"requestId":"[^"]+"/, REQUEST_ID);
  return { statusCode: reply.status, body };
}
