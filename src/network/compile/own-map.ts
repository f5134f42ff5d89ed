/** The operator's own map, the note in the home folder that it is in force, and what its build has left. */

import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Type from 'typebox';
import { parseChecked } from '../../base/parse-checked.ts';
import { strict, Text } from '../../facts/schema/values.ts';
import { pathExists } from '../build-network.ts';
import type { Placement } from '../place.ts';

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
  await writeFile(aside, `${JSON.stringify(map, undefined, 2)}\n`, { flush: true });
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

/** `placement.json`, which a build writes beside the network; see `Placement`. */
const PlacementFile = strict({
  placed: Type.Array(
    strict({
      id: Text,
      link: Type.Integer({ minimum: 0 }),
      alongM: Type.Number(),
      offM: Type.Number(),
      forward: Type.Boolean(),
      backward: Type.Boolean(),
      by: Type.Enum([
        'link-position',
        'road-number',
        'ramp',
        'street-nearby',
        'nearest-road',
        'gantry',
        'override',
      ]),
    }),
  ),
  unplaced: Type.Array(strict({ id: Text, why: Text, roadInNetwork: Type.Boolean() })),
});

/**
 * Where every station lies on the network of a map, or why it does not, as its build has found.
 *
 * @param folder of the network for the stations in force, built or not.
 * @throws Error with one sentence when it has not been built for these stations.
 */
export async function readOwnPlacement(
  folder: string,
  { form, path: map }: OwnMap,
): Promise<Placement> {
  const path = join(folder, 'placement.json');
  if (!(await pathExists(path)))
    throw new Error(
      `Your road network has not been built for the toll stations in force: run "veipris network build --${form ?? 'osm'} ${map}".`,
    );
  return parseChecked(await readFile(path, 'utf8'), PlacementFile, path);
}
