import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseChecked } from '../../base/parse-checked.ts';
import { pathExists } from '../path-exists.ts';
import type { Placement } from '../place.ts';
import type { OwnMap } from './own-map.ts';
import { PlacementFile } from './own-schema.ts';

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
