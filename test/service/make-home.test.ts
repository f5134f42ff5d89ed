import { chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demandWritable, makeHome } from '../../src/service/machine.ts';
import { tempHome } from '../support/temp-home.ts';

const ROOT = 0;
const OTHER = 65534;

/** A folder of somebody who is not root. */
async function homeOfAnother(): Promise<{ home: string; owner: number }> {
  const home = join(tempHome(), 'var');
  await mkdir(home);
  if (process.getuid?.() === ROOT) await chown(home, OTHER, OTHER);
  return { home, owner: (await stat(home)).uid };
}

test('root does not work in the home of another user, and is told whose it is', async () => {
  const { home, owner } = await homeOfAnother();
  await expect(makeHome(home, ROOT)).rejects.toThrow(
    `VEIPRIS_HOME is ${home}, which belongs to user ${owner}: run this as that user, not as root.`,
  );
  expect(await readdir(home)).toEqual([]);
});

test('its owner does, and so does another user whom the system lets in', async () => {
  const { home, owner } = await homeOfAnother();
  await expect(makeHome(home, owner)).resolves.toBeUndefined();
  await expect(makeHome(home, owner + 1)).resolves.toBeUndefined();
});

test.each([
  ['is a file', 'file'],
  ['would lie in a file', 'file/var'],
])('a home that %s is refused in one line that names the setting', async (_what, name) => {
  const folder = tempHome();
  await writeFile(join(folder, 'file'), '');
  const home = join(folder, name);
  await expect(makeHome(home)).rejects.toThrow(
    `VEIPRIS_HOME must be a folder, and ${home} is a file, or would lie in one.`,
  );
});

test('a home below a folder that is not there is made with it, for its owner alone', async () => {
  const home = join(tempHome(), 'a', 'b');
  await makeHome(home);
  await makeHome(home);
  expect((await stat(home)).mode & 0o777).toBe(0o700);
  expect((await stat(join(home, '..'))).mode & 0o777).toBe(0o700);
});

test('a home that can not be written to is refused in one line that names the setting', async () => {
  const home = tempHome();
  await expect(demandWritable(home)).resolves.toBeUndefined();
  const gone = join(home, 'gone');
  await expect(demandWritable(gone)).rejects.toThrow(
    `VEIPRIS_HOME is ${gone}, which can not be written to: ENOENT: `,
  );
});

// Only Linux has /proc, where no folder can be made.
test.skipIf(process.platform !== 'linux')(
  'a home where no folder can be made is refused in one line that names the setting',
  async () => {
    await expect(makeHome('/proc/x/y')).rejects.toThrow(
      /^VEIPRIS_HOME is \/proc\/x\/y, and no folder can be made there: ENOENT.*\.$/,
    );
  },
);
