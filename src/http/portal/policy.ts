/**
 * What the pages may load: what this server gives, and nothing written into them. Pictures may be
 * drawn by the pages themselves.
 *
 * @param mapStyleUrl a map style of another server, which may then be asked for its map.
 */
export function policyOf(mapStyleUrl?: string): string {
  const map = mapStyleUrl === undefined ? '' : ` ${new URL(mapStyleUrl).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${map}`,
    `connect-src 'self'${map}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
