/** The operator's own map, and the note in the home folder that it is in force. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type Type from 'typebox';
import { parseChecked } from '../../base/parse-checked.ts';
import { OwnMapFile } from './own-schema.ts';

/** A map file, and what was in it. */
export type OwnMap = Readonly<Type.Static<typeof OwnMapFile>>;

const noteIn = (home: string) => join(home, 'network', 'own.json');

/**
 * The map that the road network in force is built from; undefined when the bundled one is in force.
 *
 * @param home the folder that the server writes to.
 */
export async function readOwnMap(home: string): Promise<OwnMap | undefined> {
  const path = noteIn(home);
  try {
    return parseChecked(await readFile(path, 'utf8'), OwnMapFile, path);
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause))) return undefined;
    throw cause;
  }
}

/** Puts the network of a map in force: at once, or not at all. */
export async function putOwnMapInForce(home: string, map: OwnMap): Promise<void> {
  const aside = `${noteIn(home)}.${randomUUID()}.part`;
  const file = await open(aside, 'w');
  try {
    await file.writeFile(`${JSON.stringify(map, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, noteIn(home));
}

/** Puts the bundled network in force. */
export const dropOwnMap = (home: string): Promise<void> => rm(noteIn(home), { force: true });

/** @throws Error with one sentence when the file can not be read. */
export async function readMapFile(file: string): Promise<OwnMap> {
  const path = resolve(file);
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (cause) {
    throw new Error(`${path} can not be read (${codeOf(cause) || 'unknown'}).`, { cause });
  }
  return { path, sha256: hash.digest('hex') };
}

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? '';
