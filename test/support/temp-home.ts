import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Has something done at the end: of the test, or of what else a caller says. */
export type AtEnd = (work: () => Promise<void>) => void;

/** An empty folder that is gone after the test. */
export async function tempHome(atEnd: AtEnd = onTestFinished): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'veipris-'));
  atEnd(() => rm(home, { recursive: true, force: true }));
  return home;
}
