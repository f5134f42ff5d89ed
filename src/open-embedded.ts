/** The embedded engine with everything that belongs to its network. */
import type { Config } from './config.ts';
import { DATA_DIR } from './data-dir.ts';
import type { Facts } from './facts/load-facts.ts';
import { openKernelPlanner } from './network/kernel-planner.ts';
import { ATTRIBUTION, openNetwork } from './network/open-network.ts';
import { openPreparedNetwork } from './network/open-prepared.ts';
import type { OpenNetwork } from './network/opened-network.ts';
import { readOwnMap } from './network/osm/own-map.ts';
import { MAX_MOVED_M, openPlannerOn, startEngine } from './open-planner.ts';
import { openUnseenStations } from './trip/list-unseen-stations.ts';
import { buildPassageFinder } from './trip/passage-finder.ts';
import type { QuoteParts } from './trip/quote-trip.ts';
import { TRIP_SETTINGS } from './trip/settings.ts';

export interface Embedded {
  readonly networkVersion: string;
  /** Names itself as the planner of `/api/route`. */
  readonly parts: Pick<QuoteParts, 'planner' | 'passages' | 'listUnseen' | 'settings'>;
  /** Credit line of the roads. */
  readonly attribution: string;
  /** Asks the engine something trivial; throws when it fails. */
  check(): Promise<void>;
  /** Nobody asks any more. */
  close(): void;
}

/** Opens engine, gates and stations; builds the network first where that has not been done. */
export async function openEmbedded(
  facts: Facts,
  { home, engineProcesses, kernelPreview }: Config,
  onProgress: (step: string) => void,
): Promise<Embedded> {
  const { stations } = facts;
  // A map of one's own stays in force: the kernel has none.
  if (kernelPreview && (await readOwnMap(home)) === undefined)
    return openOnKernel(facts, home, onProgress);
  let letGo = () => {};
  try {
    const network = await openNetwork(
      { data: DATA_DIR, home },
      stations,
      onProgress,
      async (engineSettings) => {
        const [station] = stations;
        if (station !== undefined)
          letGo = await startEngine(engineSettings, engineProcesses, station.at);
      },
    );
    return openOn(network, await openPlannerOn(network, engineProcesses), facts);
  } finally {
    letGo();
  }
}

async function openOnKernel(
  facts: Facts,
  home: string,
  onProgress: (step: string) => void,
): Promise<Embedded> {
  const folders = { data: DATA_DIR, home };
  const { prepared, ...network } = await openPreparedNetwork(folders, facts.stations, onProgress);
  const planner = openKernelPlanner(prepared, { source: 'veipris-n1000', maxMovedM: MAX_MOVED_M });
  const engine = { planner, check: async () => undefined, close: () => undefined };
  return openOn({ ...network, attribution: ATTRIBUTION }, engine, facts);
}

function openOn(
  network: Pick<OpenNetwork, 'gates' | 'version' | 'attribution' | 'movedWarnM'>,
  { planner, ...engine }: Awaited<ReturnType<typeof openPlannerOn>>,
  { tolls, stations }: Facts,
): Embedded {
  const placed = new Set(network.gates.map(({ stationId }) => stationId));
  const listUnseen = openUnseenStations(
    stations.filter(
      // Without a tariff there is no toll to warn of: payment points of ferries have none.
      ({ id }) => !placed.has(id) && (tolls.findStation(id)?.tariffs ?? []).length > 0,
    ),
    TRIP_SETTINGS.unseen,
  );
  const passages = buildPassageFinder({
    gates: network.gates,
    stations: tolls.stations.filter(({ id }) => placed.has(id)),
    nearM: TRIP_SETTINGS.nearM,
  });
  const { movedWarnM = TRIP_SETTINGS.movedWarnM, version, attribution } = network;
  const settings = { ...TRIP_SETTINGS, movedWarnM };
  const parts = { planner, passages, listUnseen, settings };
  return { networkVersion: version, attribution, parts, ...engine };
}
