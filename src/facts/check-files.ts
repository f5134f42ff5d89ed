/** Files of `data/` that are read long after the start, or handed out as they are. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkLayer, LAYERS } from './check-layer.ts';
import { CURATED_FILES, type CuratedName, readCurated } from './curated-schema.ts';

/**
 * Checks the decisions by hand and the layers of the map, before anybody needs them.
 *
 * @param data the bundled data.
 * @throws Error with one line that names the file, the place in it and what is wrong.
 */
export function checkFiles(data: string): void {
  checkNames(join(data, 'curated'), Object.keys(CURATED_FILES));
  for (const name of Object.keys(CURATED_FILES)) readCurated(data, name as CuratedName);
  checkNames(join(data, 'map'), LAYERS);
  for (const name of LAYERS) checkLayer(data, name);
}

/** A file that nobody knows is most likely a known one with its name mistyped. */
function checkNames(folder: string, known: readonly string[]): void {
  const found = readdirSync(folder);
  const missing = known.find((name) => !found.includes(name));
  if (missing !== undefined) throw new Error(`${join(folder, missing)} is missing.`);
  const stray = found.find((name) => !known.includes(name));
  if (stray !== undefined) throw new Error(`${join(folder, stray)} is a file that nobody reads.`);
}
