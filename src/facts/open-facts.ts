/** Opens the facts in force: the newest sound renewed data, or the bundled data. */
import { join } from 'node:path';
import type { NetworkFolders } from '../network/open-network.ts';
import type { DataPlace } from './data-place.ts';
import { openDataVersions, type SoundVersion } from './data-versions.ts';
import { type Facts, loadFacts } from './load-facts.ts';
import { OwnTariffsFault } from './load-tolls.ts';
import { hashDecisions } from './renew/load-renewal.ts';
import { readBundled } from './schema/data-files.ts';

export interface OpenFacts {
  readonly facts: Facts;
  /** Absent: the bundled data is in force. */
  readonly version?: SoundVersion;
  /** The version was compiled with decisions that differ from those of this program. */
  readonly isOutdated: boolean;
  /** Why a version that should be in force is not, one sentence each; `[]`: there is no problem. */
  readonly problems: readonly string[];
}

/**
 * Opens the facts in force. A version that is damaged or no longer fits this program is skipped: then the version
 * before it is used, and finally the bundled data.
 *
 * The rows of the operator, `own-tariffs.json` beside the versions, are added to the data in force.
 *
 * @throws Error when the bundled data itself, or the file of the operator, is wrong.
 */
export async function openFacts({ data, home }: NetworkFolders): Promise<OpenFacts> {
  const versions = openDataVersions(home);
  const current = await versions.readCurrent();
  const ownTariffs = join(home, 'data', OWN_TARIFFS);
  if (current === undefined) return openBundled({ bundled: data, ownTariffs }, []);
  const bundledDay = readBundled(data, 'toll-stations.json').meta.date;
  const older = (await versions.list()).filter((version) => version !== current);
  const problems: string[] = [];
  for (const name of [current, ...older]) {
    try {
      const version = await versions.check(name);
      // A new release may bring data that is newer than the renewed version.
      if (version.day < bundledDay) continue;
      const facts = await loadFacts({ bundled: data, renewed: version.folder, ownTariffs });
      const isOutdated = version.decisions !== (await hashDecisions(data));
      return { facts, version, isOutdated, problems };
    } catch (cause) {
      if (cause instanceof OwnTariffsFault) throw cause;
      problems.push(cause instanceof Error ? cause.message : String(cause));
    }
  }
  return openBundled({ bundled: data, ownTariffs }, problems);
}

const OWN_TARIFFS = 'own-tariffs.json';

const openBundled = async (place: DataPlace, problems: readonly string[]): Promise<OpenFacts> => ({
  facts: await loadFacts(place),
  isOutdated: false,
  problems,
});
