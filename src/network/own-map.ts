/** The operator's own map, and the note in the home folder that it is in force. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Type from 'typebox';
import { parseChecked } from '../base/parse-checked.ts';
import { strict, Text } from '../facts/schema/values.ts';
import { replaceDurably } from '../files/write-durably.ts';

/** `own.json`: the map that the road network in force is built from. */
const OwnMapFile = strict({
  path: Text,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** Absent: a map of OpenStreetMap. */
  form: Type.Optional(Type.Literal('ruteplan')),
  /** When the publisher says that it was made; absent: not known. */
  edition: Type.Optional(Text),
});

/** A map file, and what was in it. */
export type OwnMap = Readonly<Type.Static<typeof OwnMapFile>>;

export const nameForm = ({ form }: OwnMap): 'osm' | 'ruteplan' => form ?? 'osm';

const noteIn = (home: string) => join(home, 'network', 'own.json');

/** The path of a copy of the note. It lies outside the folder of the networks, which an operator may delete. */
const copyIn = (home: string) => join(home, 'own-map.json');

/**
 * The map that the road network in force is built from; undefined when the bundled one is in force.
 *
 * @param home the folder that the server writes to.
 * @throws Error with one sentence when the note is gone: the bundled roads never replace an own map silently.
 */
export async function readOwnMap(home: string): Promise<OwnMap | undefined> {
  const map = await readNote(noteIn(home));
  if (map !== undefined) return map;
  const lost = await readNote(copyIn(home));
  if (lost === undefined) return undefined;
  throw new Error(
    `${noteIn(home)} is gone, which said that the roads are those of ${lost.path}: run "veipris network build --${nameForm(lost)} ${lost.path}", or "veipris network build" for the bundled roads.`,
  );
}

async function readNote(path: string): Promise<OwnMap | undefined> {
  try {
    return parseChecked(await readFile(path, 'utf8'), OwnMapFile, path);
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause))) return undefined;
    throw cause;
  }
}

/** Puts the network of a map in force: at once, or not at all. */
export async function putOwnMapInForce(home: string, map: OwnMap): Promise<void> {
  await replaceDurably(noteIn(home), formatNote(map));
  await keepOwnMap(home, map);
}

/** Writes the copy of the note outside the folder of the networks, if it differs. Earlier releases wrote no copy. */
export async function keepOwnMap(home: string, map: OwnMap): Promise<void> {
  const kept = await readNote(copyIn(home)).catch(() => undefined);
  if (kept?.path !== map.path || kept.sha256 !== map.sha256)
    await replaceDurably(copyIn(home), formatNote(map));
}

const formatNote = (map: OwnMap): string => `${JSON.stringify(map, undefined, 2)}\n`;

/** Puts the bundled network in force. */
export async function dropOwnMap(home: string): Promise<void> {
  await rm(copyIn(home), { force: true });
  await rm(noteIn(home), { force: true });
}

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

/** What a map file holds can not be used, however often it is read. Its message is one sentence. */
export class UnusableMap extends Error {}
