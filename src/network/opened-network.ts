import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { parseChecked } from '../base/parse-checked.ts';
import { strict, Text } from '../facts/schema/values.ts';
import type { Gate } from '../passages/gate.ts';
import type { PreparedNetwork } from './kernel-file.ts';

export interface NetworkFolders {
  /** The bundled data. */
  readonly data: string;
  /** Where networks are kept, in a folder `network`; made when missing. */
  readonly home: string;
}

/** A road network that is built and ready. */
export interface OpenNetwork {
  /** Names the planner on this network, for `_billing.source`. */
  readonly source: string;
  readonly prepared: PreparedNetwork;
  readonly gates: readonly Gate[];
  /** A stop that is moved farther than this is worth a warning; absent: the usual distance. Metres. */
  readonly movedWarnM?: number;
  /** Credit line of the roads. */
  readonly attribution: string;
  /** Changes whenever anything does that the network is made of. */
  readonly version: string;
  readonly folder: string;
}

/** The gates that a build has written beside the network. */
export async function readGates(folder: string): Promise<readonly Gate[]> {
  const path = join(folder, 'gates.json');
  return parseChecked(await readFile(path, 'utf8'), GatesFile, path);
}

const LatLon = Type.Object({
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lon: Type.Number({ minimum: -180, maximum: 180 }),
});

/** `gates.json`, which a build writes beside the network; see `Gate`. */
const GatesFile = Type.Array(
  strict({
    stationId: Text,
    at: LatLon,
    forwardBearingDeg: Type.Number({ minimum: 0, maximum: 360 }),
    charged: Type.Enum(['forward', 'backward', 'both']),
  }),
);
