/** The embedded engine with everything that belongs to its network. */
import type { Config } from './config.ts';
import { DATA_DIR } from './data-dir.ts';
import type { Facts } from './facts/load-facts.ts';
import { openNetwork } from './network/open-network.ts';
import type { OpenNetwork } from './network/opened-network.ts';
import { openPlannerOn } from './open-planner.ts';
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
  { home, engineProcesses }: Config,
  onProgress: (step: string) => void,
): Promise<Embedded> {
  const network = await openNetwork({ data: DATA_DIR, home }, facts.stations, onProgress);
  return openOn(network, facts, engineProcesses);
}

async function openOn(
  network: OpenNetwork,
  { tolls, stations }: Facts,
  engineProcesses = 1,
): Promise<Embedded> {
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
  const { planner, ...engine } = await openPlannerOn(network, engineProcesses);
  const { movedWarnM = TRIP_SETTINGS.movedWarnM, version, attribution } = network;
  const settings = { ...TRIP_SETTINGS, movedWarnM };
  const parts = { planner, passages, listUnseen, settings };
  return { networkVersion: version, attribution, parts, ...engine };
}
