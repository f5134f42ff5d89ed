/** A trip that passes toll stations: from Oslo to Bergen. */
const EXAMPLE = '/api/route?from=59.9139,10.7522&to=60.3913,5.3221&refine=1';

/**
 * What the server says when it can answer: where it is, and a call that works by copy and paste.
 *
 * @param keyPath file with a key; absent: a key has to be made first.
 */
export function formatReady(address: string, keyPath?: string): string {
  const key = keyPath === undefined ? '$VEIPRIS_KEY' : `$(cat ${quote(keyPath)})`;
  return [
    `veipris is ready at ${address}`,
    ...(keyPath === undefined
      ? ['  VEIPRIS_KEY=$(npx veipris key create --email you@example.no)']
      : []),
    `  curl -H "Authorization: Bearer ${key}" '${address}${EXAMPLE}'`,
  ].join('\n');
}

/** What the server says once of a key that it has made. */
export function formatMadeKey(keyPath: string, text: string): string {
  return `veipris: a demo account on plan Free; its key is shown this once and kept in ${keyPath}\n  ${text}`;
}

/** A path as a word of a shell. */
const quote = (path: string) =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
