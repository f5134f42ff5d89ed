import { openFacts } from '../open-facts.ts';
import { compileRows, putInForce, readKeptRows } from './put-in-force.ts';
import type { RenewalParts } from './renewal-parts.ts';
import { underRenewalLock } from './under-renewal-lock.ts';

/**
 * Compiles what was last read from the road database with the decisions of this program; nothing
 * where that has been done.
 */
export function compileAgain(parts: RenewalParts): Promise<void> {
  const { folders, onProgress } = parts;
  return underRenewalLock(parts, async () => {
    const { facts, version, isOutdated } = await openFacts(folders);
    if (version === undefined || !isOutdated) return;
    onProgress('compiling the renewed data with the decisions of this version of veipris');
    const rows = await readKeptRows(version);
    const renewed = await compileRows(folders.data, rows, facts.place, version.day);
    await putInForce({ renewed, rows }, parts);
  });
}
