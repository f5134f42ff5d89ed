import type { FastifyRequest } from 'fastify';

/** Does the caller take a body that is packed? Who says nothing gets it as it is. */
export const acceptsGzip = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /\bgzip\b(?! *; *q=0(?:\.0*)?(?:,|$| ))/.test(headers['accept-encoding'] ?? '');
