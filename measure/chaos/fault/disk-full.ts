import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { linkNetworks, withFolder } from '../../home.ts';
import { CannotMake, type Fault } from '../fault.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

/** The file system of the SQLite file has no room left. */
export const diskFull: Fault = {
  name: 'disk full under the SQLite file for 5 s (tmpfs of 4 MB, filled up)',
  expected:
    '503 with Retry-After, nothing counted meanwhile; well within 5 s of the first free byte',
  run: () =>
    withFolder(async (home) => {
      mount(home);
      try {
        await linkNetworks(home);
        return await withScene({ instances: 1, home }, (scene) =>
          underLoad(scene, {
            async hurt() {
              fillUp(join(home, 'filler'));
              await sleep(5000);
              rmSync(join(home, 'filler'));
            },
          }),
        );
      } finally {
        execFileSync('umount', ['-l', home]);
      }
    }),
};

function mount(folder: string): void {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    throw new CannotMake('only root may mount a file system');
  }
}

function fillUp(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const size of [65_536, 4096, 512]) fillWith(file, Buffer.alloc(size));
  } finally {
    closeSync(file);
  }
}

function fillWith(file: number, bytes: Buffer): void {
  try {
    for (;;) if (writeSync(file, bytes) < bytes.length) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
