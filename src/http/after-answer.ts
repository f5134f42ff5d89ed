import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callOf } from './call.ts';
import { hasHungUp } from './connections.ts';
import type { App } from './framework.ts';

/** Acts on an answer that is on its way. */
export type AfterAnswer = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Acts once for each answer: when it has gone out, or when no caller is left to take it. The
 * framework's own hook is silent about callers that have hung up.
 */
export function afterAnswer(app: App, act: AfterAnswer): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    actOnce(request, reply, act);
    done();
  });
}

/** The same for one answer that is about to be sent. */
export function actOnce(request: FastifyRequest, reply: FastifyReply, act: AfterAnswer): void {
  const call = callOf(request);
  const isFirst = call.hasHungUp === undefined;
  call.hasHungUp = hasHungUp(reply);
  call.watch.stop();
  const actAndTell = () => {
    act(request, reply);
    call.onActed?.();
  };
  if (isFirst && call.hasHungUp) actAndTell();
  else if (isFirst) {
    let isCut = false;
    // What cannot be written because the connection has been closed ends as if it had been.
    reply.raw.prependOnceListener('finish', () => {
      isCut = request.raw.socket.destroyed;
    });
    finished(reply.raw, (error) => {
      call.hasHungUp = isCut || (error !== undefined && error !== null);
      actAndTell();
    });
  }
}

/**
 * Rings once a request is over: its connection is done with it, and its answer has been acted on.
 * When the caller hangs up, the second comes later than the first.
 */
export function whenOver(request: FastifyRequest, reply: FastifyReply, ring: () => void): void {
  let left = 2;
  const end = () => {
    left -= 1;
    if (left === 0) ring();
  };
  reply.raw.once('close', end);
  callOf(request).onActed = end;
}
