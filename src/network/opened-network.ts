import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseChecked } from '../base/parse-checked.ts';
import type { Gate } from '../passages/gate.ts';
import type { PreparedNetwork } from './kernel-file.ts';
import { GatesFile } from './network-schema.ts';

export interface NetworkFolders {
  /** The bundled data. */
  readonly data: string;
  /** Where tiles are kept, in a folder `network`; made when missing. */
  readonly home: string;
}

/** A road network that is built and ready. */
export interface OpenNetwork {
  readonly engine: KernelEngine | TileEngine;
  readonly gates: readonly Gate[];
  /** A stop that is moved farther than this is worth a warning; absent: the usual distance. Metres. */
  readonly movedWarnM?: number;
  /** Credit line of the roads. */
  readonly attribution: string;
  /** Changes whenever anything does that the network is made of. */
  readonly version: string;
  readonly folder: string;
}

/** Our own kernel answers. */
interface KernelEngine extends PreparedNetwork {
  readonly kind: 'kernel';
  /** Names the planner on this network, for `_billing.source`. */
  readonly source: string;
}

/** Valhalla answers, from tiles. */
export interface TileEngine {
  readonly kind: 'tiles';
  /** Its settings, as JSON. */
  readonly settings: string;
  /** Factor from drawn to driven length on roads. */
  readonly lengthFactor: number;
  /** Seconds to wait and board, once per ferry. */
  readonly boardingS: number;
}

/** The map that the tiles of a network are built from, in its folder, where it is kept. */
export const PBF_NAME = 'network.osm.pbf';

/** The gates that a build has written beside the tiles. */
export async function readGates(folder: string): Promise<readonly Gate[]> {
  const path = join(folder, 'gates.json');
  return parseChecked(await readFile(path, 'utf8'), GatesFile, path);
}
