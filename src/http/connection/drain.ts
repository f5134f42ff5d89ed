import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../../account/access.ts';
import { Fault } from '../../base/fault.ts';
import { type Timer, within } from '../../base/timer.ts';
import { callOf } from '../call/call.ts';
import type { App } from '../framework.ts';
import { replyFault } from '../reply/fault-reply.ts';
import type { Services } from '../services.ts';
import { isHandedOver, isLastOn } from './connections.ts';

/** When a server that is told to stop does what. Milliseconds. */
export const DRAIN_TIMES = {
  /** It goes on as before, so that a proxy that watches `ready` has time to see it. */
  noticeMs: 3000,
  /** Then it takes no connections, and running calls have so long to end. */
  finishMs: 5500,
  /** Connections that bring no call within this are not waited for. */
  silentMs: 500,
  /** Those that have not are answered with 503, and connections open after that are cut. */
  cutMs: 1500,
  /** Calls that still run when their connections are gone have so long to end and be noted. */
  noteMs: 1500,
} as const;

/**
 * Stops without owing anybody: running requests are finished or answered with 503, calls of whose
 * answer nothing has gone out are credited, all are noted, and connections are given up one answer at a time.
 */
export function drain(app: App, { access, timer, phase }: Services): void {
  const running = watchRunning(app);
  let isClosing = false;
  let isSilenceOver = false;
  const cutSilent = () => {
    if (isSilenceOver && running.list.size === 0) app.server.closeAllConnections();
  };
  app.addHook('onSend', ({ raw: { socket } }, reply, _payload, done) => {
    // A caller that keeps the connection would next be cut off in the middle of a request. The framework
    // would end it with an answer that others wait behind.
    if (isClosing || phase() === 'draining')
      reply.header('connection', isLastOn(socket, reply.raw) ? 'close' : 'keep-alive');
    done();
  });

  const stopTimers: (() => void)[] = [];
  const after = (delayMs: number, act: () => void) => stopTimers.push(timer.start(delayMs, act));
  app.addHook('preClose', (done) => {
    isClosing = true;
    // Node takes a connection for idle whose answer is written, though it is not read yet.
    if (running.list.size > 0) app.server.closeIdleConnections = () => undefined;
    running.onIdle(cutSilent);
    after(DRAIN_TIMES.silentMs, () => {
      isSilenceOver = true;
      cutSilent();
    });
    after(DRAIN_TIMES.finishMs, () => {
      for (const [reply, request] of running.list) refuse(request, reply);
    });
    after(DRAIN_TIMES.finishMs + DRAIN_TIMES.cutMs, () => {
      for (const [reply, request] of running.list) giveUp(request, reply, access);
      app.server.closeAllConnections();
    });
    done();
  });
  app.addHook('onClose', async () => {
    for (const stopTimer of stopTimers) stopTimer();
    await running.untilIdle(timer, DRAIN_TIMES.noteMs);
    await access.close();
  });
}

/** What its handler gives later is dropped. */
function refuse(request: FastifyRequest, reply: FastifyReply): void {
  const { isAnswered, cutShort } = callOf(request);
  const sentence = 'The server is being restarted; try again.';
  const fault = new Fault('upstream_down', sentence, { retryAfterS: 1 });
  if (isAnswered) cutShort?.(fault);
  else replyFault(fault, request, reply);
}

/**
 * Credits a call of whose answer nothing has gone out. It comes before the connection is closed: from
 * then on the call looks answered, or as if its caller had hung up.
 */
function giveUp(request: FastifyRequest, reply: FastifyReply, access: Access): void {
  const { id, isAnswered } = callOf(request);
  if (!isAnswered) refuse(request, reply);
  else if (!isHandedOver(reply.raw)) void access.credit(id);
}

/** The requests that are not over: a connection is not done with one, or its answer has not been acted on. */
export interface RunningCalls {
  readonly list: ReadonlySet<readonly [FastifyReply, FastifyRequest]>;
  /** From now on `ring` is called each time that the last one is over, and nothing else. */
  onIdle(ring: () => void): void;
  /** Resolves when none is left, or after `patienceMs`. */
  untilIdle(timer: Timer, patienceMs: number): Promise<void>;
}

/**
 * Watches all requests of an app.
 *
 * @internal Its tests ask for it.
 */
export function watchRunning(app: App): RunningCalls {
  const list = new Set<[FastifyReply, FastifyRequest]>();
  let tell = () => {};
  app.addHook('onRequest', (request, reply, done) => {
    const open: [FastifyReply, FastifyRequest] = [reply, request];
    list.add(open);
    let left = 2;
    const end = () => {
      left -= 1;
      if (left > 0) return;
      list.delete(open);
      // A table that a set has outgrown keeps its entries until the whole heap is collected.
      open.splice(0);
      if (list.size === 0) tell();
    };
    // When the caller hangs up, the second comes later than the first.
    reply.raw.once('close', end);
    callOf(request).onActed = end;
    done();
  });
  return {
    list,
    onIdle(ring) {
      tell = ring;
    },
    async untilIdle(timer, patienceMs) {
      if (list.size === 0) return;
      const idle = new Promise<void>((resolve) => {
        tell = resolve;
      });
      await within(idle, patienceMs, timer);
    },
  };
}
