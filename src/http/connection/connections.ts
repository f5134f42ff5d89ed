import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { callOf } from '../call/call.ts';
import { type App, takesBody } from '../framework.ts';
import type { Services } from '../services.ts';

/** The state of each open connection. */
const connections = new WeakMap<Socket, Connection>();

interface Connection {
  readonly owed: Set<ServerResponse>;
  last?: ServerResponse;
  /** The bytes that came since the head of the last request, and with them the slice that the head ended in. */
  recent: readonly Buffer[];
  /** The connection brought more requests at once than it may. No more requests are taken from it. */
  isFull?: boolean;
}

/**
 * The answers that a connection owes, in the order of their requests, which is the order in which they go out. The
 * connection is busy with the first answer, and the others wait behind it.
 */
export const responsesOn = (socket: Socket): readonly ServerResponse[] => [
  ...(connections.get(socket)?.owed ?? []),
];

/** Whether no other answer waits behind this one. */
export const isLastOn = (socket: Socket, answer: ServerResponse): boolean =>
  (connections.get(socket)?.last ?? answer) === answer;

/**
 * Whether the operating system has been given the beginning of an answer. From then on its reader decides what becomes
 * of the rest. An answer that waits behind another one may have its headers written, but has no connection yet.
 */
export const isHandedOver = ({ headersSent, socket, writableFinished }: ServerResponse): boolean =>
  headersSent && (socket !== null || writableFinished);

/**
 * Keeps the answers that each connection owes, and tells all of them when the connection has been closed. `node:http`
 * tells only the answer whose turn it is. The answers behind it would never end.
 *
 * Source: "http: pipeline leak", a change of Node.js (later versions tell them all), April 2026.
 */
export function followAnswers(app: App): void {
  app.server.on('connection', (socket) => {
    const owed = new Set<ServerResponse>();
    connections.set(socket, { owed, recent: [] });
    // After everything that `node:http` does at that moment, so that no answer is told twice.
    socket.once('close', () => queueMicrotask(() => owed.forEach(close)));
  });
  // Before the framework hears of the request.
  app.server.prependListener('request', ({ socket }, answer) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    const { owed } = connection;
    connection.recent = connection.recent.slice(-1);
    connection.isFull ||= owed.size >= MOST_UNANSWERED;
    if (connection.isFull) return;
    connection.last = answer;
    owed.add(answer);
    answer.once('finish', () => {
      owed.delete(answer);
      // The head of this answer may have been written before the connection was full, and then lacks `Connection:
      // close`.
      if (connection.isFull && owed.size === 0) socket.destroySoon();
    });
    answer.once('close', () => owed.delete(answer));
  });
}

/**
 * How many requests of a connection may be unanswered. Only a caller that wants to hold the server up sends more at
 * once.
 *
 * @internal Its tests ask for it.
 */
export const MOST_UNANSWERED = 16;

/**
 * Takes no more requests of a connection than may be unanswered. These are answered, and then the connection ends.
 * Nothing is done for the other requests: the end of the connection tells their caller.
 *
 * Source: RFC 9112, sections 9.3.2 and 9.6 (a client without an answer at the end asks again), June 2022.
 */
export function boundRequests(app: App): void {
  const isFull = (socket: Socket) => connections.get(socket)?.isFull === true;
  interpose(app, (request, take) => {
    if (!isFull(request.socket)) take();
  });
  app.server.on('connection', (socket) => readInSlices(socket, () => isFull(socket)));
  app.server.prependListener('connect', (_request, socket) => socket.removeAllListeners('data'));
  app.addHook('onSend', ({ raw: { socket } }, reply, _payload, done) => {
    if (isFull(socket) && isLastOn(socket, reply.raw)) reply.header('connection', 'close');
    done();
  });
}

/** Puts `pass` before the listeners that take requests now. A listener gets a request when `pass` calls `take`. */
export function interpose(
  app: App,
  pass: (request: IncomingMessage, take: () => void) => void,
): void {
  for (const listener of app.server.listeners('request')) {
    const take = listener as (request: IncomingMessage, answer: ServerResponse) => void;
    app.server.removeListener('request', take);
    app.server.on('request', (request, answer) => pass(request, () => take(request, answer)));
  }
}

/** The size of a large head of a request. `node:http` reads 64 kB at once, which may hold 2 000 requests. */
const SLICE_BYTES = 4096;

/** The slices of the largest head that is taken, and the slice before it. */
const MOST_RECENT = 6;

function note(socket: Socket, slice: Buffer): void {
  const connection = connections.get(socket);
  if (connection !== undefined && connection.recent.length < MOST_RECENT)
    connection.recent = [...connection.recent, slice];
}

/** The bytes that a connection brought last. Where they are no request, this is their beginning. */
export const recentBytesOn = (socket: Socket): Buffer =>
  Buffer.concat(connections.get(socket)?.recent ?? []);

/** Gives the parser a slice at a time. A connection that is full gives it nothing more. */
function readInSlices(socket: Socket, isFull: () => boolean): void {
  const [parser] = socket.listeners('data') as ((bytes: Buffer) => void)[];
  socket.removeAllListeners('data');
  socket.on('data', function parse(bytes: Buffer) {
    // `node:http` has given the connection up.
    if (socket.listenerCount('data') === 0) return;
    if (isFull()) socket.pause();
    // The caller does not read its answers. The connection is read further when it does.
    else if (socket.isPaused()) socket.unshift(bytes);
    else {
      const slice = bytes.subarray(0, SLICE_BYTES);
      note(socket, slice);
      parser?.(slice);
      if (bytes.length > SLICE_BYTES) parse(bytes.subarray(SLICE_BYTES));
    }
  });
}

/**
 * Whether a request that seems to have taken too long has arrived all the same. It could not be read while the thread
 * was held up. Reads the bytes that the operating system has of it.
 */
export async function hasArrived(socket: Socket): Promise<boolean> {
  const before = connections.get(socket)?.last;
  const wasWhole = before?.req.complete === true;
  await readWhatCame(socket);
  const last = connections.get(socket)?.last;
  return last?.req.complete === true && !(wasWhole && last === before);
}

/**
 * Gives the operating system the turns that it needs to hand over the bytes that it has of a connection.
 *
 * @returns whether there were any.
 */
async function readWhatCame(socket: Socket): Promise<boolean> {
  const before = socket.bytesRead;
  let read: number;
  do {
    read = socket.bytesRead;
    await nextTurn();
    await nextTurn();
  } while (socket.bytesRead > read);
  return read > before;
}

function close(answer: ServerResponse): void {
  answer.destroy();
  answer.emit('close');
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

/**
 * The status of an answer that no caller was left to take. It never reaches the wire.
 *
 * Source: the log of nginx.
 */
export const CALLER_GONE = 499;

/**
 * Whether the caller left before the end of the answer. `request.signal` ends at that moment, and at the deadline:
 * handlers pass it on to everything they wait for. The socket is that of the request, because an answer that waits
 * behind another one has no socket yet.
 */
export const hasHungUp = ({ raw, request }: FastifyReply): boolean =>
  (raw.destroyed || request.raw.socket.destroyed) && !raw.writableFinished;

const CALL_ID = Symbol('id of its call');

interface Counted extends ServerResponse {
  [CALL_ID]?: string;
}

/**
 * Credits the calls that an answer cuts off when it ends its connection. These are the calls that have come since the
 * answer was written.
 */
export function creditCutCalls(app: App, { access }: Pick<Services, 'access'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const answer: Counted = reply.raw;
    answer[CALL_ID] = callOf(request).id;
    answer.once('finish', () => {
      if (reply.getHeader('connection') !== 'close') return;
      for (const { [CALL_ID]: id } of responsesOn(request.raw.socket) as readonly Counted[])
        if (id !== undefined) void access.credit(id);
    });
    done();
  });
}

/**
 * How often callers that send no more are asked whether they still read. It is longer than the way there and back, so
 * that the second try notices a caller that has left. Milliseconds.
 */
const ASK_EVERY_MS = 100;

/**
 * Answers callers that have closed their sending side alone. Such callers look like callers that have left until
 * something is sent to them. So they are sent `102 Processing`. A client ignores it. The operating system of a caller
 * that has left refuses it, and then the call ends as hung up.
 *
 * Source: RFC 9110, section 15.2 (interim answers may be sent unasked, not to HTTP/1.0), June 2022; RFC 2518, section
 * 10.1 (102), February 1999; RFC 9293, section 3.10.7.1 (what comes after the end is reset), August 2022.
 */
export function answerHalfOpen(app: App): void {
  // A setting of node:http that its types do not have.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  app.server.on('connection', (socket) => socket.once('end', () => ask(socket)));

  function ask(socket: Socket): void {
    const [answer] = responsesOn(socket);
    if (answer === undefined || socket.destroyed) return;
    if (!answer.headersSent && answer.req.httpVersion === '1.1') answer.writeProcessing();
    setTimeout(() => ask(socket), ASK_EVERY_MS).unref();
  }
}

/**
 * How long a caller may read nothing of its answer, or send nothing of a body that is read. Milliseconds.
 *
 * @internal Its tests ask for it.
 */
export const READING_MS = 30_000;

/**
 * Cuts off connections on which nothing moves. A slow reader gets the whole answer. A caller that reads nothing does
 * not hold memory for ever.
 *
 * A caller that does not read an answer on its way has used its call and the calls behind it, as a caller that hangs up
 * has. Otherwise a caller could leave the end of a large answer unread and save its price. While an answer is worked
 * on, the server is the late side: the answer is left to its deadline, which may be longer. When a body stops coming,
 * the caller is the late side.
 */
export function cutSlowReaders(app: App): void {
  // The framework switches this limit off.
  app.server.timeout = READING_MS;
  app.server.on('timeout', (socket) => {
    const [first] = responsesOn(socket);
    if (first === undefined || isHandedOver(first)) return socket.destroy();
    socket.setTimeout(READING_MS);
    if (isWaitedFor(first.req)) void cutUnlessMore(first.req);
  });

  async function cutUnlessMore(request: IncomingMessage): Promise<void> {
    if ((await readWhatCame(request.socket)) || request.complete) return;
    const late = Object.assign(new Error('a body that stopped'), {
      code: 'ERR_HTTP_REQUEST_TIMEOUT',
    });
    app.server.emit('clientError', late, request.socket);
  }
}

/**
 * Whether a body is being read, and all that has come of it has been read. A body that the server reads slowly has
 * parts that wait.
 */
const isWaitedFor = ({ complete, readableFlowing, readableLength }: IncomingMessage): boolean =>
  !complete && readableFlowing !== null && readableLength === 0;
