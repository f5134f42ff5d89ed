import type { FastifyReply } from 'fastify';

/** The status of an answer that nobody took. Source: the log of nginx; it never reaches the wire. */
export const CALLER_GONE = 499;

/**
 * Whether the caller left before the answer. `request.signal` ends at that moment, and at the
 * deadline: handlers pass it on to everything they wait for. The connection is that of the request:
 * an answer that waits behind another one has none yet.
 */
export const hasHungUp = ({ raw, request }: FastifyReply): boolean =>
  (raw.destroyed || request.raw.socket.destroyed) && !raw.writableFinished;
