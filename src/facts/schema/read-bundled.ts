/**
 * Reads the bundled data. Its meaning is checked when it is made (`tools/compile-data`, and tests). Here a file counts
 * as checked if its SHA-256 is that of the manifest. Of the schemas it has the types alone: commands that read one file
 * do not load them.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Type from 'typebox';
import { parseChecked } from '../../base/parse-checked.ts';
import type { DataFile, DataFileName } from './data-files.ts';

/** `data/manifest.json`: the SHA-256 of every other file, by its path. */
const ManifestFile = Type.Object({ files: Type.Record(Type.String(), Type.String()) });

export const MANIFEST = 'manifest.json';

/** SHA-256, 64 hexadecimal digits. */
export const hashOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/**
 * The text of a bundled file.
 *
 * @param data the folder of the bundled data.
 * @param name path below it.
 * @throws Error with one sentence that names the file when it is missing, damaged or changed.
 */
export const readBundledText = (data: string, name: string): string =>
  readListed(data, name, readManifest(data)).toString('utf8');

/**
 * Reads a JSON file that no manifest lists.
 *
 * @throws Error with one sentence that names the file, the record and what is wrong with it.
 */
export const readChecked = <S extends Type.TSchema>(path: string, schema: S): Type.Static<S> =>
  // An editor on Windows may begin a file with the mark of UTF-8, which is no part of it.
  parseChecked(readNamed(path).replace(/^\uFEFF/, ''), schema, basename(path));

/** The text of a file. An error of reading a folder does not name it by itself. */
function readNamed(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw Object.assign(cause as Error, { path });
  }
}

/** The content of a bundled file. @throws Error as `readBundledText` does. */
export const readBundled = <Name extends DataFileName>(data: string, name: Name): DataFile<Name> =>
  JSON.parse(readBundledText(data, name));

/** Checks every bundled file, including those that are read later. @throws Error as `readBundledText`. */
export function verifyBundled(data: string): void {
  const manifest = readManifest(data);
  for (const name of Object.keys(manifest)) readListed(data, name, manifest);
}

type Manifest = Readonly<Record<string, string>>;

function readListed(data: string, name: string, manifest: Manifest): Buffer {
  const content = readIfThere(join(data, name));
  if (content === undefined) throw new Error(`${name} is missing in ${data}.`);
  if (hashOf(content) === manifest[name]) return content;
  throw new Error(`${name} is damaged or was changed: its SHA-256 is not that of ${MANIFEST}.`);
}

function readManifest(data: string): Manifest {
  const text = readIfThere(join(data, MANIFEST));
  if (text === undefined) throw new Error(`${MANIFEST} is missing in ${data}.`);
  return parseChecked(text.toString('utf8'), ManifestFile, MANIFEST).files;
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
}
