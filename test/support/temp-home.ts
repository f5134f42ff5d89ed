import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Registers work for the end of the test, or for another end that the caller chooses. */
export type AtEnd = (work: () => Promise<void>) => void;

/** An empty folder that is gone after the test. */
export function tempHome(atEnd: AtEnd = onTestFinished): string {
  const home = mkdtempSync(join(tmpdir(), 'veipris-'));
  atEnd(() => rm(home, { recursive: true, force: true }));
  return home;
}
