/** From rows of the road database to a version in force: compile, try out, build its network, switch. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Day } from '../../base/day.ts';
import { roadName } from '../../network/link.ts';
import { loadNetworkInputs } from '../../network/network-inputs.ts';
import { openNetwork } from '../../network/open-network.ts';
import type { DataPlace } from '../data-place.ts';
import { loadFacts } from '../load-facts.ts';
import { openDataVersions, type SoundVersion } from '../version/data-version-files.ts';
import { formatRenewed, type KeptRows, ROWS_FILE } from './format-renewed.ts';
import { hashDecisions, loadRenewable, loadRenewalSources } from './load-renewal.ts';
import { type RenewedData, renewData } from './renew-data.ts';
import type { RenewalParts } from './renewal-parts.ts';
import type { RoadRows } from './renewed-data.ts';

/**
 * Compiles rows with the decisions of this program, on top of the data in force.
 *
 * @param data the bundled data.
 */
export async function compileRows(
  data: string,
  rows: RoadRows,
  place: DataPlace,
  today: Day,
): Promise<RenewedData> {
  const { readLinks } = await loadNetworkInputs(data);
  // As when the bundled data was compiled: with the roads that we drew, without ramps and quays.
  const roads = readLinks()
    .filter(({ kind, added, ramp }) => kind === 'road' && added === undefined && ramp !== true)
    .map((link) => ({ road: roadName(link), line: link.line }));
  const sources = loadRenewalSources(data, today);
  return renewData({ ...sources, rows, before: loadRenewable(place), roads });
}

interface NewVersion {
  readonly renewed: RenewedData;
  readonly rows: KeptRows;
}

/**
 * Writes a version and puts it in force. Before that the data is read as a server reads it, and the
 * road network for it is built if anybody uses it, so that a server that takes it over has nothing to
 * build.
 *
 * @throws Error when the data can not be used after all; then the version does not exist.
 */
export async function putInForce(
  { renewed, rows }: NewVersion,
  { folders, clock, usesNetwork, onProgress }: RenewalParts,
): Promise<SoundVersion> {
  const { data, home } = folders;
  const versions = openDataVersions(home);
  const draft = {
    day: renewed.day,
    madeAtMs: clock.now(),
    decisions: await hashDecisions(data),
    files: formatRenewed(renewed, rows),
  };
  const made = await versions.make(draft, async (folder) => {
    const { stations } = await loadFacts({ bundled: data, renewed: folder });
    if (usesNetwork) await openNetwork(folders, stations, onProgress);
  });
  await versions.switchTo(made.version);
  await versions.sweep();
  return made;
}

/** The rows that a version was compiled from. */
export async function readKeptRows({ folder }: SoundVersion): Promise<KeptRows> {
  // The version is sound, so this is what `formatRenewed` wrote.
  return JSON.parse(await readFile(join(folder, ROWS_FILE), 'utf8')) as KeptRows;
}
