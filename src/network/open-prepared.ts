/** The bundled network as the routing kernel takes it: prepared once per version of all that goes into it. */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Gate } from '../geo/gate.ts';
import { nameIndexForm } from '../routing/snap.ts';
import { type PreparedNetwork, readKernelFile, writeKernelFile } from './kernel-file.ts';
import { makeWritable } from './make-writable.ts';
import { loadNetworkInputs } from './network-inputs.ts';
import { nameVersion } from './network-version.ts';
import { type NetworkFolders, readGates } from './opened-network.ts';
import { pathExists } from './path-exists.ts';
import type { StationToPlace } from './place.ts';
import { placeStations } from './place-stations.ts';
import { prepareNetwork } from './prepare-network.ts';

/** Raised when the same inputs would be prepared differently than before. */
const FORMAT = 'kernel-1';

/**
 * Opens the network from its folder in `home`, and prepares it first where this version has not been; that takes some
 * seconds, and two processes at once prepare the same.
 *
 * @throws Error when the home can not be written, or the file is damaged.
 */
export async function openPreparedNetwork(
  { data, home }: NetworkFolders,
  stations: readonly StationToPlace[],
  onProgress: (step: string) => void,
): Promise<{
  readonly prepared: PreparedNetwork;
  readonly gates: readonly Gate[];
  readonly version: string;
}> {
  const inputs = await loadNetworkInputs(data);
  const version = nameVersion([FORMAT, nameIndexForm(), ...inputs.texts], stations);
  const root = join(home, 'network');
  const folder = join(root, version);
  if (!(await pathExists(folder))) {
    await makeWritable(root);
    onProgress('preparing the road network for the routing kernel');
    const links = inputs.readLinks();
    const { placed } = placeStations(stations, links, inputs);
    const { gates, ...prepared } = prepareNetwork(links, placed, inputs.speeds);
    const aside = `${folder}.${randomUUID()}.part`;
    await mkdir(aside);
    await writeFile(join(aside, 'gates.json'), JSON.stringify(gates));
    await writeKernelFile({ folder: aside, version }, prepared);
    await rename(aside, folder).catch(() => rm(aside, { recursive: true }));
  }
  return { prepared: await readKernelFile(folder), gates: await readGates(folder), version };
}
