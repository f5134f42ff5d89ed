import type { FastifyReply } from 'fastify';
import type { Access } from '../../account/access.ts';
import { Fault } from '../../base/fault.ts';
import { type Timer, within } from '../../base/timer.ts';
import { callOf } from '../call/call.ts';
import type { App } from '../framework.ts';
import { replyFault } from '../reply/fault-reply.ts';
import type { Services } from '../services.ts';

/** How long each step of a server that is told to stop takes. Milliseconds. */
export const DRAIN_TIMES = {
  /** It goes on as before, so that a proxy that watches `ready` has time to see it. */
  noticeMs: 3000,
  /** Then it takes no new connections, and running calls have so long to end. */
  finishMs: 5500,
  /** Connections that bring no call within this are not waited for. */
  silentMs: 500,
  /** Then calls that still run are answered with 503. Connections that are open after this time are cut. */
  cutMs: 1500,
  /** Calls that still run when their connections are gone have so long to end and be noted. */
  noteMs: 1500,
} as const;

/**
 * Stops the server without charging for what it did not answer. Running requests are finished or answered with 503. A
 * call is credited if nothing of its answer has gone out. All calls are noted. A connection ends after its answer.
 */
export function drain(app: App, { access, timer, phase }: Services): void {
  const running = watchRunning(app);
  let isClosing = false;
  let isSilenceOver = false;
  const cutSilent = () => {
    if (isSilenceOver && running.list.size === 0) app.server.closeAllConnections();
  };
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A caller that kept the connection would be cut off in the middle of its next request.
    if (isClosing || phase() === 'draining') reply.header('connection', 'close');
    done();
  });

  const stopTimers: (() => void)[] = [];
  const after = (delayMs: number, act: () => void) => stopTimers.push(timer.start(delayMs, act));
  app.addHook('preClose', (done) => {
    isClosing = true;
    // Node takes a connection for idle when its answer is written, though the caller has not read it yet.
    if (running.list.size > 0) app.server.closeIdleConnections = () => undefined;
    running.onIdle(cutSilent);
    after(DRAIN_TIMES.silentMs, () => {
      isSilenceOver = true;
      cutSilent();
    });
    after(DRAIN_TIMES.finishMs, () => {
      for (const [reply] of running.list) refuse(reply);
    });
    after(DRAIN_TIMES.finishMs + DRAIN_TIMES.cutMs, () => {
      for (const [reply] of running.list) giveUp(reply, access);
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

/** Refuses a running request with 503. The result that its handler gives later is dropped. */
function refuse(reply: FastifyReply): void {
  const { request } = reply;
  const { isAnswered, cutShort } = callOf(request);
  const sentence = 'The server is being restarted; try again.';
  const fault = new Fault('upstream_down', sentence, { retryAfterS: 1 });
  if (isAnswered) cutShort?.(fault);
  else replyFault(fault, request, reply);
}

/**
 * Credits a call if nothing of its answer has gone out. This must happen before the connection is closed: after that
 * the call looks answered, or as if its caller had hung up.
 */
function giveUp(reply: FastifyReply, access: Access): void {
  const { id, isAnswered } = callOf(reply.request);
  if (!isAnswered) refuse(reply);
  else if (!reply.raw.headersSent) void access.credit(id);
}

/** The requests that are not over. A request is over when its answer is closed and has been acted on. */
export interface RunningCalls {
  readonly list: ReadonlySet<readonly [FastifyReply]>;
  /** From now on `ring` is called each time that the last request is over. It replaces an earlier `ring`. */
  onIdle(ring: () => void): void;
  /** Resolves when no request is left, or after `patienceMs`. */
  untilIdle(timer: Timer, patienceMs: number): Promise<void>;
}

/**
 * Watches all requests of an app.
 *
 * @internal Its tests ask for it.
 */
export function watchRunning(app: App): RunningCalls {
  const list = new Set<[FastifyReply]>();
  let tell = () => {};
  app.addHook('onRequest', (request, reply, done) => {
    const open: [FastifyReply] = [reply];
    list.add(open);
    let left = 2;
    const end = () => {
      left -= 1;
      if (left > 0) return;
      list.delete(open);
      // When a set grows, its old table keeps its entries until the whole heap is collected. So the entry lets its
      // reply go.
      open.splice(0);
      if (list.size === 0) tell();
    };
    // Both events must have come: when the caller hangs up, they come at different times.
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
