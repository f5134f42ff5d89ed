import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder that is gone after the test. */
export async function tempHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'veipris-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return home;
}
