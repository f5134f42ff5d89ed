import type { Background } from './background.ts';
import type { KeyHolder, KeyStore } from './ports.ts';

const HOUR_MS = 3_600_000;

/** Notes in the background that a key was used: once an hour is enough for its owner. */
export function buildKeyUse(keys: Pick<KeyStore, 'noteUse'>, background: Background) {
  /** Parallel calls with one key need one note. */
  const noting = new Set<string>();
  return function noteKeyUse({ keyId, lastUsedAtMs }: KeyHolder, nowMs: number): void {
    const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
    if ((lastUsedAtMs !== undefined && lastUsedAtMs >= hourMs) || noting.has(keyId)) return;
    noting.add(keyId);
    const noted = keys.noteUse(keyId, hourMs).finally(() => noting.delete(keyId));
    background.run(noted, 'the use of a key could not be noted');
  };
}
