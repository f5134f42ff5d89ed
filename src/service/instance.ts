/** Which database a server and a command have: two homes on one machine are easily mixed up. */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** The name of a home, which tells it from others and nothing else; made where there is none. */
export async function openInstance({ database, home }: Config): Promise<string | undefined> {
  if (database.kind !== 'embedded') return undefined;
  const known = await readInstance(home);
  if (known !== undefined) return known;
  await writeFile(join(home, 'instance'), `${randomUUID()}\n`, { mode: 0o600, flag: 'wx' }).catch(
    () => undefined,
  );
  return readInstance(home);
}

const readInstance = async (home: string): Promise<string | undefined> =>
  (await readFile(join(home, 'instance'), 'utf8').catch(() => '')).trim() || undefined;

/** A server on this machine answers at once. */
const PATIENCE_MS = 500;

/**
 * The address of a server that runs where the settings say, over another database than theirs;
 * `undefined`: there is none, or it is not known.
 */
export async function findOtherServer(config: Config): Promise<string | undefined> {
  const { host, port, home } = config;
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const address = `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
  try {
    const reply = await fetch(`${address}/`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { name, instance } = (await reply.json()) as { name?: unknown; instance?: unknown };
    if (name !== 'veipris' || typeof instance !== 'string') return undefined;
    return instance === (await readInstance(home)) ? undefined : address;
  } catch {
    return undefined;
  }
}
