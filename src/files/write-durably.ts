import { randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file and waits until the disk has it. A crash before that may leave a part of the file. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes a file beside its place and moves it there. So a reader sees either the old file or the new file. */
export async function replaceDurably(path: string, text: string): Promise<void> {
  const part = `${path}.${randomUUID()}.part`;
  await writeDurably(part, text);
  await rename(part, path);
  await syncFolder(dirname(path));
}

/** Waits until the disk has the names of a folder. Systems that can not do this do not need it. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EPERM') throw cause;
  } finally {
    await folder.close();
  }
}
