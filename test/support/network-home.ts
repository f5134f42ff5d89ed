import { join } from 'node:path';
import { loadFerryServices } from '../../src/facts/load-ferries.ts';
import { loadRoadSections } from '../../src/facts/load-road-sections.ts';
import { openNetwork } from '../../src/network/open-network.ts';
import { loadStations } from '../../src/network/placement/place.ts';

const ROOT = join(import.meta.dirname, '../..');

export const DATA = join(ROOT, 'data');

/**
 * A VEIPRIS_HOME that outlives the tests: the bundled network is built there once per version, by
 * whichever test comes first.
 */
export const NETWORK_HOME = join(ROOT, 'node_modules/.cache/veipris-test');

/** The bundled network, built where it has not been. */
export const openBundledNetwork = async () =>
  openNetwork(
    { data: DATA, home: NETWORK_HOME },
    {
      stations: await loadStations(DATA),
      sections: loadRoadSections(DATA),
      services: loadFerryServices(DATA),
    },
    () => {},
  );
