import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDataVersions } from '../../src/facts/data-versions.ts';
import { builtPart } from '../support/built-program.ts';
import { tempHome } from '../support/temp-home.ts';

/** Runs the maker until so many versions are in force and a bit of time has passed, then kills it. */
function killAfter(home: string, count: number, pauseMs: number): Promise<string[]> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [builtPart('make-versions-for-ever'), home]);
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (out.split('\n').length > count) setTimeout(() => child.kill('SIGKILL'), pauseMs);
    });
    child.once('close', () => resolve(out.trim().split('\n')));
  });
}

test.each([0, 1, 2, 3, 5, 8])(
  'a process that is killed %i ms into its work leaves the old version or the new, never half',
  async (pauseMs) => {
    const home = tempHome();
    const told = await killAfter(home, 3, pauseMs);
    const versions = openDataVersions(home);
    const current = (await versions.readCurrent()) ?? '';
    const sound = await versions.check(current);
    expect(sound.version).toBe(current);
    // Killed between the switch and the line that tells of it, the newest is not told.
    const newest = await versions.list();
    expect([told.at(-1), newest[0], newest[1]]).toContain(current);
    await versions.sweep();
    const left = await readdir(join(home, 'data'));
    expect(left.filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(left).toContain(current);
  },
);
