/** The decisions by hand: every file of `data/curated/`, with its shape. */
import { join } from 'node:path';
import type Type from 'typebox';
import { FerriesFile } from './curated-schema-ferries.ts';
import { AbroadFile, TownsFile } from './curated-schema-map.ts';
import { AddedRoadsFile, RoadNetworkFile } from './curated-schema-roads.ts';
import {
  DirectionsFile,
  HourGroupsFile,
  KeysFile,
  NamesFile,
  OperatorsFile,
  OsloRingsFile,
  RampsFile,
  RingsFile,
  StationPlacesFile,
  TiesFile,
} from './curated-schema-stations.ts';
import { readChecked } from './read-checked.ts';

/** By the name of the file. */
export const CURATED_FILES = {
  'abroad.json': AbroadFile,
  'added-roads.json': AddedRoadsFile,
  'ferries.json': FerriesFile,
  'road-network.json': RoadNetworkFile,
  'station-places.json': StationPlacesFile,
  'toll-stations-directions.json': DirectionsFile,
  'toll-stations-hour-groups.json': HourGroupsFile,
  'toll-stations-keys.json': KeysFile,
  'toll-stations-names.json': NamesFile,
  'toll-stations-operators.json': OperatorsFile,
  'toll-stations-oslo-rings.json': OsloRingsFile,
  'toll-stations-ramps.json': RampsFile,
  'toll-stations-rings.json': RingsFile,
  'toll-stations-ties.json': TiesFile,
  'town-centres.json': TownsFile,
} as const;

export type CuratedName = keyof typeof CURATED_FILES;

/**
 * Reads the decisions of one file.
 *
 * @param data the bundled data.
 * @throws Error with one line that names the file, the place in it and what is wrong.
 */
export function readCurated<N extends CuratedName>(
  data: string,
  name: N,
): Type.Static<(typeof CURATED_FILES)[N]> {
  return readChecked(join(data, 'curated', name), CURATED_FILES[name]).content;
}
