import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseChecked } from '../../base/parse-checked.ts';
import type { NetworkFolders } from '../opened-network.ts';
import { pathExists } from '../path-exists.ts';
import type { Placement, StationToPlace } from '../place.ts';
import { locateOwnNetwork } from './open-own-network.ts';
import { PlacementFile } from './osm-schema.ts';
import { loadOwnInputs } from './own-inputs.ts';
import type { OwnMap } from './own-map.ts';

/**
 * Where every station lies on the network of a map, or why it does not, as its build has found.
 *
 * @throws Error with one sentence when it has not been built for these stations.
 */
export async function readOwnPlacement(
  { data, home }: NetworkFolders,
  map: OwnMap,
  stations: readonly StationToPlace[],
): Promise<Placement> {
  const inputs = await loadOwnInputs(data);
  const { folder } = await locateOwnNetwork({ home, inputs, map, stations });
  const path = join(folder, 'placement.json');
  if (!(await pathExists(path)))
    throw new Error(
      `Your road network has not been built for the toll stations in force: run "veipris network build --osm ${map.path}".`,
    );
  return parseChecked(await readFile(path, 'utf8'), PlacementFile, path);
}
