import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AfterAnswer, actOnce } from './after-answer.ts';
import { recognise } from './authenticate.ts';
import { callOf } from './call.ts';
import { replyFault } from './fault-reply.ts';
import { NO_QUOTA_HEADERS, quotaHeaders } from './quota-headers.ts';
import type { Services } from './services.ts';

/** Answers addresses that cannot be read: no hook of ours has seen these requests. */
export function replyFrameworkError({ access }: Services, note: AfterAnswer) {
  return async (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await recognise(access, request);
    const { caller } = callOf(request);
    reply.headers(caller ? quotaHeaders(caller.quota) : NO_QUOTA_HEADERS);
    actOnce(request, reply, note);
    replyFault(error, request, reply);
  };
}
