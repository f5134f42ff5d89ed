import type { FastifyRequest } from 'fastify';

/**
 * Does the caller take a body that is packed, and like it as much as one that is not? Who says nothing
 * gets it as it is.
 *
 * Source: RFC 9110, sections 8.4.1.3 (`x-gzip` is `gzip`) and 12.5.3, June 2022.
 */
export function acceptsGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const accepted = headers['accept-encoding']?.toLowerCase();
  if (accepted === undefined || accepted === '') return false;
  const weights = new Map(accepted.split(',').map(readCoding));
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
}

/** A coding and its weight from 0 to 1; what is no weight counts as none. */
function readCoding(text: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = text.split(';').map((part) => part.replaceAll(/\s/g, ''));
  const weight = parameters.find((one) => one.startsWith('q='));
  if (weight === undefined) return [coding, 1];
  const value = Number(weight.slice(2));
  return [coding, value >= 0 && value <= 1 ? value : 0];
}
