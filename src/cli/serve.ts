import type { Command } from './command.ts';

/** @param serve listens until the process is told to stop. */
export const serveCommand = (serve: () => Promise<void>): Command => ({
  name: 'serve',
  summary: 'run the server',
  about: `Runs the server until it is told to stop. Settings come from the environment and from .env: PORT
(8080), HOST (127.0.0.1), VEIPRIS_HOME (./var), DATABASE_URL (an SQLite file in VEIPRIS_HOME),
LOG_LEVEL (info), and those of docs/operations.md. The first start with an SQLite file makes a demo
account and keeps its key in VEIPRIS_HOME/demo-key.`,
  async run() {
    await serve();
  },
});

/** @param load gives the document as text. */
export const openapiCommand = (load: () => Promise<string>): Command => ({
  name: 'openapi',
  summary: 'print the OpenAPI document',
  about: `Prints the contract of the interface, an OpenAPI 3.1 document, as a server gives it at
/openapi.json. Needs no server, no database and no road network.`,
  async run(_, { print }) {
    print(await load());
  },
});

/** A trip that passes toll stations: from Oslo to Bergen. */
const EXAMPLE = '/api/route?from=59.9139,10.7522&to=60.3913,5.3221&refine=1';

/**
 * The text that the server prints when it can answer: its address, and a call that works by copy and paste.
 *
 * @param keyPath file with a key; absent: a key has to be made first.
 * @param services names of the foreign services that are asked.
 */
export function formatReady(
  address: string,
  keyPath?: string,
  services: readonly string[] = [],
): string {
  const key = keyPath === undefined ? '$VEIPRIS_KEY' : `$(cat ${quote(keyPath)})`;
  return [
    `veipris is ready at ${address}`,
    `  portal: ${address}/portal/`,
    `  docs: ${address}/docs`,
    ...(services.length === 0 ? [] : [`  it asks: ${services.join(', ')}`]),
    keyPath === undefined
      ? '  VEIPRIS_KEY=$(npx veipris key create --email you@example.no)'
      : `  key: ${keyPath}`,
    `  curl -H "Authorization: Bearer ${key}" '${address}${EXAMPLE}'`,
  ].join('\n');
}

/** The text that the server prints once, about a key that it has made. */
export function formatMadeKey(keyPath: string, text: string): string {
  return `veipris: a demo account on plan Free; its key is shown this once and kept in ${keyPath}\n  ${text}`;
}

/** A path quoted as a word of a shell. */
const quote = (path: string) =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
