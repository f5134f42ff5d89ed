import type { FastifyRequest } from 'fastify';

/**
 * Whether a request comes from a page of ours, by what browsers say of it and pages can not change.
 * What says nothing of it is no browser that acts for somebody unawares.
 *
 * Source: Fetch Metadata Request Headers, W3C, 2.4; RFC 6454, section 7 (`Origin`), December 2011.
 */
export function isSameOrigin({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.host;
}
