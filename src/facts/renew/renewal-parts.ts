import type { NetworkFolders } from '../../network/opened-network.ts';
import type { Clock } from '../../trip/ports.ts';
import type { RoadDatabaseSettings } from '../../upstream/road-database/road-database.ts';

/** What the data is renewed with. */
export interface RenewalParts {
  readonly folders: NetworkFolders;
  readonly roadDatabase: RoadDatabaseSettings;
  readonly clock: Clock;
  /** Trips are answered from the road network, which is built for the new data at once. */
  readonly usesNetwork: boolean;
  /** Hears in a few words what takes a while. */
  readonly onProgress: (step: string) => void;
}
