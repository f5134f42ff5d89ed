import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../base/fault.ts';
import { callOf } from './call.ts';
import { replyFault } from './fault-reply.ts';
import type { App } from './framework.ts';
import type { Services } from './services.ts';

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
} as const;

/**
 * Stops without owing anybody: running requests are finished or answered with 503, calls that got
 * no answer are credited, and connections are given up one answer at a time.
 */
export function drain(app: App, { access, timer, phase }: Services): void {
  const running = new Map<FastifyReply, FastifyRequest>();
  let isClosing = false;
  let isSilenceOver = false;
  const cutSilent = () => {
    if (isSilenceOver && running.size === 0) app.server.closeAllConnections();
  };
  app.addHook('onRequest', (request, reply, done) => {
    running.set(reply, request);
    reply.raw.once('close', () => {
      running.delete(reply);
      cutSilent();
    });
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Whoever keeps the connection would next be cut off in the middle of a request.
    if (isClosing || phase() === 'draining') reply.header('connection', 'close');
    done();
  });

  const stopTimers: (() => void)[] = [];
  const after = (delayMs: number, act: () => void) => stopTimers.push(timer.start(delayMs, act));
  app.addHook('preClose', (done) => {
    isClosing = true;
    after(DRAIN_TIMES.silentMs, () => {
      isSilenceOver = true;
      cutSilent();
    });
    after(DRAIN_TIMES.finishMs, () => {
      for (const [reply, request] of running) refuse(request, reply);
    });
    after(DRAIN_TIMES.finishMs + DRAIN_TIMES.cutMs, () => app.server.closeAllConnections());
    done();
  });
  // Comes before the closed connections tell their calls, which then look hung up.
  app.addHook('onClose', async () => {
    for (const stopTimer of stopTimers) stopTimer();
    await access.close();
  });
}

/** What its handler gives later is dropped. */
function refuse(request: FastifyRequest, reply: FastifyReply): void {
  if (callOf(request).isAnswered) return;
  replyFault(
    new Fault('upstream_down', 'The server is being restarted; try again.', { retryAfterS: 1 }),
    request,
    reply,
  );
}
