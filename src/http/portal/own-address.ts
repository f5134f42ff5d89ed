import type { FastifyRequest } from 'fastify';
import type { App } from '../framework.ts';

/** This machine, with any port. */
const THIS_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * The origin that links in letters begin with: the one that the operator set, else the one that we
 * listen on. What the browser says is believed where it names this machine only: another name
 * would let anybody have the links of others lead to a server of his own.
 */
export function ownAddress(
  app: App,
  { headers: { host = '' } }: FastifyRequest,
  { publicUrl }: { readonly publicUrl?: string },
): string {
  if (publicUrl !== undefined) return publicUrl;
  if (THIS_MACHINE.test(host)) return `http://${host}`;
  const listening = app.server.address();
  if (listening === null || typeof listening === 'string') return 'http://localhost';
  const { address, family, port } = listening;
  if (address === '0.0.0.0' || address === '::') return `http://localhost:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
