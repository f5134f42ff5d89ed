import type { FastifyRequest } from 'fastify';
import type { SentKey } from '../account/key-text.ts';

/** Every line of both headers: the parsed headers keep one `Authorization` of several. */
export function readSentKey({ raw: { rawHeaders } }: FastifyRequest): SentKey {
  const linesOf = (name: string) =>
    rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name);
  return { authorization: linesOf('authorization'), apiKey: linesOf('x-api-key') };
}
