import { randomUUID } from 'node:crypto';
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file and waits until the disk has it. A crash before that may leave a part of the file. */
export async function writeDurably(path: string, text: string | Uint8Array): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Writes a file beside its place and moves it there. So a reader sees either the old file or the new file. Where that
 * fails the old one stays, and nothing is left beside it.
 */
export async function replaceDurably(path: string, text: string | Uint8Array): Promise<void> {
  const part = `${path}.${randomUUID()}.part`;
  try {
    await writeDurably(part, text);
    await rename(part, path);
  } catch (cause) {
    await rm(part, { force: true });
    throw cause;
  }
  await syncFolder(dirname(path));
}

/**
 * Writes a file that a person has named: whole, or the older one stays. A link keeps its place, and a device or a pipe
 * is written to.
 */
export async function replaceNamed(path: string, content: string | Uint8Array): Promise<void> {
  const older = await stat(path).catch(() => undefined);
  if (older !== undefined && !older.isFile()) return writeFile(path, content);
  await replaceDurably(older === undefined ? path : await realpath(path), content);
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
