import { mkdir } from 'node:fs/promises';

/** Makes the folder that the server writes to, for its owner alone; one that is there stays. */
export async function makeHome(home: string): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
}
