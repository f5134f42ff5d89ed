import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type FakeAnswer, json, send } from './fake-upstream/answer.ts';
import { FAULTS, type FaultName } from './fake-upstream/faults.ts';
import { onFreePort } from './free-port.ts';

/** A small HTTP server in the place of a foreign service. It breaks on demand. */
export interface FakeUpstream {
  /** Without a slash at its end. The port stays the same as long as the fake lives. */
  readonly url: string;
  /** The requests that have come, the oldest first. Sockets that were reset on connection bring none. */
  readonly requests: readonly FakeRequest[];
  /** From now on this handler answers. */
  answer(handler: FakeHandler): void;
  /** From now on so many answers break in this way; `times` absent: all answers, until `heal`. */
  fail(fault: FaultName, times?: number): void;
  heal(): void;
  /** Resolves when so many requests have come since the fake was made. */
  received(count: number): Promise<void>;
  /** Kills the server: connections are cut, and new ones are refused. */
  stop(): Promise<void>;
  /** Starts the server again on the same port. */
  start(): Promise<void>;
}

export interface FakeRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Settles when the asker hangs up before the answer is complete. */
  readonly hungUp: Promise<void>;
}

export type FakeHandler = (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;

/** Starts a fake on a free port of this machine. Without a handler it answers `{}`. */
export async function startFakeUpstream(
  handler: FakeHandler = () => json({}),
): Promise<FakeUpstream> {
  let answer = handler;
  let fault: FaultName | undefined;
  let timesLeft = 0;
  const requests: FakeRequest[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  const server = createServer(async (incoming, reply) => {
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, hungUp: hangUpOf(reply) };
    requests.push(request);
    for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
    const breaking = timesLeft-- > 0 ? fault : undefined;
    const normal = await answer(request);
    if (breaking === undefined || breaking === 'reset on connect') return send(reply, normal);
    return FAULTS[breaking](reply, normal);
  });
  server.on('connection', (socket: Socket) => {
    if (fault === 'reset on connect' && timesLeft-- > 0) socket.resetAndDestroy();
  });

  const startAt = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  const port = await onFreePort(startAt);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: (next) => {
      answer = next;
    },
    fail: (name, times = Number.POSITIVE_INFINITY) => {
      fault = name;
      timesLeft = times;
    },
    heal: () => {
      timesLeft = 0;
    },
    received: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start: () => startAt(port),
  };
}

const hangUpOf = (reply: ServerResponse) =>
  new Promise<void>((resolve) => {
    reply.once('close', () => {
      if (!reply.writableFinished) resolve();
    });
  });
