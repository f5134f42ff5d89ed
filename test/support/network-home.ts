import { join } from 'node:path';
import { once } from '../../src/base/memoize.ts';
import { loadFerryServices } from '../../src/facts/load-ferries.ts';
import { loadRoadSections } from '../../src/facts/open-facts.ts';
import { openNetwork } from '../../src/network/open-network.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { loadStations } from './bundled-facts.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * A VEIPRIS_HOME that outlives the tests. The first test that needs the bundled network builds it there, once per
 * version.
 */
export const NETWORK_HOME = join(ROOT, 'node_modules/.cache/veipris-test');

/**
 * Opens the bundled network. The first call builds it. All test files of a worker share it, so no test may change it.
 */
export const openBundledNetwork = once(async () =>
  openNetwork(
    { data: DATA_DIR, home: NETWORK_HOME },
    {
      stations: await loadStations(DATA_DIR),
      sections: loadRoadSections({ bundled: DATA_DIR }),
      services: loadFerryServices({ bundled: DATA_DIR }),
    },
    () => {},
  ),
);
