import type { FastifyReply } from 'fastify';

/** An answer for one visitor alone: nothing keeps it. */
export const privately = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store');
